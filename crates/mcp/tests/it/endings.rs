//! Calls that the client has given up: the wait ends, the question stays.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::agent::{Agent, LEGACY, MODERN, question};
use crate::hub::{Hub, ID};

#[tokio::test(start_paused = true)]
async fn cancelled_call_ends_its_wait_without_a_receipt() {
    for revision in LEGACY.into_iter().chain([MODERN]) {
        let hub = Hub::new();
        let mut agent = Agent::ready(&hub, revision, "x").await;
        agent.call("1", question()).await;
        hub.take_question("web").await;
        let wait = hub.next().await;
        agent.cancel("1").await;
        wait.hung_up().await;
        hub.take_leave().await;
        let quiet = timeout(Duration::from_secs(30), hub.next()).await;
        assert!(quiet.is_err(), "{revision}: {}", quiet.unwrap().line);
        // No response to the cancelled call; the next one is to the next.
        let next = agent.request("2", "tools/list", json!({})).await;
        assert!(next["result"]["tools"].is_array(), "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn waits_end_immediately_at_the_end_of_input() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    let wait = hub.next().await;
    let leaving = tokio::spawn(agent.leave());
    let promptly = Duration::from_secs(1);
    timeout(promptly, wait.hung_up())
        .await
        .expect("the hub learns of it");
    let (rest, served) = timeout(promptly, leaving)
        .await
        .expect("the process ends")
        .unwrap();
    assert!(served.is_ok());
    // A client that still reads is told how to get the answer.
    assert_eq!(rest.len(), 1);
    let result = &rest[0]["result"]["structuredContent"];
    assert_eq!(result["action_status"], "pending");
    assert_eq!(result["session_id"], ID);
}

#[tokio::test(start_paused = true)]
async fn question_received_right_before_the_end_of_input_is_still_asked() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let leaving = tokio::spawn(agent.leave());
    hub.take_question("web").await;
    let (rest, _) = leaving.await.unwrap();
    assert_eq!(rest[0]["result"]["structuredContent"]["session_id"], ID);
}

#[tokio::test(start_paused = true)]
async fn serve_returns_and_ends_all_waits_when_told_to_stop() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    let wait = hub.next().await;
    agent.stop.cancel();
    wait.hung_up().await;
    let (_, served) = agent.leave().await;
    assert!(served.is_ok());
}
