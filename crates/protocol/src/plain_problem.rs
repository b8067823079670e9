//! What is wrong with a plain question, in words a caller can act on.

use domain::interaction::PlainViolation;
use domain::limits;

use crate::problem::{Problem, quoted};

impl From<&PlainViolation> for Problem {
    fn from(violation: &PlainViolation) -> Self {
        let (message, hint) = words(violation);
        Self::new(violation.code(), &violation.field(), message, hint).about(violation)
    }
}

fn words(violation: &PlainViolation) -> (String, &'static str) {
    match violation {
        PlainViolation::QuestionRequired => (
            "question is missing or blank".into(),
            "Ask one clear question.",
        ),
        PlainViolation::QuestionTooLong { bytes } => (
            format!(
                "question has {bytes} bytes; at most {} are allowed",
                limits::PROMPT_BYTES_MAX
            ),
            "Summarise, and name the file that holds the rest.",
        ),
        PlainViolation::TooFewOptions { count } => (
            format!("{count} options given; at least 2 are needed"),
            "Give at least two options that really differ, or use ask_human for free text.",
        ),
        PlainViolation::TooManyOptions { count } => (
            format!(
                "{count} options given; at most {} are allowed",
                limits::OPTIONS_MAX
            ),
            "Group the options, or ask in two steps.",
        ),
        PlainViolation::TitleRequired { index } => (
            format!("option {index} has no title"),
            "Give every option a title.",
        ),
        PlainViolation::TitleTooLong { index, chars } => (
            format!(
                "the title of option {index} has {chars} characters; at most {} are allowed",
                limits::LABEL_CHARS_MAX
            ),
            "Shorten it and put the detail into description.",
        ),
        PlainViolation::TitleDuplicate {
            index,
            title,
            first,
        } => (
            format!(
                "option {index} has the title {}, like option {first}; case does not count",
                quoted(title)
            ),
            "Give every option a title of its own.",
        ),
        PlainViolation::DescriptionTooLong { index, bytes } => (
            format!(
                "the description of option {index} has {bytes} bytes; at most {} are allowed",
                limits::OPTION_TEXT_BYTES_MAX
            ),
            "Shorten it, or move the detail into question.",
        ),
        PlainViolation::RecommendedCount { count } => (
            format!("{count} options have isRecommended: true; exactly one must"),
            "Set isRecommended to true on the one option that you would take.",
        ),
        PlainViolation::TimeoutOutOfRange { given, max } => (
            format!("timeoutMs is {given}; it is 1 to {max}"),
            "Leave it out to wait until the person decides.",
        ),
    }
}
