//! The fields of a form: where the focus can be, what is chosen, what is typed.

use protocol::{FieldKind, FieldValue, FieldView};

use super::question::{Focus, Question};
use crate::field::Field;

impl Question {
    pub(crate) fn fields(&self) -> &[FieldView] {
        &self.detail.question.fields
    }

    /// Everything in the fields that the focus can be on, from top to bottom.
    pub(super) fn field_stops(&self) -> Vec<Focus> {
        let stops = self.fields().iter().enumerate().map(|(at, field)| {
            let count = options_of(field);
            match is_typed(field) {
                true => vec![Focus::Field(at)],
                false => (0..count).map(|of| Focus::FieldOption(at, of)).collect(),
            }
        });
        stops.flatten().collect()
    }

    /// The field whose text takes the keys, made from the draft where it was not typed into yet.
    pub(super) fn typed_field(&mut self, at: usize) -> Option<&mut Field> {
        let name = self.detail.question.fields.get(at)?.name.clone();
        let text = self.typed_text(&name);
        Some(self.draft.typed.entry(name).or_insert(Field::new(&text)))
    }

    /// What stands in a field that is typed into.
    pub(crate) fn typed_text(&self, name: &str) -> String {
        match self.draft.fields.get(name) {
            Some(FieldValue::Text(text) | FieldValue::Number(text)) => text.clone(),
            Some(FieldValue::Boolean(_) | FieldValue::Several(_)) | None => String::new(),
        }
    }

    /// Carries what was typed over to the draft.
    pub(crate) fn take_typed(&mut self, at: usize) {
        let Some(field) = self.detail.question.fields.get(at) else {
            return;
        };
        let typed = self.draft.typed.get(&field.name);
        let text = typed
            .map(|field| field.text().to_owned())
            .unwrap_or_default();
        let value = match field.kind {
            FieldKind::Number { .. } => FieldValue::Number(text),
            FieldKind::Text { .. }
            | FieldKind::Boolean
            | FieldKind::One { .. }
            | FieldKind::Several { .. } => FieldValue::Text(text),
        };
        self.draft.fields.insert(field.name.clone(), value);
    }

    pub(crate) fn is_field_option_chosen(&self, at: usize, of: usize) -> bool {
        let Some(field) = self.fields().get(at) else {
            return false;
        };
        match (self.draft.fields.get(&field.name), option_value(field, of)) {
            (Some(FieldValue::Boolean(yes)), None) => *yes == (of == 0),
            (Some(FieldValue::Text(chosen)), Some(value)) => *chosen == value,
            (Some(FieldValue::Several(chosen)), Some(value)) => chosen.contains(&value),
            (
                Some(
                    FieldValue::Text(_)
                    | FieldValue::Number(_)
                    | FieldValue::Boolean(_)
                    | FieldValue::Several(_),
                )
                | None,
                _,
            ) => false,
        }
    }

    /// Chooses an option of a field, or takes the choice back.
    pub(crate) fn toggle_field_option(&mut self, at: usize, of: usize) {
        let chosen = self.is_field_option_chosen(at, of);
        let Some(field) = self.detail.question.fields.get(at) else {
            return;
        };
        let name = field.name.clone();
        let value = match (&field.kind, option_value(field, of)) {
            (FieldKind::Boolean, _) => FieldValue::Boolean(of == 0),
            (FieldKind::Several { .. }, Some(value)) => {
                let mut values = match self.draft.fields.remove(&name) {
                    Some(FieldValue::Several(values)) => values,
                    Some(FieldValue::Text(_) | FieldValue::Number(_) | FieldValue::Boolean(_))
                    | None => Vec::new(),
                };
                match chosen {
                    true => values.retain(|other| *other != value),
                    false => values.push(value),
                }
                _ = self.draft.fields.insert(name, FieldValue::Several(values));
                return;
            }
            (FieldKind::One { .. }, Some(value)) => FieldValue::Text(value),
            (
                FieldKind::Text { .. }
                | FieldKind::Number { .. }
                | FieldKind::One { .. }
                | FieldKind::Several { .. },
                _,
            ) => return,
        };
        match chosen {
            true => _ = self.draft.fields.remove(&name),
            false => _ = self.draft.fields.insert(name, value),
        }
    }
}

/// Whether something is typed into it.
pub(crate) fn is_typed(field: &FieldView) -> bool {
    match field.kind {
        FieldKind::Text { .. } | FieldKind::Number { .. } => true,
        FieldKind::Boolean | FieldKind::One { .. } | FieldKind::Several { .. } => false,
    }
}

/// How many options it has; yes and no are two.
pub(crate) fn options_of(field: &FieldView) -> usize {
    match &field.kind {
        FieldKind::Boolean => 2,
        FieldKind::One { options } | FieldKind::Several { options, .. } => options.len(),
        FieldKind::Text { .. } | FieldKind::Number { .. } => 0,
    }
}

fn option_value(field: &FieldView, of: usize) -> Option<String> {
    let option = field.options().get(of);
    option.map(|option| option.value.clone())
}
