//! The wait ladder: windows, progress, and hubs that go away. Time is virtual.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use tokio::time::{advance, timeout};

use crate::agent::{Agent, MODERN, question};
use crate::hub::{Hub, ID, URL, ask_reply, pending, selected};

const FIFTY: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=50";
const POLL: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?kind=choice";

#[tokio::test(start_paused = true)]
async fn call_returns_pending_at_the_end_of_its_window() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "nobody-knows-me").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    let mut wait = hub.expect(FIFTY).await;
    advance(Duration::from_secs(50)).await;
    wait.reply(&pending("web")).await;
    let instructions = format!(
        "The person has not answered yet; the question stays open at url. To go on waiting, call \
         provide_choice with only {{\"session_id\": \"{ID}\"}} until action_status is no longer \
         \"pending\". Do not ask the question again and do not go on without the answer."
    );
    let expected = json!({
        "session_id": ID,
        "action_status": "pending",
        "interface": "web",
        "url": URL,
        "instructions": instructions,
    });
    assert_eq!(agent.result("1").await, expected);
}

#[tokio::test(start_paused = true)]
async fn window_setting_overrides_the_clients_default() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "codex-mcp-client").await;
    agent.call("1", question()).await;
    let mut reply = ask_reply("web");
    reply.client_windows = BTreeMap::from([("Codex".into(), 20)]);
    hub.expect("POST /api/v1/asks").await.reply(&reply).await;
    let wait = hub.next().await;
    assert!(wait.line.ends_with("?wait_seconds=20"), "{}", wait.line);
}

#[tokio::test(start_paused = true)]
async fn progress_is_sent_every_ten_seconds_until_the_result() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, "2025-11-25", "nobody-knows-me").await;
    agent.call_with_progress("1", question()).await;
    hub.take_question("web").await;
    let mut wait = hub.expect(FIFTY).await;
    for (progress, left) in [
        (0.0, "5 min 0 s"),
        (10.0, "4 min 50 s"),
        (20.0, "4 min 40 s"),
    ] {
        let notification = agent.receive().await;
        let message =
            format!("Waiting for the person to decide \"Which schema?\": {URL} ({left} left)");
        let expected = json!({
            "jsonrpc": "2.0",
            "method": "notifications/progress",
            "params": { "progressToken": "p1", "progress": progress, "message": message },
        });
        assert_eq!(notification, expected);
    }
    wait.reply(&selected()).await;
    assert_eq!(agent.result("1").await["action_status"], "selected");
    let silence = timeout(Duration::from_secs(30), agent.receive()).await;
    assert!(silence.is_err(), "{silence:?}");
}

#[tokio::test(start_paused = true)]
async fn progress_is_not_sent_without_a_progress_token() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "nobody-knows-me").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    let mut wait = hub.expect(FIFTY).await;
    let silence = timeout(Duration::from_secs(45), agent.receive()).await;
    assert!(silence.is_err(), "{silence:?}");
    wait.reply(&selected()).await;
    assert_eq!(agent.result("1").await["action_status"], "selected");
}

#[tokio::test(start_paused = true)]
async fn poll_sends_progress_too() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent
        .call_with_progress("1", json!({ "session_id": ID }))
        .await;
    let mut poll = hub.expect(POLL).await;
    for progress in [0.0, 10.0] {
        assert_eq!(agent.receive().await["params"]["progress"], progress);
    }
    poll.reply(&pending("web")).await;
    assert_eq!(agent.result("1").await["action_status"], "pending");
}

#[tokio::test(start_paused = true)]
async fn wait_continues_on_a_new_hub_without_asking_twice() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "nobody-knows-me").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    let first = hub.expect(FIFTY).await;
    advance(Duration::from_secs(20)).await;
    drop(first);
    // The rest of the window, on a new connection.
    let mut second = hub.next().await;
    assert_eq!(second.line, FIFTY.replace("=50", "=30"));
    // A hub that stops lets its waiters go with what it knows.
    second.reply(&pending("web")).await;
    let mut third = hub.next().await;
    assert_eq!(third.line, FIFTY.replace("=50", "=30"));
    third.reply(&selected()).await;
    assert_eq!(agent.result("1").await["selected_ids"], json!(["wide"]));
}

#[tokio::test(start_paused = true)]
async fn ask_is_repeated_when_the_hub_is_lost() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    drop(hub.expect("POST /api/v1/asks").await);
    hub.take_question("terminal").await;
    assert_eq!(agent.result("1").await["session_id"], ID);
}

#[tokio::test(start_paused = true)]
async fn call_ends_with_a_hint_to_poll_when_the_hub_stays_away() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "nobody-knows-me").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    for _ in 0..7 {
        drop(hub.next().await);
    }
    let error = agent.result("1").await["error"].clone();
    assert_eq!(error["code"], "hub_unreachable");
    let hint = error["hint"].as_str().unwrap();
    assert!(
        hint.starts_with("The question is stored. Call provide_choice with only"),
        "{hint}"
    );
    assert!(hint.contains(ID), "{hint}");
}
