//! What the asker receives. Built from the stored interaction alone, so every delivery, poll
//! and history page shows the same bytes.

use std::collections::BTreeMap;

use domain::display::one_line;
use domain::interaction::{Answer, Choice, Closed, Interaction, Interface, Outcome, State, Status};
use domain::{DecidedBy, Responder, Surface, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Winner;
use crate::time::rfc3339;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ActionStatus {
    Selected,
    CustomInput,
    Cancelled,
    Timeout,
    Pending,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[schemars(inline)]
pub struct AnsweredBy {
    pub kind: DecidedBy,
    /// Where: `web`, `terminal`, `cli`, `elicitation`, or `agent_terminal` for a terminal that the
    /// agent opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub surface: Option<Surface>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// When, RFC 3339.
    pub at: String,
}

/// The outcome of a `provide_choice` question. Absent when empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[schemars(inline)]
pub struct ChoiceResult {
    /// Names this question in every later call.
    pub session_id: String,
    pub action_status: ActionStatus,
    /// Ids of the chosen options, in the order they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub selected_ids: Vec<String>,
    /// What the person wrote instead of, or beside, an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub custom_input: Option<String>,
    /// The person's notes by option id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub option_annotations: BTreeMap<String, String>,
    /// The person's note on the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub global_annotation: Option<String>,
    /// Whether your placeholder was shown while the person wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub placeholder_used: Option<bool>,
    /// Options the person took off the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub hidden_option_ids: Vec<String>,
    /// True when the person's auto-submit setting answered, not the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub auto_submitted: Option<bool>,
    /// Where the question was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub interface: Option<Interface>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AnsweredBy")]
    pub answered_by: Option<AnsweredBy>,
    /// How long the person took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub waited_ms: Option<u64>,
    /// One line that says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub summary: Option<String>,
}

impl ChoiceResult {
    /// Builds the result of `interaction`; while it is pending, only what is known by then.
    pub fn of(interaction: &Interaction) -> Self {
        let mut result = Self {
            session_id: interaction.id.to_string(),
            action_status: ActionStatus::Pending,
            selected_ids: Vec::new(),
            custom_input: None,
            option_annotations: BTreeMap::new(),
            global_annotation: None,
            placeholder_used: None,
            hidden_option_ids: Vec::new(),
            auto_submitted: None,
            interface: Some(interaction.interface),
            answered_by: None,
            waited_ms: None,
            summary: None,
        };
        if let State::Closed(closed) = &interaction.state {
            result.fill(interaction, closed);
        }
        result
    }

    fn fill(&mut self, interaction: &Interaction, closed: &Closed) {
        let choice = interaction.question.choice();
        self.waited_ms = Some(closed.at.millis_since(interaction.asked_at));
        self.answered_by = Some(answered_by(&closed.by, closed.at));
        self.summary = Some(summary(interaction, closed));
        match &closed.outcome {
            Outcome::Answered(answer) => self.fill_answer(choice, answer, closed),
            Outcome::Cancelled { note } => {
                self.action_status = ActionStatus::Cancelled;
                self.global_annotation.clone_from(note);
            }
            Outcome::TimedOut => self.action_status = ActionStatus::Timeout,
        }
    }

    fn fill_answer(&mut self, choice: &Choice, answer: &Answer, closed: &Closed) {
        self.action_status = if answer.selected_ids().is_empty() && answer.text().is_some() {
            ActionStatus::CustomInput
        } else {
            ActionStatus::Selected
        };
        self.selected_ids = answer.selected_ids().to_vec();
        self.custom_input = answer.text().map(str::to_owned);
        self.option_annotations = answer.option_notes().clone();
        self.global_annotation = answer.global_note().map(str::to_owned);
        self.hidden_option_ids = answer.hidden_ids().to_vec();
        self.placeholder_used = choice.placeholder().map(|_| answer.placeholder_shown());
        self.auto_submitted = (closed.status() == Status::AutoSubmitted).then_some(true);
    }
}

pub(crate) fn answered_by(by: &Responder, at: Timestamp) -> AnsweredBy {
    let name = match by {
        Responder::Person { name, .. } => name.clone(),
        Responder::Policy | Responder::Asker => None,
    };
    AnsweredBy {
        kind: by.kind(),
        surface: by.surface(),
        name,
        at: rfc3339(at),
    }
}

/// One line that makes sense whenever it arrives: it names the question and the answer.
fn summary(interaction: &Interaction, closed: &Closed) -> String {
    let choice = interaction.question.choice();
    let title = one_line(choice.title());
    match &closed.outcome {
        Outcome::Answered(answer) => {
            let labels: Vec<&str> = answer
                .selected_ids()
                .iter()
                .filter_map(|id| choice.option(id))
                .map(|option| option.label.as_str())
                .collect();
            let named = one_line(&labels.join(", "));
            let chosen = match (labels.is_empty(), answer.text()) {
                (false, Some(text)) => format!("chose {named} and wrote: {}", one_line(text)),
                (false, None) => format!("chose {named}"),
                (true, Some(text)) => format!("wrote: {}", one_line(text)),
                (true, None) => match closed.outcome.given(&interaction.question) {
                    Some(filled) => format!("filled in {filled}"),
                    None => "chose none of the options".into(),
                },
            };
            match closed.by {
                Responder::Policy => format!(
                    "\"{title}\": nobody answered in time; the person's auto-submit setting {chosen}."
                ),
                Responder::Person {
                    surface: Surface::AgentTerminal,
                    ..
                } => format!("\"{title}\": a person at the agent's own terminal {chosen}."),
                Responder::Person { .. } | Responder::Asker => {
                    format!("\"{title}\": the person {chosen}.")
                }
            }
        }
        Outcome::Cancelled { note } => {
            let who = match closed.by {
                Responder::Asker => "the asker withdrew the question",
                Responder::Person { .. } | Responder::Policy => "the person cancelled the question",
            };
            match note {
                Some(note) => format!("\"{title}\": {who}: {}", one_line(note)),
                None => format!("\"{title}\": {who}. Nothing was chosen."),
            }
        }
        Outcome::TimedOut => format!(
            "\"{title}\": nobody answered in time and nothing was chosen. You may ask again."
        ),
    }
}

impl Winner {
    /// Describes who decided `interaction`; `None` while it is undecided.
    pub fn of(interaction: &Interaction) -> Option<Self> {
        let closed = interaction.closed()?;
        let by = answered_by(&closed.by, closed.at);
        Some(Self {
            status: closed.status(),
            kind: by.kind,
            surface: by.surface,
            name: by.name,
            at: by.at,
            summary: summary(interaction, closed),
        })
    }
}
