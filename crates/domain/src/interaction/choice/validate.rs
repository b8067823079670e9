//! The rules for a question. Every broken rule is one [`Violation`]; all are found together.
//!
//! The work of checking a request and the length of the report are bounded by the limits, not by
//! its size.

use std::collections::{BTreeSet, HashSet};

use super::{Choice, ChoiceOption, ChoiceSpec, OptionSpec, Risk, SelectionMode};
use super::{OptionText, ThinPrompt, Violation};
use crate::interaction::Interface;
use crate::limits;

/// A valid choice with what its asker wants of its handling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceAsk {
    pub choice: Choice,
    pub interface: Option<Interface>,
    pub timeout_seconds: Option<u64>,
}

/// Whether the rules for asking well count, or only those for being a question at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Ask,
    Record,
}

impl ChoiceSpec {
    /// Checks every rule and returns the valid question, or everything that is wrong with it.
    pub fn validate(self) -> Result<ChoiceAsk, Vec<Violation>> {
        self.check(Purpose::Ask)
    }

    /// Like [`ChoiceSpec::validate`], for a question that was asked elsewhere and is only kept: the
    /// person who answered it has judged whether its prompt said enough.
    pub fn validate_record(self) -> Result<ChoiceAsk, Vec<Violation>> {
        self.check(Purpose::Record)
    }

    fn check(self, purpose: Purpose) -> Result<ChoiceAsk, Vec<Violation>> {
        let mut found = Vec::new();
        let title = check_title(self.title, &mut found);
        let prompt = check_prompt(self.prompt, &title, purpose, &mut found);
        let mode = check_mode(self.selection_mode, &mut found);
        let given_options = self.options.unwrap_or_default();
        let option_count = given_options.len();
        let mut asked_defaults = inline_defaults(&given_options);
        asked_defaults.extend(self.default_selection_ids.unwrap_or_default());
        let options = check_options(given_options, mode, &mut found);
        let risk = check_risk(self.risk, &mut found);
        let interface = check_interface(self.interface, &mut found);
        let timeout_seconds = check_timeout(self.timeout_seconds, &mut found);
        check_placeholder(
            mode,
            self.placeholder.as_deref(),
            self.placeholder_visible,
            &mut found,
        );
        check_single_submit(mode, risk, self.single_submit_mode, &mut found);
        check_global_annotation(self.global_annotation.as_deref(), &mut found);
        check_annotations(&options, self.global_annotation.as_deref(), &mut found);
        let bounds = check_bounds(
            mode,
            self.min_selections,
            self.max_selections,
            option_count,
            &mut found,
        );
        // Of too many options only the first were read, so a default cannot be judged.
        let default_ids = if option_count <= limits::OPTIONS_MAX {
            check_defaults(&asked_defaults, &options, bounds, &mut found)
        } else {
            Vec::new()
        };

        let (Some(mode), true) = (mode, found.is_empty()) else {
            return Err(found);
        };
        let (min_selections, max_selections) = bounds;
        let choice = Choice {
            title,
            prompt,
            mode,
            options,
            default_ids,
            min_selections,
            max_selections,
            placeholder: non_blank(self.placeholder),
            placeholder_visible: self.placeholder_visible,
            single_submit: self.single_submit_mode,
            global_annotation: non_blank(self.global_annotation),
            annotations_enabled: self.annotations_enabled,
            risk,
        };
        Ok(ChoiceAsk {
            choice,
            interface,
            timeout_seconds,
        })
    }
}

fn check_title(given: Option<String>, found: &mut Vec<Violation>) -> String {
    let title = given.unwrap_or_default().trim().to_owned();
    let chars = title.chars().count();
    if chars == 0 {
        found.push(Violation::TitleRequired);
    } else if chars > limits::TITLE_CHARS_MAX {
        found.push(Violation::TitleTooLong { chars });
    }
    title
}

fn check_prompt(
    given: Option<String>,
    title: &str,
    purpose: Purpose,
    found: &mut Vec<Violation>,
) -> String {
    let prompt = given.unwrap_or_default();
    let trimmed = prompt.trim();
    let chars = trimmed.chars().count();
    if chars == 0 {
        found.push(Violation::PromptRequired);
    } else if prompt.len() > limits::PROMPT_BYTES_MAX {
        found.push(Violation::PromptTooLong {
            bytes: prompt.len(),
        });
    } else if purpose == Purpose::Record {
        return prompt;
    } else if trimmed == title {
        found.push(Violation::PromptLacksContext {
            reason: ThinPrompt::SameAsTitle,
        });
    } else if chars < limits::PROMPT_CHARS_MIN {
        found.push(Violation::PromptLacksContext {
            reason: ThinPrompt::TooShort { chars },
        });
    }
    prompt
}

