//! The names of arguments: current ones, old ones that are still accepted, and what people and
//! models call them elsewhere.

/// Arguments of `provide_choice`.
pub(crate) const ARGUMENTS: [&str; 17] = [
    "title",
    "prompt",
    "selection_mode",
    "options",
    "placeholder",
    "placeholder_visible",
    "default_selection_ids",
    "min_selections",
    "max_selections",
    "single_submit_mode",
    "global_annotation",
    "annotations_enabled",
    "interface",
    "timeout_seconds",
    "risk",
    "session_id",
    "allow_cancel",
];

/// Fields of one entry of `options`.
pub(crate) const OPTION_FIELDS: [&str; 5] =
    ["id", "label", "description", "recommended", "annotation"];

/// Arguments of `hitl_request`.
pub(crate) const HITL_ARGUMENTS: [&str; 8] = [
    "question",
    "options",
    "requireConfirmation",
    "confirmationMessage",
    "defaultOption",
    "timeoutMs",
    "metadata",
    "requestId",
];

/// Fields of one entry of `options` of `hitl_request`.
pub(crate) const HITL_OPTION_FIELDS: [&str; 3] = ["id", "label", "description"];

/// Arguments of `requestUserChoice`.
pub(crate) const USER_CHOICE_ARGUMENTS: [&str; 4] =
    ["question", "options", "timeoutMs", "session_id"];

/// Fields of one entry of `options` of `requestUserChoice`.
pub(crate) const USER_CHOICE_OPTION_FIELDS: [&str; 3] = ["title", "description", "isRecommended"];

/// Arguments of `ask_human`.
pub(crate) const ASK_HUMAN_ARGUMENTS: [&str; 3] = ["question", "timeoutMs", "session_id"];

/// Arguments of `report_outcome`.
pub(crate) const REPORT_ARGUMENTS: [&str; 2] = ["outcome", "message"];

/// Other spellings and older names of `hitl_request`'s arguments.
pub(super) const HITL_ALIASES: [(&str, &str); 13] = [
    ("prompt", "question"),
    ("require_confirmation", "requireConfirmation"),
    ("require-confirmation", "requireConfirmation"),
    ("confirmation_message", "confirmationMessage"),
    ("confirmation-message", "confirmationMessage"),
    ("default_option", "defaultOption"),
    ("default-option", "defaultOption"),
    ("timeout_ms", "timeoutMs"),
    ("timeout-ms", "timeoutMs"),
    ("request_id", "requestId"),
    ("request-id", "requestId"),
    ("session_id", "requestId"),
    ("sessionId", "requestId"),
];

/// Old names and what they are called now.
pub(super) const ARGUMENT_ALIASES: [(&str, &str); 4] = [
    ("type", "selection_mode"),
    ("transport", "interface"),
    ("placeholder_enabled", "placeholder_visible"),
    ("additional_annotation", "global_annotation"),
];

/// Names that other question tools use; too far from ours for spelling to find them.
const ARGUMENT_SYNONYMS: [(&str, &str); 11] = [
    ("header", "title"),
    ("question", "prompt"),
    ("message", "prompt"),
    ("choices", "options"),
    ("multiselect", "selection_mode"),
    ("multi_select", "selection_mode"),
    ("multiple", "selection_mode"),
    ("mode", "selection_mode"),
    ("defaults", "default_selection_ids"),
    ("default_option", "default_selection_ids"),
    ("timeout_ms", "timeout_seconds"),
];
const OPTION_SYNONYMS: [(&str, &str); 6] = [
    ("title", "label"),
    ("name", "label"),
    ("text", "label"),
    ("value", "id"),
    ("note", "annotation"),
    ("is_recommended", "recommended"),
];

const HITL_SYNONYMS: [(&str, &str); 8] = [
    ("title", "question"),
    ("message", "question"),
    ("choices", "options"),
    ("confirm", "requireConfirmation"),
    ("confirmation", "requireConfirmation"),
    ("default", "defaultOption"),
    ("default_selection_ids", "defaultOption"),
    ("timeout_seconds", "timeoutMs"),
];
const HITL_OPTION_SYNONYMS: [(&str, &str); 4] = [
    ("title", "label"),
    ("name", "label"),
    ("text", "label"),
    ("value", "id"),
];

const PLAIN_SYNONYMS: [(&str, &str); 5] = [
    ("prompt", "question"),
    ("title", "question"),
    ("message", "question"),
    ("choices", "options"),
    ("timeout_seconds", "timeoutMs"),
];
const USER_CHOICE_OPTION_SYNONYMS: [(&str, &str); 6] = [
    ("label", "title"),
    ("name", "title"),
    ("text", "title"),
    ("recommended", "isRecommended"),
    ("default", "isRecommended"),
    ("is_default", "isRecommended"),
];
const REPORT_SYNONYMS: [(&str, &str); 5] = [
    ("status", "outcome"),
    ("result", "outcome"),
    ("summary", "message"),
    ("question", "message"),
    ("text", "message"),
];

/// Below this likeness a name is not taken for a misspelling, and all known names are listed
/// instead.
const LIKENESS_MIN: f64 = 0.75;

/// Whose names are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Arguments,
    Option,
    Hitl,
    HitlOption,
    UserChoice,
    UserChoiceOption,
    AskHuman,
    Report,
}

