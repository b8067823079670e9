//! The tool `provide_choice`: options, free text, or both.

use client::{ClientError, HubClient};
use domain::interaction::QuestionKind;
use protocol::{ActionStatus, AskReply, AskerResult, ChoiceResult, ChoiceSpec, Problem};
use rmcp::model::{CallToolResult, JsonObject};

use crate::arguments::{Request, parse};
use crate::asking::{AskingTool, Words};
use crate::offer::ToolName;
use crate::refusal;

pub(crate) struct ProvideChoice;

impl AskingTool for ProvideChoice {
    type Question = ChoiceSpec;
    type Result = ChoiceResult;

    const WORDS: Words = Words {
        tool: ToolName::ProvideChoice.as_str(),
        id: "session_id",
        status: Some("action_status"),
    };
    const KIND: QuestionKind = QuestionKind::Choice;

    fn parse(arguments: JsonObject) -> Result<Request<ChoiceSpec>, Vec<Problem>> {
        parse(arguments)
    }

    async fn send(hub: &HubClient, question: &ChoiceSpec) -> Result<AskReply, ClientError> {
        hub.ask(question).await
    }

    fn result(result: AskerResult, _: Option<String>) -> Option<ChoiceResult> {
        match result {
            AskerResult::Choice(choice) => Some(choice),
            AskerResult::Request(_)
            | AskerResult::Approval(_)
            | AskerResult::Reply(_)
            | AskerResult::Permission(_)
            | AskerResult::Form(_) => None,
        }
    }

    fn pending(reply: &AskReply) -> ChoiceResult {
        ChoiceResult {
            session_id: reply.interaction.session_id.clone(),
            action_status: ActionStatus::Pending,
            selected_ids: Vec::new(),
            custom_input: None,
            option_annotations: Default::default(),
            global_annotation: None,
            placeholder_used: None,
            hidden_option_ids: Vec::new(),
            auto_submitted: None,
            interface: Some(reply.interaction.interface),
            answered_by: None,
            waited_ms: None,
            summary: None,
        }
    }

    fn refuse(problems: &[Problem]) -> CallToolResult {
        refusal::refuse(problems)
    }
}
