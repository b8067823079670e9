//! What `provide_choice` returns: one shape for pending, hand-off and final results (C2, C3).

use protocol::{ActionStatus, AskReply, ChoiceResult, HandOff, Notice, WaitReply};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;

/// An old name that was understood, and what to use from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct Deprecation {
    /// What you sent.
    pub(crate) given: String,
    /// What to send instead.
    pub(crate) use_instead: String,
}

impl Deprecation {
    pub(crate) fn new(given: &str, use_instead: &str) -> Self {
        Self {
            given: given.into(),
            use_instead: use_instead.into(),
        }
    }
}

/// The structured content of every result that is not an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ToolOutput {
    #[serde(flatten)]
    pub(crate) result: ChoiceResult,
    /// While pending in the terminal: run this to let the person answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) terminal_command: Option<String>,
    /// While pending: where the person can answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) url: Option<String>,
    /// While pending: what to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) instructions: Option<String>,
    /// Old names that you used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) deprecations: Vec<Deprecation>,
    /// What was changed on the way in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notices: Vec<Notice>,
}

impl ToolOutput {
    /// Returns what a wait or a poll found.
    pub(crate) fn found(reply: WaitReply) -> Self {
        if reply.result.action_status == ActionStatus::Pending {
            return Self::pending(reply.result, reply.hand_off);
        }
        Self::bare(reply.result)
    }

    /// Returns a question that was asked and not waited for to the end.
    pub(crate) fn asked(reply: &AskReply) -> Self {
        let result = ChoiceResult {
            session_id: reply.interaction.session_id.clone(),
            action_status: ActionStatus::Pending,
            selected_ids: Vec::new(),
            custom_input: None,
            option_annotations: Default::default(),
            global_annotation: None,
            placeholder_used: None,
            hidden_option_ids: Vec::new(),
            auto_submitted: None,
            interface: Some(reply.interaction.interface.clone()),
            answered_by: None,
            waited_ms: None,
            summary: None,
        };
        Self::pending(result, reply.hand_off.clone())
    }

    fn pending(result: ChoiceResult, hand_off: HandOff) -> Self {
        let in_terminal = result.interface.as_deref() == Some("terminal");
        let instructions = instructions(&result.session_id, in_terminal);
        Self {
            terminal_command: in_terminal.then_some(hand_off.terminal_command),
            url: Some(hand_off.url),
            instructions: Some(instructions),
            ..Self::bare(result)
        }
    }

    fn bare(result: ChoiceResult) -> Self {
        Self {
            result,
            terminal_command: None,
            url: None,
            instructions: None,
            deprecations: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// Returns the result as the client receives it.
    pub(crate) fn into_result(self) -> CallToolResult {
        CallToolResult::structured(serde_json::to_value(self).expect("results are plain values"))
    }

    /// Returns the id of a question that is decided.
    pub(crate) fn decided(&self) -> Option<&str> {
        let pending = self.result.action_status == ActionStatus::Pending;
        (!pending).then_some(&*self.result.session_id)
    }
}

fn instructions(session_id: &str, in_terminal: bool) -> String {
    let first = if in_terminal {
        "Run terminal_command in a terminal the person can see, or ask them to run it, then call"
    } else {
        "The person has not answered yet; the question stays open at url. To go on waiting, call"
    };
    format!(
        "{first} provide_choice with only {{\"session_id\": \"{session_id}\"}} until action_status \
         is no longer \"pending\". Do not ask the question again and do not go on without the \
         answer."
    )
}
