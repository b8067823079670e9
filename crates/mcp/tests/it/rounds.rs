//! Asking in rounds (2026-07-28): the call ends with what is wanted and is made again with it.

use serde_json::{Value, json};

use crate::agent::{Agent, MODERN, question};
use crate::elicitation::{RELAY, answered, relayed, with_form, with_link};
use crate::hub::{Hub, Request, URL, ask_reply, pending, selected, summary};

const ASKED: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef";
const LOOK: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=0";
const FIFTY: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=50";

async fn able(hub: &Hub) -> Agent {
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    Agent::able(hub, MODERN, capabilities).await
}

/// Makes the first call, as far as the wish for the person's answer.
async fn first_round(hub: &Hub, agent: &mut Agent) -> Value {
    agent.call("1", question()).await;
    let mut ask = hub.expect("POST /api/v1/asks").await;
    assert_eq!(ask.offers.as_deref(), Some("form,url"));
    ask.reply(&with_form()).await;
    wanted(hub, agent, "1").await
}

async fn wanted(hub: &Hub, agent: &mut Agent, id: &str) -> Value {
    hub.expect(LOOK).await.reply(&pending("elicitation")).await;
    let response = agent.receive().await;
    assert_eq!(response["id"], id, "{response}");
    assert_eq!(response["result"]["resultType"], "input_required");
    response["result"].clone()
}

/// Makes the call again with `state` and, where given, what the person did.
async fn again(agent: &mut Agent, id: &str, state: &Value, response: Option<Value>) {
    let mut params = json!({
        "name": "provide_choice", "arguments": question(), "requestState": state,
    });
    if let Some(response) = response {
        params["inputResponses"] = json!({ "answer": response });
    }
    agent.start(id, "tools/call", params).await;
}

fn accepting(choice: &str) -> Option<Value> {
    Some(json!({ "action": "accept", "content": { "choice": choice } }))
}

async fn relay_of(hub: &Hub) -> Request {
    hub.expect(ASKED).await.reply(&with_form()).await;
    hub.expect(RELAY).await
}

#[tokio::test]
async fn call_returns_the_form_and_the_next_call_brings_its_answer() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let wish = first_round(&hub, &mut agent).await;
    let expected = json!({ "answer": {
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": "Which schema?\n\nBoth layouts work.",
            "requestedSchema": {
                "type": "object",
                "properties": { "choice": {
                    "type": "string", "title": "Choose one", "default": "wide",
                    "oneOf": [
                        { "const": "wide", "title": "Wide" },
                        { "const": "narrow", "title": "Narrow" },
                    ],
                } },
                "required": ["choice"],
            },
        },
    } });
    assert_eq!(wish["inputRequests"], expected);
    again(&mut agent, "2", &wish["requestState"], accepting("narrow")).await;
    let mut relay = relay_of(&hub).await;
    relayed(&relay, answered("narrow"));
    relay.reply(&summary("elicitation")).await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("2").await["action_status"], "selected");
}

#[tokio::test]
async fn round_sent_twice_has_the_same_answer_id() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let state = first_round(&hub, &mut agent).await["requestState"].clone();
    let mut acts = Vec::new();
    for id in ["2", "3"] {
        again(&mut agent, id, &state, accepting("wide")).await;
        let mut relay = relay_of(&hub).await;
        acts.push(relayed(&relay, answered("wide")));
        relay.reply(&summary("elicitation")).await;
        hub.expect(FIFTY).await.reply(&selected()).await;
        agent.result(id).await;
        hub.next().await.reply(&summary("elicitation")).await; // the receipt
    }
    assert_eq!(acts[0], acts[1]);
}

#[tokio::test]
async fn round_returns_the_outcome_when_the_question_is_answered_elsewhere() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let state = first_round(&hub, &mut agent).await["requestState"].clone();
    again(&mut agent, "2", &state, accepting("narrow")).await;
    let mut decided = with_form();
    decided.interaction.status = domain::interaction::Status::Submitted;
    hub.expect(ASKED).await.reply(&decided).await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("2").await["selected_ids"], json!(["wide"]));
}

