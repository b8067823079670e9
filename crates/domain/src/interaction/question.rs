//! What is asked. Every kind is answered like a choice; what a kind adds lies beside it.

use serde::{Deserialize, Serialize};

use crate::id::CallKey;
use crate::interaction::Interface;
use crate::interaction::approval::Approval;
use crate::interaction::choice::{Choice, ChoiceAsk, Risk};
use crate::interaction::human_request::HumanRequest;
use crate::policy::TimeoutWish;
use crate::words::words;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Question {
    /// `provide_choice`: options, free text, or both.
    Choice(Choice),
    /// `hitl_request`: options only, with an optional second step.
    Request(HumanRequest),
    /// A real action that waits for permission. Never asked for by a model.
    Approval(Approval),
}

words! {
    /// What sort of question it is.
    QuestionKind { Choice = "choice", Request = "request", Approval = "approval" }
}

/// A valid question with what the asker wants of its handling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub question: Question,
    /// Where to show it; `None` leaves that to the person.
    pub interface: Option<Interface>,
    pub timeout: TimeoutWish,
    /// The call that asks, where it can be made again.
    pub call: Option<CallKey>,
}

impl Question {
    pub fn kind(&self) -> QuestionKind {
        match self {
            Self::Choice(_) => QuestionKind::Choice,
            Self::Request(_) => QuestionKind::Request,
            Self::Approval(_) => QuestionKind::Approval,
        }
    }

    /// Returns the part that a person answers.
    pub fn choice(&self) -> &Choice {
        match self {
            Self::Choice(choice) => choice,
            Self::Request(request) => request.choice(),
            Self::Approval(approval) => approval.choice(),
        }
    }

    pub fn title(&self) -> &str {
        self.choice().title()
    }

    pub fn prompt(&self) -> &str {
        self.choice().prompt()
    }

    /// Whether a selection only counts after a second, explicit step.
    pub fn needs_confirmation(&self) -> bool {
        match self {
            Self::Request(request) => request.confirmation().is_some(),
            Self::Choice(_) | Self::Approval(_) => false,
        }
    }

    /// Whether the person's auto-submit setting may answer it at all.
    pub fn may_answer_itself(&self) -> bool {
        match self {
            Self::Choice(_) => true,
            // Its default is only where the cursor starts, and an action needs a person.
            Self::Request(_) | Self::Approval(_) => false,
        }
    }

    /// Whether one careless act must not be enough to decide it.
    pub fn is_grave(&self) -> bool {
        match self {
            Self::Choice(choice) => match choice.risk() {
                Risk::Normal => false,
                Risk::Destructive => true,
            },
            Self::Request(_) => self.needs_confirmation(),
            Self::Approval(_) => true,
        }
    }

    /// Whether the answer may come from a form in the asker's own client, which has no second
    /// gesture. Everything else is decided on the hub's own surfaces.
    pub fn may_be_answered_by_form(&self) -> bool {
        !self.is_grave()
    }

    /// Whether an answer must prove which question was on the screen.
    pub fn needs_proof_of_view(&self) -> bool {
        match self {
            Self::Choice(_) | Self::Request(_) => false,
            Self::Approval(_) => true,
        }
    }
}

impl From<ChoiceAsk> for Ask {
    fn from(valid: ChoiceAsk) -> Self {
        Self {
            question: Question::Choice(valid.choice),
            interface: valid.interface,
            timeout: TimeoutWish::WithinPolicy(valid.timeout_seconds),
            call: None,
        }
    }
}
