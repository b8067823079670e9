//! Normalises answers, for every surface: known ids in request order, bounds, blank notes
//! dropped, hidden options refused. An [`Answer`] exists only because [`Choice::accept`] made it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::Choice;
use crate::interaction::form::{FieldProblem, FieldValue, FieldValues, Form};
use crate::limits::{ANSWER_BYTES_MAX, FORM_FIELDS_MAX, OPTIONS_MAX};

/// An answer as it comes from a surface.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct AnswerDraft {
    pub selected_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub option_notes: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_note: Option<String>,
    /// Options the person hid for this prompt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub hidden_ids: Vec<String>,
    /// Whether the asker's placeholder was on display.
    pub placeholder_shown: bool,
    /// What was put into the fields of a form, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub fields: FieldValues,
}

/// A valid, normalised answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    selected_ids: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    option_notes: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    global_note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hidden_ids: Vec<String>,
    #[serde(default)]
    placeholder_shown: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    fields: FieldValues,
}

/// Why a draft is not an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum AnswerProblem {
    /// `field` is the part of the answer that names it.
    UnknownOption {
        field: &'static str,
        id: String,
        known: Vec<String>,
    },
    HiddenSelected {
        id: String,
    },
    TooManyHidden {
        left: u32,
        min: u32,
    },
    TooFew {
        count: u32,
        min: u32,
    },
    TooMany {
        count: u32,
        max: u32,
    },
    TextRequired,
    NothingGiven,
    TextRefused,
    NotesHidden,
    TooLong {
        bytes: usize,
    },
    /// One field of a form.
    Field {
        name: String,
        problem: FieldProblem,
    },
}

impl AnswerProblem {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownOption { .. } => "unknown_option",
            Self::HiddenSelected { .. } => "hidden_option_selected",
            Self::TooManyHidden { .. } => "too_many_hidden",
            Self::TooFew { .. } => "too_few_selections",
            Self::TooMany { .. } => "too_many_selections",
            Self::TextRequired => "text_required",
            Self::NothingGiven => "nothing_given",
            Self::TextRefused => "text_refused",
            Self::NotesHidden => "notes_hidden",
            Self::TooLong { .. } => "answer_too_long",
            Self::Field { problem, .. } => problem.code(),
        }
    }
}

impl Answer {
    /// Returns the selected ids in request order.
    pub fn selected_ids(&self) -> &[String] {
        &self.selected_ids
    }

    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    pub fn option_notes(&self) -> &BTreeMap<String, String> {
        &self.option_notes
    }

    pub fn global_note(&self) -> Option<&str> {
        self.global_note.as_deref()
    }

    pub fn hidden_ids(&self) -> &[String] {
        &self.hidden_ids
    }

    pub fn placeholder_shown(&self) -> bool {
        self.placeholder_shown
    }

    /// Returns what was put into the fields of a form, by their names; fields that were left
    /// empty are absent.
    pub fn fields(&self) -> &FieldValues {
        &self.fields
    }
}

impl Choice {
    /// Turns a draft into an answer, or names everything that keeps it from being one.
    ///
    /// `annotations` is the person's own setting: notes that are not offered cannot be sent.
    pub fn accept(
        &self,
        draft: AnswerDraft,
        annotations: bool,
    ) -> Result<Answer, Vec<AnswerProblem>> {
        let strangers = draft.fields.keys().take(FORM_FIELDS_MAX);
        let found = strangers.map(|name| AnswerProblem::Field {
            name: name.clone(),
            problem: FieldProblem::Unknown { known: Vec::new() },
        });
        let found = found.collect();
        self.accept_with(draft, FieldValues::new(), annotations, found)
    }

    /// Like [`Choice::accept`], for the choice of a form.
    pub(crate) fn accept_form(
        &self,
        form: &Form,
        draft: AnswerDraft,
        annotations: bool,
    ) -> Result<Answer, Vec<AnswerProblem>> {
        let mut found = Vec::new();
        let fields = form.accept(&draft.fields, &mut found);
        self.accept_with(draft, fields, annotations, found)
    }

