//! Questions as MCP tasks: everything comes from the hub, as this asker.

use domain::DecidedBy;
use protocol::{AnsweredBy, AskReply, AskerResult, ChoiceResult, ClientStep, WaitReply};
use serde_json::{Value, json};

use crate::agent::{Agent, MODERN, question};
use crate::hub::{Hub, ID, URL, ask_reply, pending, selected, summary};

const ASKED: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef";
const LOOK: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=0";
const CANCEL: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/cancel";

fn as_task() -> AskReply {
    AskReply {
        delivery: ClientStep::McpTask,
        ..ask_reply("web")
    }
}

async fn able(hub: &Hub) -> Agent {
    let capabilities = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    Agent::able(hub, MODERN, capabilities).await
}

/// Looks at the task, which the hub knows as `found`.
async fn get(hub: &Hub, agent: &mut Agent, asked: &AskReply, found: &WaitReply) -> Value {
    agent
        .start("get", "tasks/get", json!({ "taskId": ID }))
        .await;
    hub.expect(ASKED).await.reply(asked).await;
    hub.expect(LOOK).await.reply(found).await;
    let mut response = agent.receive().await;
    response["result"].take()
}

#[tokio::test]
async fn call_becomes_an_mcp_task_that_returns_the_result_when_finished() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    agent.call("1", question()).await;
    let mut ask = hub.expect("POST /api/v1/asks").await;
    assert_eq!(ask.offers.as_deref(), Some("task"));
    ask.reply(&as_task()).await;
    hub.expect(LOOK).await.reply(&pending("web")).await;
    let created = agent.receive().await;
    let task = json!({
        "taskId": ID, "status": "working",
        "createdAt": "2026-01-01T00:00:00.000Z", "lastUpdatedAt": "2026-01-01T00:00:00.000Z",
        "ttlMs": null, "pollIntervalMs": 5000,
    });
    let mut expected = task.clone();
    expected["resultType"] = json!("task");
    expected["statusMessage"] = json!(format!(
        "Waiting for the person to decide \"Which schema?\": {URL}"
    ));
    assert_eq!(created["result"], expected);

    let mut working = get(&hub, &mut agent, &as_task(), &pending("web")).await;
    working.as_object_mut().unwrap().remove("resultType");
    assert_eq!(working, task);

    let mut decided = as_task();
    decided.interaction.completed_at = Some("2026-01-01T00:01:00.000Z".into());
    let done = get(&hub, &mut agent, &decided, &selected()).await;
    assert_eq!(done["status"], "completed");
    assert_eq!(done["lastUpdatedAt"], "2026-01-01T00:01:00.000Z");
    let result = &done["result"];
    assert_eq!(result["structuredContent"]["selected_ids"], json!(["wide"]));
    assert_eq!(result["isError"], false);
    let receipt = hub.next().await;
    assert!(receipt.line.ends_with("/receipt"), "{}", receipt.line);
}

#[tokio::test]
async fn mcp_task_cancellation_withdraws_its_question() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    agent
        .start("1", "tasks/cancel", json!({ "taskId": ID }))
        .await;
    hub.expect(CANCEL).await.reply(&summary("web")).await;
    assert_eq!(
        agent.receive().await["result"],
        json!({ "resultType": "complete" })
    );

    let by = AnsweredBy {
        kind: DecidedBy::Asker,
        surface: None,
        name: None,
        at: "2026-01-01T00:01:00.000Z".into(),
    };
    let withdrawn = WaitReply {
        result: AskerResult::Choice(ChoiceResult {
            answered_by: Some(by),
            ..selected().result.into_decided()
        }),
        ..selected()
    };
    let task = get(&hub, &mut agent, &as_task(), &withdrawn).await;
    assert_eq!(task["status"], "cancelled");

    // One that is decided stays decided, and the client learns so by looking.
    agent
        .start("2", "tasks/cancel", json!({ "taskId": ID }))
        .await;
    loop {
        let mut request = hub.next().await;
        if request.line == CANCEL {
            request.refuse(409, "already_decided").await;
            break;
        }
        request.reply(&summary("web")).await; // the receipt
    }
    assert_eq!(
        agent.receive().await["result"],
        json!({ "resultType": "complete" })
    );
}

#[tokio::test]
async fn mcp_tasks_are_refused_for_other_askers_and_clients_without_the_capability() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let task = json!({ "taskId": ID });
    let update = json!({ "taskId": ID, "inputResponses": {} });
    for (method, params, line) in [
        ("tasks/get", &task, ASKED),
        ("tasks/update", &update, ASKED),
        ("tasks/cancel", &task, CANCEL),
    ] {
        agent.start(method, method, params.clone()).await;
        hub.expect(line).await.refuse(404, "unknown_session").await;
        let response = agent.receive().await;
        assert_eq!(response["error"]["code"], -32602, "{response}");
    }
    agent.start("ack", "tasks/update", update.clone()).await;
    hub.expect(ASKED).await.reply(&as_task()).await;
    assert_eq!(
        agent.receive().await["result"],
        json!({ "resultType": "complete" })
    );

    let mut plain = Agent::ready(&hub, MODERN, "x").await;
    for (method, params) in [
        ("tasks/get", &task),
        ("tasks/update", &update),
        ("tasks/cancel", &task),
    ] {
        let response = plain.request(method, method, params.clone()).await;
        assert_eq!(response["error"]["code"], -32021, "{response}");
    }
}
