//! Sets or removes one entry in a JSON file as text, and proves that nothing else changed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::EditError;
use super::jsonc::{Member, Node, Parsed, parse};

/// An object to write, in this order.
pub(super) type Entry = Vec<(String, Value)>;

/// What most of these files are indented with.
const DEFAULT_UNIT: &str = "  ";

/// Returns the value at `path`.
pub(super) fn get(text: &str, path: &[&str]) -> Result<Option<Value>, EditError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut value = &parse(text)?.value;
    for key in path {
        match value.get(key) {
            Some(inner) => value = inner,
            None => return Ok(None),
        }
    }
    Ok(Some(value.clone()))
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
    let parsed = parse(text)?;
    let unit = indent_unit(text);
    let (deepest, depth) = descend(&parsed, path)?;
    let members = deepest.members.as_deref().unwrap_or_default();
    let edited = match members.iter().find(|member| member.key == path[depth]) {
        Some(old) => {
            let indent = line_indent(text, old.start);
            let new = written(&path[depth + 1..], entry, indent, &unit);
            format!(
                "{}{new}{}",
                &text[..old.value.start],
                &text[old.value.end..]
            )
        }
        None => insert(text, &parsed, deepest, &path[depth..], entry, &unit),
    };
    let mut expected = parsed.value;
    put(&mut expected, path, as_value(entry));
    verified(edited, &expected)
}

/// Returns the text without what is at `path`.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<String, EditError> {
    if get(text, path)?.is_none() {
        return Ok(text.to_owned());
    }
    let parsed = parse(text)?;
    let (parent, depth) = descend(&parsed, path)?;
    let members = parent.members.as_deref().unwrap_or_default();
    let index = members.iter().position(|member| member.key == path[depth]);
    let index = index.ok_or(EditError::Unverified)?;
    let edited = without(text, &parsed.bare, members, index);
    let mut expected = parsed.value;
    take(&mut expected, path);
    verified(edited, &expected)
}

fn verified(edited: String, expected: &Value) -> Result<String, EditError> {
    let is_as_expected = parse(&edited).is_ok_and(|parsed| parsed.value == *expected);
    if is_as_expected {
        Ok(edited)
    } else {
        Err(EditError::Unverified)
    }
}

/// Follows `path` as far as there are objects; returns the last one and how many keys led there.
/// The last key itself is never entered.
fn descend<'a>(parsed: &'a Parsed, path: &[&str]) -> Result<(&'a Node, usize), EditError> {
    let mut node = &parsed.root;
    let not_an_object = |key: &str| EditError::NotAnObject {
        key: key.to_owned(),
    };
    let mut members = node.members.as_ref().ok_or_else(|| not_an_object("{}"))?;
    for (depth, key) in path[..path.len() - 1].iter().enumerate() {
        let Some(member) = members.iter().find(|member| member.key == *key) else {
            return Ok((node, depth));
        };
        node = &member.value;
        members = node.members.as_ref().ok_or_else(|| not_an_object(key))?;
    }
    Ok((node, path.len() - 1))
}

/// Adds a member behind the last one, in the file's own style.
fn insert(
    text: &str,
    parsed: &Parsed,
    object: &Node,
    path: &[&str],
    entry: &Entry,
    unit: &str,
) -> String {
    let close = object.end - 1;
    let members = object.members.as_deref().unwrap_or_default();
    let outer = line_indent(text, object.start).to_owned();
    let own_line = |member: &Member| starts_line(text, member.start);
    let indent = match members.last() {
        Some(last) if own_line(last) => line_indent(text, last.start).to_owned(),
        _ => format!("{outer}{unit}"),
    };
    let value = written(&path[1..], entry, &indent, unit);
    let member = format!("\n{indent}{}: {value}", quoted(path[0]));
    let inside_start = members
        .last()
        .map_or(object.start + 1, |last| last.value.end);
    let inside = &text[inside_start..close];
    let content_end = inside_start + inside.trim_end().len();
    let has_comma = parsed.bare[inside_start..close].contains(',');
    let comma = if members.is_empty() || has_comma {
        ""
    } else {
        ","
    };
    let trailing_comma = if has_comma { "," } else { "" };
    let ending = &text[content_end..close];
    let ending = if ending.contains('\n') {
        ending.to_owned()
    } else {
        format!("\n{outer}")
    };
    format!(
        "{}{comma}{}{member}{trailing_comma}{ending}{}",
        &text[..inside_start],
        &text[inside_start..content_end],
        &text[close..]
    )
}

