//! The rules for a request. All broken ones are found together; nothing is dropped in silence.

use super::{
    Confirmation, HumanRequest, HumanRequestOptionSpec, HumanRequestSpec, HumanRequestViolation,
};
use crate::interaction::choice::{Choice, ChoiceOption, Risk, SelectionMode};
use crate::interaction::{Ask, Question};
use crate::limits;
use crate::policy::TimeoutWish;

impl HumanRequestSpec {
    /// Checks every rule and returns the valid request, or everything that is wrong with it.
    pub fn validate(self) -> Result<Ask, Vec<HumanRequestViolation>> {
        let mut found = Vec::new();
        let question = check_question(self.question, &mut found);
        let options = check_options(self.options.unwrap_or_default(), &mut found);
        let focused_id = check_default(self.default_option, &options, &mut found);
        let confirmation = check_confirmation(
            self.require_confirmation.unwrap_or(false),
            self.confirmation_message,
            &mut found,
        );
        let timeout_ms = check_timeout_ms(self.timeout_ms).unwrap_or_else(|(given, max)| {
            found.push(HumanRequestViolation::TimeoutOutOfRange { given, max });
            None
        });
        let bytes = self.metadata.as_ref().map_or(0, String::len);
        if bytes > limits::METADATA_BYTES_MAX {
            found.push(HumanRequestViolation::MetadataTooLong { bytes });
        }
        if !found.is_empty() {
            return Err(found);
        }
        let request = HumanRequest {
            choice: as_choice(&question, options),
            confirmation,
            focused_id,
            metadata: self.metadata,
            timeout_ms,
        };
        Ok(Ask {
            question: Question::Request(request),
            interface: None,
            timeout: TimeoutWish::Milliseconds(timeout_ms),
            call: None,
        })
    }
}

/// One option of several, and nothing else: no text, no notes, nothing preselected.
fn as_choice(question: &str, options: Vec<ChoiceOption>) -> Choice {
    let (title, prompt) = title_and_prompt(question);
    Choice {
        title,
        prompt,
        mode: SelectionMode::Single,
        options,
        default_ids: Vec::new(),
        min_selections: 1,
        max_selections: 1,
        placeholder: None,
        placeholder_visible: None,
        single_submit: None,
        global_annotation: None,
        annotations_enabled: Some(false),
        risk: Risk::Normal,
    }
}

/// A short question is its own title. A long one is shown whole below its beginning.
pub(in crate::interaction) fn title_and_prompt(question: &str) -> (String, String) {
    let one_line = !question.contains(['\n', '\r']);
    if one_line && question.chars().count() <= limits::TITLE_CHARS_MAX {
        return (question.to_owned(), String::new());
    }
    let first_line = question.lines().next().unwrap_or_default().trim();
    let title = if first_line.chars().count() < limits::TITLE_CHARS_MAX {
        first_line.to_owned()
    } else {
        let kept = first_line.chars().take(limits::TITLE_CHARS_MAX - 1);
        kept.chain(['…']).collect()
    };
    (title, question.to_owned())
}

fn check_question(given: Option<String>, found: &mut Vec<HumanRequestViolation>) -> String {
    let question = given.unwrap_or_default().trim().to_owned();
    if question.is_empty() {
        found.push(HumanRequestViolation::QuestionRequired);
    } else if question.len() > limits::PROMPT_BYTES_MAX {
        let bytes = question.len();
        found.push(HumanRequestViolation::QuestionTooLong { bytes });
    }
    question
}

fn check_options(
    given: Vec<HumanRequestOptionSpec>,
    found: &mut Vec<HumanRequestViolation>,
) -> Vec<ChoiceOption> {
    if given.is_empty() {
        found.push(HumanRequestViolation::OptionsRequired);
    }
    if given.len() > limits::OPTIONS_MAX {
        let count = given.len();
        found.push(HumanRequestViolation::TooManyOptions { count });
    }
    let mut options: Vec<ChoiceOption> = Vec::new();
    for (index, option) in given.into_iter().take(limits::OPTIONS_MAX).enumerate() {
        let option = check_option(index, option, found);
        check_distinct(index, &option, &options, found);
        options.push(option);
    }
    options
}

