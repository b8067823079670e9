//! A command that answers a question, ready to paste: it fits the question's own rules.

use domain::interaction::QuestionKind;
use i18n::Key;
use protocol::{ChoiceSpec, QuestionView};

use crate::context::Context;
use crate::describe::short_id;
use crate::text::say;

/// What of a question decides which answers it takes.
#[derive(Debug)]
pub(crate) struct Rules<'q> {
    /// Each option's id, and whether it is recommended.
    options: Vec<(&'q str, bool)>,
    has_defaults: bool,
    needed: usize,
    needs_confirmation: bool,
    /// The fields that must be filled in.
    required_fields: Vec<&'q str>,
    is_form: bool,
}

/// Returns a line that the hub accepts as an answer.
pub(crate) fn answer_command<'q>(
    context: &Context,
    id: &str,
    question: impl Into<Rules<'q>>,
) -> String {
    let words = question.into().words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    context.command_line(&[&["answer", short_id(id)], &words[..]].concat())
}

impl Rules<'_> {
    /// The defaults need no words; else the recommended options come first, as many as needed.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.is_form {
            let value = say(Key::CliAskYourText);
            let required = self.required_fields.iter();
            let set = |name: &&str| ["--set".to_owned(), format!("{name}={value}")];
            words.extend(required.flat_map(set));
        } else if self.options.is_empty() {
            words.extend(["--text".to_owned(), say(Key::CliAskYourText)]);
        } else if !self.has_defaults {
            let recommended = self.options.iter().filter(|(_, recommended)| *recommended);
            let others = self.options.iter().filter(|(_, recommended)| !recommended);
            let options = recommended.chain(others).take(self.needed);
            words.extend(options.flat_map(|(id, _)| ["--select".to_owned(), (*id).to_owned()]));
        }
        words.extend(self.needs_confirmation.then(|| "--confirm".to_owned()));
        words
    }
}

impl<'q> From<&'q QuestionView> for Rules<'q> {
    fn from(question: &'q QuestionView) -> Self {
        // What refuses comes first: nothing that is copied without thought may allow a tool call.
        let (cautious, others): (Vec<_>, Vec<_>) = question
            .options
            .iter()
            .partition(|option| option.permission.is_some_and(|kind| !kind.allows()));
        let options = cautious.into_iter().chain(others);
        let required = question.fields.iter();
        let required = required.filter(|field| field.required && field.default.is_none());
        Self {
            options: options
                .map(|option| (option.id.as_str(), option.recommended))
                .collect(),
            required_fields: required.map(|field| field.name.as_str()).collect(),
            is_form: question.kind == QuestionKind::Form,
            has_defaults: !question.default_selection_ids.is_empty(),
            needed: question.min_selections.max(1) as usize,
            needs_confirmation: question.confirmation.is_some(),
        }
    }
}

impl<'q> From<&'q ChoiceSpec> for Rules<'q> {
    fn from(request: &'q ChoiceSpec) -> Self {
        let options = request.options.iter().flatten();
        let options = options.filter_map(|option| {
            let recommended = option.recommended == Some(true);
            option.id.as_deref().map(|id| (id, recommended))
        });
        let defaults = request.default_selection_ids.as_ref();
        let needed = request.min_selections.unwrap_or(1);
        Self {
            options: options.collect(),
            has_defaults: defaults.is_some_and(|ids| !ids.is_empty()),
            needed: usize::try_from(needed).unwrap_or(1).max(1),
            needs_confirmation: false,
            required_fields: Vec::new(),
            is_form: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn question(edits: &[(&str, Value)]) -> QuestionView {
        let option =
            |id: &str| json!({"id": id, "label": id, "recommended": id == "b", "default": false});
        let mut question = json!({
            "title": "Which?",
            "prompt": "Which of them?",
            "prompt_blocks": [],
            "kind": "choice", "selection_mode": "single",
            "options": [option("a"), option("b"), option("c")],
            "default_selection_ids": [],
            "min_selections": 1,
            "max_selections": 1,
            "placeholder_visible": false,
            "single_submit_mode": false,
            "annotations_enabled": true,
            "risk": "normal",
        });
        for (field, value) in edits {
            question[field] = value.clone();
        }
        serde_json::from_value(question).unwrap()
    }

    #[test]
    fn suggested_answer_command_fits_the_question() {
        for (edits, expected) in [
            (&[] as &[(&str, Value)], &["--select", "b"] as &[&str]),
            (&[("default_selection_ids", json!(["a"]))], &[]),
            (
                &[
                    ("selection_mode", json!("multi")),
                    ("min_selections", json!(2)),
                ],
                &["--select", "b", "--select", "a"],
            ),
            (
                &[
                    ("selection_mode", json!("hybrid")),
                    ("min_selections", json!(0)),
                ],
                &["--select", "b"],
            ),
            (
                &[
                    ("selection_mode", json!("text_input")),
                    ("options", json!([])),
                ],
                &["--text", "your answer"],
            ),
        ] {
            assert_eq!(Rules::from(&question(edits)).words(), expected, "{edits:?}");
        }
    }
}
