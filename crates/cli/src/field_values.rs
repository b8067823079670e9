//! Reads `--set FIELD=VALUE`: what is typed becomes the kind of value that the field takes.
//!
//! What does not fit is sent as it is where the hub says best what is wrong with it.

use domain::display_safe;
use i18n::Key;
use protocol::{FieldKind, FieldOption, FieldValue, FieldValues, FieldView};

use crate::failure::Failure;
use crate::text::{say, tell};

/// Returns the values of a form: the defaults, changed by what was typed.
pub(crate) fn read(fields: &[FieldView], typed: &[String]) -> Result<FieldValues, Failure> {
    let defaults = fields.iter().filter_map(|field| {
        let default = field.default.clone()?;
        Some((field.name.clone(), default))
    });
    let mut values: FieldValues = defaults.collect();
    let mut chosen: FieldValues = FieldValues::new();
    for typed in typed {
        let (field, text) = split(fields, typed)?;
        let value = value(field, text)?;
        match (chosen.get_mut(&field.name), value) {
            // Options of one field can be given one by one.
            (Some(FieldValue::Several(before)), FieldValue::Several(more)) => before.extend(more),
            (_, value) => _ = chosen.insert(field.name.clone(), value),
        }
    }
    values.extend(chosen);
    values.retain(|_, value| !value.is_empty());
    Ok(values)
}

/// Finds the field by the longest name that fits: a name may hold an equals sign itself.
fn split<'a>(fields: &'a [FieldView], typed: &'a str) -> Result<(&'a FieldView, &'a str), Failure> {
    let after = |field: &FieldView| typed.strip_prefix(&field.name)?.strip_prefix('=');
    let fitting = fields.iter().filter(|field| after(field).is_some());
    if let Some(field) = fitting.max_by_key(|field| field.name.len()) {
        return Ok((field, after(field).unwrap_or_default()));
    }
    let Some((name, _)) = typed.split_once('=') else {
        return Err(invalid(say(Key::CliAnswerSetInvalid)));
    };
    if fields.is_empty() {
        return Err(invalid(say(Key::CliAnswerNoFields)));
    }
    let name = display_safe(name);
    let known = fields.iter().map(|field| field.shown(&field.name));
    let known = known.collect::<Vec<_>>().join(", ");
    let args = [("name", name.as_ref().into()), ("known", (&known).into())];
    Err(invalid(tell(Key::CliAnswerUnknownField, &args)))
}

fn value(field: &FieldView, text: &str) -> Result<FieldValue, Failure> {
    Ok(match &field.kind {
        FieldKind::Text { .. } => FieldValue::Text(text.to_owned()),
        FieldKind::Number { .. } => FieldValue::Number(text.to_owned()),
        FieldKind::Boolean if text.is_empty() => FieldValue::Text(String::new()),
        FieldKind::Boolean => FieldValue::Boolean(boolean(field, text)?),
        FieldKind::One { options } => FieldValue::Text(option(options, text)),
        FieldKind::Several { options, .. } => FieldValue::Several(several(options, text)),
    })
}

fn boolean(field: &FieldView, text: &str) -> Result<bool, Failure> {
    let lower = text.trim().to_lowercase();
    let is = |words: [&str; 3], own: Key| {
        words.contains(&lower.as_str()) || say(own).to_lowercase() == lower
    };
    match (
        is(["true", "yes", "1"], Key::FormYes),
        is(["false", "no", "0"], Key::FormNo),
    ) {
        (true, _) => Ok(true),
        (_, true) => Ok(false),
        (false, false) => {
            let name = field.shown(&field.name);
            let message = tell(Key::CliAnswerNotBoolean, &[("name", name.into())]);
            Err(invalid(message))
        }
    }
}

/// Several are separated by commas; a text that is an option as a whole is that option.
fn several(options: &[FieldOption], text: &str) -> Vec<String> {
    if let Some(whole) = known(options, text) {
        return vec![whole];
    }
    let parts = text.split(',').map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| option(options, part)).collect()
}

fn option(options: &[FieldOption], text: &str) -> String {
    known(options, text).unwrap_or_else(|| text.to_owned())
}

/// Returns the option that a text stands for: by its value, or its title, in any case.
fn known(options: &[FieldOption], text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let fits: [&dyn Fn(&&FieldOption) -> bool; 3] = [
        &|option| option.value == text,
        &|option| option.title == text.trim(),
        &|option| option.value.to_lowercase() == lower || option.title.to_lowercase() == lower,
    ];
    let found = fits.iter().find_map(|fit| options.iter().find(fit));
    found.map(|option| option.value.clone())
}

/// The code with which the hub would refuse it.
fn invalid(message: String) -> Failure {
    Failure::new("invalid_request", message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields() -> Vec<FieldView> {
        let options = json!([
            { "value": "eu", "title": "Europe" },
            { "value": "us", "title": "United States" },
            { "value": "a,b", "title": "" },
        ]);
        let field = |name: &str, kind| json!({ "name": name, "title": name, "required": false, "kind": kind });
        let mut port = field("port", json!({ "type": "number", "integer": true }));
        port["default"] = json!({ "type": "number", "value": "8080" });
        let fields = json!([
            field("mail", json!({ "type": "text" })),
            field("mail=x", json!({ "type": "text" })),
            port,
            field("public", json!({ "type": "boolean" })),
            field("region", json!({ "type": "one", "options": options })),
            field("parts", json!({ "type": "several", "options": options })),
        ]);
        serde_json::from_value(fields).unwrap()
    }

    fn values(typed: &[&str]) -> Result<serde_json::Value, String> {
        let typed: Vec<String> = typed.iter().map(|text| (*text).to_owned()).collect();
        let values = read(&fields(), &typed).map_err(|failure| failure.error.code)?;
        let plain = values.into_iter().map(|(name, value)| {
            let value = serde_json::to_value(value).unwrap()["value"].clone();
            (name, value)
        });
        Ok(plain.collect::<serde_json::Map<_, _>>().into())
    }

    #[test]
    fn what_is_typed_becomes_the_kind_of_value_that_the_field_takes() {
        for (typed, expected) in [
            (&[] as &[&str], json!({ "port": "8080" })),
            (&["port="], json!({})),
            (
                &["port=443", "mail=a=b "],
                json!({ "port": "443", "mail": "a=b " }),
            ),
            (&["port=", "mail=x=y"], json!({ "mail=x": "y" })),
            (&["port=", "public=Yes"], json!({ "public": true })),
            (&["port=", "public=0"], json!({ "public": false })),
            (&["port=", "region=europe"], json!({ "region": "eu" })),
            (&["port=", "region=mars"], json!({ "region": "mars" })),
            (&["port=", "parts=US, eu"], json!({ "parts": ["us", "eu"] })),
            (
                &["port=", "parts=us", "parts=a,b"],
                json!({ "parts": ["us", "a,b"] }),
            ),
        ] {
            assert_eq!(values(typed), Ok(expected), "{typed:?}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_before_it_is_sent() {
        for typed in ["mail", "colour=red", "public=maybe"] {
            assert_eq!(values(&[typed]), Err("invalid_request".into()), "{typed}");
        }
    }
}