#[tokio::test]
async fn round_is_relayed_even_if_the_question_is_shown_elsewhere_now() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let state = first_round(&hub, &mut agent).await["requestState"].clone();
    again(&mut agent, "2", &state, accepting("narrow")).await;
    hub.expect(ASKED).await.reply(&ask_reply("terminal")).await;
    let mut relay = hub.expect(RELAY).await;
    relayed(&relay, answered("narrow"));
    // Were it refused as invalid, there would be no form to come again.
    relay.refuse(422, "invalid_request").await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("2").await["action_status"], "selected");
}

#[tokio::test]
async fn round_state_is_refused_for_another_call() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let state = first_round(&hub, &mut agent).await["requestState"].clone();
    let text = state.as_str().unwrap();
    let tampered = format!("{}x", &text[..text.len() - 1]);
    let mut other = question();
    other["title"] = json!("Which table?");
    for (id, arguments, state) in [
        ("2", question(), json!(tampered)),
        ("3", other, state.clone()),
        ("4", question(), json!("rs1.made.up")),
    ] {
        let params = json!({
            "name": "provide_choice", "arguments": arguments, "requestState": state,
            "inputResponses": { "answer": accepting("wide") },
        });
        let response = agent.request(id, "tools/call", params).await;
        assert_eq!(response["error"]["code"], -32602, "{response}");
    }
    let params = json!({
        "name": "provide_choice", "arguments": question(), "requestState": state,
        "_meta": {},
    });
    let mut stranger = Agent::connect(&hub);
    stranger.greet(MODERN, "another-client").await;
    let response = stranger.request("5", "tools/call", params).await;
    assert_eq!(response["error"]["code"], -32602, "{response}");
}

#[tokio::test]
async fn round_with_invalid_answers_is_repeated_and_then_moved_to_the_hub() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let mut wish = first_round(&hub, &mut agent).await;
    again(&mut agent, "2", &wish["requestState"], None).await;
    hub.expect(ASKED).await.reply(&with_form()).await;
    wish = wanted(&hub, &mut agent, "2").await;

    again(&mut agent, "3", &wish["requestState"], accepting("neither")).await;
    relay_of(&hub).await.refuse(422, "invalid_request").await;
    wish = wanted(&hub, &mut agent, "3").await;
    let message = &wish["inputRequests"]["answer"]["params"]["message"];
    let expected = "the hub says no\n\nWhich schema?\n\nBoth layouts work.";
    assert_eq!(message, expected);

    again(&mut agent, "4", &wish["requestState"], accepting("neither")).await;
    relay_of(&hub).await.refuse(422, "invalid_request").await;
    let mut relay = hub.expect(RELAY).await;
    relayed(&relay, json!("unavailable"));
    relay.reply(&summary("web")).await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("4").await["action_status"], "selected");
}

#[tokio::test]
async fn declined_round_is_relayed_and_waits_if_the_hub_refuses_it() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    let wish = first_round(&hub, &mut agent).await;
    let declined = Some(json!({ "action": "decline" }));
    again(&mut agent, "2", &wish["requestState"], declined).await;
    let mut relay = relay_of(&hub).await;
    relayed(&relay, json!("cancelled"));
    relay.refuse(403, "not_by_form").await;
    hub.expect(FIFTY).await.reply(&pending("elicitation")).await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("2").await["action_status"], "selected");
}

#[tokio::test]
async fn round_with_a_followed_link_waits_for_the_answer() {
    let hub = Hub::new();
    let mut agent = able(&hub).await;
    agent.call("1", question()).await;
    hub.expect("POST /api/v1/asks")
        .await
        .reply(&with_link())
        .await;
    let wish = wanted(&hub, &mut agent, "1").await;
    let params = &wish["inputRequests"]["answer"]["params"];
    assert_eq!(
        (&params["mode"], &params["url"]),
        (&json!("url"), &json!(URL))
    );
    let followed = Some(json!({ "action": "accept" }));
    again(&mut agent, "2", &wish["requestState"], followed).await;
    hub.expect(ASKED).await.reply(&with_link()).await;
    hub.expect(FIFTY).await.reply(&selected()).await;
    assert_eq!(agent.result("2").await["action_status"], "selected");
}
