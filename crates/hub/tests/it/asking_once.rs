//! A call that is made again asks nothing twice, however its first reply was lost.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use async_trait::async_trait;
use client::{ClientError, Door, HubClient, Identity, ListRequest, SocketDoor, Stream};
use domain::CallKey;
use protocol::route::{ASKER_HEADER, AskerClaim};
use protocol::{ChoiceSpec, ListFilter};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::UnixStream;

use crate::support::{TestHub, question};

/// Its first connection breaks when the reply arrives: the hub has done its work.
struct LosesFirstReply {
    door: SocketDoor,
    lost: AtomicBool,
}

#[async_trait]
impl Door for LosesFirstReply {
    async fn open(&self) -> Result<Stream, ClientError> {
        let stream = self.door.open().await?;
        if self.lost.swap(true, Ordering::Relaxed) {
            return Ok(stream);
        }
        Ok(Box::new(Breaks(stream)))
    }
}

struct Breaks(Stream);

impl AsyncRead for Breaks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        _buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut lost = [0; 1];
        let mut lost = ReadBuf::new(&mut lost);
        ready!(Pin::new(&mut self.0).poll_read(context, &mut lost))?;
        Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
    }
}

impl AsyncWrite for Breaks {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

fn claim() -> AskerClaim {
    AskerClaim {
        client: "codex".into(),
        version: None,
        directory: "/src/shop".into(),
        token_id: None,
        attempt_key: None,
        mcp: true,
    }
}

async fn pending(hub: &TestHub) -> usize {
    let active = ListRequest {
        filter: ListFilter::Active,
        ..ListRequest::default()
    };
    hub.person().list(&active).await.unwrap().interactions.len()
}

#[tokio::test]
async fn client_repeats_an_ask_whose_reply_was_lost_without_asking_twice() {
    let hub = TestHub::start().await;
    let door = LosesFirstReply {
        door: SocketDoor {
            path: hub.socket(),
            starter: None,
        },
        lost: AtomicBool::new(false),
    };
    let agent = HubClient::new(Arc::new(door), Identity::Asker(claim()));
    let asked = agent.ask(&question()).await.unwrap();
    assert!(asked.attached, "the first attempt had stored it");
    assert_eq!(pending(&hub).await, 1);
    let another = agent.ask(&question()).await.unwrap();
    assert!(
        !another.attached,
        "another call while the first is about to wait"
    );
    hub.stop().await;
}

#[tokio::test]
async fn idempotency_key_is_refused_for_another_question() {
    let hub = TestHub::start().await;
    let call = CallKey::from_random([5; 16]);
    let agent = hub.agent("codex").with_call(call);
    let first = agent.ask(&question()).await.unwrap();
    let again = agent.ask(&question()).await.unwrap();
    assert_eq!(again.interaction.session_id, first.interaction.session_id);
    let other = ChoiceSpec {
        title: Some("Something else?".into()),
        ..question()
    };
    let stranger = hub.agent("claude-code").with_call(call);
    for refused in [agent.ask(&other).await, stranger.ask(&question()).await] {
        let error = refused.unwrap_err();
        assert_eq!(error.code(), Some("idempotency_key_reused"));
    }
    assert_eq!(pending(&hub).await, 1);
    hub.stop().await;
}

#[tokio::test]
async fn idempotency_key_of_another_form_is_refused() {
    let hub = TestHub::start().await;
    let claim = claim().to_header();
    let body = serde_json::to_string(&question()).unwrap();
    let request = format!(
        "POST /api/v1/asks HTTP/1.1\r\nHost: localhost\r\n{ASKER_HEADER}: {claim}\r\n\
         Content-Type: application/json\r\nIdempotency-Key: today\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = UnixStream::connect(hub.socket()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 400 "), "{reply}");
    assert!(reply.contains("bad_idempotency_key"), "{reply}");
    hub.stop().await;
}
