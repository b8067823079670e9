//! What is asked. Every kind is answered like a choice; what a kind adds lies beside it.

use serde::{Deserialize, Serialize};

use crate::id::{CallKey, TaskId};
use crate::interaction::Interface;
use crate::interaction::approval::Approval;
use crate::interaction::choice::{Answer, AnswerDraft, AnswerProblem, Choice, ChoiceAsk, Risk};
use crate::interaction::form::Form;
use crate::interaction::human_request::HumanRequest;
use crate::interaction::permission::Permission;
use crate::interaction::reply::Reply;
use crate::policy::TimeoutWish;
use crate::words::words;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Question {
    /// `provide_choice`: options, free text, or both.
    Choice(Choice),
    /// `hitl_request`: options only, with an optional confirmation.
    Request(HumanRequest),
    /// A real action that waits for permission. Never asked for by a model.
    Approval(Approval),
    /// An agent's turn ended with a question.
    Reply(Reply),
    /// An agent wants to use a tool.
    Permission(Permission),
    /// An agent wants several fields to be filled in.
    Form(Form),
}

words! {
    /// What sort of question it is.
    QuestionKind {
        Choice = "choice",
        Request = "request",
        Approval = "approval",
        /// The last three are asked by the tasks that the hub runs, never by a call.
        Reply = "reply",
        Permission = "permission",
        Form = "form",
    }
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
            Self::Reply(_) => QuestionKind::Reply,
            Self::Permission(_) => QuestionKind::Permission,
            Self::Form(_) => QuestionKind::Form,
        }
    }

    /// Returns the part that a person answers.
    pub fn choice(&self) -> &Choice {
        match self {
            Self::Choice(choice) => choice,
            Self::Request(request) => request.choice(),
            Self::Approval(approval) => approval.choice(),
            Self::Reply(reply) => reply.choice(),
            Self::Permission(permission) => permission.choice(),
            Self::Form(form) => form.choice(),
        }
    }

    /// Returns the task that waits for it; `None` where a call asked.
    pub fn task(&self) -> Option<TaskId> {
        match self {
            Self::Choice(_) | Self::Request(_) | Self::Approval(_) => None,
            Self::Reply(reply) => Some(reply.task()),
            Self::Permission(permission) => Some(permission.task()),
            Self::Form(form) => Some(form.task()),
        }
    }

    /// Returns the option on which the cursor starts; nothing is selected by it.
    pub fn focused_id(&self) -> Option<&str> {
        match self {
            Self::Request(request) => request.focused_id(),
            Self::Permission(permission) => permission.focused_id(),
            Self::Choice(_) | Self::Approval(_) | Self::Reply(_) | Self::Form(_) => None,
        }
    }

    /// Turns a draft into an answer, or names everything that keeps it from being one.
    ///
    /// `annotations` is the person's own setting: notes that are not offered cannot be sent.
    pub fn accept(
        &self,
        draft: AnswerDraft,
        annotations: bool,
    ) -> Result<Answer, Vec<AnswerProblem>> {
        match self {
            Self::Form(form) => form.choice().accept_form(form, draft, annotations),
            Self::Choice(_)
            | Self::Request(_)
            | Self::Approval(_)
            | Self::Reply(_)
            | Self::Permission(_) => self.choice().accept(draft, annotations),
        }
    }

    /// Returns what the person has before touching anything: the asker's defaults and notes.
    pub fn initial_draft(&self, annotations: bool, placeholder_preferred: bool) -> AnswerDraft {
        match self {
            Self::Form(form) => form.initial_draft(),
            Self::Choice(_)
            | Self::Request(_)
            | Self::Approval(_)
            | Self::Reply(_)
            | Self::Permission(_) => {
                let choice = self.choice();
                choice.initial_draft(annotations, placeholder_preferred)
            }
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
            Self::Choice(_)
            | Self::Approval(_)
            | Self::Reply(_)
            | Self::Permission(_)
            | Self::Form(_) => false,
        }
    }

    /// Whether the person's auto-submit setting may answer it at all.
    pub fn may_answer_itself(&self) -> bool {
        match self {
            Self::Choice(_) => true,
            // Its default is only where the cursor starts, an action needs a person, and a task
            // waits as long as its person needs.
            Self::Request(_)
            | Self::Approval(_)
            | Self::Reply(_)
            | Self::Permission(_)
            | Self::Form(_) => false,
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
            Self::Approval(_) | Self::Permission(_) => true,
            Self::Reply(_) | Self::Form(_) => false,
        }
    }

    /// Whether the answer may come from a form in the asker's own client, which has no second
    /// gesture. Everything else is decided on the hub's own surfaces.
    pub fn may_be_answered_by_form(&self) -> bool {
        match self {
            Self::Choice(_) | Self::Request(_) | Self::Approval(_) => !self.is_grave(),
            // The hub runs this agent: anything on the agent's side is the agent itself.
            Self::Reply(_) | Self::Permission(_) | Self::Form(_) => false,
        }
    }

    /// Whether a person can give it a time limit. A task never goes on because of one.
    pub fn may_have_a_deadline(&self) -> bool {
        self.task().is_none()
    }

    /// Whether an answer must prove which question was on the screen.
    pub fn needs_proof_of_view(&self) -> bool {
        match self {
            Self::Choice(_) | Self::Request(_) | Self::Reply(_) | Self::Form(_) => false,
            Self::Approval(_) | Self::Permission(_) => true,
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