fn check_mode(given: Option<String>, found: &mut Vec<Violation>) -> Option<SelectionMode> {
    let Some(given) = given else {
        found.push(Violation::SelectionModeRequired);
        return None;
    };
    let mode = SelectionMode::parse(&given);
    if mode.is_none() {
        found.push(Violation::SelectionModeUnknown { given });
    }
    mode
}

fn check_options(
    given: Vec<OptionSpec>,
    mode: Option<SelectionMode>,
    found: &mut Vec<Violation>,
) -> Vec<ChoiceOption> {
    match mode {
        Some(mode) if mode.has_options() && given.is_empty() => {
            found.push(Violation::OptionsRequired { mode });
        }
        Some(mode) if !mode.has_options() && !given.is_empty() => {
            found.push(Violation::OptionsRefused { count: given.len() });
        }
        _ => {}
    }
    if given.len() > limits::OPTIONS_MAX {
        found.push(Violation::TooManyOptions { count: given.len() });
    }
    let mut options: Vec<ChoiceOption> = Vec::with_capacity(given.len().min(limits::OPTIONS_MAX));
    for (index, option) in given.into_iter().take(limits::OPTIONS_MAX).enumerate() {
        let option = check_option(index, option, found);
        if let Some(first) = options
            .iter()
            .position(|known| known.id == option.id && !option.id.is_empty())
        {
            found.push(Violation::OptionIdDuplicate {
                index,
                id: option.id.clone(),
                first,
            });
        }
        options.push(option);
    }
    options
}

fn check_option(index: usize, given: OptionSpec, found: &mut Vec<Violation>) -> ChoiceOption {
    let id = given.id.unwrap_or_default().trim().to_owned();
    let chars = id.chars().count();
    if chars == 0 {
        found.push(Violation::OptionIdRequired { index });
    } else if chars > limits::OPTION_ID_CHARS_MAX {
        found.push(Violation::OptionIdTooLong { index, chars });
    }
    let label = non_blank(given.label).unwrap_or_else(|| id.clone());
    let label_chars = label.chars().count();
    if label_chars > limits::LABEL_CHARS_MAX {
        found.push(Violation::OptionLabelTooLong {
            index,
            chars: label_chars,
        });
    }
    let texts = [
        (OptionText::Description, &given.description),
        (OptionText::Annotation, &given.annotation),
    ];
    for (part, text) in texts {
        let bytes = text.as_ref().map_or(0, String::len);
        if bytes > limits::OPTION_TEXT_BYTES_MAX {
            found.push(Violation::OptionTextTooLong { index, part, bytes });
        }
    }
    ChoiceOption {
        id,
        label,
        description: non_blank(given.description),
        recommended: given.recommended.unwrap_or(false),
        annotation: non_blank(given.annotation),
    }
}

fn inline_defaults(options: &[OptionSpec]) -> Vec<String> {
    let marked = options.iter().filter(|option| option.default == Some(true));
    marked.filter_map(|option| option.id.clone()).collect()
}

fn check_placeholder(
    mode: Option<SelectionMode>,
    placeholder: Option<&str>,
    visible: Option<bool>,
    found: &mut Vec<Violation>,
) {
    if let Some(mode) = mode.filter(|mode| !mode.has_text()) {
        if placeholder.is_some() {
            found.push(Violation::PlaceholderRefused {
                mode,
                field: "placeholder",
            });
        }
        if visible.is_some() {
            found.push(Violation::PlaceholderRefused {
                mode,
                field: "placeholder_visible",
            });
        }
    }
    let chars = placeholder.map_or(0, |text| text.chars().count());
    if chars > limits::PLACEHOLDER_CHARS_MAX {
        found.push(Violation::PlaceholderTooLong { chars });
    }
}

fn check_single_submit(
    mode: Option<SelectionMode>,
    risk: Risk,
    given: Option<bool>,
    found: &mut Vec<Violation>,
) {
    match (given, mode) {
        (Some(_), Some(mode @ (SelectionMode::Multi | SelectionMode::TextInput))) => {
            found.push(Violation::SingleSubmitRefused { mode });
        }
        (Some(true), _) if risk == Risk::Destructive => {
            found.push(Violation::SingleSubmitDestructive)
        }
        _ => {}
    }
}

fn check_global_annotation(given: Option<&str>, found: &mut Vec<Violation>) {
    let bytes = given.map_or(0, str::len);
    if bytes > limits::OPTION_TEXT_BYTES_MAX {
        found.push(Violation::GlobalAnnotationTooLong { bytes });
    }
}

