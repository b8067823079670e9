//! Elicitations: an agent's schema as the fields of a form, and the person's values as its content.
//!
//! Reads the schema as plain JSON: the order of the fields is the agent's, and a field of a kind that
//! we do not know becomes a text field rather than a failure.

use std::collections::BTreeMap;

use domain::interaction::form::{Field, FieldKind, FieldOption, FieldValue, TextFormat};
use serde_json::{Map, Number, Value, json};

use crate::attempt::{Reply, Request};

/// What an elicitation asks for; `None` when it is in a mode that we did not offer.
pub(super) fn request(params: &Value) -> Option<Request> {
    let message = string(params, "message").unwrap_or_default();
    match params.get("mode").and_then(Value::as_str) {
        Some("url") => Some(Request::Link {
            message,
            url: string(params, "url")?,
        }),
        Some("form") | None => Some(Request::Form {
            message,
            fields: fields(params.get("requestedSchema")?),
        }),
        Some(_) => None,
    }
}

fn fields(schema: &Value) -> Vec<Field> {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties
        .map(|(name, property)| field(name, property, required.contains(&name.as_str())))
        .collect()
}

fn field(name: &str, property: &Value, required: bool) -> Field {
    let kind = kind(property);
    Field {
        name: name.to_owned(),
        title: string(property, "title").unwrap_or_else(|| name.to_owned()),
        description: string(property, "description"),
        required,
        default: property
            .get("default")
            .and_then(|value| default(&kind, value)),
        kind,
    }
}

fn kind(property: &Value) -> FieldKind {
    let options = options(property);
    match property.get("type").and_then(Value::as_str) {
        Some("boolean") => FieldKind::Boolean,
        Some(number @ ("number" | "integer")) => FieldKind::Number {
            integer: number == "integer",
            min: bound(property, "minimum"),
            max: bound(property, "maximum"),
        },
        Some("array") => FieldKind::Several {
            options: property.get("items").map(self::options).unwrap_or_default(),
            min: count(property, "minItems"),
            max: count(property, "maxItems"),
        },
        _ if !options.is_empty() => FieldKind::One { options },
        _ => FieldKind::Text {
            format: string(property, "format").and_then(|format| text_format(&format)),
            min_chars: count(property, "minLength"),
            max_chars: count(property, "maxLength"),
        },
    }
}

/// Reads the choices of a property, with titles (`oneOf`, `anyOf`) or without (`enum`).
fn options(property: &Value) -> Vec<FieldOption> {
    let titled = ["oneOf", "anyOf"].iter().find_map(|key| property.get(key));
    if let Some(titled) = titled.and_then(Value::as_array) {
        return titled.iter().filter_map(titled_option).collect();
    }
    let plain = property.get("enum").and_then(Value::as_array);
    let plain = plain.into_iter().flatten().filter_map(Value::as_str);
    plain
        .map(|value| FieldOption {
            value: value.to_owned(),
            title: value.to_owned(),
            description: None,
        })
        .collect()
}

fn titled_option(option: &Value) -> Option<FieldOption> {
    let value = string(option, "const")?;
    Some(FieldOption {
        title: string(option, "title").unwrap_or_else(|| value.clone()),
        value,
        description: string(option, "description"),
    })
}

fn default(kind: &FieldKind, value: &Value) -> Option<FieldValue> {
    match kind {
        FieldKind::Text { .. } | FieldKind::One { .. } => {
            value.as_str().map(|text| FieldValue::Text(text.to_owned()))
        }
        FieldKind::Number { .. } => value.as_number().map(|n| FieldValue::Number(n.to_string())),
        FieldKind::Boolean => value.as_bool().map(FieldValue::Boolean),
        FieldKind::Several { .. } => {
            let values = value.as_array()?.iter().map(Value::as_str);
            let values: Option<Vec<&str>> = values.collect();
            let values = values?.into_iter().map(str::to_owned).collect();
            Some(FieldValue::Several(values))
        }
    }
}

fn text_format(format: &str) -> Option<TextFormat> {
    match format {
        "email" => Some(TextFormat::Email),
        "uri" => Some(TextFormat::Uri),
        "date" => Some(TextFormat::Date),
        "date-time" => Some(TextFormat::DateTime),
        _ => None,
    }
}

