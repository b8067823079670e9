//! What the questions of tasks are made of, in words that every surface of text shares.

use domain::interaction::form::{FieldKind, FieldValue, TextFormat};
use domain::interaction::permission::{Cut, PermissionKind, ToolPart};

use crate::{Catalogue, Key};

impl From<PermissionKind> for Key {
    fn from(kind: PermissionKind) -> Self {
        match kind {
            PermissionKind::AllowOnce => Key::PermissionAllowOnce,
            PermissionKind::AllowAlways => Key::PermissionAllowAlways,
            PermissionKind::RejectOnce => Key::PermissionRejectOnce,
            PermissionKind::RejectAlways => Key::PermissionRejectAlways,
        }
    }
}

impl From<ToolPart> for Key {
    fn from(part: ToolPart) -> Self {
        match part {
            ToolPart::Command => Key::ToolCommand,
            ToolPart::Locations => Key::ToolLocations,
            ToolPart::Files => Key::ToolFiles,
            ToolPart::Lines => Key::ToolLines,
            ToolPart::Input => Key::ToolInput,
            ToolPart::Output => Key::ToolOutput,
            ToolPart::Options => Key::ToolOptions,
        }
    }
}

impl Catalogue {
    /// Says what of a tool call is not shown.
    pub fn cut(&self, cut: Cut) -> String {
        let key = match cut.part {
            ToolPart::Command => Key::ToolCutCommand,
            ToolPart::Locations => Key::ToolCutLocations,
            ToolPart::Files => Key::ToolCutFiles,
            ToolPart::Lines => Key::ToolCutLines,
            ToolPart::Input => Key::ToolCutInput,
            ToolPart::Output => Key::ToolCutOutput,
            ToolPart::Options => Key::ToolCutOptions,
        };
        let count = cut.left_out.to_string();
        self.format(key, &[("count", (&count).into())])
    }

    /// Says how many lines of a file change.
    pub fn lines_changed(&self, added: u32, removed: u32) -> String {
        let (added, removed) = (added.to_string(), removed.to_string());
        let args = [("added", (&added).into()), ("removed", (&removed).into())];
        self.format(Key::ToolLinesChanged, &args)
    }

    /// Says what a field takes.
    pub fn field_hint(&self, kind: &FieldKind) -> String {
        let (key, min, max) = match kind {
            FieldKind::Text {
                format,
                min_chars,
                max_chars,
            } => (text_key(*format), as_text(*min_chars), as_text(*max_chars)),
            FieldKind::Number { integer, min, max } => {
                let key = match integer {
                    true => Key::FormHintInteger,
                    false => Key::FormHintNumber,
                };
                (key, min.clone(), max.clone())
            }
            FieldKind::Boolean => (Key::FormHintBoolean, None, None),
            FieldKind::One { .. } => (Key::FormHintOne, None, None),
            FieldKind::Several { min, max, .. } => {
                (Key::FormHintSeveral, as_text(*min), as_text(*max))
            }
        };
        let min = min.map(|min| self.format(Key::FormAtLeast, &[("min", (&min).into())]));
        let max = max.map(|max| self.format(Key::FormAtMost, &[("max", (&max).into())]));
        let parts = [Some(self.text(key)), min, max];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Says yes or no as a person does, and everything else as it is.
    pub fn field_value(&self, value: &FieldValue, in_words: String) -> String {
        match value {
            FieldValue::Boolean(true) => self.text(Key::FormYes),
            FieldValue::Boolean(false) => self.text(Key::FormNo),
            FieldValue::Text(_) | FieldValue::Number(_) | FieldValue::Several(_) => in_words,
        }
    }
}

fn text_key(format: Option<TextFormat>) -> Key {
    match format {
        None => Key::FormHintText,
        Some(TextFormat::Email) => Key::FormHintEmail,
        Some(TextFormat::Uri) => Key::FormHintUri,
        Some(TextFormat::Date) => Key::FormHintDate,
        Some(TextFormat::DateTime) => Key::FormHintDateTime,
    }
}

fn as_text(number: Option<u32>) -> Option<String> {
    number.map(|number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, catalogue};

    #[test]
    fn a_field_says_what_it_takes() {
        let number = FieldKind::Number {
            integer: true,
            min: Some("1".into()),
            max: Some("65535".into()),
        };
        let text = FieldKind::Text {
            format: Some(TextFormat::Email),
            min_chars: None,
            max_chars: Some(40),
        };
        for (kind, expected) in [
            (number, "whole number, at least 1, at most 65535"),
            (text, "email address, at most 40"),
            (FieldKind::Boolean, "yes or no"),
        ] {
            assert_eq!(catalogue(Language::En).field_hint(&kind), expected);
        }
    }
}
