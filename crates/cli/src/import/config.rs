//! `config.json`: which of our settings each of its fields becomes.
//!
//! Values are read as the old server read them, not only as the file says: a nonsensical interface
//! meant the terminal there, limits on the history were stored and never applied.

use std::fmt;

use i18n::Key;
use serde::Deserialize;
use serde::de::{self, Visitor};
use serde_json::{Map, Value as Json};
use settings::{Value, definition};

use super::files::{FilesError, Text};
use super::{Left, Taken};
use crate::text::{say, tell};

/// The other server's defaults of the two limits.
const THEIR_RETENTION_DAYS: i64 = 3;
const THEIR_MAX_SESSIONS: i64 = 100;

/// Their fields, those of older versions included.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Config {
    #[serde(alias = "transport")]
    interface: Option<String>,
    timeout_seconds: Option<Whole>,
    single_submit_mode: Option<bool>,
    use_default_option: Option<bool>,
    timeout_action: Option<String>,
    persistence_enabled: Option<bool>,
    retention_days: Option<Whole>,
    max_sessions: Option<Whole>,
    language: Option<String>,
    annotations_enabled: Option<bool>,
    notify_new: Option<bool>,
    notify_upcoming: Option<bool>,
    notify_timeout: Option<bool>,
    notify_sound: Option<bool>,
    upcoming_threshold: Option<Whole>,
    notify_trigger_mode: Option<String>,
    notify_if_foreground: Option<bool>,
    notify_if_focused: Option<bool>,
    notify_if_background: Option<bool>,
    notify_sound_path: Option<String>,
}

const KNOWN: [&str; 21] = [
    "interface",
    "transport",
    "timeout_seconds",
    "single_submit_mode",
    "use_default_option",
    "timeout_action",
    "persistence_enabled",
    "retention_days",
    "max_sessions",
    "language",
    "annotations_enabled",
    "notify_new",
    "notify_upcoming",
    "notify_timeout",
    "notify_sound",
    "upcoming_threshold",
    "notify_trigger_mode",
    "notify_if_foreground",
    "notify_if_focused",
    "notify_if_background",
    "notify_sound_path",
];

/// A whole number as their server reads it: a number or a text of digits, fractions cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Whole(i64);

