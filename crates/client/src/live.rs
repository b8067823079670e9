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
pub struct LiveStream {
    socket: WebSocketStream<Stream>,
}

impl HubClient {
    /// Opens the live stream; `resume` is the last number already seen.
    pub async fn live(&self, resume: Option<u64>) -> Result<LiveStream, ClientError> {
        let stream = self.door.open().await?;
        let address = format!("ws://localhost{EVENTS}");
        let mut request = address.into_client_request().map_err(ClientError::broken)?;
        let (name, value) = self.identity_header();
        request.headers_mut().insert(name, value);
        let (mut socket, _) = client_async(request, stream)
            .await
            .map_err(ClientError::broken)?;
        let auth = ClientMessage::Auth {
            key: String::new(),
            resume,
        };
        let text = serde_json::to_string(&auth).expect("messages are plain values");
        socket
            .send(Message::text(text))
            .await
            .map_err(ClientError::broken)?;
        Ok(LiveStream { socket })
    }
}

impl LiveStream {
    /// Returns the next message; `None` when the hub has closed the stream.
    pub async fn next(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        while let Some(message) = self.socket.next().await {
            match message.map_err(ClientError::broken)? {
                Message::Text(text) => {
                    return serde_json::from_str(&text)
                        .map(Some)
                        .map_err(ClientError::Unreadable);
                }
                Message::Close(_) => return Ok(None),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
        Ok(None)
    }
}
