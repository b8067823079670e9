//! The closing question of an agent's turn: a person replies in free text, or with one of the
//! options that the agent gave.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::display::{cut_chars, cut_to_end, first_line};
use crate::id::TaskId;
use crate::interaction::choice::{Answer, Choice, ChoiceOption, SelectionMode};
use crate::limits::{LABEL_CHARS_MAX, PROMPT_BYTES_MAX, REPLY_OPTIONS_MAX, TITLE_CHARS_MAX};

/// A question with which an agent ended its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    task: TaskId,
    choice: Choice,
}

impl Reply {
    /// Asks for a reply to the closing `text` of a turn.
    ///
    /// A long text loses its beginning, because the question is at its end; the task keeps all of
    /// it. A blank title becomes the first line of the text.
    pub fn new(task: TaskId, title: &str, text: &str, options: Vec<String>) -> Self {
        let title = Some(title.trim()).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| first_line(text));
        let options = distinct(options);
        let mode = match options.is_empty() {
            true => SelectionMode::TextInput,
            false => SelectionMode::Hybrid,
        };
        Self {
            task,
            choice: Choice::of_task(
                cut_chars(title, TITLE_CHARS_MAX),
                cut_to_end(text, PROMPT_BYTES_MAX),
                mode,
                options,
            ),
        }
    }

    pub fn task(&self) -> TaskId {
        self.task
    }

    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Returns what the agent is told.
    pub fn message(&self, answer: &Answer) -> String {
        self.choice.in_words(answer)
    }
}

/// Numbers the labels that differ and are not blank.
fn distinct(labels: Vec<String>) -> Vec<ChoiceOption> {
    let mut known = BTreeSet::new();
    let labels = labels
        .iter()
        .map(|label| cut_chars(label.trim(), LABEL_CHARS_MAX))
        .filter(|label| !label.is_empty() && known.insert(label.clone()))
        .take(REPLY_OPTIONS_MAX);
    labels
        .enumerate()
        .map(|(index, label)| ChoiceOption::plain((index + 1).to_string(), label))
        .collect()
}
