//! A question that is answered with a plain sentence: the title of an option, or what the person
//! wrote. It has the form of `requestUserChoice`; without options it is `ask_human`.
//!
//! It is asked and answered like every other choice. Only the rules for asking differ.

use serde::{Deserialize, Serialize};

use super::choice::{Choice, ChoiceOption, SelectionMode};
use super::human_request::{check_timeout_ms, title_and_prompt};
use super::question::{Ask, Question};
use crate::limits;
use crate::policy::TimeoutWish;

/// Fewer would leave nothing to decide.
const OPTIONS_MIN: usize = 2;

/// Unchecked fields of a plain question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PlainSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Absent: the person writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<PlainOptionSpec>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PlainOptionSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_recommended: Option<bool>,
}

/// One broken rule of a plain question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum PlainViolation {
    QuestionRequired,
    QuestionTooLong {
        bytes: usize,
    },
    TooFewOptions {
        count: usize,
    },
    TooManyOptions {
        count: usize,
    },
    TitleRequired {
        index: usize,
    },
    TitleTooLong {
        index: usize,
        chars: usize,
    },
    /// Two titles that a person could not tell apart: case and outer spaces do not count.
    TitleDuplicate {
        index: usize,
        title: String,
        first: usize,
    },
    DescriptionTooLong {
        index: usize,
        bytes: usize,
    },
    /// Exactly one option is the recommended one.
    RecommendedCount {
        count: usize,
    },
    TimeoutOutOfRange {
        given: i64,
        max: u64,
    },
}

impl PlainViolation {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::QuestionRequired => "question_required",
            Self::QuestionTooLong { .. } => "question_too_long",
            Self::TooFewOptions { .. } => "too_few_options",
            Self::TooManyOptions { .. } => "too_many_options",
            Self::TitleRequired { .. } => "option_title_required",
            Self::TitleTooLong { .. } => "option_title_too_long",
            Self::TitleDuplicate { .. } => "option_title_duplicate",
            Self::DescriptionTooLong { .. } => "option_text_too_long",
            Self::RecommendedCount { .. } => "recommended_count",
            Self::TimeoutOutOfRange { .. } => "timeout_out_of_range",
        }
    }

    /// Returns the path of the field that breaks the rule.
    pub fn field(&self) -> String {
        match self {
            Self::QuestionRequired | Self::QuestionTooLong { .. } => "question".into(),
            Self::TooFewOptions { .. }
            | Self::TooManyOptions { .. }
            | Self::RecommendedCount { .. } => "options".into(),
            Self::TitleRequired { index }
            | Self::TitleTooLong { index, .. }
            | Self::TitleDuplicate { index, .. } => format!("options[{index}].title"),
            Self::DescriptionTooLong { index, .. } => format!("options[{index}].description"),
            Self::TimeoutOutOfRange { .. } => "timeoutMs".into(),
        }
    }
}

impl PlainSpec {
    /// Checks every rule and returns the question, or everything that is wrong with it.
    pub fn validate(self) -> Result<Ask, Vec<PlainViolation>> {
        let mut found = Vec::new();
        let question = check_question(self.question, &mut found);
        let options = self.options.map(|given| check_options(given, &mut found));
        let timeout_ms = check_timeout_ms(self.timeout_ms).unwrap_or_else(|(given, max)| {
            found.push(PlainViolation::TimeoutOutOfRange { given, max });
            None
        });
        if !found.is_empty() {
            return Err(found);
        }
        let (title, prompt) = title_and_prompt(&question);
        let mode = match options {
            Some(_) => SelectionMode::Hybrid,
            None => SelectionMode::TextInput,
        };
        let choice = Choice::of_task(title, prompt, mode, options.unwrap_or_default());
        Ok(Ask {
            question: Question::Choice(choice),
            interface: None,
            timeout: TimeoutWish::Milliseconds(timeout_ms),
            call: None,
        })
    }
}

fn check_question(given: Option<String>, found: &mut Vec<PlainViolation>) -> String {
    let question = given.unwrap_or_default().trim().to_owned();
    let bytes = question.len();
    if bytes == 0 {
        found.push(PlainViolation::QuestionRequired);
    } else if bytes > limits::PROMPT_BYTES_MAX {
        found.push(PlainViolation::QuestionTooLong { bytes });
    }
    question
}

fn check_options(
    given: Vec<PlainOptionSpec>,
    found: &mut Vec<PlainViolation>,
) -> Vec<ChoiceOption> {
    let count = given.len();
    if count < OPTIONS_MIN {
        found.push(PlainViolation::TooFewOptions { count });
    }
    if count > limits::OPTIONS_MAX {
        found.push(PlainViolation::TooManyOptions { count });
        return Vec::new();
    }
    let is_recommended = |option: &&PlainOptionSpec| option.is_recommended == Some(true);
    let recommended = given.iter().filter(is_recommended).count();
    if recommended != 1 {
        found.push(PlainViolation::RecommendedCount { count: recommended });
    }
    let mut options: Vec<ChoiceOption> = Vec::new();
    for (index, option) in given.into_iter().enumerate() {
        let option = check_option(index, option, found);
        let title = option.label.to_lowercase();
        let alike = |other: &ChoiceOption| other.label.to_lowercase() == title;
        // A blank title has its own complaint.
        if let Some(first) = options.iter().position(alike).filter(|_| !title.is_empty()) {
            found.push(PlainViolation::TitleDuplicate {
                index,
                title: option.label.clone(),
                first,
            });
        }
        options.push(option);
    }
    options
}

fn check_option(
    index: usize,
    given: PlainOptionSpec,
    found: &mut Vec<PlainViolation>,
) -> ChoiceOption {
    let title = given.title.unwrap_or_default().trim().to_owned();
    let chars = title.chars().count();
    if chars == 0 {
        found.push(PlainViolation::TitleRequired { index });
    } else if chars > limits::LABEL_CHARS_MAX {
        found.push(PlainViolation::TitleTooLong { index, chars });
    }
    let bytes = given.description.as_ref().map_or(0, String::len);
    if bytes > limits::OPTION_TEXT_BYTES_MAX {
        found.push(PlainViolation::DescriptionTooLong { index, bytes });
    }
    ChoiceOption {
        description: given.description.filter(|text| !text.trim().is_empty()),
        recommended: given.is_recommended == Some(true),
        ..ChoiceOption::plain((index + 1).to_string(), title)
    }
}
