//! The names of the rules for a request: one [`HumanRequestViolation`] per rule, each with a stable
//! code and the path of the field that breaks it. Its words are chosen at the edge.

use serde::Serialize;

/// One broken rule. `field` paths are those of the request, e.g. `options[2].label`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum HumanRequestViolation {
    QuestionRequired,
    QuestionTooLong {
        bytes: usize,
    },
    OptionsRequired,
    TooManyOptions {
        count: usize,
    },
    LabelRequired {
        index: usize,
    },
    LabelTooLong {
        index: usize,
        chars: usize,
    },
    /// Two labels that a person could not tell apart: case and outer spaces do not count.
    LabelDuplicate {
        index: usize,
        label: String,
        first: usize,
    },
    IdTooLong {
        index: usize,
        chars: usize,
    },
    IdDuplicate {
        index: usize,
        id: String,
        first: usize,
    },
    DescriptionTooLong {
        index: usize,
        bytes: usize,
    },
    DefaultUnknown {
        given: String,
        known: Vec<String>,
    },
    ConfirmationMessageUnused,
    ConfirmationMessageTooLong {
        bytes: usize,
    },
    TimeoutOutOfRange {
        given: i64,
        max: u64,
    },
    MetadataTooLong {
        bytes: usize,
    },
}

impl HumanRequestViolation {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::QuestionRequired => "question_required",
            Self::QuestionTooLong { .. } => "question_too_long",
            Self::OptionsRequired => "options_required",
            Self::TooManyOptions { .. } => "too_many_options",
            Self::LabelRequired { .. } => "option_label_required",
            Self::LabelTooLong { .. } => "option_label_too_long",
            Self::LabelDuplicate { .. } => "option_label_duplicate",
            Self::IdTooLong { .. } => "option_id_too_long",
            Self::IdDuplicate { .. } => "option_id_duplicate",
            Self::DescriptionTooLong { .. } => "option_text_too_long",
            Self::DefaultUnknown { .. } => "default_option_unknown",
            Self::ConfirmationMessageUnused => "confirmation_message_unused",
            Self::ConfirmationMessageTooLong { .. } => "confirmation_message_too_long",
            Self::TimeoutOutOfRange { .. } => "timeout_out_of_range",
            Self::MetadataTooLong { .. } => "metadata_too_long",
        }
    }

    /// Returns the path of the field that breaks the rule.
    pub fn field(&self) -> String {
        match self {
            Self::QuestionRequired | Self::QuestionTooLong { .. } => "question".into(),
            Self::OptionsRequired | Self::TooManyOptions { .. } => "options".into(),
            Self::LabelRequired { index }
            | Self::LabelTooLong { index, .. }
            | Self::LabelDuplicate { index, .. } => format!("options[{index}].label"),
            Self::IdTooLong { index, .. } | Self::IdDuplicate { index, .. } => {
                format!("options[{index}].id")
            }
            Self::DescriptionTooLong { index, .. } => format!("options[{index}].description"),
            Self::DefaultUnknown { .. } => "defaultOption".into(),
            Self::ConfirmationMessageUnused | Self::ConfirmationMessageTooLong { .. } => {
                "confirmationMessage".into()
            }
            Self::TimeoutOutOfRange { .. } => "timeoutMs".into(),
            Self::MetadataTooLong { .. } => "metadata".into(),
        }
    }
}