impl Scope {
    fn known(self) -> &'static [&'static str] {
        match self {
            Self::Arguments => &ARGUMENTS,
            Self::Option => &OPTION_FIELDS,
            Self::Hitl => &HITL_ARGUMENTS,
            Self::HitlOption => &HITL_OPTION_FIELDS,
            Self::UserChoice => &USER_CHOICE_ARGUMENTS,
            Self::UserChoiceOption => &USER_CHOICE_OPTION_FIELDS,
            Self::AskHuman => &ASK_HUMAN_ARGUMENTS,
            Self::Report => &REPORT_ARGUMENTS,
        }
    }

    fn synonyms(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Arguments => &ARGUMENT_SYNONYMS,
            Self::Option => &OPTION_SYNONYMS,
            Self::Hitl => &HITL_SYNONYMS,
            Self::HitlOption => &HITL_OPTION_SYNONYMS,
            Self::UserChoice => &PLAIN_SYNONYMS,
            Self::UserChoiceOption => &USER_CHOICE_OPTION_SYNONYMS,
            // Options of another tool are not worth a guess.
            Self::AskHuman => &[],
            Self::Report => &REPORT_SYNONYMS,
        }
    }

    /// Says what an unknown name was probably meant to be.
    pub(super) fn hint(self, unknown: &str) -> String {
        match self.nearest(unknown) {
            Some(known) => format!("Did you mean {known}?"),
            None => format!("The known names are {}.", self.known().join(", ")),
        }
    }

    fn nearest(self, unknown: &str) -> Option<&'static str> {
        let wanted = snake_case(unknown);
        let synonym = self.synonyms().iter().find(|(other, _)| *other == wanted);
        if let Some((_, known)) = synonym {
            return Some(known);
        }
        let scored = self
            .known()
            .iter()
            .map(|known| (strsim::jaro_winkler(&wanted, known), *known));
        let (likeness, known) = scored.max_by(|one, other| one.0.total_cmp(&other.0))?;
        (likeness >= LIKENESS_MIN).then_some(known)
    }
}

/// Whether a name, however spelt, asks for an answer in the person's own words.
pub(super) fn asks_for_text(name: &str) -> bool {
    const EXACTLY: [&str; 6] = [
        "text",
        "allow_other",
        "allow_custom",
        "custom_input",
        "multiline",
        "allow_custom_answer",
    ];
    const BEGINNINGS: [&str; 8] = [
        "placeholder",
        "free_text",
        "freetext",
        "free_form",
        "freeform",
        "input",
        "text_input",
        "allow_text",
    ];
    let name = snake_case(name);
    let bare = name.strip_prefix("allow_").unwrap_or(&name);
    let begins = |name: &str| {
        BEGINNINGS
            .iter()
            .any(|beginning| name.starts_with(beginning))
    };
    EXACTLY.contains(&name.as_str()) || begins(&name) || begins(bare)
}

/// Whether a selection mode has a text field.
pub(super) fn is_text_mode(mode: &str) -> bool {
    let mode = snake_case(mode.trim());
    mode.contains("text") || mode.contains("hybrid") || mode.contains("input")
}

/// Spells `camelCase` and `kebab-case` our way; the beginning of a long name is enough.
fn snake_case(name: &str) -> String {
    const COMPARED_CHARS_MAX: usize = 64;
    let mut snake = String::new();
    let mut after_lower = false;
    for character in name.chars().take(COMPARED_CHARS_MAX) {
        if character.is_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = character.is_lowercase();
        match character {
            '-' | ' ' => snake.push('_'),
            _ => snake.extend(character.to_lowercase()),
        }
    }
    snake
}

/// Returns the present name of a mode that is given by an old one.
pub(super) fn renamed_mode(given: &str) -> Option<&'static str> {
    match given.trim().to_lowercase().replace('-', "_").as_str() {
        "single_select" => Some("single"),
        "multi_select" => Some("multi"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hint_for_a_misspelt_field_names_the_nearest_known_one() {
        for (scope, unknown, hint) in [
            (Scope::Arguments, "titel", "Did you mean title?"),
            (
                Scope::Arguments,
                "timeoutSeconds",
                "Did you mean timeout_seconds?",
            ),
            (
                Scope::Arguments,
                "timeoutMs",
                "Did you mean timeout_seconds?",
            ),
            (
                Scope::Arguments,
                "multiSelect",
                "Did you mean selection_mode?",
            ),
            (Scope::Arguments, "question", "Did you mean prompt?"),
            (
                Scope::Arguments,
                "max-selection",
                "Did you mean max_selections?",
            ),
            (Scope::Option, "lable", "Did you mean label?"),
            (Scope::Option, "value", "Did you mean id?"),
            (Scope::Option, "isRecommended", "Did you mean recommended?"),
            (
                Scope::Option,
                "zzz",
                "The known names are id, label, description, recommended, annotation.",
            ),
        ] {
            assert_eq!(scope.hint(unknown), hint, "{unknown}");
        }
    }

    #[test]
    fn renamed_mode_knows_only_the_old_mode_names() {
        for (given, renamed) in [
            ("single_select", Some("single")),
            ("Multi-Select", Some("multi")),
            ("SINGLE", None),
            ("text-input", None),
        ] {
            assert_eq!(renamed_mode(given), renamed, "{given}");
        }
    }
}
