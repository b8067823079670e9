//! `provide_choice` as validated types: a [`Choice`] can only be made by [`ChoiceSpec::validate`],
//! an [`Answer`] only by [`Choice::accept`]. Inside, the type is the proof.

mod answer;
mod merge;
mod spec;
mod validate;
mod violation;

use serde::{Deserialize, Serialize};

pub use answer::{Answer, AnswerDraft, AnswerProblem};
pub use spec::{ChoiceSpec, OptionSpec};
pub use validate::ChoiceAsk;
pub use violation::{OptionText, ThinPrompt, Violation};

use crate::words::words;

words! {
    /// How a person may answer.
    SelectionMode {
        Single = "single",
        Multi = "multi",
        TextInput = "text_input",
        Hybrid = "hybrid",
    }

    /// How much is at stake. A destructive question is never answered by the clock or by one click.
    #[derive(Default)]
    Risk {
        #[default]
        Normal = "normal",
        Destructive = "destructive",
    }
}

impl SelectionMode {
    /// Reads a mode in any case, with `-` or `_`, by its name or an older one.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().replace('-', "_").as_str() {
            "single_select" => Some(Self::Single),
            "multi_select" => Some(Self::Multi),
            word => Self::from_word(word),
        }
    }

    pub fn has_options(self) -> bool {
        match self {
            Self::Single | Self::Multi | Self::Hybrid => true,
            Self::TextInput => false,
        }
    }

    pub fn has_text(self) -> bool {
        match self {
            Self::TextInput | Self::Hybrid => true,
            Self::Single | Self::Multi => false,
        }
    }

    /// Whether `min_selections` and `max_selections` mean anything.
    pub fn has_bounds(self) -> bool {
        match self {
            Self::Multi | Self::Hybrid => true,
            Self::Single | Self::TextInput => false,
        }
    }
}

/// One thing a person can pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceOption {
    pub id: String,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default)]
    pub recommended: bool,
    /// A note that the asker filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
}

impl ChoiceOption {
    /// An option that says no more than its label.
    pub(crate) fn plain(id: impl Into<String>, label: String) -> Self {
        Self {
            id: id.into(),
            label,
            description: None,
            recommended: false,
            annotation: None,
        }
    }
}

/// A valid question with options, free text, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub(crate) title: String,
    pub(crate) prompt: String,
    pub(crate) mode: SelectionMode,
    pub(crate) options: Vec<ChoiceOption>,
    pub(crate) default_ids: Vec<String>,
    pub(crate) min_selections: u32,
    pub(crate) max_selections: u32,
    pub(crate) placeholder: Option<String>,
    pub(crate) placeholder_visible: Option<bool>,
    pub(crate) single_submit: Option<bool>,
    pub(crate) global_annotation: Option<String>,
    pub(crate) annotations_enabled: Option<bool>,
    pub(crate) risk: Risk,
}

impl Choice {
    /// Makes the part that a person answers of a question that a task asks: nothing is
    /// preselected. It takes no notes, because an agent has no place for them.
    pub(crate) fn of_task(
        title: String,
        prompt: String,
        mode: SelectionMode,
        options: Vec<ChoiceOption>,
    ) -> Self {
        let (min_selections, max_selections) = match mode {
            SelectionMode::Single => (1, 1),
            SelectionMode::Hybrid => (0, 1),
            SelectionMode::Multi | SelectionMode::TextInput => (0, 0),
        };
        Self {
            title,
            prompt,
            mode,
            options,
            default_ids: Vec::new(),
            min_selections,
            max_selections,
            placeholder: None,
            placeholder_visible: None,
            single_submit: None,
            global_annotation: None,
            annotations_enabled: Some(false),
            risk: Risk::Normal,
        }
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    pub fn mode(&self) -> SelectionMode {
        self.mode
    }

    pub fn options(&self) -> &[ChoiceOption] {
        &self.options
    }

    /// Returns the preselected ids, in option order.
    pub fn default_ids(&self) -> &[String] {
        &self.default_ids
    }

    /// Returns how many options an answer must and may select.
    pub fn bounds(&self) -> (u32, u32) {
        (self.min_selections, self.max_selections)
    }

    pub fn placeholder(&self) -> Option<&str> {
        self.placeholder.as_deref()
    }

    pub fn global_annotation(&self) -> Option<&str> {
        self.global_annotation.as_deref()
    }

    pub fn risk(&self) -> Risk {
        self.risk
    }

    pub fn option(&self, id: &str) -> Option<&ChoiceOption> {
        self.options.iter().find(|option| option.id == id)
    }

    /// Returns an answer as a plain message: the chosen options as the asker worded them, then the
    /// text as the person typed it, byte for byte.
    pub fn in_words(&self, answer: &Answer) -> String {
        let chosen = answer.selected_ids().iter();
        let chosen = chosen.filter_map(|id| Some(self.option(id)?.label.as_str()));
        let parts = chosen.chain(answer.text());
        parts.collect::<Vec<_>>().join("\n\n")
    }

    /// Whether choosing one option submits immediately, given the person's own preference.
    pub fn submits_on_select(&self, preferred: bool) -> bool {
        // Where several may be chosen, submitting the first would take the others away.
        let fits = self.mode.has_options()
            && self.mode != SelectionMode::Multi
            && self.max_selections == 1;
        fits && self.risk != Risk::Destructive && self.single_submit.unwrap_or(preferred)
    }

    /// Whether notes are offered. Either side can switch them off, neither can force them.
    pub fn offers_annotations(&self, preferred: bool) -> bool {
        preferred && self.annotations_enabled.unwrap_or(true)
    }

    /// Whether the placeholder is shown at first. Either side can hide it, neither can force
    /// it on the other.
    pub fn shows_placeholder(&self, preferred: bool) -> bool {
        self.placeholder.is_some() && preferred && self.placeholder_visible.unwrap_or(true)
    }

    /// Returns what the person has before touching anything: the asker's defaults and notes.
    pub fn initial_draft(&self, annotations: bool, placeholder_preferred: bool) -> AnswerDraft {
        let offered = self.offers_annotations(annotations);
        let notes = self.options.iter().filter_map(|option| {
            let note = option.annotation.clone()?;
            Some((option.id.clone(), note))
        });
        AnswerDraft {
            selected_ids: self.default_ids.clone(),
            text: None,
            option_notes: if offered {
                notes.collect()
            } else {
                Default::default()
            },
            global_note: self.global_annotation.clone().filter(|_| offered),
            hidden_ids: Vec::new(),
            fields: Default::default(),
            placeholder_shown: self.shows_placeholder(placeholder_preferred),
        }
    }

    /// Returns what auto-submit would send: the defaults, else the recommended options; `None`
    /// when that is not a valid answer or the question must not be answered automatically.
    pub fn automatic_draft(
        &self,
        annotations: bool,
        placeholder_preferred: bool,
    ) -> Option<AnswerDraft> {
        if self.risk == Risk::Destructive {
            return None;
        }
        let mut draft = self.initial_draft(annotations, placeholder_preferred);
        if draft.selected_ids.is_empty() {
            let recommended = self.options.iter().filter(|option| option.recommended);
            draft.selected_ids = recommended.map(|option| option.id.clone()).collect();
        }
        (!draft.selected_ids.is_empty()).then_some(draft)
    }
}
