//! Follows the hub's live stream, through restarts of the hub.

use std::time::Duration;

use client::HubClient;
use domain::Retry;
use protocol::ServerMessage;
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use crate::message::Message;

/// Pauses between attempts to reach the hub again: a person looks at the screen.
const RETRY: Retry = Retry::new(50, 1_000);

/// Passes on every change until the receiver is dropped.
pub(crate) async fn follow(client: HubClient, messages: Sender<Message>) {
    let mut seen = None;
    let mut retry = RETRY;
    let mut lost = false;
    loop {
        if let Ok(mut stream) = client.live(seen).await {
            if lost && messages.send(Message::Linked).await.is_err() {
                return;
            }
            lost = false;
            while let Ok(Some(message)) = stream.next().await {
                // Only now: a stream that ends before its first message is a failure too.
                retry.succeeded();
                seen = number(&message).or(seen);
                if messages
                    .send(Message::Live(Box::new(message)))
                    .await
                    .is_err()
                {
                    return;
                }
            }
        }
        if !lost && messages.send(Message::Lost).await.is_err() {
            return;
        }
        lost = true;
        sleep(Duration::from_millis(retry.failed())).await;
    }
}

fn number(message: &ServerMessage) -> Option<u64> {
    match message {
        ServerMessage::Snapshot { seq, .. }
        | ServerMessage::Changed { seq, .. }
        | ServerMessage::Removed { seq, .. } => Some(*seq),
        ServerMessage::DraftChanged { .. }
        | ServerMessage::AskerChanged { .. }
        | ServerMessage::SettingsChanged
        | ServerMessage::Clock { .. }
        | ServerMessage::Resync
        | ServerMessage::Output { .. }
        | ServerMessage::OutputResync { .. }
        | ServerMessage::OutputEnded { .. }
        | ServerMessage::Refused { .. } => None,
    }
}
