//! `hitl_request` as clients meet it: its own results, its own words, the same waiting.

use protocol::{AskerResult, HitlResult, RequestResult, WaitReply};
use serde_json::{Value, json};

use crate::agent::{Agent, LEGACY, MODERN};
use crate::hub::{COMMAND, Hub, ID, URL, ask_reply, pending, selected, summary};

const RECEIPT: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/receipt";
const POLL: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?kind=request";
const POLL_CHOICE: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?kind=choice";
const WAIT: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=280";

fn request() -> Value {
    json!({ "question": "Deploy now?", "options": ["Yes", "No"], "requireConfirmation": true })
}

async fn call(agent: &mut Agent, id: &str, name: &str, arguments: Value) {
    let params = json!({ "name": name, "arguments": arguments });
    agent.start(id, "tools/call", params).await;
}

fn of_kind(reply: WaitReply, hitl_result: HitlResult) -> WaitReply {
    let decided = reply.result.into_decided();
    WaitReply {
        result: AskerResult::Request(RequestResult {
            decided,
            hitl_result,
        }),
        ..reply
    }
}

fn still_open(interface: &str) -> WaitReply {
    of_kind(pending(interface), HitlResult::pending(ID.into()))
}

fn confirmed() -> (WaitReply, Value) {
    let result = json!({
        "ok": true, "status": "confirmed", "confirmed": true,
        "selectedOption": "Yes", "selectedOptionId": "opt_1", "source": "user",
        "requestId": ID, "message": "HITL request was answered and confirmed by the person.",
    });
    let reply = of_kind(selected(), serde_json::from_value(result.clone()).unwrap());
    (reply, result)
}

#[tokio::test]
async fn hitl_call_returns_the_confirmed_choice_in_every_protocol_revision() {
    for revision in LEGACY.into_iter().chain([MODERN]) {
        for name in ["hitl_request", "human_intervention_request"] {
            let hub = Hub::new();
            let mut agent = Agent::ready(&hub, revision, "codex-mcp-client").await;
            call(&mut agent, "1", name, request()).await;
            let mut asked = hub.expect("POST /api/v1/asks/hitl").await;
            let sent = json!({
                "question": "Deploy now?", "requireConfirmation": true,
                "options": [{ "label": "Yes" }, { "label": "No" }],
            });
            assert_eq!(asked.body, sent, "{revision}");
            asked.reply(&ask_reply("web")).await;
            let (reply, expected) = confirmed();
            hub.expect(WAIT).await.reply(&reply).await;
            assert_eq!(agent.result("1").await, expected, "{revision}");
            hub.expect(RECEIPT).await.reply(&summary("web")).await;
        }
    }
}

#[tokio::test]
async fn invalid_hitl_call_is_refused_and_reports_no_success() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    let arguments =
        json!({ "question": "Deploy now?", "options": ["Yes", "yes"], "freeText": true });
    call(&mut agent, "1", "hitl_request", arguments).await;
    let text = json!({
        "code": "free_text_unsupported",
        "field": "freeText",
        "message": "freeText asks for free text; hitl_request takes options only",
        "hint": "Leave it out, or use provide_choice with selection_mode \"text_input\" or \
                 \"hybrid\".",
    });
    let duplicate = json!({
        "code": "option_label_duplicate",
        "field": "options[1].label",
        "message": "option 1 has the label \"yes\", like option 0; case does not count",
        "hint": "Give every option a label of its own.",
    });
    let expected = json!({
        "ok": false, "status": "error", "confirmed": false,
        "selectedOption": null, "selectedOptionId": null, "source": "system", "requestId": null,
        "message": "freeText asks for free text; hitl_request takes options only; option 1 has \
                    the label \"yes\", like option 0; case does not count",
        "error": text, "errors": [text, duplicate],
    });
    assert_eq!(agent.result("1").await, expected);
}

#[tokio::test]
async fn pending_hitl_result_says_how_to_poll() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    call(&mut agent, "1", "hitl_request", request()).await;
    let mut asked = hub.expect("POST /api/v1/asks/hitl").await;
    asked.reply(&ask_reply("terminal")).await;
    let result = agent.result("1").await;
    let instructions = format!(
        "Run terminal_command in a terminal the person can see, or ask them to run it, then call \
         hitl_request with only {{\"requestId\": \"{ID}\"}} until status is no longer \
         \"pending\". Do not ask the question again and do not go on without the answer."
    );
    let expected = json!({
        "ok": false, "status": "pending", "confirmed": false,
        "selectedOption": null, "selectedOptionId": null, "source": "system", "requestId": ID,
        "message": "HITL request is still waiting for the person.",
        "terminal_command": COMMAND, "url": URL, "instructions": instructions,
    });
    assert_eq!(result, expected);
    call(&mut agent, "2", "hitl_request", json!({ "requestId": ID })).await;
    hub.expect(POLL).await.reply(&still_open("terminal")).await;
    assert_eq!(agent.result("2").await, expected);
}

#[tokio::test]
async fn hitl_poll_with_a_forged_id_is_refused() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    call(&mut agent, "1", "hitl_request", json!({ "requestId": ID })).await;
    hub.expect(POLL).await.refuse(404, "unknown_session").await;
    let result = agent.result("1").await;
    assert_eq!(result["error"]["code"], "unknown_session");
    assert_eq!(result["error"]["field"], "requestId");
    assert_eq!(result["ok"], false);
}

#[tokio::test]
async fn neither_tool_returns_the_result_of_the_other() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    call(
        &mut agent,
        "1",
        "provide_choice",
        json!({ "session_id": ID }),
    )
    .await;
    hub.expect(POLL_CHOICE).await.reply(&confirmed().0).await;
    let error = agent.result("1").await["error"].take();
    assert_eq!(error["code"], "other_tool");
    let right = format!("Call hitl_request with only {{\"requestId\": \"{ID}\"}}.");
    assert_eq!(error["hint"], right);
    call(&mut agent, "2", "hitl_request", json!({ "requestId": ID })).await;
    hub.expect(POLL).await.reply(&selected()).await;
    let error = agent.result("2").await["error"].take();
    assert_eq!(error["code"], "other_tool");
    let right = format!("Call provide_choice with only {{\"session_id\": \"{ID}\"}}.");
    assert_eq!(error["hint"], right);
    // No tool can ask for an approval.
    let approval = WaitReply {
        result: AskerResult::Approval(selected().result.into_decided()),
        ..selected()
    };
    call(
        &mut agent,
        "3",
        "provide_choice",
        json!({ "session_id": ID }),
    )
    .await;
    hub.expect(POLL_CHOICE).await.reply(&approval).await;
    assert_eq!(agent.result("3").await["error"]["code"], "other_tool");
}
