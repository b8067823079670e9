//! Reads typed values out of a JSON object, one field at a time, and reports every field that is
//! not what it must be. `null` counts as absent: strict clients send it for every optional one.

use protocol::Problem;
use serde_json::{Map, Value};

use super::findings::Findings;
use super::names::Scope;
use crate::output::Deprecation;

/// How much of an offending value a message repeats.
const QUOTED_CHARS_MAX: usize = 40;

/// What a field must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Flag,
    WholeNumber,
    Texts,
    Objects,
    Object,
    /// Options, each as its label or in full.
    LabelledAll,
    /// An option, as its label or in full.
    Labelled,
    /// An option with a title.
    Titled,
    /// A JSON object of the caller's own.
    Data,
}

impl Kind {
    fn expected(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Flag => "true or false",
            Self::WholeNumber => "a whole number",
            Self::Texts => "an array of strings",
            Self::Objects => "an array of objects",
            Self::Object => "an object with an id",
            Self::LabelledAll => "an array of strings or objects",
            Self::Labelled => "a string, or an object with a label",
            Self::Titled => "an object with a title",
            Self::Data => "an object",
        }
    }

    fn hint(self, given: &Value) -> String {
        if let Value::String(text) = given {
            let held = serde_json::from_str::<Value>(text).ok();
            if held.is_some_and(|held| self.fits(&held)) {
                return "Pass the value itself, not a string that holds it.".into();
            }
        }
        match (self, given) {
            (Self::Texts, Value::String(_)) => format!("Write [{}].", quoted(given)),
            (Self::Object, Value::String(_)) => format!("Write {{\"id\": {}}}.", quoted(given)),
            (Self::Titled, Value::String(_)) => format!("Write {{\"title\": {}}}.", quoted(given)),
            (Self::Text, Value::Number(number)) => format!("Write \"{number}\", in quotes."),
            _ => format!("Give {}.", self.expected()),
        }
    }

    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Flag => value.is_boolean(),
            Self::WholeNumber => whole_number(value).is_some(),
            Self::Texts | Self::Objects | Self::LabelledAll => value.is_array(),
            Self::Object | Self::Titled | Self::Data => value.is_object(),
            Self::Labelled => value.is_string() || value.is_object(),
        }
    }
}

/// The fields of one object that have not been read yet.
pub(super) struct Fields<'f> {
    /// Empty, or the path of the object with a dot behind it.
    prefix: String,
    scope: Scope,
    left: Map<String, Value>,
    findings: &'f mut Findings,
}

impl<'f> Fields<'f> {
    pub(super) fn new(
        prefix: String,
        scope: Scope,
        mut object: Map<String, Value>,
        findings: &'f mut Findings,
    ) -> Self {
        object.retain(|_, value| !value.is_null());
        Self {
            prefix,
            scope,
            left: object,
            findings,
        }
    }

    /// Moves values from old names to new ones.
    pub(super) fn accept_aliases(&mut self, aliases: &[(&str, &str)]) {
        for (old, new) in aliases {
            let Some(value) = self.left.remove(*old) else {
                continue;
            };
            if self.left.contains_key(*new) {
                self.findings.problems.push(conflict(old, new));
            } else {
                self.findings.deprecations.push(Deprecation::new(old, new));
                self.left.insert((*new).to_owned(), value);
            }
        }
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            other => self.wrong(name, Kind::Text, &other),
        }
    }

    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        match self.take(name)? {
            Value::Bool(flag) => Some(flag),
            other => self.wrong(name, Kind::Flag, &other),
        }
    }

    pub(super) fn whole_number(&mut self, name: &str) -> Option<i64> {
        let value = self.take(name)?;
        match whole_number(&value) {
            Some(number) => Some(number),
            None => self.wrong(name, Kind::WholeNumber, &value),
        }
    }

    pub(super) fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        let items = match self.take(name)? {
            Value::Array(items) => items,
            other => return self.wrong(name, Kind::Texts, &other),
        };
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Value::String(text) => texts.push(text),
                other => {
                    self.wrong::<String>(&format!("{name}[{index}]"), Kind::Text, &other);
                }
            }
        }
        Some(texts)
    }

    pub(super) fn array(&mut self, name: &str) -> Option<Vec<Value>> {
        self.array_of(name, Kind::Objects)
    }

    /// Reads an array; `kind` says what it should have been when it is none.
    pub(super) fn array_of(&mut self, name: &str, kind: Kind) -> Option<Vec<Value>> {
        match self.take(name)? {
            Value::Array(items) => Some(items),
            other => self.wrong(name, kind, &other),
        }
    }

    pub(super) fn object(&mut self, name: &str) -> Option<Value> {
        match self.take(name)? {
            object @ Value::Object(_) => Some(object),
            other => self.wrong(name, Kind::Data, &other),
        }
    }

    /// Takes every field whose name `wanted` accepts.
    pub(super) fn take_all(&mut self, wanted: fn(&str) -> bool) -> Vec<String> {
        let names: Vec<String> = self
            .left
            .keys()
            .filter(|name| wanted(name))
            .cloned()
            .collect();
        for name in &names {
            self.left.remove(name);
        }
        names
    }

    /// Returns the path of a field of this object.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}{}", self.prefix, shortened(name))
    }

    /// Returns a field without taking it.
    pub(super) fn peek(&self, name: &str) -> Option<&Value> {
        self.left.get(name)
    }

    /// Returns what has not been read.
    pub(super) fn into_rest(self) -> Map<String, Value> {
        self.left
    }

    /// Takes a field of any type.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.left.remove(name)
    }

    pub(super) fn findings(&mut self) -> &mut Findings {
        self.findings
    }

    /// Refuses what no one asked for.
    pub(super) fn refuse_rest(self) {
        for name in self.left.keys() {
            let problem = Problem::new(
                "unknown_field",
                &self.path(name),
                format!("there is no field {}", quoted(&Value::String(name.clone()))),
                &self.scope.hint(name),
            );
            self.findings.problems.push(problem);
        }
    }

    fn wrong<T>(&mut self, name: &str, kind: Kind, given: &Value) -> Option<T> {
        let path = format!("{}{name}", self.prefix);
        wrong_type(&path, kind, given, self.findings);
        None
    }
}

/// Reports a value that is not of the kind its place needs.
pub(super) fn wrong_type(path: &str, kind: Kind, given: &Value, findings: &mut Findings) {
    let message = format!(
        "{path} is {}; it must be {}",
        described(given),
        kind.expected()
    );
    findings.unreadable(
        path,
        Problem::new("wrong_type", path, message, &kind.hint(given)),
    );
}

/// Reports an old and a new name given together.
pub(super) fn conflict(old: &str, new: &str) -> Problem {
    Problem::new(
        "conflicting_fields",
        old,
        format!("both {old} and {new} are given; {old} is the old name of {new}"),
        &format!("Give only {new}."),
    )
}

/// Reads a number without a fraction, however it is written.
fn whole_number(value: &Value) -> Option<i64> {
    /// Above this a float no longer holds every whole number.
    const FLOAT_EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    value.as_i64().or_else(|| {
        let float = value.as_f64()?;
        let whole = float.fract() == 0.0 && float.abs() <= FLOAT_EXACT_MAX;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be a whole number in range"
        )]
        whole.then_some(float as i64)
    })
}

fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(_) => format!("the string {}", quoted(value)),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// Writes a string in quotes; the beginning of it if it is long.
fn quoted(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default();
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Returns a name as far as anyone reads it.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
