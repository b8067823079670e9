//! The answer as far as it has come, with the fields it is typed into.

use std::collections::BTreeMap;

use protocol::{AnswerDraft, FieldValue, FieldValues, QuestionView};

use crate::field::Field;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// In the order in which they were chosen; the hub sorts them.
    pub(crate) selected: Vec<String>,
    pub(crate) text: Field,
    pub(crate) notes: BTreeMap<String, Field>,
    pub(crate) global: Field,
    pub(crate) hidden: Vec<String>,
    pub(crate) placeholder_shown: bool,
    /// What was put into the fields of a form.
    pub(crate) fields: FieldValues,
    /// The same where it is typed, with the cursor; made when the typing begins.
    pub(crate) typed: BTreeMap<String, Field>,
}

impl Draft {
    pub(crate) fn of(body: &AnswerDraft) -> Self {
        Self {
            selected: body.selected_ids.clone(),
            text: Field::new(body.text.as_deref().unwrap_or_default()),
            notes: body
                .option_notes
                .iter()
                .map(|(id, note)| (id.clone(), Field::new(note)))
                .collect(),
            global: Field::new(body.global_note.as_deref().unwrap_or_default()),
            hidden: body.hidden_ids.clone(),
            placeholder_shown: body.placeholder_shown,
            fields: body.fields.clone(),
            typed: BTreeMap::new(),
        }
    }

    /// The draft as the hub keeps it: every word, also in notes that are not offered just now.
    pub(crate) fn body(&self) -> AnswerDraft {
        let words = |field: &Field| {
            let text = Some(field.text()).filter(|text| !text.is_empty());
            text.map(str::to_owned)
        };
        let notes = self.notes.iter();
        AnswerDraft {
            selected_ids: self.selected.clone(),
            text: words(&self.text),
            option_notes: notes
                .filter_map(|(id, note)| Some((id.clone(), words(note)?)))
                .collect(),
            global_note: words(&self.global),
            hidden_ids: self.hidden.clone(),
            placeholder_shown: self.placeholder_shown,
            fields: self.fields.clone(),
        }
    }

    /// The answer: blank fields are left out, and so are notes where none are offered.
    pub(crate) fn answer(&self, question: &QuestionView) -> AnswerDraft {
        let offered = question.annotations_enabled;
        let AnswerDraft {
            text,
            mut option_notes,
            global_note,
            ..
        } = self.body();
        option_notes.retain(|_, note| offered && !note.trim().is_empty());
        AnswerDraft {
            text: text.filter(|text| !text.trim().is_empty()),
            option_notes,
            global_note: global_note.filter(|note| offered && !note.trim().is_empty()),
            ..self.body()
        }
    }

    /// Applies the hub's draft, without moving the cursor in unchanged text.
    pub(crate) fn take(&mut self, body: &AnswerDraft) {
        let before = std::mem::replace(self, Self::of(body));
        for (name, field) in before.typed {
            let text = match self.fields.get(&name) {
                Some(FieldValue::Text(text) | FieldValue::Number(text)) => text.as_str(),
                Some(FieldValue::Boolean(_) | FieldValue::Several(_)) | None => "",
            };
            let field = field.becoming(text);
            self.typed.insert(name, field);
        }
        self.text = before.text.becoming(self.text.text());
        self.global = before.global.becoming(self.global.text());
        for (id, note) in before.notes {
            let text = self.notes.get(&id).map(Field::text).unwrap_or_default();
            let note = note.becoming(text);
            self.notes.insert(id, note);
        }
    }

    pub(crate) fn is_selected(&self, id: &str) -> bool {
        self.selected.iter().any(|selected| selected == id)
    }

    pub(crate) fn is_hidden(&self, id: &str) -> bool {
        self.hidden.iter().any(|hidden| hidden == id)
    }

    pub(crate) fn note(&self, id: &str) -> Option<&str> {
        self.notes.get(id).and_then(Field::filled)
    }
}
