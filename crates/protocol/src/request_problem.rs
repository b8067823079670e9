//! What is wrong with a `hitl_request` or an action, in words a caller can act on.

use domain::interaction::HumanRequestViolation;
use domain::interaction::approval::ActionProblem;
use domain::limits;

use crate::problem::{Problem, listed, quoted};

impl From<&HumanRequestViolation> for Problem {
    fn from(violation: &HumanRequestViolation) -> Self {
        let (message, hint) = words(violation);
        Self::new(violation.code(), &violation.field(), message, hint).about(violation)
    }
}

fn words(violation: &HumanRequestViolation) -> (String, &'static str) {
    match violation {
        HumanRequestViolation::QuestionRequired => (
            "question is missing or blank".into(),
            "Ask one clear question.",
        ),
        HumanRequestViolation::QuestionTooLong { bytes } => (
            format!(
                "question has {bytes} bytes; at most {} are allowed",
                limits::PROMPT_BYTES_MAX
            ),
            "Summarise, and name the file that holds the rest.",
        ),
        HumanRequestViolation::OptionsRequired => (
            format!(
                "no options given; hitl_request needs 1 to {}",
                limits::OPTIONS_MAX
            ),
            "Give options, or use provide_choice with selection_mode \"text_input\".",
        ),
        HumanRequestViolation::TooManyOptions { count } => (
            format!(
                "{count} options given; at most {} are allowed",
                limits::OPTIONS_MAX
            ),
            "Group the options, or ask in two steps.",
        ),
        HumanRequestViolation::LabelRequired { index } => (
            format!("option {index} is blank"),
            "Give every option a label, or leave the option out.",
        ),
        HumanRequestViolation::LabelTooLong { index, chars } => (
            format!(
                "the label of option {index} has {chars} characters; at most {} are allowed",
                limits::LABEL_CHARS_MAX
            ),
            "Shorten it and put the detail into description.",
        ),
        HumanRequestViolation::LabelDuplicate {
            index,
            label,
            first,
        } => (
            format!(
                "option {index} has the label {}, like option {first}; case does not count",
                quoted(label)
            ),
            "Give every option a label of its own.",
        ),
        HumanRequestViolation::IdTooLong { index, chars } => (
            format!(
                "the id of option {index} has {chars} characters; at most {} are allowed",
                limits::OPTION_ID_CHARS_MAX
            ),
            "Use a short id and put the words into label.",
        ),
        HumanRequestViolation::IdDuplicate { index, id, first } => (
            format!(
                "option {index} has the id {}, like option {first}",
                quoted(id)
            ),
            "Give every option an id of its own, or none at all.",
        ),
        HumanRequestViolation::DescriptionTooLong { index, bytes } => (
            format!(
                "the description of option {index} has {bytes} bytes; at most {} are allowed",
                limits::OPTION_TEXT_BYTES_MAX
            ),
            "Shorten it, or move the detail into question.",
        ),
        HumanRequestViolation::DefaultUnknown { given, known } => (
            format!(
                "defaultOption {} matches no option; the options are {}",
                quoted(given),
                listed(known)
            ),
            "Use the label or the id of one of the options, or leave it out.",
        ),
        HumanRequestViolation::ConfirmationMessageUnused => (
            "confirmationMessage is given without requireConfirmation".into(),
            "Set requireConfirmation to true, or leave the message out.",
        ),
        HumanRequestViolation::ConfirmationMessageTooLong { bytes } => (
            format!(
                "confirmationMessage has {bytes} bytes; at most {} are allowed",
                limits::OPTION_TEXT_BYTES_MAX
            ),
            "Shorten it, or move the detail into question.",
        ),
        HumanRequestViolation::TimeoutOutOfRange { given, max } => (
            format!("timeoutMs is {given}; it is 1 to {max}"),
            "Leave it out to wait until the person decides.",
        ),
        HumanRequestViolation::MetadataTooLong { bytes } => (
            format!(
                "metadata has {bytes} bytes; at most {} are allowed",
                limits::METADATA_BYTES_MAX
            ),
            "Keep it small; the person decides by the question.",
        ),
    }
}

impl From<&ActionProblem> for Problem {
    fn from(problem: &ActionProblem) -> Self {
        let (message, hint) = match problem {
            ActionProblem::NoCommand => (
                "there is no command to approve".into(),
                "Name it after `--`.",
            ),
            ActionProblem::TooManyArguments { count } => (
                format!(
                    "{count} arguments; at most {} can be approved together",
                    limits::ARGUMENTS_MAX
                ),
                "Put them into a script and have that approved.",
            ),
            ActionProblem::TooManyFiles { count } => (
                format!(
                    "{count} files; at most {} can be approved together",
                    limits::ACTION_FILES_MAX
                ),
                "Name fewer files.",
            ),
            ActionProblem::TooLong { bytes } => (
                format!(
                    "the command has {bytes} bytes; at most {} can be approved together",
                    limits::ACTION_BYTES_MAX
                ),
                "Put it into a script and have that approved.",
            ),
            ActionProblem::ReasonTooLong { bytes } => (
                format!(
                    "the reason has {bytes} bytes; at most {} are allowed",
                    limits::PROMPT_BYTES_MAX
                ),
                "Summarise, and name the file that holds the rest.",
            ),
        };
        Self::new(problem.code(), problem.field(), message, hint).about(problem)
    }
}
