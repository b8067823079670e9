//! What is wrong with a request, in words an agent or a script can act on.
//!
//! One stable code per rule; the message names the offending value and what is allowed.

mod args;

use std::collections::BTreeMap;

use domain::interaction::choice::{OptionText, ThinPrompt};
use domain::interaction::{AnswerProblem, FieldProblem, Interface, Risk, SelectionMode, Violation};
use domain::limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many known ids a message lists before it only counts the rest.
const LISTED_MAX: usize = 12;
/// How much of an offending value a message repeats.
const QUOTED_CHARS_MAX: usize = 80;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Problem {
    /// Stable name of the broken rule.
    pub code: String,
    /// Path of the offending field.
    pub field: String,
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// The values that the message names, for surfaces that say it in the person's own words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub args: BTreeMap<String, String>,
}

impl Problem {
    pub fn new(code: &str, field: &str, message: String, hint: &str) -> Self {
        Self {
            code: code.into(),
            field: field.into(),
            message,
            hint: hint.into(),
            args: BTreeMap::new(),
        }
    }

    /// Adds a value that the message names.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.args.insert(name.into(), value.to_string());
        self
    }

    /// Adds the values that `broken` holds and the bounds of its rule.
    pub(crate) fn about(mut self, broken: &impl Serialize) -> Self {
        self.args = args::of(&self.code, broken);
        self
    }
}

impl From<&Violation> for Problem {
    fn from(violation: &Violation) -> Self {
        let (message, hint) = words(violation);
        Self::new(violation.code(), &violation.field(), message, hint).about(violation)
    }
}

