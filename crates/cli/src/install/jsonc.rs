//! Sets or removes one entry in a JSON file with comments, and proves that nothing else changed.
//!
//! `jsonc-parser` keeps every comment, comma and space in its syntax tree. Its extensions beyond
//! JSON with comments and trailing commas are switched off: a file that the client itself could not
//! read is refused instead of edited.

use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use jsonc_parser::{ParseOptions, errors::ParseError};
use serde_json::{Map, Value};

use super::EditError;

/// An object to write, in this order.
pub(super) type Entry = Vec<(String, Value)>;

/// Returns the value at `path`.
pub(super) fn get(text: &str, path: &[&str]) -> Result<Option<Value>, EditError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let value = value_of(&parse(text)?)?;
    let found = path.iter().try_fold(&value, |value, key| value.get(key));
    Ok(found.cloned())
}

/// Returns the text with `entry` at `path`; objects on the way are made as needed.
pub(super) fn set(text: &str, path: &[&str], entry: &Entry) -> Result<String, EditError> {
    if get(text, path)?.is_some_and(|old| old == as_value(entry)) {
        return Ok(text.to_owned());
    }
    let text = if text.trim().is_empty() {
        "{\n}\n"
    } else {
        text
    };
    let root = parse(text)?;
    let mut expected = value_of(&root)?;
    let (object, rest) = descend(&root, path)?;
    let (key, inside) = rest.split_first().ok_or(EditError::Unverified)?;
    let inner = CstInputValue::Object(entry.iter().map(input_member).collect());
    let value = inside.iter().rev().fold(inner, |value, key| {
        CstInputValue::Object(vec![((*key).to_owned(), value)])
    });
    match only(&object, key)? {
        Some(old) => old.set_value(value),
        None => {
            object.append(key, value);
        }
    }
    put(&mut expected, path, as_value(entry));
    verified(&root, &expected)
}

/// Returns the text without what is at `path`, and without a comment behind it on the same line.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<String, EditError> {
    if get(text, path)?.is_none() {
        return Ok(text.to_owned());
    }
    let root = parse(text)?;
    let mut expected = value_of(&root)?;
    let (object, rest) = descend(&root, path)?;
    let found = rest.first().map(|key| only(&object, key)).transpose()?;
    found.flatten().ok_or(EditError::Unverified)?.remove();
    take(&mut expected, path);
    verified(&root, &expected)
}

fn parse(text: &str) -> Result<CstRootNode, EditError> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).map_err(|error: ParseError| EditError::Unreadable {
        line: error.line_display(),
        reason: error.kind().to_string(),
    })
}

fn value_of(root: &CstRootNode) -> Result<Value, EditError> {
    root.to_serde_value().ok_or(EditError::Unreadable {
        line: 1,
        reason: "there is no value".into(),
    })
}

fn verified(root: &CstRootNode, expected: &Value) -> Result<String, EditError> {
    let edited = root.to_string();
    let is_as_expected = parse(&edited).and_then(|root| value_of(&root)).as_ref() == Ok(expected);
    match is_as_expected {
        true => Ok(edited),
        false => Err(EditError::Unverified),
    }
}

/// Follows `path` as far as there are objects; returns the last one and the keys that are left.
/// The last key itself is never entered.
fn descend<'p>(
    root: &CstRootNode,
    path: &'p [&'p str],
) -> Result<(CstObject, &'p [&'p str]), EditError> {
    let not_an_object = |key: &str| EditError::NotAnObject {
        key: key.to_owned(),
    };
    let mut object = root.object_value().ok_or_else(|| not_an_object("{}"))?;
    for depth in 0..path.len() - 1 {
        let Some(member) = only(&object, path[depth])? else {
            return Ok((object, &path[depth..]));
        };
        object = member
            .object_value()
            .ok_or_else(|| not_an_object(path[depth]))?;
    }
    Ok((object, &path[path.len() - 1..]))
}

