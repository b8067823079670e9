//! Reads the settings: the environment beats the file, the file beats the default.
//!
//! An error is reported with its line or variable; a wrong value is never replaced by a default.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use toml_edit::{Document, Item};

use crate::definition::{Definition, definition, parse_value};
use crate::error::SettingsError;
use crate::table::{DEFINITIONS, Settings};
use crate::value::Value;

/// Where a value comes from. `Environment` also means that it cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    Default,
    File,
    Environment,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File => "file",
            Self::Environment => "environment",
        }
    }
}

/// The settings that apply, and where each comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    pub settings: Settings,
    /// The file they were read from, whether it exists or not.
    pub path: PathBuf,
    sources: BTreeMap<&'static str, Source>,
}

impl Loaded {
    pub fn value(&self, name: &str) -> Option<Value> {
        self.settings.value(name)
    }

    pub fn source(&self, name: &str) -> Source {
        self.sources.get(name).copied().unwrap_or(Source::Default)
    }

    /// Every setting in the order of `DEFINITIONS`, with its value and where that comes from.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Definition, Value, Source)> + '_ {
        DEFINITIONS.iter().map(|definition| {
            let value = self
                .value(definition.name)
                .unwrap_or_else(|| definition.default());
            (definition, value, self.source(definition.name))
        })
    }

    fn set(
        &mut self,
        definition: &Definition,
        value: &Value,
        source: Source,
    ) -> Result<(), SettingsError> {
        self.settings
            .set(definition.name, value)
            .ok_or_else(|| definition.invalid(value.to_string()))?;
        self.sources.insert(definition.name, source);
        Ok(())
    }
}

/// Reads the settings at `path`. A file that is not there is an empty one.
///
/// An environment variable that is blank counts as unset.
pub fn load(
    path: &Path,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Loaded, SettingsError> {
    resolve(path, &read(path)?, environment)
}

/// Returns the text of the file; the empty text when there is none.
pub(crate) fn read(path: &Path) -> Result<String, SettingsError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(source) => {
            return Err(SettingsError::Read {
                path: path.to_owned(),
                source,
            });
        }
    };
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        broken(path, line_of(error.as_bytes(), good), "not UTF-8 text")
    })
}

/// Decides what applies when the file holds `text`.
pub(crate) fn resolve(
    path: &Path,
    text: &str,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Loaded, SettingsError> {
    let mut loaded = Loaded {
        settings: Settings::default(),
        path: path.to_owned(),
        sources: BTreeMap::new(),
    };
    apply_file(&mut loaded, text)?;
    apply_environment(&mut loaded, environment)?;
    check_together(&loaded.settings)?;
    Ok(loaded)
}

fn apply_file(loaded: &mut Loaded, text: &str) -> Result<(), SettingsError> {
    let path = loaded.path.clone();
    let document = Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        broken(&path, line_of(text.as_bytes(), at), error.message())
    })?;
    let table = document.as_table();
    for (name, item) in table {
        let at = table
            .key(name)
            .and_then(|key| key.span())
            .or_else(|| item.span());
        let line = line_of(text.as_bytes(), at.map_or(0, |span| span.start));
        definition(name)
            .and_then(|definition| {
                let value = value_of(definition, item)?;
                loaded.set(definition, &value, Source::File)
            })
            .map_err(|error| broken(&path, line, &error.to_string()))?;
    }
    Ok(())
}

fn value_of(definition: &Definition, item: &Item) -> Result<Value, SettingsError> {
    match untyped(item) {
        Some(value) => definition.accept(&value),
        None => Err(definition.invalid(item.to_string().trim().to_owned())),
    }
}

/// Returns an item of the file as a value; `None` for what no setting can be.
pub(crate) fn untyped(item: &Item) -> Option<Value> {
    if let Some(flag) = item.as_bool() {
        return Some(Value::Flag(flag));
    }
    if let Some(number) = item.as_integer() {
        return Some(Value::Number(number));
    }
    if let Some(text) = item.as_str() {
        return Some(Value::Text(text.to_owned()));
    }
    let numbers = item
        .as_table_like()?
        .iter()
        .map(|(name, number)| Some((name.to_owned(), number.as_integer()?)));
    numbers.collect::<Option<_>>().map(Value::Numbers)
}

fn apply_environment(
    loaded: &mut Loaded,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<(), SettingsError> {
    for definition in DEFINITIONS {
        let Some(variable) = definition.environment() else {
            continue;
        };
        let Some(text) = environment(&variable).filter(|text| !text.trim().is_empty()) else {
            continue;
        };
        let Ok(value) = parse_value(definition, &text) else {
            return Err(SettingsError::Environment {
                variable,
                given: text,
                allowed: definition.kind,
            });
        };
        loaded.set(definition, &value, Source::Environment)?;
    }
    Ok(())
}

/// Checks what no setting can check alone.
fn check_together(settings: &Settings) -> Result<(), SettingsError> {
    if settings.timeout_min_seconds > settings.timeout_max_seconds {
        return Err(SettingsError::Crossed {
            low: "timeout_min_seconds",
            low_value: settings.timeout_min_seconds,
            high: "timeout_max_seconds",
            high_value: settings.timeout_max_seconds,
        });
    }
    Ok(())
}

fn broken(path: &Path, line: usize, reason: &str) -> SettingsError {
    SettingsError::Broken {
        path: path.to_owned(),
        line,
        reason: reason.trim().replace('\n', "; "),
    }
}

/// Returns the line, counted from 1, that the byte `at` is in.
fn line_of(text: &[u8], at: usize) -> usize {
    1 + text.iter().take(at).filter(|byte| **byte == b'\n').count()
}
