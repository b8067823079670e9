//! Changes settings in the file, keeping what people wrote around them.
//!
//! The result is checked as a whole before a byte is written; what was refused left no trace.

use std::collections::BTreeMap;
use std::path::Path;

use toml_edit::{DocumentMut, InlineTable, Item, TableLike};

use crate::definition::definition;
use crate::error::SettingsError;
use crate::load::{Loaded, Source, read, resolve, untyped};
use crate::reset::{append, remove, reset, take_trailing};
use crate::value::Value;
use crate::write::Writing;

/// Applies `changes` to the file at `path` and returns the settings that apply now.
///
/// `None` resets a setting to its default. All changes are made, or none. Comments and order stay:
/// a comment at a setting that is reset stays too.
/// Blocks on the disk, and while another process is changing the same file.
pub fn change(
    path: &Path,
    changes: &BTreeMap<String, Option<Value>>,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Loaded, SettingsError> {
    let writing = Writing::begin(path)?;
    let mut text = read(path)?;
    if !text.is_empty() && !text.ends_with('\n') {
        // A new line must not become part of a last line that is a comment.
        text.push('\n');
    }
    let before = resolve(path, &text, environment)?;
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        // `resolve` has just parsed the same text.
        SettingsError::Broken {
            path: path.to_owned(),
            line: 1,
            reason: error.message().to_owned(),
        }
    })?;
    for (name, value) in changes {
        let definition = definition(name)?;
        let fixed = before.source(definition.name) == Source::Environment;
        if let Some(variable) = definition.environment().filter(|_| fixed) {
            return Err(SettingsError::Locked {
                name: definition.name,
                variable,
            });
        }
        match value {
            Some(value) => put(&mut document, definition.name, &definition.accept(value)?),
            None => reset(&mut document, definition.name),
        }
    }
    let changed = document.to_string();
    // Without the environment as well: the file must stay loadable when a variable goes away.
    resolve(path, &changed, &|_| None)?;
    let after = resolve(path, &changed, environment)?;
    if changed != text {
        writing.finish(&changed)?;
    }
    Ok(after)
}

fn put(document: &mut DocumentMut, name: &str, value: &Value) {
    match document.get_mut(name) {
        // An unchanged value stays as it was written, `1_000` or `1000`.
        Some(item) if untyped(item).as_ref() == Some(value) => {}
        Some(item) => {
            let left = replace(item, value);
            append(document, &left);
        }
        None => insert(document, name, value),
    }
}

/// Returns the comments that lost their place.
fn replace(item: &mut Item, value: &Value) -> String {
    match (item, value) {
        (Item::Table(table), Value::Numbers(numbers)) => {
            let left = gone(table, numbers)
                .iter()
                .map(|name| remove(table, name))
                .collect();
            put_numbers(table, numbers);
            return left;
        }
        (Item::Value(toml_edit::Value::InlineTable(table)), Value::Numbers(numbers)) => {
            for name in gone(table, numbers) {
                table.remove(&name);
            }
            put_numbers(table, numbers);
            tidy(table);
        }
        (Item::Value(old), value) => replace_value(old, written(value)),
        (item, value) => *item = Item::Value(written(value)),
    }
    String::new()
}

/// Evens out the spaces in `table`, unless there are comments in it: they would go, too.
fn tidy(table: &mut InlineTable) {
    let mut inside = table.clone();
    inside.decor_mut().clear();
    if !inside.to_string().contains('#') {
        table.fmt();
    }
}

/// Returns the names in `table` that are not among `numbers`.
fn gone(table: &dyn TableLike, numbers: &BTreeMap<String, i64>) -> Vec<String> {
    let names = table.iter().map(|(name, _)| name.to_owned());
    names.filter(|name| !numbers.contains_key(name)).collect()
}

fn put_numbers(table: &mut dyn TableLike, numbers: &BTreeMap<String, i64>) {
    for (name, number) in numbers {
        match table.get_mut(name) {
            Some(item) if item.as_integer() == Some(*number) => {}
            Some(Item::Value(old)) => replace_value(old, (*number).into()),
            Some(_) | None => {
                table.insert(name, toml_edit::value(*number));
            }
        }
    }
}

/// Puts `new` in the place of `old`, with the spaces and the comment around it.
fn replace_value(old: &mut toml_edit::Value, mut new: toml_edit::Value) {
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

fn insert(document: &mut DocumentMut, name: &str, value: &Value) {
    // A file of comments only would otherwise end up below its first setting.
    let heading = if document.is_empty() {
        take_trailing(document)
    } else {
        String::new()
    };
    document.insert(name, Item::Value(written(value)));
    if let Some(mut key) = document.key_mut(name)
        && !heading.is_empty()
    {
        key.leaf_decor_mut().set_prefix(heading);
    }
}

fn written(value: &Value) -> toml_edit::Value {
    match value {
        Value::Flag(flag) => (*flag).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Numbers(numbers) => {
            let table: InlineTable = numbers
                .iter()
                .map(|(name, number)| (name.as_str(), *number))
                .collect();
            table.into()
        }
    }
}