fn words(violation: &Violation) -> (String, &'static str) {
    match violation {
        Violation::TitleRequired => (
            format!("title is missing or blank; it takes 1 to {} characters", limits::TITLE_CHARS_MAX),
            "Give the decision a short name, such as \"Which schema?\".",
        ),
        Violation::TitleTooLong { chars } => (
            format!("title has {chars} characters; at most {} are allowed", limits::TITLE_CHARS_MAX),
            "Shorten the title and move the detail into prompt.",
        ),
        Violation::PromptRequired => (
            format!(
                "prompt is missing or blank; it takes {} characters to {} bytes of Markdown",
                limits::PROMPT_CHARS_MIN,
                limits::PROMPT_BYTES_MAX
            ),
            "Say what you are doing and why you need a choice; Markdown is welcome.",
        ),
        Violation::PromptLacksContext { reason: ThinPrompt::SameAsTitle } => (
            "prompt only repeats the title; it must say what is being done and why".into(),
            "Add the current task and the reason for the choice.",
        ),
        Violation::PromptLacksContext { reason: ThinPrompt::TooShort { chars } } => (
            format!("prompt has {chars} characters; at least {} are needed", limits::PROMPT_CHARS_MIN),
            "Say what is being done and why a choice is needed.",
        ),
        Violation::PromptTooLong { bytes } => (
            format!("prompt has {bytes} bytes; at most {} are allowed", limits::PROMPT_BYTES_MAX),
            "Summarise, and name the file that holds the rest.",
        ),
        Violation::SelectionModeRequired => (
            format!("selection_mode is missing; it is one of {}", modes()),
            "Use \"single\" to have one option chosen.",
        ),
        Violation::SelectionModeUnknown { given } => (
            format!("selection_mode {} is unknown; it is one of {}", quoted(given), modes()),
            "Use one of the listed modes.",
        ),
        Violation::OptionsRequired { mode } => (
            format!(
                "no options given; selection_mode {} needs 1 to {}",
                mode.as_str(),
                limits::OPTIONS_MAX
            ),
            "Give options, or use selection_mode \"text_input\".",
        ),
        Violation::OptionsRefused { count } => (
            format!("selection_mode text_input takes no options, {count} given"),
            "Use \"hybrid\" to offer options beside free text.",
        ),
        Violation::TooManyOptions { count } => (
            format!("{count} options given; at most {} are allowed", limits::OPTIONS_MAX),
            "Group the options, or ask in two steps.",
        ),
        Violation::OptionIdRequired { index } => (
            format!(
                "option {index} has no id, or a blank one; it takes 1 to {} characters",
                limits::OPTION_ID_CHARS_MAX
            ),
            "Give every option a short unique id.",
        ),
        Violation::OptionIdTooLong { index, chars } => (
            format!(
                "the id of option {index} has {chars} characters; at most {} are allowed",
                limits::OPTION_ID_CHARS_MAX
            ),
            "Use a short id and put the words into label.",
        ),
        Violation::OptionIdDuplicate { index, id, first } => (
            format!("id {} of option {index} is already used by option {first}", quoted(id)),
            "Give every option its own id.",
        ),
        Violation::OptionLabelTooLong { index, chars } => (
            format!(
                "the label of option {index} has {chars} characters; at most {} are allowed",
                limits::LABEL_CHARS_MAX
            ),
            "Shorten the label and move the detail into description.",
        ),
        Violation::OptionTextTooLong { index, part, bytes } => (
            format!(
                "the {} of option {index} has {bytes} bytes; at most {} are allowed",
                match part {
                    OptionText::Description => "description",
                    OptionText::Annotation => "annotation",
                },
                limits::OPTION_TEXT_BYTES_MAX
            ),
            "Shorten it, or move the detail into prompt.",
        ),
        Violation::PlaceholderRefused { mode, field } => (
            format!("{field} needs a text field, and selection_mode {} has none", mode.as_str()),
            "Leave it out, or use \"text_input\" or \"hybrid\".",
        ),
        Violation::PlaceholderTooLong { chars } => (
            format!("placeholder has {chars} characters; at most {} are allowed", limits::PLACEHOLDER_CHARS_MAX),
            "Shorten the placeholder.",
        ),
        Violation::DefaultUnknown { id, known } => (
            format!("default {} is not an option; the options are {}", quoted(id), listed(known)),
            "Name only ids of the given options.",
        ),
        Violation::DefaultCountOutOfBounds { count, min, max } => (
            format!("{count} defaults given; an answer selects {min} to {max}"),
            "Give no default, or as many as an answer may have.",
        ),
        Violation::BoundsRefused { mode, field } => (
            format!(
                "{field} has no meaning in selection_mode {}; only multi and hybrid have it",
                mode.as_str()
            ),
            "Leave it out, or use \"multi\" or \"hybrid\".",
        ),
        Violation::BoundNegative { field, given } => {
            let least = u8::from(*field == "max_selections");
            (
                format!("{field} is {given}; it must be {least} or more"),
                "Leave it out for the mode's own bounds.",
            )
        }
        Violation::MaxIsZero => (
            "max_selections is 0, so nothing could be selected; it must be 1 or more".into(),
            "Use at least 1, or \"text_input\" for free text only.",
        ),
        Violation::MinAboveMax { min, max } => (
            format!("min_selections {min} is above max_selections {max}"),
            "Lower the minimum or raise the maximum.",
        ),
        Violation::MaxAboveOptions { max, options } => (
            format!("max_selections {max} is above the number of options, {options}"),
            "Lower the maximum or add options.",
        ),
        Violation::MinAboveOptions { min, options } => (
            format!("min_selections {min} is above the number of options, {options}"),
            "Lower the minimum or add options.",
        ),
        Violation::SingleSubmitRefused { mode } => (
            format!(
                "single_submit_mode has no meaning in selection_mode {}; only single and hybrid have it",
                mode.as_str()
            ),
            "Leave it out, or use \"single\" or \"hybrid\".",
        ),
        Violation::SingleSubmitDestructive => (
            "single_submit_mode is true and risk is destructive; a destructive question is never submitted by one click".into(),
            "Leave single_submit_mode out.",
        ),
        Violation::GlobalAnnotationTooLong { bytes } => (
            format!("global_annotation has {bytes} bytes; at most {} are allowed", limits::OPTION_TEXT_BYTES_MAX),
            "Shorten it, or move the detail into prompt.",
        ),
        Violation::AnnotationsTooLong { bytes } => (
            format!(
                "the annotations have {bytes} bytes together; at most {} are allowed",
                limits::ANNOTATIONS_BYTES_MAX
            ),
            "Shorten them, or move the detail into prompt.",
        ),
        Violation::InterfaceUnknown { given } => (
            format!(
                "interface {} is unknown; it is one of {}",
                quoted(given),
                Interface::ALL.map(Interface::as_str).join(", ")
            ),
            "Leave it out to let the person's setting decide.",
        ),
        Violation::TimeoutNegative { given } => (
            format!("timeout_seconds is {given}; it must be 0 or more"),
            "Leave it out for the person's default; 0 waits as long as allowed.",
        ),
        Violation::RiskUnknown { given } => (
            format!("risk {} is unknown; it is one of {}", quoted(given), Risk::ALL.map(Risk::as_str).join(", ")),
            "Use \"destructive\" before anything that cannot be undone.",
        ),
    }
}

