//! The tool `report_outcome`: an agent that the hub runs says how its turn ends.

use client::HubClient;
use domain::task::TurnOutcome;
use protocol::{Problem, ReportRequest};
use rmcp::model::{CallToolResult, JsonObject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::parse_report;
use crate::refusal;

/// What the agent is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Noted {
    /// The outcome that was noted.
    #[schemars(with = "String")]
    outcome: TurnOutcome,
    /// What to do next.
    instructions: &'static str,
}

pub(crate) async fn run(hub: &HubClient, arguments: JsonObject) -> CallToolResult {
    match report(hub, arguments).await {
        Ok(noted) => CallToolResult::structured(
            serde_json::to_value(noted).expect("what was noted is plain values"),
        ),
        Err(problems) => refusal::refuse(&problems),
    }
}

async fn report(hub: &HubClient, arguments: JsonObject) -> Result<Noted, Vec<Problem>> {
    let request: ReportRequest = parse_report(arguments)?;
    let reported = hub.report_outcome(&request).await;
    reported.map_err(|error| refusal::not_reported(&error))?;
    Ok(Noted {
        outcome: request.outcome,
        instructions: match request.outcome {
            TurnOutcome::Done => "Noted. End your turn now.",
            TurnOutcome::NeedsReply => {
                "Noted. End your turn now: the person's reply will be your next message."
            }
        },
    })
}
