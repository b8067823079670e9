//! Delivery is confirmed when it has happened, and not before.

use std::time::Duration;

use tokio::time::timeout;

use crate::agent::{Agent, question};
use crate::hub::{Hub, selected, summary};

const RECEIPT: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/receipt";

#[tokio::test(start_paused = true)]
async fn receipt_is_sent_only_after_the_response_was_written() {
    let hub = Hub::new();
    // The result does not fit into the pipe, so that it is written only when it is read.
    let mut agent = Agent::connect_narrow(&hub, 64);
    agent.greet("2025-11-25", "x").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    hub.next().await.reply(&selected()).await;
    let early = timeout(Duration::from_secs(30), hub.next()).await;
    assert!(
        early.is_err(),
        "confirmed before it was read: {}",
        early.unwrap().line
    );
    agent.result("1").await;
    hub.expect(RECEIPT).await.reply(&summary("web")).await;
}

#[tokio::test(start_paused = true)]
async fn receipt_is_sent_again_after_the_hub_was_lost() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, "2025-11-25", "x").await;
    agent.call("1", question()).await;
    hub.take_question("web").await;
    hub.next().await.reply(&selected()).await;
    agent.result("1").await;
    let leaving = tokio::spawn(agent.leave());
    drop(hub.expect(RECEIPT).await);
    hub.expect(RECEIPT).await.reply(&summary("web")).await;
    let (_, served) = leaving.await.unwrap();
    assert!(served.is_ok());
}
