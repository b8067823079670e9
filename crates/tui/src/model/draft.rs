//! The answer as far as it has come, with the fields it is typed into.

use std::collections::BTreeMap;

use protocol::{DraftBody, QuestionView};

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
}

impl Draft {
    pub(crate) fn of(body: &DraftBody) -> Self {
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
        }
    }

    /// What is sent: blank fields are left out, and so are notes where none are offered.
    pub(crate) fn body(&self, question: &QuestionView) -> DraftBody {
        let offered = question.annotations_enabled;
        let notes = self.notes.iter().filter(|_| offered);
        DraftBody {
            selected_ids: self.selected.clone(),
            text: self.text.filled().map(str::to_owned),
            option_notes: notes
                .filter_map(|(id, note)| Some((id.clone(), note.filled()?.to_owned())))
                .collect(),
            global_note: self.global.filled().filter(|_| offered).map(str::to_owned),
            hidden_ids: self.hidden.clone(),
            placeholder_shown: self.placeholder_shown,
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