/// Cuts out one member with one of its commas, and the line if nothing else was on it.
fn without(text: &str, bare: &str, members: &[Member], index: usize) -> String {
    let member = &members[index];
    let behind = &bare[member.value.end..];
    let next_comma = behind.trim_start().starts_with(',').then(|| {
        let comma = member.value.end + behind.find(',').unwrap_or(0);
        comma..comma + 1
    });
    let previous_comma = index.checked_sub(1).and_then(|previous| {
        let start = members[previous].value.end;
        let comma = start + bare[start..member.start].find(',')?;
        Some(comma..comma + 1)
    });
    let is_last = index + 1 == members.len();
    let comma = match (is_last, next_comma, previous_comma) {
        (false, next, _) => next,
        // A trailing comma goes with its member; the one before then becomes the trailing one.
        (true, Some(next), _) => Some(next),
        (true, None, previous) => previous,
    };
    let mut edited = text.to_owned();
    let own = member.start..member.value.end;
    let mut cuts: Vec<Range<usize>> = comma.into_iter().chain([own]).collect();
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.start));
    let mut hole = member.start;
    for cut in cuts {
        if cut.end <= member.start {
            hole -= cut.len();
        }
        edited.replace_range(cut, "");
    }
    without_blank_line(edited, hole)
}

fn without_blank_line(mut text: String, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    let end = text[at..].find('\n').map(|found| at + found + 1);
    if let Some(end) = end
        && start > 0
        && text[start..end].trim().is_empty()
    {
        text.replace_range(start..end, "");
    }
    text
}

/// Writes `entry`, inside objects named by `path`, for a member that is indented by `indent`.
fn written(path: &[&str], entry: &Entry, indent: &str, unit: &str) -> String {
    let inner = format!("{indent}{unit}");
    let members: Vec<String> = match path.split_first() {
        Some((key, rest)) => {
            vec![format!(
                "{inner}{}: {}",
                quoted(key),
                written(rest, entry, &inner, unit)
            )]
        }
        None => entry
            .iter()
            .map(|(key, value)| format!("{inner}{}: {value}", quoted(key)))
            .collect(),
    };
    format!("{{\n{}\n{indent}}}", members.join(",\n"))
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
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

/// Returns the white space before the first thing on the line of `at`.
fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

fn starts_line(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    text[start..at].trim().is_empty()
}

/// Returns what the file is indented with: its first indented line decides.
fn indent_unit(text: &str) -> String {
    let indents = text
        .lines()
        .map(|line| &line[..line.len() - line.trim_start().len()]);
    let first = indents
        .zip(text.lines())
        .find(|(indent, line)| !indent.is_empty() && !line.trim().is_empty());
    first.map_or_else(|| DEFAULT_UNIT.to_owned(), |(indent, _)| indent.to_owned())
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
    fn an_entry_is_added_in_the_files_own_style() {
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
            "{\"mcpServers\":{\n  \"sayso\": {\n    \"command\": \"/opt/sayso\",\n    \"args\": [\"mcp\"]\n  }\n}}",
        );
    }

    #[test]
    fn comments_and_trailing_commas_stay_where_they_are() {
        check(
            "{\n  // servers\n  \"mcpServers\": {\n    \"a\": 1, // first\n  },\n}\n",
            "{\n  // servers\n  \"mcpServers\": {\n    \"a\": 1, // first\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    },\n  },\n}\n",
        );
        check(
            "{\n  \"mcpServers\": {\n    \"a\": 1 // last\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    \"a\": 1, // last\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
        );
    }

    #[test]
    fn an_older_entry_is_replaced_in_its_place() {
        check(
            "{\n  \"mcpServers\": {\n    \"sayso\": {\"command\": \"/old\"},\n    \"b\": 2\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    \"sayso\": {\n      \"command\": \"/opt/sayso\",\n      \"args\": [\"mcp\"]\n    },\n    \"b\": 2\n  }\n}\n",
        );
    }

    #[test]
    fn removing_takes_the_entry_and_nothing_else() {
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
            ("{\"mcpServers\":{\"sayso\":1}}", "{\"mcpServers\":{}}"),
            ("{\"other\":1}", "{\"other\":1}"),
        ] {
            assert_eq!(remove(before, &PATH).as_deref(), Ok(after));
        }
    }

    #[test]
    fn a_file_of_another_shape_is_refused() {
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
                        "// mine\n{{\n  \"mcpServers\": {{ {} /* end */ }},\n}}\n",
                        fields.join(", ")
                    )
                });
        prop_oneof![any, object]
    }

    proptest::proptest! {
        #[test]
        fn hostile_files_are_edited_rightly_or_left_alone(text in file()) {
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
