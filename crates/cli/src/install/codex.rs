//! Codex keeps its servers in TOML. Comments and order stay.

use serde_json::{Value, json};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use super::{EditError, Launch, NAME};

const SERVERS: &str = "mcp_servers";

pub(super) fn with_entry(text: &str, launch: &Launch) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let servers = document.entry(SERVERS).or_insert_with(|| {
        let mut table = Table::new();
        // Only its entries get a heading.
        table.set_implicit(true);
        Item::Table(table)
    });
    let servers = table_of(servers, SERVERS)?;
    if servers.get(NAME).is_none() {
        servers.insert(NAME, Item::Table(Table::new()));
    }
    let entry = servers.get_mut(NAME).ok_or(EditError::Unverified)?;
    let entry = table_of(entry, NAME)?;
    let args: Array = launch.args.iter().map(String::as_str).collect();
    if entry.get("command").and_then(Item::as_str) != Some(launch.command.as_str()) {
        entry.insert("command", value(launch.command.as_str()));
    }
    let same_args = entry
        .get("args")
        .and_then(Item::as_array)
        .is_some_and(|old| {
            old.iter()
                .map(|arg| arg.as_str())
                .eq(launch.args.iter().map(|arg| Some(arg.as_str())))
        });
    if !same_args {
        entry.insert("args", value(args));
    }
    Ok(document.to_string())
}

pub(super) fn without_entry(text: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    if let Some(servers) = document.get_mut(SERVERS) {
        table_of(servers, SERVERS)?.remove(NAME);
    }
    Ok(document.to_string())
}

pub(super) fn find(text: &str) -> Result<Option<Value>, EditError> {
    let document = parse(text)?;
    let entry = document.get(SERVERS).and_then(|servers| servers.get(NAME));
    Ok(entry.map(|entry| json!({ "command": entry.get("command").and_then(Item::as_str) })))
}

/// Returns the number or text at `path`.
pub(super) fn value_at(text: &str, path: &[&str]) -> Result<Option<Value>, EditError> {
    let document = parse(text)?;
    let item = path
        .iter()
        .try_fold(document.as_item(), |item, key| item.get(key));
    Ok(item.and_then(|item| {
        let number = item.as_integer().map(Value::from);
        let fraction = item.as_float().map(Value::from);
        number.or(fraction).or(item.as_str().map(Value::from))
    }))
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        EditError::Unreadable {
            line,
            reason: error.message().trim().replace('\n', "; "),
        }
    })
}

fn table_of<'a>(item: &'a mut Item, key: &str) -> Result<&'a mut dyn TableLike, EditError> {
    item.as_table_like_mut()
        .ok_or_else(|| EditError::NotAnObject { key: key.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch() -> Launch {
        Launch {
            command: "/opt/sayso".into(),
            args: vec!["mcp".into()],
        }
    }

    #[test]
    fn codex_edit_keeps_comments_order_and_other_servers() {
        let before = "# mine\nmodel = \"x\" # why\n\n[mcp_servers.other]\ncommand = \"o\"\n";
        let after = with_entry(before, &launch()).unwrap();
        let expected =
            format!("{before}\n[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\nargs = [\"mcp\"]\n");
        assert_eq!(after, expected);
        assert_eq!(without_entry(&after).unwrap(), before);
    }

    #[test]
    fn codex_edit_renews_its_entry_and_keeps_additions() {
        let before = "[mcp_servers.sayso]\ncommand = \"/old\"\nargs = [\"mcp\"] # why\ntool_timeout_sec = 900\n";
        let after = with_entry(before, &launch()).unwrap();
        assert_eq!(after, before.replace("/old", "/opt/sayso"));
    }

    #[test]
    fn codex_edit_refuses_a_file_that_it_cannot_parse() {
        let refused = with_entry("a = 1\nb = = 2\n", &launch());
        assert!(
            matches!(refused, Err(EditError::Unreadable { line: 2, .. })),
            "{refused:?}"
        );
        let refused = with_entry("mcp_servers = 1\n", &launch());
        assert_eq!(
            refused,
            Err(EditError::NotAnObject {
                key: "mcp_servers".into()
            })
        );
    }

    proptest::proptest! {
        #[test]
        fn codex_edit_keeps_the_comments_of_any_file_it_accepts(
            lines in proptest::collection::vec(
                "# [a-z]{0,9}|[a-z]{1,4} = [0-9]{1,3}|\\[mcp_servers\\]|\\[mcp_servers\\.(sayso|b)\\]|\\PC{0,9}|mcp_servers = 1|sayso = \\{\\}",
                0..8,
            ),
        ) {
            let text = lines.join("\n");
            if let Ok(edited) = with_entry(&text, &launch()) {
                proptest::prop_assert!(find(&edited).unwrap().is_some(), "{edited}");
                proptest::prop_assert_eq!(&with_entry(&edited, &launch()).unwrap(), &edited);
                for comment in lines.iter().filter(|line| line.starts_with("# ")) {
                    proptest::prop_assert!(edited.contains(comment.trim_end()), "{edited}");
                }
                proptest::prop_assert_eq!(find(&without_entry(&edited).unwrap()).unwrap(), None);
            }
        }
    }
}
