//! Forms put up in the client by request (until 2025-11-25), beside the wait. Time is virtual.

use std::time::Duration;

use protocol::{AskReply, ClientStep, Form, FormOption, FormSelect};
use serde_json::{Value, json};
use tokio::time::{advance, timeout};

use crate::agent::{Agent, LEGACY, question};
use crate::hub::{Hub, ID, Request, URL, ask_reply, pending, selected, summary};

pub(crate) const RELAY: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/relay";
const FIFTY: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=50";
const POLL: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?kind=choice";
const NEWEST: &str = "2025-11-25";

/// A question that the hub lets the client ask.
pub(crate) fn with_form() -> AskReply {
    let option = |id: &str, label: &str| FormOption {
        id: id.into(),
        label: label.into(),
    };
    AskReply {
        delivery: ClientStep::Form(Form {
            message: "Which schema?\n\nBoth layouts work.".into(),
            select: Some(FormSelect {
                title: "Choose one".into(),
                options: vec![option("wide", "Wide"), option("narrow", "Narrow")],
                default_ids: vec!["wide".into()],
                min: 1,
                max: 1,
            }),
            text: None,
        }),
        ..ask_reply("elicitation")
    }
}

pub(crate) fn with_link() -> AskReply {
    AskReply {
        delivery: ClientStep::Link {
            message: "Which schema?".into(),
        },
        ..ask_reply("elicitation")
    }
}

/// Checks a relayed decision and returns the name of the act.
pub(crate) fn relayed(request: &Request, decision: Value) -> String {
    let answer_id = request.body["answer_id"].as_str().unwrap().to_owned();
    assert_eq!(answer_id.len(), 32);
    let expected = json!({ "answer_id": answer_id, "decision": decision });
    assert_eq!(request.body, expected);
    answer_id
}

pub(crate) fn answered(selected: &str) -> Value {
    json!({ "answered": { "selected_ids": [selected], "placeholder_shown": false } })
}

/// A client with an open form and a call that waits, and the hub's side of that call.
async fn with_open_form(hub: &Hub, reply: &AskReply) -> (Agent, Request, Value) {
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut agent = Agent::able(hub, NEWEST, capabilities).await;
    agent.call("1", question()).await;
    hub.expect("POST /api/v1/asks").await.reply(reply).await;
    let wait = hub.expect(FIFTY).await;
    let form = agent.receive().await;
    assert_eq!(form["method"], "elicitation/create");
    (agent, wait, form)
}

async fn respond(agent: &mut Agent, form: &Value, result: Value) {
    let response = json!({ "jsonrpc": "2.0", "id": form["id"], "result": result });
    agent.send(&response).await;
}

async fn accept(agent: &mut Agent, form: &Value, choice: &str) {
    let result = json!({ "action": "accept", "content": { "choice": choice } });
    respond(agent, form, result).await;
}

/// Expects the form to be withdrawn, among the next two messages; returns the other one.
async fn withdrawn_beside(agent: &mut Agent, form: &Value) -> Value {
    let (one, other) = (agent.receive().await, agent.receive().await);
    let is_notice = |message: &Value| message["method"] == "notifications/cancelled";
    let (notice, rest) = if is_notice(&one) {
        (one, other)
    } else {
        (other, one)
    };
    assert!(is_notice(&notice), "{notice} {rest}");
    assert_eq!(notice["params"]["requestId"], form["id"]);
    rest
}

#[tokio::test(start_paused = true)]
async fn client_with_forms_gets_one_and_its_answer_is_relayed() {
    let titled = json!({ "type": "string", "title": "Choose one", "default": "wide", "oneOf": [
        { "const": "wide", "title": "Wide" }, { "const": "narrow", "title": "Narrow" },
    ] });
    let named = json!({ "type": "string", "title": "Choose one", "enum": ["wide", "narrow"],
        "enumNames": ["Wide", "Narrow"] });
    for (revision, offers, field) in [
        (LEGACY[0], "basic_form", named),
        (LEGACY[1], "form", titled),
    ] {
        let hub = Hub::new();
        let mut agent = Agent::able(&hub, revision, json!({ "elicitation": {} })).await;
        agent.call("1", question()).await;
        let mut ask = hub.expect("POST /api/v1/asks").await;
        assert_eq!(ask.offers.as_deref(), Some(offers));
        ask.reply(&with_form()).await;
        let mut wait = hub.expect(FIFTY).await;
        let mut form = agent.receive().await;
        form["params"].as_object_mut().unwrap().remove("_meta");
        let expected = json!({
            "jsonrpc": "2.0", "id": form["id"], "method": "elicitation/create",
            "params": {
                "mode": "form",
                "message": "Which schema?\n\nBoth layouts work.",
                "requestedSchema": {
                    "type": "object", "properties": { "choice": field }, "required": ["choice"],
                },
            },
        });
        assert_eq!(form, expected);
        accept(&mut agent, &form, "narrow").await;
        let mut relay = hub.expect(RELAY).await;
        relayed(&relay, answered("narrow"));
        relay.reply(&summary("elicitation")).await;
        wait.reply(&selected()).await;
        assert_eq!(agent.result("1").await["action_status"], "selected");
    }
}

#[tokio::test(start_paused = true)]
async fn form_is_withdrawn_when_the_question_is_answered_elsewhere() {
    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    wait.reply(&selected()).await;
    let result = withdrawn_beside(&mut agent, &form).await;
    assert_eq!(
        result["result"]["structuredContent"]["selected_ids"],
        json!(["wide"])
    );
}

