//! The settings as people meet them: the file, the environment, and changes to both.

#![expect(clippy::unwrap_used, reason = "in tests a panic is the report")]

mod changing;
mod definitions;
mod hostile;
mod languages;
mod loading;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use settings::{Loaded, SettingsError, Value};
use tempfile::TempDir;

/// A settings file in a temporary directory, and an environment that the test controls.
struct Fixture {
    directory: TempDir,
    environment: BTreeMap<String, String>,
}

impl Fixture {
    fn new() -> Self {
        Self {
            directory: TempDir::new().unwrap(),
            environment: BTreeMap::new(),
        }
    }

    fn with_file(text: &str) -> Self {
        let fixture = Self::new();
        fs::write(fixture.path(), text).unwrap();
        fixture
    }

    fn with_environment(mut self, variable: &str, value: &str) -> Self {
        self.environment
            .insert(variable.to_owned(), value.to_owned());
        self
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("settings.toml")
    }

    fn text(&self) -> io::Result<String> {
        fs::read_to_string(self.path())
    }

    fn load(&self) -> Result<Loaded, SettingsError> {
        settings::load(&self.path(), &|variable| {
            self.environment.get(variable).cloned()
        })
    }

    fn change(&self, changes: &[(&str, Option<Value>)]) -> Result<Loaded, SettingsError> {
        let changes = changes
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        settings::change(&self.path(), &changes, &|variable| {
            self.environment.get(variable).cloned()
        })
    }
}

fn number(number: i64) -> Option<Value> {
    Some(Value::Number(number))
}

fn text(text: &str) -> Option<Value> {
    Some(Value::Text(text.to_owned()))
}

fn numbers<const N: usize>(numbers: [(&str, i64); N]) -> Option<Value> {
    let numbers = numbers.map(|(name, number)| (name.to_owned(), number));
    Some(Value::Numbers(BTreeMap::from(numbers)))
}

/// The names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