    fn accept_with(
        &self,
        draft: AnswerDraft,
        fields: FieldValues,
        annotations: bool,
        mut found: Vec<AnswerProblem>,
    ) -> Result<Answer, Vec<AnswerProblem>> {
        let selected_ids = self.in_request_order("selected_ids", &draft.selected_ids, &mut found);
        let hidden_ids = self.in_request_order("hidden_ids", &draft.hidden_ids, &mut found);
        self.check_hidden(&selected_ids, &hidden_ids, &mut found);
        let text = draft.text.filter(|text| !text.trim().is_empty());
        self.check_content(selected_ids.len(), text.is_some(), &mut found);

        let option_notes: BTreeMap<String, String> = draft
            .option_notes
            .into_iter()
            .filter(|(_, note)| !note.trim().is_empty())
            .collect();
        let annotated: Vec<String> = option_notes.keys().cloned().collect();
        self.in_request_order("option_notes", &annotated, &mut found);
        let global_note = draft.global_note.filter(|note| !note.trim().is_empty());
        let notes = option_notes
            .values()
            .chain(&global_note)
            .map(String::as_str);
        let others = text.as_deref().map_or(0, str::len)
            + fields.values().map(FieldValue::bytes).sum::<usize>();
        self.check_written(notes, others, annotations, &mut found);
        if !found.is_empty() {
            return Err(found);
        }
        let placeholder_shown =
            draft.placeholder_shown && self.mode.has_text() && self.placeholder.is_some();
        Ok(Answer {
            selected_ids,
            text,
            option_notes,
            global_note,
            hidden_ids,
            placeholder_shown,
            fields,
        })
    }

    /// Returns the note that goes with a cancellation, under the same rules as any other note.
    pub fn accept_cancel_note(
        &self,
        note: Option<String>,
        annotations: bool,
    ) -> Result<Option<String>, Vec<AnswerProblem>> {
        let mut found = Vec::new();
        let note = note.filter(|note| !note.trim().is_empty());
        self.check_written(note.as_deref().into_iter(), 0, annotations, &mut found);
        if found.is_empty() {
            Ok(note)
        } else {
            Err(found)
        }
    }

    /// Sorts ids in the order of the options, each once, and reports ids without an option.
    fn in_request_order(
        &self,
        field: &'static str,
        ids: &[String],
        found: &mut Vec<AnswerProblem>,
    ) -> Vec<String> {
        let known: HashSet<&str> = self
            .options
            .iter()
            .map(|option| option.id.as_str())
            .collect();
        let wanted: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
        let unknown = wanted.iter().filter(|id| !known.contains(*id));
        // The report is bounded by the limits, not by what was sent.
        for id in unknown.take(OPTIONS_MAX) {
            let known = self
                .options
                .iter()
                .map(|option| option.id.clone())
                .collect();
            found.push(AnswerProblem::UnknownOption {
                field,
                id: (*id).to_owned(),
                known,
            });
        }
        let ordered = self.options.iter().map(|option| &option.id);
        ordered
            .filter(|id| wanted.contains(id.as_str()))
            .cloned()
            .collect()
    }

    /// Checks what the person wrote: notes only where they are offered, all of it within bounds.
    fn check_written<'a>(
        &self,
        notes: impl Iterator<Item = &'a str>,
        other_bytes: usize,
        annotations: bool,
        found: &mut Vec<AnswerProblem>,
    ) {
        let (count, note_bytes) = notes.fold((0, 0), |(count, bytes), note| {
            (count + 1, bytes + note.len())
        });
        if count > 0 && !self.offers_annotations(annotations) {
            found.push(AnswerProblem::NotesHidden);
        }
        let bytes = note_bytes + other_bytes;
        if bytes > ANSWER_BYTES_MAX {
            found.push(AnswerProblem::TooLong { bytes });
        }
    }

    fn check_hidden(&self, selected: &[String], hidden: &[String], found: &mut Vec<AnswerProblem>) {
        for id in selected.iter().filter(|id| hidden.contains(id)) {
            found.push(AnswerProblem::HiddenSelected { id: id.clone() });
        }
        let left = count(self.options.len()) - count(hidden.len()).min(count(self.options.len()));
        if !hidden.is_empty() && left < self.min_selections {
            found.push(AnswerProblem::TooManyHidden {
                left,
                min: self.min_selections,
            });
        }
    }

    fn check_content(&self, selected: usize, has_text: bool, found: &mut Vec<AnswerProblem>) {
        let selected = count(selected);
        if has_text && !self.mode.has_text() {
            found.push(AnswerProblem::TextRefused);
        }
        if !has_text && !self.mode.has_options() {
            found.push(AnswerProblem::TextRequired);
        }
        if selected < self.min_selections {
            found.push(AnswerProblem::TooFew {
                count: selected,
                min: self.min_selections,
            });
        } else if selected > self.max_selections {
            found.push(AnswerProblem::TooMany {
                count: selected,
                max: self.max_selections,
            });
        } else if selected == 0 && !has_text && self.mode.has_options() && self.mode.has_text() {
            found.push(AnswerProblem::NothingGiven);
        }
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