#[tokio::test(start_paused = true)]
async fn form_that_is_declined_or_closed_cancels_the_question() {
    for action in ["decline", "cancel"] {
        let hub = Hub::new();
        let (mut agent, _wait, form) = with_open_form(&hub, &with_form()).await;
        respond(&mut agent, &form, json!({ "action": action })).await;
        relayed(&hub.expect(RELAY).await, json!("cancelled"));
    }
}

#[tokio::test(start_paused = true)]
async fn form_with_invalid_answers_is_repeated_and_then_moved_to_the_hub() {
    let hub = Hub::new();
    let (mut agent, _wait, mut form) = with_open_form(&hub, &with_form()).await;
    for attempt in 1..=3 {
        accept(&mut agent, &form, "neither").await;
        let mut relay = hub.expect(RELAY).await;
        relayed(&relay, answered("neither"));
        relay.refuse(422, "invalid_request").await;
        if attempt < 3 {
            form = agent.receive().await;
            let message = form["params"]["message"].as_str().unwrap();
            assert!(
                message.starts_with("the hub says no\n\nWhich schema?"),
                "{message}"
            );
        }
    }
    relayed(&hub.expect(RELAY).await, json!("unavailable"));
}

#[tokio::test(start_paused = true)]
async fn call_waits_for_the_hub_when_the_client_fails_to_show_a_form() {
    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    let error = json!({ "code": -32601, "message": "Method not found" });
    agent
        .send(&json!({ "jsonrpc": "2.0", "id": form["id"], "error": error }))
        .await;
    let mut relay = hub.expect(RELAY).await;
    relayed(&relay, json!("unavailable"));
    relay.reply(&summary("web")).await;
    wait.reply(&selected()).await;
    assert_eq!(agent.result("1").await["action_status"], "selected");
}

#[tokio::test(start_paused = true)]
async fn form_answered_after_the_window_is_still_relayed() {
    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    advance(Duration::from_secs(50)).await;
    wait.reply(&pending("elicitation")).await;
    assert_eq!(agent.result("1").await["action_status"], "pending");
    accept(&mut agent, &form, "wide").await;
    relayed(&hub.expect(RELAY).await, answered("wide"));
}

#[tokio::test(start_paused = true)]
async fn poll_that_finds_the_outcome_withdraws_the_form() {
    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    advance(Duration::from_secs(50)).await;
    wait.reply(&pending("elicitation")).await;
    agent.result("1").await;
    agent.call("2", json!({ "session_id": ID })).await;
    hub.expect(POLL).await.reply(&selected()).await;
    let result = withdrawn_beside(&mut agent, &form).await;
    assert_eq!(result["id"], "2");
}

#[tokio::test(start_paused = true)]
async fn repeated_call_opens_no_second_form() {
    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    advance(Duration::from_secs(50)).await;
    wait.reply(&pending("elicitation")).await;
    agent.result("1").await;
    agent.call("2", question()).await;
    hub.expect("POST /api/v1/asks")
        .await
        .reply(&with_form())
        .await;
    let mut wait = hub.expect(FIFTY).await;
    let silence = timeout(Duration::from_secs(5), agent.receive()).await;
    assert!(silence.is_err(), "{silence:?}");
    accept(&mut agent, &form, "wide").await;
    let mut relay = hub.expect(RELAY).await;
    relay.reply(&summary("elicitation")).await;
    wait.reply(&selected()).await;
    assert_eq!(agent.result("2").await["action_status"], "selected");
}

#[tokio::test(start_paused = true)]
async fn form_is_withdrawn_when_the_call_is_cancelled_or_the_question_times_out() {
    let hub = Hub::new();
    let (mut agent, wait, form) = with_open_form(&hub, &with_form()).await;
    agent.cancel("1").await;
    wait.hung_up().await;
    hub.take_leave().await;
    let notice = agent.receive().await;
    assert_eq!(notice["params"]["requestId"], form["id"]);
    agent.call("2", question()).await;
    hub.expect("POST /api/v1/asks")
        .await
        .reply(&with_form())
        .await;
    let next = agent.receive().await;
    assert_eq!(next["method"], "elicitation/create", "{next}");

    let hub = Hub::new();
    let (mut agent, mut wait, form) = with_open_form(&hub, &with_form()).await;
    advance(Duration::from_secs(50)).await;
    wait.reply(&pending("elicitation")).await;
    agent.result("1").await;
    advance(Duration::from_secs(250)).await;
    let notice = agent.receive().await;
    assert_eq!(notice["params"]["requestId"], form["id"]);
    assert_eq!(notice["params"]["reason"], "the question's time is over");
}

#[tokio::test(start_paused = true)]
async fn link_to_the_question_decides_nothing_when_followed() {
    let hub = Hub::new();
    let (mut agent, mut wait, mut form) = with_open_form(&hub, &with_link()).await;
    form["params"].as_object_mut().unwrap().remove("_meta");
    let expected = json!({
        "mode": "url", "message": "Which schema?", "url": URL, "elicitationId": ID,
    });
    assert_eq!(form["params"], expected);
    respond(&mut agent, &form, json!({ "action": "accept" })).await;
    wait.reply(&selected()).await;
    assert_eq!(agent.result("1").await["action_status"], "selected");
    let receipt = hub.next().await;
    assert!(receipt.line.ends_with("/receipt"), "{}", receipt.line);
}
