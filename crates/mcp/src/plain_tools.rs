//! The tools `requestUserChoice` and `ask_human`: their result is one plain message, as a person
//! would have typed it into the chat.

use client::{ClientError, HubClient};
use domain::interaction::QuestionKind;
use protocol::{ActionStatus, AskReply, AskerResult, ChoiceResult, PlainSpec, Problem};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::{Request, parse_plain_choice, parse_plain_text};
use crate::asking::{AskingTool, Words};
use crate::offer::ToolName;
use crate::output::ToolOutput;
use crate::refusal;

pub(crate) struct RequestUserChoice;

pub(crate) struct AskHuman;

/// A decision in one sentence; empty while there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PlainResult {
    text: String,
}

/// What tells the two from each other.
pub(crate) trait PlainTool {
    const NAME: ToolName;

    fn parse(arguments: JsonObject) -> Result<Request<PlainSpec>, Vec<Problem>>;
}

impl PlainTool for RequestUserChoice {
    const NAME: ToolName = ToolName::RequestUserChoice;

    fn parse(arguments: JsonObject) -> Result<Request<PlainSpec>, Vec<Problem>> {
        parse_plain_choice(arguments)
    }
}

impl PlainTool for AskHuman {
    const NAME: ToolName = ToolName::AskHuman;

    fn parse(arguments: JsonObject) -> Result<Request<PlainSpec>, Vec<Problem>> {
        parse_plain_text(arguments)
    }
}

impl<P: PlainTool> AskingTool for P {
    type Question = PlainSpec;
    type Result = PlainResult;

    const WORDS: Words = Words {
        tool: P::NAME.as_str(),
        id: "session_id",
        status: None,
    };
    const KIND: QuestionKind = QuestionKind::Choice;
    /// A task is fetched without knowing which tool asked, and so in another form.
    const FITS_MCP_TASK: bool = false;

    fn parse(arguments: JsonObject) -> Result<Request<PlainSpec>, Vec<Problem>> {
        P::parse(arguments)
    }

    async fn send(hub: &HubClient, question: &PlainSpec) -> Result<AskReply, ClientError> {
        hub.ask_plain(question).await
    }

    fn result(result: AskerResult, in_words: Option<String>) -> Option<PlainResult> {
        match result {
            AskerResult::Choice(choice) => Some(PlainResult {
                text: sentence(&choice, in_words.unwrap_or_default()),
            }),
            AskerResult::Request(_)
            | AskerResult::Approval(_)
            | AskerResult::Reply(_)
            | AskerResult::Permission(_)
            | AskerResult::Form(_) => None,
        }
    }

    fn pending(_: &AskReply) -> PlainResult {
        PlainResult {
            text: String::new(),
        }
    }

    /// A pending question says what to do next, and nothing else.
    fn render(output: ToolOutput<PlainResult>) -> CallToolResult {
        let text = output.instructions.unwrap_or(output.result.text);
        CallToolResult::success(vec![ContentBlock::text(text)])
    }

    fn refuse(problems: &[Problem]) -> CallToolResult {
        refusal::refuse(problems)
    }
}

fn sentence(choice: &ChoiceResult, answer: String) -> String {
    match choice.action_status {
        ActionStatus::Pending => String::new(),
        // Silence is not consent, so the agent is told who decided.
        ActionStatus::Selected | ActionStatus::CustomInput if choice.auto_submitted.is_some() => {
            format!(
                "{answer}\n\n(Nobody answered in time. The person's settings sent this option.)"
            )
        }
        ActionStatus::Selected | ActionStatus::CustomInput => answer,
        ActionStatus::Cancelled => match &choice.global_annotation {
            Some(note) => format!("The person declined to answer: {note}"),
            None => "The person declined to answer.".into(),
        },
        ActionStatus::Timeout => "Nobody answered in time; nothing was decided.".into(),
    }
}