/// Reads the file. `environment` is that of the other server as far as we share it.
pub(crate) fn read(
    file: &Text,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<(Vec<Taken>, Vec<Left>), FilesError> {
    let config: Config = file.parse()?;
    let fields: Map<String, Json> = file.parse()?;
    let mut plan = Plan::default();
    plan.questions(&config, environment);
    plan.notifications(&config);
    plan.history(&config);
    plan.language(&config, environment);
    let unknown = fields.keys().filter(|name| !KNOWN.contains(&name.as_str()));
    for name in unknown {
        plan.leave(name, say(Key::CliImportUnknownField));
    }
    Ok((plan.taken, plan.left))
}

#[derive(Default)]
struct Plan {
    taken: Vec<Taken>,
    left: Vec<Left>,
}

impl Plan {
    fn questions(&mut self, config: &Config, environment: &dyn Fn(&str) -> Option<String>) {
        if let Some(interface) = &config.interface {
            let ours = match interface.as_str() {
                "web" => "web",
                "terminal-web" => "auto",
                _ => "terminal",
            };
            self.take("interface", Value::Text(ours.into()));
        }
        // Saved first, then the environment; both only when positive.
        let from_environment = || environment("CHOICE_TIMEOUT_SECONDS")?.trim().parse().ok();
        let timeout = config.timeout_seconds.map(|Whole(seconds)| seconds);
        let timeout = timeout.filter(|seconds| *seconds > 0);
        let timeout = timeout.or_else(|| from_environment().filter(|seconds: &i64| *seconds > 0));
        self.take_some("timeout_seconds", timeout.map(Value::Number));
        self.take_some("single_submit", config.single_submit_mode.map(Value::Flag));
        self.take_some("annotations", config.annotations_enabled.map(Value::Flag));
        let action = config.timeout_action.as_deref().unwrap_or("submit");
        let submits = config
            .use_default_option
            .map(|uses_default| uses_default && action == "submit");
        self.take_some("auto_submit", submits.map(Value::Flag));
        if action != "submit" {
            let what = format!("timeout_action = {action}");
            self.leave(&what, say(Key::CliImportTimeoutAction));
        }
    }

    fn notifications(&mut self, config: &Config) {
        for (setting, value) in [
            ("notify_new", config.notify_new),
            ("notify_upcoming", config.notify_upcoming),
            ("notify_timeout", config.notify_timeout),
            ("notify_sound", config.notify_sound),
        ] {
            self.take_some(setting, value.map(Value::Flag));
        }
        let threshold = config.upcoming_threshold;
        let threshold = threshold.map(|Whole(seconds)| Value::Number(seconds.max(1)));
        self.take_some("notify_upcoming_seconds", threshold);
        let trigger = trigger(config).map(|mode| Value::Text(mode.into()));
        self.take_some("notify_trigger", trigger);
        if let Some(path) = config.notify_sound_path.as_deref() {
            let what = format!("notify_sound_path = {path}");
            self.leave(&what, say(Key::CliImportSoundPath));
        }
    }

    fn history(&mut self, config: &Config) {
        if config.persistence_enabled == Some(false) {
            let what = "persistence_enabled = false";
            self.leave(what, say(Key::CliImportPersistence));
        }
        for (setting, value, theirs) in [
            (
                "retention_days",
                config.retention_days,
                THEIR_RETENTION_DAYS,
            ),
            ("max_sessions", config.max_sessions, THEIR_MAX_SESSIONS),
        ] {
            match value.map(|Whole(value)| value.max(1)) {
                None => {}
                // Their server writes its defaults into every file and applies neither. Taking
                // them over would remove most of what is imported.
                Some(value) if value == theirs => {
                    let what = format!("{setting} = {value}");
                    self.leave(&what, say(Key::CliImportTheirDefault));
                }
                Some(value) => self.take(setting, Value::Number(value)),
            }
        }
    }

    /// There the environment decides before the file; here a saved language decides. So a language
    /// that the environment decides must not be saved.
    fn language(&mut self, config: &Config, environment: &dyn Fn(&str) -> Option<String>) {
        let Some(language) = config.language.as_deref() else {
            return;
        };
        let decided = environment("CHOICE_LANG").map(|lang| lang.trim().to_lowercase());
        let decided = decided.filter(|lang| matches!(lang.as_str(), "en" | "zh"));
        let what = format!("language = {language}");
        match (decided, language) {
            (Some(_), _) => self.leave(&what, say(Key::CliImportLanguageEnvironment)),
            (None, "en" | "zh") => self.take("language", Value::Text(language.into())),
            (None, _) => self.leave(&what, say(Key::CliImportLanguageUnknown)),
        }
    }

    fn take_some(&mut self, setting: &'static str, value: Option<Value>) {
        if let Some(value) = value {
            self.take(setting, value);
        }
    }

    /// Takes a value that our setting accepts; otherwise names it with what would have done.
    fn take(&mut self, setting: &'static str, value: Value) {
        let accepted = definition(setting).and_then(|definition| definition.accept(&value));
        match accepted {
            Ok(value) => self.taken.push(Taken { setting, value }),
            Err(error) => {
                let reason = error.to_string();
                let reason = tell(Key::CliImportNotAccepted, &[("reason", (&reason).into())]);
                self.leave(&format!("{setting} = {value}"), reason);
            }
        }
    }

    fn leave(&mut self, what: &str, reason: String) {
        self.left.push(Left {
            what: what.to_owned(),
            reason,
        });
    }
}

/// The trigger as their server derives it, from the newer field or the three older ones.
fn trigger(config: &Config) -> Option<&'static str> {
    match config.notify_trigger_mode.as_deref() {
        Some("always") => return Some("always"),
        Some("background" | "tab_switch") => return Some("tab_switch"),
        Some("focus_lost") => return Some("focus_lost"),
        Some(_) | None => {}
    }
    let older = [
        config.notify_if_foreground,
        config.notify_if_focused,
        config.notify_if_background,
    ];
    if older.iter().all(Option::is_none) {
        return None;
    }
    Some(match older.map(|flag| flag.unwrap_or(true)) {
        [true, true, true] => "always",
        _ => "tab_switch",
    })
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Whole, E> {
        Ok(Whole(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "fractions are cut off on purpose, and the cast saturates"
    )]
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Whole, E> {
        Ok(Whole(value as i64))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Whole, E> {
        let number = text.trim().parse().map(Whole);
        number.map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
