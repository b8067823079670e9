//! The same call made again: one question, whichever message comes first.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{Agent, MODERN, question};
use crate::hub::{Hub, ask_reply, selected, summary};

const ASK: &str = "POST /api/v1/asks";
const LEAVE: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/leave";
const RECEIPT: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/receipt";

/// Fails if the hub hears anything within a second.
async fn quiet(hub: &Hub) {
    let heard = timeout(Duration::from_secs(1), hub.next()).await;
    assert!(heard.is_err(), "{}", heard.unwrap().line);
}

#[tokio::test(start_paused = true)]
async fn repeated_ask_carries_the_same_key() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let lost = hub.expect(ASK).await;
    let key = lost.key.clone().expect("a key");
    drop(lost);
    assert_eq!(hub.take_question("terminal").await.key, Some(key.clone()));
    agent.result("1").await;
    agent.call("2", question()).await;
    let next = hub.take_question("terminal").await;
    assert_ne!(next.key, Some(key), "another call");
}

#[tokio::test(start_paused = true)]
async fn repeated_call_that_overtakes_its_cancellation_shares_the_question() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let key = hub.take_question("web").await.key;
    let first_wait = hub.next().await;
    agent.call("2", question()).await;
    let mut reply = ask_reply("web");
    reply.attached = true;
    let mut again = hub.expect(ASK).await;
    assert_eq!(again.key, key);
    again.reply(&reply).await;
    let mut second_wait = hub.next().await;
    agent.cancel("1").await;
    first_wait.hung_up().await;
    // The first call still waits: the second one waits for the same question.
    quiet(&hub).await;
    second_wait.reply(&selected()).await;
    assert_eq!(agent.result("2").await["selected_ids"], json!(["wide"]));
}

#[tokio::test(start_paused = true)]
async fn repeated_call_waits_until_the_hub_knows_of_the_cancellation() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let key = hub.take_question("web").await.key;
    let wait = hub.next().await;
    agent.cancel("1").await;
    agent.call("2", question()).await;
    wait.hung_up().await;
    let mut leave = hub.expect(LEAVE).await;
    quiet(&hub).await;
    leave.reply(&summary("web")).await;
    assert_ne!(hub.take_question("web").await.key, key, "another call");
}

#[tokio::test(start_paused = true)]
async fn call_cancelled_before_the_hub_replied_is_asked_and_left() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let mut asked = hub.expect(ASK).await;
    agent.cancel("1").await;
    agent.call("2", question()).await;
    quiet(&hub).await;
    asked.reply(&ask_reply("web")).await;
    hub.take_leave().await;
    hub.take_question("web").await;
}

#[tokio::test(start_paused = true)]
async fn repeated_question_waits_for_the_receipt_of_the_first() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    hub.next().await.reply(&selected()).await;
    agent.result("1").await;
    let mut receipt = hub.expect(RECEIPT).await;
    agent.call("2", question()).await;
    quiet(&hub).await;
    receipt.reply(&summary("web")).await;
    hub.take_question("web").await;
}
