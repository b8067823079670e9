//! What an asking tool returns: one shape for pending, hand-off and final results.

use domain::interaction::Interface;
use protocol::{AskReply, HandOff, Notice, Problem, WaitReply};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;

use crate::asking::{AskingTool, Words};
use crate::offer::Later;
use crate::tools::words_of;
use crate::{refusal, waiting};

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
pub(crate) struct ToolOutput<R> {
    #[serde(flatten)]
    pub(crate) result: R,
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
    /// The question, once it is decided.
    #[serde(skip)]
    decided: Option<String>,
}

impl<R: Serialize> ToolOutput<R> {
    /// Returns what a wait or a poll found; refuses a question of another tool.
    pub(crate) fn found<T>(reply: WaitReply, later: Later) -> Result<Self, Vec<Problem>>
    where
        T: AskingTool<Result = R>,
    {
        let is_decided = waiting::is_decided(&reply);
        let known = reply.result.decided();
        let id = known.session_id.clone();
        let in_terminal = known.interface == Some(Interface::Terminal);
        let kind = reply.result.kind();
        let Some(result) = T::result(reply.result, reply.in_words) else {
            return Err(vec![refusal::other_tool(T::WORDS, &id, words_of(kind))]);
        };
        if is_decided {
            return Ok(Self {
                decided: Some(id),
                ..Self::bare(result)
            });
        }
        let pending = Self::bare(result);
        let next = Next::of(later, in_terminal);
        Ok(pending.with_way(T::WORDS, &id, next, reply.hand_off))
    }

    /// Returns a question that was asked and not waited for to the end.
    pub(crate) fn asked<T>(reply: &AskReply, later: Later) -> Self
    where
        T: AskingTool<Result = R>,
    {
        let question = &reply.interaction;
        let next = Next::of(later, question.interface == Interface::Terminal);
        let pending = Self::bare(T::pending(reply));
        let hand_off = reply.hand_off.clone();
        pending.with_way(T::WORDS, &question.session_id, next, hand_off)
    }

    fn with_way(self, words: Words, id: &str, next: Next, hand_off: HandOff) -> Self {
        Self {
            terminal_command: (next == Next::Terminal).then_some(hand_off.terminal_command),
            url: Some(hand_off.url),
            instructions: Some(instructions(words, id, next)),
            ..self
        }
    }

    fn bare(result: R) -> Self {
        Self {
            result,
            terminal_command: None,
            url: None,
            instructions: None,
            deprecations: Vec::new(),
            notices: Vec::new(),
            decided: None,
        }
    }

    /// Returns the result as the client receives it.
    pub(crate) fn into_result(self) -> CallToolResult {
        CallToolResult::structured(serde_json::to_value(self).expect("results are plain values"))
    }

    /// Returns the id of a question that is decided.
    pub(crate) fn decided(&self) -> Option<&str> {
        self.decided.as_deref()
    }
}

/// What an agent does while its question is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Poll,
    /// Lets the person answer in a terminal, then polls.
    Terminal,
    /// Ends its turn.
    EndTurn,
}

impl Next {
    fn of(later: Later, in_terminal: bool) -> Self {
        match (later, in_terminal) {
            (Later::NextMessage, _) => Self::EndTurn,
            (Later::Poll, true) => Self::Terminal,
            (Later::Poll, false) => Self::Poll,
        }
    }
}

fn instructions(words: Words, id: &str, next: Next) -> String {
    let first = match next {
        Next::EndTurn => {
            return "The person has not answered yet. The question stays open, and the answer will \
                be your next message. End your turn now. Do not ask the question again and do not \
                go on without the answer."
                .into();
        }
        Next::Terminal => {
            "Run terminal_command in a terminal the person can see, or ask them to run it, then call"
        }
        Next::Poll if words.status.is_some() => {
            "The person has not answered yet; the question stays open at url. To go on waiting, call"
        }
        Next::Poll => "The person has not answered yet. To go on waiting, call",
    };
    let until = match words.status {
        Some(status) => format!(" until {status} is no longer \"pending\""),
        None => String::new(),
    };
    format!(
        "{first} {}{until}. Do not ask the question again and do not go on without the answer.",
        words.poll_call(id),
    )
}