/// Finds the member of that name; which of two counts is the client's secret.
fn only(object: &CstObject, key: &str) -> Result<Option<CstObjectProp>, EditError> {
    let members = object.properties().into_iter();
    let mut found = members.filter(|member| member.decoded_name().as_deref() == Some(key));
    let first = found.next();
    match found.next() {
        Some(_) => Err(EditError::Twice {
            key: key.to_owned(),
        }),
        None => Ok(first),
    }
}

fn input_member((key, value): &(String, Value)) -> (String, CstInputValue) {
    (key.clone(), input(value))
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(key, value)| (key.clone(), input(value)));
            CstInputValue::Object(members.collect())
        }
    }
}

fn as_value(entry: &Entry) -> Value {
    Value::Object(
        entry
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    )
}

fn put(value: &mut Value, path: &[&str], new: Value) {
    let Some((key, rest)) = path.split_first() else {
        *value = new;
        return;
    };
    if let Value::Object(object) = value {
        let inner = object
            .entry(*key)
            .or_insert_with(|| Value::Object(Map::new()));
        put(inner, rest, new);
    }
}

fn take(value: &mut Value, path: &[&str]) {
    if let (Some((key, rest)), Value::Object(object)) = (path.split_first(), value) {
        if rest.is_empty() {
            object.remove(*key);
        } else if let Some(inner) = object.get_mut(*key) {
            take(inner, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PATH: [&str; 2] = ["mcpServers", "sayso"];

    fn entry() -> Entry {
        vec![
            ("command".into(), json!("/opt/sayso")),
            ("args".into(), json!(["mcp"])),
        ]
    }

    fn check(before: &str, after: &str) {
        assert_eq!(set(before, &PATH, &entry()).as_deref(), Ok(after));
        assert_eq!(
            set(after, &PATH, &entry()).as_deref(),
            Ok(after),
            "a second time changes nothing"
        );
    }

    #[test]
    fn jsonc_edit_adds_an_entry_in_the_style_of_the_file() {
        check(
            "",
            "{\n  \"mcpServers\": {\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
        );
        check(
            "{\n\t\"theme\": \"dark\"\n}\n",
            "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"sayso\": {\n\t\t\t\"command\": \"/opt/sayso\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n",
        );
        check(
            "{\n    \"mcpServers\": {\n        \"a\": {\"command\": \"x\"}\n    },\n    \"z\": 1\n}",
            "{\n    \"mcpServers\": {\n        \"a\": {\"command\": \"x\"},\n        \"sayso\": {\n            \"command\": \"/opt/sayso\",\n            \"args\": [\"mcp\"]\n        }\n    },\n    \"z\": 1\n}",
        );
        check(
            "{\"mcpServers\":{}}",
            "{\"mcpServers\":{\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    }\n  }}",
        );
    }

    #[test]
    fn jsonc_edit_keeps_comments_and_trailing_commas() {
        check(
            "{\n  // servers\n  \"mcpServers\": {\n    \"a\": 1, // first\n  },\n}\n",
            "{\n  // servers\n  \"mcpServers\": {\n    \"a\": 1, // first\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"],\n    },\n  },\n}\n",
        );
        check(
            "{\n  \"mcpServers\": {\n    \"a\": 1 // last\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    \"a\": 1, // last\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
        );
    }

    #[test]
    fn jsonc_edit_replaces_an_older_entry_in_place() {
        check(
            "{\n  \"mcpServers\": {\n    \"sayso\": {\"command\": \"/old\"},\n    \"b\": 2\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    },\n    \"b\": 2\n  }\n}\n",
        );
    }

    #[test]
    fn jsonc_remove_deletes_only_the_entry() {
        for (before, after) in [
            (
                "{\n  \"mcpServers\": {\n    \"a\": 1, // x\n    \"sayso\": {\n    }\n  }\n}\n",
                "{\n  \"mcpServers\": {\n    \"a\": 1 // x\n  }\n}\n",
            ),
            (
                "{\n  \"mcpServers\": {\n    \"sayso\": 1,\n    // b\n    \"b\": 2\n  }\n}\n",
                "{\n  \"mcpServers\": {\n    // b\n    \"b\": 2\n  }\n}\n",
            ),
            (
                "{\n  \"mcpServers\": {\n    \"a\": 1,\n    \"sayso\": 2,\n  },\n}\n",
                "{\n  \"mcpServers\": {\n    \"a\": 1,\n  },\n}\n",
            ),
            (
                "{\n  \"mcpServers\": {\n    \"a\": 1, // x\n    \"sayso\": 1, // ours\n    \"b\": 2\n  }\n}\n",
                "{\n  \"mcpServers\": {\n    \"a\": 1, // x\n    \"b\": 2\n  }\n}\n",
            ),
            ("{\"mcpServers\":{\"sayso\":1}}", "{\"mcpServers\":{}}"),
            ("{\"other\":1}", "{\"other\":1}"),
        ] {
            assert_eq!(remove(before, &PATH).as_deref(), Ok(after));
        }
    }

    #[test]
    fn jsonc_edit_refuses_invalid_json_with_its_line() {
        for (text, line) in [
            ("{\n\"a\": }", 2),
            ("{\"a\": 1", 1),
            ("/* open", 1),
            ("{'a': 1}", 1),
            ("{a: 1}", 1),
            ("{\"a\": 0x1}", 1),
            ("{\"a\": 1\n\"b\": 2}", 1),
            ("// nothing", 1),
        ] {
            let refused = set(text, &PATH, &entry()).unwrap_err();
            assert!(
                matches!(refused, EditError::Unreadable { line: at, .. } if at == line),
                "{text}: {refused:?}"
            );
        }
        let twice = r#"{"mcpServers":{},"mcpServers":{"a":1}}"#;
        let refused = EditError::Twice {
            key: "mcpServers".into(),
        };
        assert_eq!(set(twice, &PATH, &entry()), Err(refused));
    }

    #[test]
    fn jsonc_edit_refuses_a_file_of_another_shape() {
        for (text, key) in [("[1]", "{}"), ("{\"mcpServers\": []}", "mcpServers")] {
            let refused = set(text, &PATH, &entry());
            assert_eq!(refused, Err(EditError::NotAnObject { key: key.into() }));
        }
    }

    /// Files as editors leave them: comments, trailing commas, our own key among others.
    fn file() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::prelude::*;
        let piece = prop_oneof![
            Just("{".to_owned()),
            Just("}".to_owned()),
            Just("[".to_owned()),
            Just("]".to_owned()),
            Just("\"mcpServers\":".to_owned()),
            Just("\"sayso\":".to_owned()),
            Just(",".to_owned()),
            Just("// no\n".to_owned()),
            Just("/* , */".to_owned()),
            Just("\n  ".to_owned()),
            Just("\"a\"".to_owned()),
            Just("1".to_owned()),
            Just(":".to_owned()),
            "\\PC{0,3}",
        ];
        let any = prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat());
        let object =
            prop::collection::btree_map("[a-z]{1,4}|sayso", "[0-9]{1,3}|\"[a-zé/*]{0,5}\"", 0..5)
                .prop_map(|fields| {
                    let fields: Vec<_> = fields
                        .iter()
                        .map(|(name, value)| format!("\"{name}\": {value}"))
                        .collect();
                    format!(
                        "// mine\n{{\n  \"mcpServers\": {{ {}\n    /* end */ }},\n}}\n",
                        fields.join(", ")
                    )
                });
        prop_oneof![any, object]
    }

    proptest::proptest! {
        #[test]
        fn jsonc_edit_edits_any_file_correctly_or_refuses_it(text in file()) {
            let path = ["mcpServers", "sayso"];
            if let Ok(edited) = set(&text, &path, &entry()) {
                proptest::prop_assert_eq!(get(&edited, &path).unwrap(), Some(as_value(&entry())));
                proptest::prop_assert_eq!(&set(&edited, &path, &entry()).unwrap(), &edited);
                let removed = remove(&edited, &path).unwrap();
                proptest::prop_assert_eq!(get(&removed, &path).unwrap(), None);
                for comment in ["// mine", "/* end */"].iter().filter(|comment| text.contains(**comment)) {
                    proptest::prop_assert!(removed.contains(*comment), "{removed}");
                }
            }
        }
    }
}
