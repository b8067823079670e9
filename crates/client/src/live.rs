//! The live stream of changes.

use futures_util::{SinkExt, StreamExt};
use protocol::route::EVENTS;
use protocol::{ClientMessage, ServerMessage};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::HubClient;
use crate::door::Stream;
use crate::error::ClientError;

/// A snapshot, then numbered changes. Ends when the hub does; open a new one then.
///
/// A message that this program does not know may have changed something. The stream then starts
/// over automatically: callers see [`ServerMessage::Resync`] and a snapshot.
pub struct LiveStream {
    socket: WebSocketStream<Stream>,
    /// Whether a snapshot has been asked for and has not come yet.
    starts_over: bool,
}

impl HubClient {
    /// Opens the live stream; `resume` is the last number already seen.
    pub async fn live(&self, resume: Option<u64>) -> Result<LiveStream, ClientError> {
        let stream = self.door.open().await?;
        let address = format!("ws://localhost{EVENTS}");
        let mut request = address.into_client_request().map_err(ClientError::broken)?;
        let (name, value) = self.identity_header();
        request.headers_mut().insert(name, value);
        let (socket, _) = client_async(request, stream)
            .await
            .map_err(ClientError::broken)?;
        let auth = ClientMessage::Auth {
            key: String::new(),
            resume,
        };
        let mut stream = LiveStream {
            socket,
            starts_over: false,
        };
        stream.say(&auth).await?;
        Ok(stream)
    }
}

impl LiveStream {
    /// Returns the next message; `None` when the hub has closed the stream.
    pub async fn next(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        while let Some(message) = self.socket.next().await {
            match message.map_err(ClientError::broken)? {
                Message::Text(text) => match serde_json::from_str(&text) {
                    Ok(message) => return Ok(Some(self.known(message))),
                    // Nothing is left to start over from.
                    Err(error) if is_snapshot(&text) => return Err(ClientError::Unreadable(error)),
                    Err(_) if self.starts_over => {}
                    Err(_) => {
                        self.starts_over = true;
                        self.say(&ClientMessage::Resync).await?;
                    }
                },
                Message::Close(_) => return Ok(None),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
        Ok(None)
    }

    /// Asks for the output of an attempt after a position, besides the changes. Asking again for
    /// the same attempt goes on from the new position.
    pub async fn subscribe(
        &mut self,
        task_id: &str,
        attempt: u32,
        after: u64,
    ) -> Result<(), ClientError> {
        let task_id = task_id.to_owned();
        let wanted = ClientMessage::Subscribe {
            task_id,
            attempt,
            after,
        };
        self.say(&wanted).await
    }

    /// Ends the subscription to an attempt. What is on its way still arrives.
    pub async fn unsubscribe(&mut self, task_id: &str, attempt: u32) -> Result<(), ClientError> {
        let task_id = task_id.to_owned();
        self.say(&ClientMessage::Unsubscribe { task_id, attempt })
            .await
    }

    fn known(&mut self, message: ServerMessage) -> ServerMessage {
        if matches!(message, ServerMessage::Snapshot { .. }) {
            self.starts_over = false;
        }
        message
    }

    async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).expect("messages are plain values");
        let sent = self.socket.send(Message::text(text)).await;
        sent.map_err(ClientError::broken)
    }
}

fn is_snapshot(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Typed {
        r#type: String,
    }
    serde_json::from_str::<Typed>(text).is_ok_and(|typed| typed.r#type == "snapshot")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use async_trait::async_trait;
    use serde_json::{Value, json};
    use tokio::io::DuplexStream;
    use tokio_tungstenite::accept_async;

    use super::*;
    use crate::{Door, Identity};

    /// Leads to the other end of a pipe, once.
    struct Pipe(Mutex<Option<DuplexStream>>);

    #[async_trait]
    impl Door for Pipe {
        async fn open(&self) -> Result<Stream, ClientError> {
            let end = self.0.lock().unwrap().take();
            Ok(Box::new(end.expect("opened once")))
        }
    }

    /// Opens a live stream to a hub that this test plays.
    async fn open() -> (LiveStream, WebSocketStream<DuplexStream>) {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let pipe = Arc::new(Pipe(Mutex::new(Some(ours))));
        let client = HubClient::new(
            pipe,
            Identity::Person {
                surface: domain::Surface::Cli,
            },
        );
        let (live, hub) = tokio::join!(client.live(None), accept_async(theirs));
        let mut hub = hub.unwrap();
        assert_eq!(said(&mut hub).await["type"], "auth");
        (live.unwrap(), hub)
    }

    async fn said(hub: &mut WebSocketStream<DuplexStream>) -> Value {
        let message = hub.next().await.unwrap().unwrap();
        serde_json::from_str(message.to_text().unwrap()).unwrap()
    }

    async fn say(hub: &mut WebSocketStream<DuplexStream>, message: Value) {
        hub.send(Message::text(message.to_string())).await.unwrap();
    }

    #[tokio::test]
    async fn live_stream_asks_for_a_resync_after_an_unknown_message() {
        let (mut live, mut hub) = open().await;
        let subject = json!({ "kind": "planet", "planet": {} });
        let unknown = json!({ "type": "changed", "seq": 1, "event": "risen", "subject": subject });
        say(&mut hub, unknown).await;
        say(&mut hub, json!({ "type": "weather" })).await;
        say(&mut hub, json!({ "type": "resync" })).await;
        assert_eq!(live.next().await.unwrap(), Some(ServerMessage::Resync));
        assert_eq!(said(&mut hub).await, json!({ "type": "resync" }));

        let snapshot = json!({ "type": "snapshot", "seq": 1, "interactions": [], "pending": 0 });
        say(&mut hub, snapshot).await;
        let next = live.next().await.unwrap();
        assert!(matches!(next, Some(ServerMessage::Snapshot { seq: 1, .. })));
        say(&mut hub, json!({ "type": "weather" })).await;
        say(&mut hub, json!({ "type": "settings_changed" })).await;
        assert_eq!(
            live.next().await.unwrap(),
            Some(ServerMessage::SettingsChanged)
        );
        assert_eq!(said(&mut hub).await, json!({ "type": "resync" }));
    }

    #[tokio::test]
    async fn live_stream_ends_after_an_unreadable_snapshot() {
        let (mut live, mut hub) = open().await;
        say(&mut hub, json!({ "type": "snapshot", "seq": "one" })).await;
        let ended = live.next().await;
        assert!(
            matches!(ended, Err(ClientError::Unreadable(_))),
            "{ended:?}"
        );
    }
}
