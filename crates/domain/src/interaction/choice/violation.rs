//! The names of the rules for a question: one [`Violation`] per rule, each with a stable code and
//! the path of the field that breaks it.
//!
//! A violation carries the offending value and what is allowed. Its words are chosen at the edge.

use serde::Serialize;

use super::SelectionMode;

/// One broken rule. `field` paths are those of the question, e.g. `options[2].id`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Violation {
    TitleRequired,
    TitleTooLong {
        chars: usize,
    },
    PromptRequired,
    PromptLacksContext {
        reason: ThinPrompt,
    },
    PromptTooLong {
        bytes: usize,
    },
    SelectionModeRequired,
    SelectionModeUnknown {
        given: String,
    },
    OptionsRequired {
        mode: SelectionMode,
    },
    OptionsRefused {
        count: usize,
    },
    TooManyOptions {
        count: usize,
    },
    OptionIdRequired {
        index: usize,
    },
    OptionIdTooLong {
        index: usize,
        chars: usize,
    },
    OptionIdDuplicate {
        index: usize,
        id: String,
        first: usize,
    },
    OptionLabelTooLong {
        index: usize,
        chars: usize,
    },
    OptionTextTooLong {
        index: usize,
        part: OptionText,
        bytes: usize,
    },
    PlaceholderRefused {
        mode: SelectionMode,
        field: &'static str,
    },
    PlaceholderTooLong {
        chars: usize,
    },
    DefaultUnknown {
        id: String,
        known: Vec<String>,
    },
    DefaultCountOutOfBounds {
        count: usize,
        min: u32,
        max: u32,
    },
    BoundsRefused {
        mode: SelectionMode,
        field: &'static str,
    },
    BoundNegative {
        field: &'static str,
        given: i64,
    },
    MaxIsZero,
    MinAboveMax {
        min: i64,
        max: i64,
    },
    MaxAboveOptions {
        max: i64,
        options: usize,
    },
    MinAboveOptions {
        min: i64,
        options: usize,
    },
    SingleSubmitRefused {
        mode: SelectionMode,
    },
    SingleSubmitDestructive,
    GlobalAnnotationTooLong {
        bytes: usize,
    },
    /// All notes that the asker filled in, together.
    AnnotationsTooLong {
        bytes: usize,
    },
    InterfaceUnknown {
        given: String,
    },
    TimeoutNegative {
        given: i64,
    },
    RiskUnknown {
        given: String,
    },
}

/// Why a prompt says too little.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ThinPrompt {
    TooShort { chars: usize },
    SameAsTitle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum OptionText {
    Description,
    Annotation,
}

impl Violation {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TitleRequired => "title_required",
            Self::TitleTooLong { .. } => "title_too_long",
            Self::PromptRequired => "prompt_required",
            Self::PromptLacksContext { .. } => "prompt_lacks_context",
            Self::PromptTooLong { .. } => "prompt_too_long",
            Self::SelectionModeRequired => "selection_mode_required",
            Self::SelectionModeUnknown { .. } => "selection_mode_unknown",
            Self::OptionsRequired { .. } => "options_required",
            Self::OptionsRefused { .. } => "options_refused",
            Self::TooManyOptions { .. } => "too_many_options",
            Self::OptionIdRequired { .. } => "option_id_required",
            Self::OptionIdTooLong { .. } => "option_id_too_long",
            Self::OptionIdDuplicate { .. } => "option_id_duplicate",
            Self::OptionLabelTooLong { .. } => "option_label_too_long",
            Self::OptionTextTooLong { .. } => "option_text_too_long",
            Self::PlaceholderRefused { .. } => "placeholder_refused",
            Self::PlaceholderTooLong { .. } => "placeholder_too_long",
            Self::DefaultUnknown { .. } => "default_unknown",
            Self::DefaultCountOutOfBounds { .. } => "default_count_out_of_bounds",
            Self::BoundsRefused { .. } => "bounds_refused",
            Self::BoundNegative { .. } => "bound_negative",
            Self::MaxIsZero => "max_is_zero",
            Self::MinAboveMax { .. } => "min_above_max",
            Self::MaxAboveOptions { .. } => "max_above_options",
            Self::MinAboveOptions { .. } => "min_above_options",
            Self::SingleSubmitRefused { .. } => "single_submit_refused",
            Self::SingleSubmitDestructive => "single_submit_destructive",
            Self::GlobalAnnotationTooLong { .. } => "global_annotation_too_long",
            Self::AnnotationsTooLong { .. } => "annotations_too_long",
            Self::InterfaceUnknown { .. } => "interface_unknown",
            Self::TimeoutNegative { .. } => "timeout_negative",
            Self::RiskUnknown { .. } => "risk_unknown",
        }
    }

    /// Returns the path of the field that breaks the rule.
    pub fn field(&self) -> String {
        match self {
            Self::TitleRequired | Self::TitleTooLong { .. } => "title".into(),
            Self::PromptRequired | Self::PromptLacksContext { .. } | Self::PromptTooLong { .. } => {
                "prompt".into()
            }
            Self::SelectionModeRequired | Self::SelectionModeUnknown { .. } => {
                "selection_mode".into()
            }
            Self::OptionsRequired { .. }
            | Self::OptionsRefused { .. }
            | Self::TooManyOptions { .. }
            | Self::AnnotationsTooLong { .. } => "options".into(),
            Self::OptionIdRequired { index }
            | Self::OptionIdTooLong { index, .. }
            | Self::OptionIdDuplicate { index, .. } => format!("options[{index}].id"),
            Self::OptionLabelTooLong { index, .. } => format!("options[{index}].label"),
            Self::OptionTextTooLong { index, part, .. } => match part {
                OptionText::Description => format!("options[{index}].description"),
                OptionText::Annotation => format!("options[{index}].annotation"),
            },
            Self::PlaceholderRefused { field, .. }
            | Self::BoundsRefused { field, .. }
            | Self::BoundNegative { field, .. } => (*field).into(),
            Self::PlaceholderTooLong { .. } => "placeholder".into(),
            Self::DefaultUnknown { .. } | Self::DefaultCountOutOfBounds { .. } => {
                "default_selection_ids".into()
            }
            Self::MinAboveMax { .. } | Self::MinAboveOptions { .. } => "min_selections".into(),
            Self::MaxAboveOptions { .. } | Self::MaxIsZero => "max_selections".into(),
            Self::SingleSubmitRefused { .. } | Self::SingleSubmitDestructive => {
                "single_submit_mode".into()
            }
            Self::GlobalAnnotationTooLong { .. } => "global_annotation".into(),
            Self::InterfaceUnknown { .. } => "interface".into(),
            Self::TimeoutNegative { .. } => "timeout_seconds".into(),
            Self::RiskUnknown { .. } => "risk".into(),
        }
    }
}
