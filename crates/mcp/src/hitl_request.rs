//! The tool `hitl_request`: exactly one of the given options, with an optional confirmation.

use client::{ClientError, HubClient};
use domain::interaction::QuestionKind;
use protocol::{AskReply, AskerResult, HitlRequest, HitlResult, Notice, Problem};
use rmcp::model::{CallToolResult, JsonObject};
use serde_json::json;

use crate::arguments::{Request, parse_hitl};
use crate::asking::{AskingTool, Words};
use crate::offer::ToolName;
use crate::refusal::for_agents;

pub(crate) struct HitlTool;

impl AskingTool for HitlTool {
    type Question = HitlRequest;
    type Result = HitlResult;

    const WORDS: Words = Words {
        tool: ToolName::HitlRequest.as_str(),
        id: "requestId",
        status: Some("status"),
    };
    const KIND: QuestionKind = QuestionKind::Request;

    fn parse(arguments: JsonObject) -> Result<Request<HitlRequest>, Vec<Problem>> {
        parse_hitl(arguments)
    }

    async fn send(hub: &HubClient, question: &HitlRequest) -> Result<AskReply, ClientError> {
        hub.ask_hitl(question).await
    }

    fn result(result: AskerResult, _: Option<String>) -> Option<HitlResult> {
        result.into_hitl()
    }

    fn pending(reply: &AskReply) -> HitlResult {
        let mut result = HitlResult::pending(reply.interaction.session_id.clone());
        let is_clamp = |notice: &&Notice| notice.code == Notice::TIMEOUT_CLAMPED;
        if let Some(clamped) = reply.notices.iter().find(is_clamp) {
            result.add(clamped);
        }
        result
    }

    /// An error has the fields of a result too: a caller that only looks at `ok` is not misled.
    fn refuse(problems: &[Problem]) -> CallToolResult {
        let problems = for_agents(problems);
        let messages: Vec<&str> = problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        CallToolResult::structured_error(json!({
            "ok": false,
            "status": "error",
            "confirmed": false,
            "selectedOption": null,
            "selectedOptionId": null,
            "source": "system",
            "requestId": null,
            "message": messages.join("; "),
            "error": problems.first(),
            "errors": problems,
        }))
    }
}
