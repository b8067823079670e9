//! What can be wrong with a form, and with what a person put into one of its fields.

use serde::Serialize;

use super::TextFormat;

/// Why a form cannot be put to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum FormProblem {
    TooManyFields { count: usize },
    NameRequired { index: usize },
    DuplicateName { name: String },
    OptionsRequired { name: String },
    TooManyOptions { name: String, count: usize },
    DuplicateOption { name: String, value: String },
    TooLong { bytes: usize },
}

impl FormProblem {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooManyFields { .. } => "too_many_fields",
            Self::NameRequired { .. } => "field_name_required",
            Self::DuplicateName { .. } => "field_name_duplicate",
            Self::OptionsRequired { .. } => "field_options_required",
            Self::TooManyOptions { .. } => "field_too_many_options",
            Self::DuplicateOption { .. } => "field_option_duplicate",
            Self::TooLong { .. } => "form_too_long",
        }
    }
}

/// Why a value does not fit its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum FieldProblem {
    /// The form has no such field.
    Unknown {
        known: Vec<String>,
    },
    Required,
    /// A text where a number belongs, and the like.
    WrongType,
    NotANumber,
    NotAnInteger,
    BelowMin {
        min: String,
    },
    AboveMax {
        max: String,
    },
    TooShort {
        chars: u32,
        min: u32,
    },
    TooLong {
        chars: u32,
        max: u32,
    },
    WrongFormat {
        format: TextFormat,
    },
    UnknownOption {
        given: String,
        known: Vec<String>,
    },
    TooFew {
        count: u32,
        min: u32,
    },
    TooMany {
        count: u32,
        max: u32,
    },
}

impl FieldProblem {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "field_unknown",
            Self::Required => "field_required",
            Self::WrongType => "field_wrong_type",
            Self::NotANumber => "field_not_a_number",
            Self::NotAnInteger => "field_not_an_integer",
            Self::BelowMin { .. } => "field_below_min",
            Self::AboveMax { .. } => "field_above_max",
            Self::TooShort { .. } => "field_too_short",
            Self::TooLong { .. } => "field_too_long",
            Self::WrongFormat { .. } => "field_wrong_format",
            Self::UnknownOption { .. } => "field_unknown_option",
            Self::TooFew { .. } => "field_too_few",
            Self::TooMany { .. } => "field_too_many",
        }
    }
}
