//! The settings view: this question's own switches first, then the person's settings by group.

use domain::interaction::QuestionKind;
use protocol::{SettingKind, SettingValue, SettingView};

use super::Model;
use super::question::Stage;
use crate::field::Field;

/// The groups a person at a terminal cares about; the rest is for the portal and `sayso config`.
const GROUPS: [&str; 3] = ["terminal", "interface", "questions"];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    pub(crate) focus: usize,
    pub(crate) top: usize,
    /// A value being typed.
    pub(crate) typing: Option<Field>,
}

/// One line of the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Whether the option at this place is hidden.
    Hidden(usize),
    Setting(Box<SettingView>),
}

impl Model {
    /// What the settings view lists.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let open = self
            .question
            .as_ref()
            .filter(|question| question.stage != Stage::Closed);
        if let Some(question) = open {
            // A request or an action has exactly the options it was asked with.
            if question.detail.question.kind == QuestionKind::Choice {
                entries.extend((0..question.options().len()).map(Entry::Hidden));
            }
        }
        let settings = self.settings.iter().flat_map(|reply| &reply.settings);
        let settings: Vec<&SettingView> = settings.collect();
        for group in GROUPS {
            let of_group = settings.iter().filter(|setting| setting.group == group);
            entries.extend(of_group.map(|setting| Entry::Setting(Box::new((*setting).clone()))));
        }
        // Hiding options comes last: there may be two hundred of them.
        entries.sort_by_key(|entry| matches!(entry, Entry::Hidden(_)));
        entries
    }
}

/// Writes a value as a person would type it.
pub(crate) fn written(value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(flag) => flag.to_string(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Text(text) => text.clone(),
        SettingValue::Numbers(numbers) => {
            let pairs: Vec<String> = numbers
                .iter()
                .map(|(name, number)| format!("{name}={number}"))
                .collect();
            pairs.join(",")
        }
    }
}

/// Reads what was typed; `None` when it is not a value of that kind. The hub checks the rest.
pub(crate) fn read(kind: &SettingKind, text: &str) -> Option<SettingValue> {
    let text = text.trim();
    match kind {
        SettingKind::Flag => match text {
            "true" | "on" | "yes" => Some(SettingValue::Flag(true)),
            "false" | "off" | "no" => Some(SettingValue::Flag(false)),
            _ => None,
        },
        SettingKind::Number { .. } => text.parse().ok().map(SettingValue::Number),
        SettingKind::Text | SettingKind::OneOf { .. } => Some(SettingValue::Text(text.to_owned())),
        SettingKind::Numbers => {
            let pairs = text.split(',').filter(|pair| !pair.trim().is_empty());
            let numbers = pairs.map(|pair| {
                let (name, number) = pair.rsplit_once('=')?;
                Some((name.trim().to_owned(), number.trim().parse().ok()?))
            });
            numbers.collect::<Option<_>>().map(SettingValue::Numbers)
        }
    }
}

/// The value after `value` by one press: the other switch, the next word of several.
pub(crate) fn next_value(setting: &SettingView, step: isize) -> Option<SettingValue> {
    match (&setting.kind, &setting.value) {
        (SettingKind::Flag, SettingValue::Flag(flag)) => Some(SettingValue::Flag(!flag)),
        (SettingKind::OneOf { values }, SettingValue::Text(text)) => {
            let count = isize::try_from(values.len())
                .ok()
                .filter(|count| *count > 0)?;
            let at = values.iter().position(|value| value == text).unwrap_or(0);
            let next = (isize::try_from(at).ok()? + step).rem_euclid(count);
            values
                .get(usize::try_from(next).ok()?)
                .cloned()
                .map(SettingValue::Text)
        }
        _ => None,
    }
}
