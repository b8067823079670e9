//! What tells one asking tool from another. All that they share is in `call`.

use client::{ClientError, HubClient};
use domain::interaction::QuestionKind;
use protocol::{AskReply, AskerResult, Problem};
use rmcp::model::{CallToolResult, JsonObject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::Request;
use crate::output::ToolOutput;

/// How a tool speaks of polling.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    pub(crate) tool: &'static str,
    /// The argument and result field that names a question.
    pub(crate) id: &'static str,
    /// The result field that says whether it is decided; a plain result has none.
    pub(crate) status: Option<&'static str>,
}

/// A tool that puts a question to the person.
pub(crate) trait AskingTool {
    type Question: Send + Sync + 'static;
    type Result: Serialize + JsonSchema + Send;

    const WORDS: Words;
    /// The kind of question it asks.
    const KIND: QuestionKind;
    /// Whether a client may fetch its result as an MCP task.
    const FITS_MCP_TASK: bool = true;

    /// Reads the arguments of a call.
    fn parse(arguments: JsonObject) -> Result<Request<Self::Question>, Vec<Problem>>;

    /// Hands the question to the hub, once.
    fn send(
        hub: &HubClient,
        question: &Self::Question,
    ) -> impl Future<Output = Result<AskReply, ClientError>> + Send;

    /// Returns the result of a question of this tool, as far as it is known; `None` when another
    /// asked it. `in_words` is the answer as a plain message.
    fn result(result: AskerResult, in_words: Option<String>) -> Option<Self::Result>;

    /// Returns the result of a question that has only been asked.
    fn pending(reply: &AskReply) -> Self::Result;

    /// Returns the result as the client receives it.
    fn render(output: ToolOutput<Self::Result>) -> CallToolResult {
        output.into_result()
    }

    /// Refuses a call.
    fn refuse(problems: &[Problem]) -> CallToolResult;
}

impl Words {
    /// Says how to poll.
    pub(crate) fn poll_call(self, id: &str) -> String {
        format!("{} with only {{\"{}\": \"{id}\"}}", self.tool, self.id)
    }
}
