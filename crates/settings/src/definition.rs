//! What is known about a setting besides its value, and the one place that accepts values.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::SettingsError;
use crate::table::DEFINITIONS;
use crate::value::Value;

/// Names of a map setting (clients) are no longer than this.
const NUMBER_NAME_CHARS_MAX: usize = 100;

/// What a setting accepts. `Display` says it in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Flag,
    Number {
        min: i64,
        max: i64,
    },
    Text {
        chars_max: usize,
    },
    OneOf(&'static [&'static str]),
    /// A number for each of any names.
    Numbers {
        min: i64,
        max: i64,
    },
}

/// Where a setting stands in the settings of web and terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    Questions,
    Interface,
    Terminal,
    Notifications,
    History,
    Tasks,
    Hub,
}

impl Group {
    pub const ALL: [Group; 7] = [
        Self::Questions,
        Self::Interface,
        Self::Terminal,
        Self::Notifications,
        Self::History,
        Self::Tasks,
        Self::Hub,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Interface => "interface",
            Self::Terminal => "terminal",
            Self::Notifications => "notifications",
            Self::History => "history",
            Self::Tasks => "tasks",
            Self::Hub => "hub",
        }
    }

    /// The catalogue's key of the group's title.
    pub fn message_key(self) -> String {
        format!("setting-group-{}", self.as_str())
    }
}

/// What may set a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The file, and an environment variable before it.
    Anywhere,
    FileOnly,
}

/// One setting.
#[derive(Debug)]
pub struct Definition {
    pub name: &'static str,
    pub kind: Kind,
    pub group: Group,
    /// The version that brought it.
    pub since: &'static str,
    pub(crate) origin: Origin,
    pub(crate) default: fn() -> Value,
}

impl Definition {
    pub fn default(&self) -> Value {
        (self.default)()
    }

    /// The environment variable that fixes it, such as `SAYSO_TIMEOUT_SECONDS`; `None` when only
    /// the file counts.
    pub fn environment(&self) -> Option<String> {
        match self.origin {
            Origin::Anywhere => Some(format!("SAYSO_{}", self.name.to_uppercase())),
            Origin::FileOnly => None,
        }
    }

    /// The catalogue's key of its one-line help, such as `setting-timeout-seconds`.
    pub fn message_key(&self) -> String {
        format!("setting-{}", self.name.replace('_', "-"))
    }

    /// Returns `value` in its stored form, or says what would have been allowed.
    pub fn accept(&self, value: &Value) -> Result<Value, SettingsError> {
        self.accepted(value)
            .ok_or_else(|| self.invalid(value.to_string()))
    }

    pub(crate) fn invalid(&self, given: String) -> SettingsError {
        SettingsError::Invalid {
            name: self.name,
            given,
            allowed: self.kind,
        }
    }

    fn present_word<'w>(&self, word: &'w str) -> &'w str {
        let mut former = FORMER_WORDS.iter();
        let found = former.find(|(setting, old, _)| *setting == self.name && *old == word);
        found.map_or(word, |(_, _, new)| new)
    }

    fn accepted(&self, value: &Value) -> Option<Value> {
        let fits = match (&self.kind, value) {
            (Kind::Flag, Value::Flag(_)) => true,
            (Kind::Number { min, max }, Value::Number(number)) => (min..=max).contains(&number),
            (Kind::Text { chars_max }, Value::Text(text)) => text.chars().count() <= *chars_max,
            (Kind::OneOf(words), Value::Text(text)) => {
                let wanted = text.trim().to_lowercase().replace('-', "_");
                let wanted = self.present_word(&wanted);
                let word = words.iter().find(|word| **word == wanted)?;
                return Some(Value::Text((*word).to_owned()));
            }
            (Kind::Numbers { min, max }, Value::Numbers(numbers)) => numbers
                .iter()
                .all(|(name, number)| is_number_name(name) && (min..=max).contains(&number)),
            (
                Kind::Flag
                | Kind::Number { .. }
                | Kind::Text { .. }
                | Kind::OneOf(_)
                | Kind::Numbers { .. },
                Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::Numbers(_),
            ) => false,
        };
        fits.then(|| value.clone())
    }
}

/// Words that files of earlier versions may hold, each with the setting and today's word.
///
/// A page cannot tell a browser in the background from another tab in front: it is hidden.
const FORMER_WORDS: &[(&str, &str, &str)] = &[("notify_trigger", "background", "tab_switch")];

/// A name that `name=number,…` can carry there and back.
fn is_number_name(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && name.chars().count() <= NUMBER_NAME_CHARS_MAX
        && !name.contains(|character: char| character == ',' || character.is_control())
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Text { chars_max } => write!(f, "text of at most {chars_max} characters"),
            Self::OneOf(words) => f.write_str(&words.join(" | ")),
            Self::Numbers { min, max } => {
                write!(f, "name=number,… with whole numbers from {min} to {max}")
            }
        }
    }
}

/// Returns the setting called `name`; the error holds the nearest known name.
pub fn definition(name: &str) -> Result<&'static Definition, SettingsError> {
    DEFINITIONS
        .iter()
        .find(|definition| definition.name == name)
        .ok_or_else(|| SettingsError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name),
        })
}

fn nearest(name: &str) -> Option<&'static str> {
    let wanted = name.to_lowercase().replace('-', "_");
    // A third of the letters may differ; beyond that a suggestion is a guess.
    let distance_max = (wanted.chars().count() / 3).max(1);
    DEFINITIONS
        .iter()
        .map(|definition| {
            (
                strsim::damerau_levenshtein(&wanted, definition.name),
                definition.name,
            )
        })
        .filter(|(distance, _)| *distance <= distance_max)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Reads a value as people type it: `sayso config set NAME VALUE`, or an environment variable.
pub fn parse_value(definition: &Definition, text: &str) -> Result<Value, SettingsError> {
    let trimmed = text.trim();
    let read = match &definition.kind {
        Kind::Flag => parse_flag(trimmed).map(Value::Flag),
        Kind::Number { .. } => trimmed.parse().ok().map(Value::Number),
        Kind::Text { .. } | Kind::OneOf(_) => Some(Value::Text(trimmed.to_owned())),
        Kind::Numbers { .. } => parse_numbers(trimmed).map(Value::Numbers),
    };
    let invalid = || definition.invalid(text.to_owned());
    definition
        .accepted(&read.ok_or_else(invalid)?)
        .ok_or_else(invalid)
}

fn parse_flag(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Reads `name=number,…`. A name given twice is refused: one of the two would be lost.
fn parse_numbers(text: &str) -> Option<BTreeMap<String, i64>> {
    let mut numbers = BTreeMap::new();
    for pair in text
        .split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
    {
        let (name, number) = pair.rsplit_once('=')?;
        let earlier = numbers.insert(name.trim().to_owned(), number.trim().parse().ok()?);
        if earlier.is_some() {
            return None;
        }
    }
    Some(numbers)
}