fn check_option(
    index: usize,
    given: HumanRequestOptionSpec,
    found: &mut Vec<HumanRequestViolation>,
) -> ChoiceOption {
    let trimmed = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
    let label = trimmed(given.label);
    let chars = label.chars().count();
    if chars == 0 {
        found.push(HumanRequestViolation::LabelRequired { index });
    } else if chars > limits::LABEL_CHARS_MAX {
        found.push(HumanRequestViolation::LabelTooLong { index, chars });
    }
    let mut id = trimmed(given.id);
    if id.is_empty() {
        id = format!("opt_{}", index + 1);
    }
    let chars = id.chars().count();
    if chars > limits::OPTION_ID_CHARS_MAX {
        found.push(HumanRequestViolation::IdTooLong { index, chars });
    }
    let bytes = given.description.as_ref().map_or(0, String::len);
    if bytes > limits::OPTION_TEXT_BYTES_MAX {
        found.push(HumanRequestViolation::DescriptionTooLong { index, bytes });
    }
    ChoiceOption {
        id,
        label,
        description: given.description.filter(|text| !text.trim().is_empty()),
        recommended: false,
        annotation: None,
    }
}

fn check_distinct(
    index: usize,
    option: &ChoiceOption,
    before: &[ChoiceOption],
    found: &mut Vec<HumanRequestViolation>,
) {
    let label = option.label.to_lowercase();
    let alike = |other: &ChoiceOption| other.label.to_lowercase() == label;
    // A blank label has its own complaint.
    if let Some(first) = before.iter().position(alike).filter(|_| !label.is_empty()) {
        found.push(HumanRequestViolation::LabelDuplicate {
            index,
            label: option.label.clone(),
            first,
        });
    }
    if let Some(first) = before.iter().position(|other| other.id == option.id) {
        found.push(HumanRequestViolation::IdDuplicate {
            index,
            id: option.id.clone(),
            first,
        });
    }
}

/// Finds the default by its label in any case, else by its id.
fn check_default(
    given: Option<String>,
    options: &[ChoiceOption],
    found: &mut Vec<HumanRequestViolation>,
) -> Option<String> {
    let given = given?;
    let wanted = given.trim().to_lowercase();
    let by_label = options
        .iter()
        .find(|option| option.label.to_lowercase() == wanted);
    let named = by_label.or_else(|| options.iter().find(|option| option.id == given.trim()));
    if named.is_none() {
        let known = options.iter().map(|option| option.label.clone()).collect();
        found.push(HumanRequestViolation::DefaultUnknown { given, known });
    }
    named.map(|option| option.id.clone())
}

fn check_confirmation(
    required: bool,
    message: Option<String>,
    found: &mut Vec<HumanRequestViolation>,
) -> Option<Confirmation> {
    let message = message.filter(|text| !text.trim().is_empty());
    let bytes = message.as_ref().map_or(0, String::len);
    if bytes > limits::OPTION_TEXT_BYTES_MAX {
        found.push(HumanRequestViolation::ConfirmationMessageTooLong { bytes });
    }
    if !required && message.is_some() {
        found.push(HumanRequestViolation::ConfirmationMessageUnused);
    }
    required.then_some(Confirmation { message })
}

/// Checks a time limit; one that is out of range comes back with the longest that is allowed.
pub(in crate::interaction) fn check_timeout_ms(
    given: Option<i64>,
) -> Result<Option<u64>, (i64, u64)> {
    let Some(given) = given else {
        return Ok(None);
    };
    let max = limits::DEADLINE_SECONDS_MAX * 1000;
    let ms = u64::try_from(given)
        .ok()
        .filter(|ms| (1..=max).contains(ms));
    ms.map(Some).ok_or((given, max))
}
