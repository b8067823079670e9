//! Display-safe companions of text from outside, for surfaces that cannot call `display_safe`.
//!
//! A companion is present only where it differs from the text itself, so nothing is sent twice.
//! Originals stay beside it: what is stored, answered and audited is never the shown form.

use std::collections::BTreeMap;

use domain::display::{display_safe, display_safe_lines};
use serde_json::Value;

/// Safe texts by field name.
pub type Shown = BTreeMap<String, String>;

/// Collects the companions of one message.
#[derive(Default)]
pub(crate) struct Companions(Shown);

impl Companions {
    /// Looks at a text that is shown on one line.
    pub(crate) fn line(mut self, field: &str, text: &str) -> Self {
        let safe = display_safe(text);
        if safe != text {
            self.0.insert(field.into(), safe.into_owned());
        }
        self
    }

    /// Looks at a text whose line breaks count.
    pub(crate) fn lines(mut self, field: &str, text: Option<&str>) -> Self {
        let text = text.unwrap_or_default();
        let safe = display_safe_lines(text);
        if safe != text {
            self.0.insert(field.into(), safe.into_owned());
        }
        self
    }

    pub(crate) fn done(self) -> Shown {
        self.0
    }
}

/// Returns `value` with every text in it made safe; `None` when all of it is safe as it is.
pub fn shown_value(value: &Value) -> Option<Value> {
    let safe = safe_value(value);
    (safe != *value).then_some(safe)
}

fn safe_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(display_safe_lines(text).into_owned()),
        Value::Array(items) => items.iter().map(safe_value).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (display_safe(name).into_owned(), safe_value(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn companions_hold_a_safe_form_only_where_the_text_differs() {
        let shown = Companions::default()
            .line("title", "plain, 你好")
            .line("asker", "a\u{202e}b\n")
            .lines("description", Some("one\ntwo"))
            .lines("annotation", Some("one\n\u{200b}two"))
            .done();
        let expected = [
            ("asker", "a<U+202E>b<LF>"),
            ("annotation", "one\n<U+200B>two"),
        ];
        assert_eq!(
            shown,
            expected
                .map(|(field, text)| (field.into(), text.into()))
                .into()
        );
    }

    #[test]
    fn shown_value_makes_nested_values_safe_to_show() {
        let odd = json!({"a\u{202e}": ["x\u{1b}[2J", 1, null, {"b": true}]});
        let safe = json!({"a<U+202E>": ["x<ESC>[2J", 1, null, {"b": true}]});
        assert_eq!(shown_value(&odd), Some(safe.clone()));
        assert_eq!(shown_value(&safe), None);
    }
}
