//! Takes a setting out of the file and leaves the comments that stood around it.
//!
//! A file's heading belongs, for the parser, to its first setting: it must not go with it.

use toml_edit::{Decor, DocumentMut, Item, RawString, Table, Value};

/// Removes `name` from the file; its comments move to what follows.
pub(crate) fn reset(document: &mut DocumentMut, name: &str) {
    let left = remove(document, name);
    append(document, &left);
}

/// Removes `name` from `table`; its comments move to what follows it there.
/// Returns the comments when nothing follows.
pub(crate) fn remove(table: &mut Table, name: &str) -> String {
    let following = table.iter().skip_while(|(other, _)| *other != name).nth(1);
    let following = following.map(|(other, _)| other.to_owned());
    let Some((key, item)) = table.remove_entry(name) else {
        return String::new();
    };
    let mut kept = text(key.leaf_decor().prefix());
    keep_comments(&mut kept, &item);
    if !kept.contains('#') || following.is_some_and(|name| prepend(table, &name, &kept)) {
        return String::new();
    }
    kept
}

/// Puts comments behind the last setting.
pub(crate) fn append(document: &mut DocumentMut, comments: &str) {
    if !comments.is_empty() {
        let trailing = take_trailing(document);
        document.set_trailing(format!("{comments}{trailing}"));
    }
}

/// Empties the text behind the last setting and returns it.
pub(crate) fn take_trailing(document: &mut DocumentMut) -> String {
    let trailing = text(Some(document.trailing()));
    document.set_trailing("");
    trailing
}

/// Adds the comments before, in and behind `item` to `kept`, one line each.
fn keep_comments(kept: &mut String, item: &Item) {
    match item {
        Item::None | Item::ArrayOfTables(_) => {}
        Item::Value(value) => {
            keep_line(kept, &text(value.decor().suffix()));
            if let Value::InlineTable(table) = value {
                for (_, value) in table {
                    keep_line(kept, &text(value.decor().suffix()));
                }
            }
        }
        Item::Table(table) => {
            kept.push_str(&text(table.decor().prefix()));
            keep_line(kept, &text(table.decor().suffix()));
            for (name, item) in table {
                kept.push_str(&text(
                    table.key(name).and_then(|key| key.leaf_decor().prefix()),
                ));
                keep_comments(kept, item);
            }
        }
    }
}

fn keep_line(kept: &mut String, suffix: &str) {
    let comment = suffix.trim();
    if !comment.is_empty() {
        kept.push_str(comment);
        kept.push('\n');
    }
}

/// Puts `kept` before the setting `name`. `false` when there is no place to put it.
fn prepend(table: &mut Table, name: &str, kept: &str) -> bool {
    let Some((mut key, item)) = table.get_key_value_mut(name) else {
        return false;
    };
    match item {
        Item::Value(_) => add_before(key.leaf_decor_mut(), kept),
        Item::Table(table) if table.is_dotted() => {
            let first = table.iter().next().map(|(name, _)| name.to_owned());
            let Some(mut key) = first.and_then(|name| table.key_mut(&name)) else {
                return false;
            };
            add_before(key.leaf_decor_mut(), kept);
        }
        Item::Table(table) => add_before(table.decor_mut(), kept),
        Item::None | Item::ArrayOfTables(_) => return false,
    }
    true
}

fn add_before(decor: &mut Decor, kept: &str) {
    let own = text(decor.prefix());
    decor.set_prefix(format!("{kept}{own}"));
}

fn text(raw: Option<&RawString>) -> String {
    raw.and_then(RawString::as_str)
        .unwrap_or_default()
        .to_owned()
}
