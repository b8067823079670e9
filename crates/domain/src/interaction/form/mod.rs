//! A form of an agent: several fields, answered together.
//!
//! A [`Form`] is made only by [`Form::new`], so that what is shown can be answered.

mod accept;
mod field;
mod format;
mod problem;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use accept::FieldValues;
pub use field::{Field, FieldKind, FieldOption, FieldValue, TextFormat};
pub use problem::{FieldProblem, FormProblem};

use crate::display::{cut_bytes, cut_chars, first_line};
use crate::id::TaskId;
use crate::interaction::choice::{AnswerDraft, Choice, SelectionMode};
use crate::limits::{
    FORM_BYTES_MAX, FORM_FIELDS_MAX, OPTIONS_MAX, PROMPT_BYTES_MAX, TITLE_CHARS_MAX,
};

/// Several fields that a person answers together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    task: TaskId,
    /// It has neither options nor a text answer: the person answers its fields.
    choice: Choice,
    fields: Vec<Field>,
}

impl Form {
    /// Makes the question, or says everything that keeps the form from being shown. A blank title
    /// becomes the first line of the message.
    pub fn new(
        task: TaskId,
        title: &str,
        message: &str,
        fields: Vec<Field>,
    ) -> Result<Self, Vec<FormProblem>> {
        let found = problems(&fields);
        if !found.is_empty() {
            return Err(found);
        }
        let title = Some(title.trim()).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| first_line(message));
        let prompt = match cut_bytes(message, PROMPT_BYTES_MAX - '…'.len_utf8()) {
            (whole, 0) => whole.to_owned(),
            (beginning, _) => format!("{beginning}…"),
        };
        let title = cut_chars(title, TITLE_CHARS_MAX);
        Ok(Self {
            task,
            choice: Choice::of_task(title, prompt, SelectionMode::Multi, Vec::new()),
            fields,
        })
    }

    pub fn task(&self) -> TaskId {
        self.task
    }

    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns what the person has before touching anything: the defaults that fit their fields.
    pub(crate) fn initial_draft(&self) -> AnswerDraft {
        let fields = self.fields.iter().filter_map(|field| {
            let default = field.accept(field.default.as_ref()?).ok()?;
            Some((field.name.clone(), default))
        });
        AnswerDraft {
            fields: fields.collect(),
            ..AnswerDraft::default()
        }
    }

    /// Returns the values of an answer on one line, in the order of the fields.
    pub(crate) fn given(&self, values: &FieldValues) -> String {
        let given = self.fields.iter().filter_map(|field| {
            let value = values.get(&field.name)?;
            Some(format!("{}: {}", field.label(), field.in_words(value)))
        });
        given.collect::<Vec<_>>().join(" · ")
    }
}

fn problems(fields: &[Field]) -> Vec<FormProblem> {
    let mut found = Vec::new();
    let count = fields.len();
    if count > FORM_FIELDS_MAX {
        // Its fields are not looked at: the report would be as long as the form.
        return vec![FormProblem::TooManyFields { count }];
    }
    let mut known = BTreeSet::new();
    for (index, field) in fields.iter().enumerate() {
        if field.name.trim().is_empty() {
            found.push(FormProblem::NameRequired { index });
        } else if !known.insert(&field.name) {
            let name = field.name.clone();
            found.push(FormProblem::DuplicateName { name });
        }
        found.extend(option_problems(field));
    }
    let bytes = fields.iter().map(Field::bytes).sum();
    if bytes > FORM_BYTES_MAX {
        found.push(FormProblem::TooLong { bytes });
    }
    found
}

fn option_problems(field: &Field) -> Vec<FormProblem> {
    let name = || field.name.clone();
    let options = match &field.kind {
        FieldKind::One { options } | FieldKind::Several { options, .. } => options,
        FieldKind::Text { .. } | FieldKind::Number { .. } | FieldKind::Boolean => {
            return Vec::new();
        }
    };
    let count = options.len();
    if count == 0 {
        return vec![FormProblem::OptionsRequired { name: name() }];
    }
    if count > OPTIONS_MAX {
        return vec![FormProblem::TooManyOptions {
            name: name(),
            count,
        }];
    }
    let mut known = BTreeSet::new();
    let twice = options.iter().filter(|option| !known.insert(&option.value));
    let twice = twice.map(|option| FormProblem::DuplicateOption {
        name: name(),
        value: option.value.clone(),
    });
    twice.collect()
}