fn string(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

fn bound(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_number().map(Number::to_string)
}

fn count(value: &Value, key: &str) -> Option<u32> {
    value.get(key)?.as_u64()?.try_into().ok()
}

/// The answer to an elicitation, as the agent gets it.
pub(super) fn response(reply: Reply) -> Value {
    match reply {
        Reply::Values(values) if values.is_empty() => json!({"action": "accept"}),
        Reply::Values(values) => json!({"action": "accept", "content": content(values)}),
        Reply::Declined => json!({"action": "decline"}),
        // An option belongs to a permission; here it is no answer.
        Reply::Cancelled | Reply::Option { .. } => json!({"action": "cancel"}),
    }
}

fn content(values: BTreeMap<String, FieldValue>) -> Map<String, Value> {
    let value = |value| match value {
        FieldValue::Text(text) => Value::String(text),
        // Written as JSON writes it, so it reads back as the same number.
        FieldValue::Number(number) => serde_json::from_str(&number).unwrap_or(Value::Null),
        FieldValue::Boolean(is_true) => Value::Bool(is_true),
        FieldValue::Several(values) => values.into(),
    };
    let named = values.into_iter();
    named.map(|(name, given)| (name, value(given))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(value: &str, title: &str, description: Option<&str>) -> FieldOption {
        FieldOption {
            value: value.into(),
            title: title.into(),
            description: description.map(Into::into),
        }
    }

    fn check(property: Value, expected: FieldKind, default: Option<FieldValue>) {
        let field = field("x", &property, false);
        assert_eq!(
            (field.kind, field.default),
            (expected, default),
            "{property}"
        );
    }

    #[test]
    fn every_property_of_a_schema_has_its_kind_of_field() {
        let plain = |format| FieldKind::Text {
            format,
            min_chars: None,
            max_chars: None,
        };
        check(json!({"type": "string"}), plain(None), None);
        check(json!({"type": "dream"}), plain(None), None);
        check(
            json!({"type": "string", "format": "date-time", "default": "now"}),
            plain(Some(TextFormat::DateTime)),
            Some(FieldValue::Text("now".into())),
        );
        check(
            json!({"type": "string", "minLength": 1, "maxLength": 9, "default": 7}),
            FieldKind::Text {
                format: None,
                min_chars: Some(1),
                max_chars: Some(9),
            },
            None,
        );
        check(
            json!({"type": "integer", "minimum": 1, "maximum": 3, "default": 2}),
            FieldKind::Number {
                integer: true,
                min: Some("1".into()),
                max: Some("3".into()),
            },
            Some(FieldValue::Number("2".into())),
        );
        check(
            json!({"type": "number", "minimum": 0.5}),
            FieldKind::Number {
                integer: false,
                min: Some("0.5".into()),
                max: None,
            },
            None,
        );
        check(
            json!({"type": "boolean", "default": true}),
            FieldKind::Boolean,
            Some(FieldValue::Boolean(true)),
        );
        check(
            json!({"type": "string", "enum": ["a", "b"]}),
            FieldKind::One {
                options: vec![option("a", "a", None), option("b", "b", None)],
            },
            None,
        );
        check(
            json!({"type": "string", "oneOf": [{"const": "a", "title": "A", "description": "one file"}]}),
            FieldKind::One {
                options: vec![option("a", "A", Some("one file"))],
            },
            None,
        );
        check(
            json!({"type": "array", "maxItems": 2, "default": ["a"],
                   "items": {"anyOf": [{"const": "a", "title": "A"}]}}),
            FieldKind::Several {
                options: vec![option("a", "A", None)],
                min: None,
                max: Some(2),
            },
            Some(FieldValue::Several(vec!["a".into()])),
        );
    }

    #[test]
    fn fields_keep_the_order_of_the_agent() {
        let params: Value = serde_json::from_str(
            r#"{"mode": "form", "message": "Which?", "requestedSchema": {"type": "object",
                "properties": {"zebra": {"type": "string", "title": "Z"}, "ant": {"type": "boolean"}},
                "required": ["ant"]}}"#,
        )
        .expect("JSON");
        let Some(Request::Form { message, fields }) = request(&params) else {
            panic!("it is a form");
        };
        let named: Vec<_> = fields
            .iter()
            .map(|field| (field.name.as_str(), field.title.as_str(), field.required))
            .collect();
        assert_eq!(message, "Which?");
        assert_eq!(named, [("zebra", "Z", false), ("ant", "ant", true)]);
    }

    #[test]
    fn links_are_told_and_other_modes_are_refused() {
        let link = json!({"mode": "url", "message": "Sign in", "url": "https://a.example/?x=1"});
        assert_eq!(
            request(&link),
            Some(Request::Link {
                message: "Sign in".into(),
                url: "https://a.example/?x=1".into(),
            })
        );
        assert_eq!(request(&json!({"mode": "telepathy", "message": "?"})), None);
        assert_eq!(request(&json!({"mode": "form"})), None);
    }

    #[test]
    fn replies_become_what_the_protocol_says() {
        let values = BTreeMap::from([
            ("a".to_owned(), FieldValue::Text("x".into())),
            ("b".to_owned(), FieldValue::Number("2.50".into())),
            ("c".to_owned(), FieldValue::Boolean(false)),
            ("d".to_owned(), FieldValue::Several(vec!["p".into()])),
        ]);
        for (reply, expected) in [
            (
                Reply::Values(values),
                json!({"action": "accept", "content": {"a": "x", "b": 2.5, "c": false, "d": ["p"]}}),
            ),
            (Reply::Values(BTreeMap::new()), json!({"action": "accept"})),
            (Reply::Declined, json!({"action": "decline"})),
            (Reply::Cancelled, json!({"action": "cancel"})),
            (
                Reply::Option { id: "x".into() },
                json!({"action": "cancel"}),
            ),
        ] {
            assert_eq!(response(reply), expected);
        }
    }
}