impl From<&AnswerProblem> for Problem {
    fn from(problem: &AnswerProblem) -> Self {
        let (field, message, hint) = match problem {
            AnswerProblem::UnknownOption { field, id, known } => (
                *field,
                format!(
                    "{} is not an option; the options are {}",
                    quoted(id),
                    listed(known)
                ),
                "Use only ids of the listed options.",
            ),
            AnswerProblem::HiddenSelected { id } => (
                "selected_ids",
                format!("option {} is both selected and hidden", quoted(id)),
                "Show it again, or choose another one.",
            ),
            AnswerProblem::TooManyHidden { left, min } => (
                "hidden_ids",
                format!("hiding leaves {left} of the options, and at least {min} must be selected"),
                "Hide fewer options.",
            ),
            AnswerProblem::TooFew { count, min } => (
                "selected_ids",
                format!("{count} selected; at least {min} must be"),
                "Select more options.",
            ),
            AnswerProblem::TooMany { count, max } => (
                "selected_ids",
                format!("{count} selected; at most {max} may be"),
                "Select fewer options.",
            ),
            AnswerProblem::TextRequired => (
                "text",
                "this question is answered with text".into(),
                "Write an answer.",
            ),
            AnswerProblem::NothingGiven => (
                "selected_ids",
                "nothing is selected and nothing is written".into(),
                "Select an option, write an answer, or both.",
            ),
            AnswerProblem::TextRefused => (
                "text",
                "this question takes no free text".into(),
                "Put the text into the note instead.",
            ),
            AnswerProblem::NotesHidden => (
                "option_notes",
                "notes are switched off".into(),
                "Leave the notes out, or switch them on in the settings.",
            ),
            AnswerProblem::TooLong { bytes } => (
                "text",
                format!(
                    "text and notes have {bytes} bytes; at most {} are allowed",
                    limits::ANSWER_BYTES_MAX
                ),
                "Shorten the answer, or name a file that holds it.",
            ),
            AnswerProblem::Field { name, problem } => return field_problem(name, problem),
        };
        Self::new(problem.code(), field, message, hint).about(problem)
    }
}

/// What is wrong with one field of a form.
fn field_problem(name: &str, problem: &FieldProblem) -> Problem {
    let quoted_name = quoted(name);
    let name = args::cut(name);
    let (message, hint) = match problem {
        FieldProblem::Unknown { known } => (
            format!(
                "there is no field {quoted_name}; the fields are {}",
                listed(known)
            ),
            "Use only the names of the listed fields.",
        ),
        FieldProblem::Required => (
            format!("field {quoted_name} is required"),
            "Fill it in, or cancel the question.",
        ),
        FieldProblem::WrongType => (
            format!("field {quoted_name} takes another type of value"),
            "Send the type that the field has.",
        ),
        FieldProblem::NotANumber => (
            format!("field {quoted_name} takes a number"),
            "Write it as in JSON: 12, -0.5, 1e3.",
        ),
        FieldProblem::NotAnInteger => (
            format!("field {quoted_name} takes a whole number"),
            "Write it without a fraction.",
        ),
        FieldProblem::BelowMin { min } => (
            format!("field {quoted_name} must be at least {min}"),
            "Enter a larger number.",
        ),
        FieldProblem::AboveMax { max } => (
            format!("field {quoted_name} must be at most {max}"),
            "Enter a smaller number.",
        ),
        FieldProblem::TooShort { chars, min } => (
            format!("field {quoted_name} has {chars} characters; at least {min} are needed"),
            "Enter more.",
        ),
        FieldProblem::TooLong { chars, max } => (
            format!("field {quoted_name} has {chars} characters; at most {max} are allowed"),
            "Shorten it.",
        ),
        FieldProblem::WrongFormat { format } => (
            format!("field {quoted_name} does not hold a valid {format}"),
            "Correct it.",
        ),
        FieldProblem::UnknownOption { given, known } => (
            format!(
                "{} is not an option of field {quoted_name}; the options are {}",
                quoted(given),
                listed(known)
            ),
            "Use only the listed options.",
        ),
        FieldProblem::TooFew { count, min } => (
            format!("field {quoted_name} has {count} options selected; at least {min} must be"),
            "Select more options.",
        ),
        FieldProblem::TooMany { count, max } => (
            format!("field {quoted_name} has {count} options selected; at most {max} may be"),
            "Select fewer options.",
        ),
    };
    let path = format!("fields.{name}");
    Problem::new(problem.code(), &path, message, hint)
        .about(problem)
        .with("name", name)
}

/// Repeats what was given, in quotes; the beginning of it if it is long.
pub(crate) fn quoted(given: &str) -> String {
    match given.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{:?}…", &given[..end]),
        None => format!("{given:?}"),
    }
}

fn modes() -> String {
    SelectionMode::ALL.map(SelectionMode::as_str).join(", ")
}

pub(crate) fn listed(ids: &[String]) -> String {
    if ids.is_empty() {
        return "none".into();
    }
    let shown = ids
        .iter()
        .take(LISTED_MAX)
        .map(|id| quoted(id))
        .collect::<Vec<_>>()
        .join(", ");
    match ids.len().checked_sub(LISTED_MAX) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}