/// Untouched notes are submitted as they are, and then they must fit into an answer.
fn check_annotations(options: &[ChoiceOption], global: Option<&str>, found: &mut Vec<Violation>) {
    let notes = options
        .iter()
        .filter_map(|option| option.annotation.as_deref());
    let bytes: usize = notes.chain(global).map(str::len).sum();
    if bytes > limits::ANNOTATIONS_BYTES_MAX {
        found.push(Violation::AnnotationsTooLong { bytes });
    }
}

/// Returns the bounds that apply; where a given bound is broken, the mode's default.
fn check_bounds(
    mode: Option<SelectionMode>,
    min: Option<i64>,
    max: Option<i64>,
    options: usize,
    found: &mut Vec<Violation>,
) -> (u32, u32) {
    let count = u32::try_from(options).unwrap_or(u32::MAX);
    let (default_min, default_max) = match mode {
        Some(SelectionMode::Single) => (1, 1),
        Some(SelectionMode::Multi) | None => (1.min(count), count),
        Some(SelectionMode::Hybrid) => (0, 1),
        // Options, if given, have their own complaint; how many are default then says nothing.
        Some(SelectionMode::TextInput) => (0, count),
    };
    if let Some(mode) = mode.filter(|mode| !mode.has_bounds()) {
        for (field, given) in [("min_selections", min), ("max_selections", max)] {
            if given.is_some() {
                found.push(Violation::BoundsRefused { mode, field });
            }
        }
        return (default_min, default_max);
    }
    let before = found.len();
    for (field, given) in [("min_selections", min), ("max_selections", max)] {
        if let Some(given) = given.filter(|given| *given < 0) {
            found.push(Violation::BoundNegative { field, given });
        }
    }
    if max == Some(0) {
        found.push(Violation::MaxIsZero);
    }
    // Without readable options the comparison below would only repeat that complaint.
    let countable = options > 0;
    if let Some(max) = max.filter(|max| countable && *max > i64::from(count)) {
        found.push(Violation::MaxAboveOptions { max, options });
    }
    if let Some(min) = min.filter(|min| countable && *min > i64::from(count)) {
        found.push(Violation::MinAboveOptions { min, options });
    }
    if let (Some(min), Some(max)) = (min, max)
        && max > 0
        && min > max
    {
        found.push(Violation::MinAboveMax { min, max });
    }
    if found.len() > before {
        return (0, count);
    }
    let bound = |given: Option<i64>| given.and_then(|given| u32::try_from(given).ok());
    let min = bound(min).unwrap_or(default_min);
    // A minimum above the mode's usual maximum raises it.
    (min, bound(max).unwrap_or(default_max.max(min)))
}

/// Returns the defaults in option order.
fn check_defaults(
    asked: &[String],
    options: &[ChoiceOption],
    (min, max): (u32, u32),
    found: &mut Vec<Violation>,
) -> Vec<String> {
    let known: HashSet<&str> = options.iter().map(|option| option.id.as_str()).collect();
    let wanted: BTreeSet<&str> = asked.iter().map(|id| id.trim()).collect();
    let mut unknown = wanted
        .iter()
        .copied()
        .filter(|id| !known.contains(id))
        .peekable();
    let all_known = unknown.peek().is_none();
    for id in unknown.take(limits::OPTIONS_MAX) {
        let known = options.iter().map(|option| option.id.clone()).collect();
        found.push(Violation::DefaultUnknown {
            id: id.to_owned(),
            known,
        });
    }
    let mut defaults: Vec<String> = Vec::new();
    for option in options {
        // An id that two options share has its own complaint and counts once here.
        if wanted.contains(option.id.as_str()) && !defaults.contains(&option.id) {
            defaults.push(option.id.clone());
        }
    }
    let count = u32::try_from(defaults.len()).unwrap_or(u32::MAX);
    // No default at all is fine even where an answer needs one: the person then chooses.
    if !defaults.is_empty() && all_known && !(min..=max).contains(&count) {
        found.push(Violation::DefaultCountOutOfBounds {
            count: defaults.len(),
            min,
            max,
        });
    }
    defaults
}

fn check_interface(given: Option<String>, found: &mut Vec<Violation>) -> Option<Interface> {
    let given = given?;
    let interface = Interface::parse(&given);
    if interface.is_none() {
        found.push(Violation::InterfaceUnknown { given });
    }
    interface
}

fn check_timeout(given: Option<i64>, found: &mut Vec<Violation>) -> Option<u64> {
    let given = given?;
    let seconds = u64::try_from(given).ok();
    if seconds.is_none() {
        found.push(Violation::TimeoutNegative { given });
    }
    seconds
}

fn check_risk(given: Option<String>, found: &mut Vec<Violation>) -> Risk {
    let Some(given) = given else {
        return Risk::default();
    };
    Risk::from_word(&given.trim().to_lowercase()).unwrap_or_else(|| {
        found.push(Violation::RiskUnknown { given });
        Risk::default()
    })
}

fn non_blank(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
