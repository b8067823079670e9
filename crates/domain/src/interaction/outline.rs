//! What lists show of an interaction: a few lines, however long its texts and options are.

use serde::{Deserialize, Serialize};

use super::{
    AtDeadline, Interaction, Interface, Outcome, OutcomeDelivery, Question, QuestionKind, Risk,
    SelectionMode, State, Status,
};
use crate::asker::Asker;
use crate::display::one_line;
use crate::id::{InteractionId, TaskId};
use crate::policy::Policy;
use crate::time::{Deadline, Timestamp};

/// An interaction without its texts and options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    pub id: InteractionId,
    pub gist: Gist,
    pub interface: Interface,
    pub asked_at: Timestamp,
    pub asker_left_at: Option<Timestamp>,
    pub state: OutlineState,
}

/// What lists repeat of who asked and what. It never changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gist {
    pub asker: Asker,
    pub kind: QuestionKind,
    pub title: String,
    pub mode: SelectionMode,
    pub risk: Risk,
    /// Whether auto-submit has something to send.
    pub answers_itself: bool,
    /// The task that waits for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutlineState {
    Pending {
        deadline: Option<Deadline>,
        awaits_confirmation: bool,
    },
    Closed {
        status: Status,
        at: Timestamp,
        delivery: OutcomeDelivery,
        /// What was chosen, written or noted, on one line.
        given: Option<String>,
    },
}

impl Interaction {
    pub fn gist(&self) -> Gist {
        let choice = self.question.choice();
        Gist {
            asker: self.asker.clone(),
            kind: self.question.kind(),
            title: choice.title().to_owned(),
            mode: choice.mode(),
            risk: choice.risk(),
            answers_itself: self.answers_itself(),
            task: self.question.task(),
        }
    }

    pub fn outline(&self) -> Outline {
        Outline {
            id: self.id,
            gist: self.gist(),
            interface: self.interface,
            asked_at: self.asked_at,
            asker_left_at: self.asker_left_at,
            state: match &self.state {
                State::Pending(pending) => OutlineState::Pending {
                    deadline: pending.deadline.clone(),
                    awaits_confirmation: pending.chosen.is_some(),
                },
                State::Closed(closed) => OutlineState::Closed {
                    status: closed.status(),
                    at: closed.at,
                    delivery: closed.delivery,
                    given: closed.outcome.given(&self.question),
                },
            },
        }
    }
}

impl Outline {
    pub fn status(&self) -> Status {
        match &self.state {
            OutlineState::Pending { .. } => Status::Pending,
            OutlineState::Closed { status, .. } => *status,
        }
    }

    pub fn deadline(&self) -> Option<&Deadline> {
        match &self.state {
            OutlineState::Pending { deadline, .. } => deadline.as_ref(),
            OutlineState::Closed { .. } => None,
        }
    }

    pub fn awaits_confirmation(&self) -> bool {
        match &self.state {
            OutlineState::Pending {
                awaits_confirmation,
                ..
            } => *awaits_confirmation,
            OutlineState::Closed { .. } => false,
        }
    }

    pub fn closed_at(&self) -> Option<Timestamp> {
        match &self.state {
            OutlineState::Pending { .. } => None,
            OutlineState::Closed { at, .. } => Some(*at),
        }
    }

    pub fn given(&self) -> Option<&str> {
        match &self.state {
            OutlineState::Pending { .. } => None,
            OutlineState::Closed { given, .. } => given.as_deref(),
        }
    }

    /// Says what its deadline will do as things are now; `None` where there is no deadline.
    pub fn at_deadline(&self, policy: &Policy) -> Option<AtDeadline> {
        self.deadline()?;
        Some(if policy.auto_submit && self.gist.answers_itself {
            AtDeadline::DefaultIsSent
        } else {
            AtDeadline::TimesOut
        })
    }
}

impl Outcome {
    /// Returns what the person gave, as it is: the surface adds the words.
    pub fn given(&self, question: &Question) -> Option<String> {
        let line = match self {
            Self::Answered(answer) => {
                let choice = question.choice();
                let chosen = answer.selected_ids().iter();
                let labels = chosen.filter_map(|id| Some(choice.option(id)?.label.as_str()));
                let labels = labels.collect::<Vec<_>>().join(", ");
                let fields = match question {
                    Question::Form(form) => form.given(answer.fields()),
                    Question::Choice(_)
                    | Question::Request(_)
                    | Question::Approval(_)
                    | Question::Reply(_)
                    | Question::Permission(_) => String::new(),
                };
                let text = answer.text().unwrap_or_default();
                let parts = [labels.as_str(), text, fields.as_str()];
                let given = parts.into_iter().filter(|part| !part.is_empty());
                given.collect::<Vec<_>>().join(" · ")
            }
            Self::Cancelled { note } => note.clone().unwrap_or_default(),
            Self::TimedOut => String::new(),
        };
        Some(one_line(&line)).filter(|line| !line.is_empty())
    }
}
