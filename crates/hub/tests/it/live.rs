//! The live stream, over the local socket and as a browser sees it.

use futures_util::{SinkExt, StreamExt};
use protocol::{ChangedSubject, ServerMessage};
use serde_json::{Value, json};
use tokio::net::{TcpStream, UnixStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Response;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{TestHub, answer, question};

#[tokio::test]
async fn live_socket_sends_a_snapshot_and_then_changes_without_gaps() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    let id = agent.ask(&question()).await.unwrap().interaction.session_id;
    let mut live = hub.person().live(None).await.unwrap();
    let Some(ServerMessage::Snapshot {
        seq: start,
        interactions,
        pending,
    }) = live.next().await.unwrap()
    else {
        panic!("a snapshot comes first");
    };
    assert_eq!((interactions.len(), pending), (1, 1));
    hub.person().view(&id).await.unwrap();
    hub.person().answer(&id, &answer("a")).await.unwrap();
    agent.confirm_delivery(&id).await.unwrap();
    let mut seen = Vec::new();
    while seen.len() < 3 {
        if let ServerMessage::Changed {
            seq,
            event,
            subject,
        } = live.next().await.unwrap().unwrap()
        {
            let ChangedSubject::Interaction { interaction } = subject else {
                panic!("{subject:?}");
            };
            assert_eq!(interaction.session_id, id);
            seen.push((seq, event));
        }
    }
    let expected = [
        (start + 1, "viewed"),
        (start + 2, "answered"),
        (start + 3, "delivered"),
    ];
    assert_eq!(seen, expected.map(|(seq, event)| (seq, event.to_owned())));
}

#[tokio::test]
async fn live_client_that_reconnects_gets_missed_changes_or_a_snapshot() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    agent.ask(&question()).await.unwrap();
    let mut resumed = hub.person().live(Some(0)).await.unwrap();
    let Some(ServerMessage::Changed { seq: 1, event, .. }) = resumed.next().await.unwrap() else {
        panic!("the missed change comes first");
    };
    assert_eq!(event, "asked");
    let mut from_the_future = hub.person().live(Some(1_000)).await.unwrap();
    assert_eq!(
        from_the_future.next().await.unwrap(),
        Some(ServerMessage::Resync)
    );
    assert!(matches!(
        from_the_future.next().await.unwrap(),
        Some(ServerMessage::Snapshot { seq: 1, .. })
    ));
}

/// A live socket of a person, spoken to in plain JSON.
async fn plain_socket(hub: &TestHub) -> WebSocketStream<UnixStream> {
    let request = "ws://localhost/api/v1/events"
        .into_client_request()
        .unwrap();
    let stream = UnixStream::connect(hub.socket()).await.unwrap();
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    socket
        .send(Message::text(r#"{"type":"auth"}"#))
        .await
        .unwrap();
    assert_eq!(heard(&mut socket).await["type"], "snapshot");
    socket
}

async fn heard(socket: &mut WebSocketStream<UnixStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[tokio::test]
async fn live_client_that_asks_for_a_resync_gets_a_snapshot() {
    let hub = TestHub::start().await;
    let mut socket = plain_socket(&hub).await;
    let again = Message::text(r#"{"type":"resync"}"#);
    socket.send(again).await.unwrap();
    assert_eq!(heard(&mut socket).await, json!({ "type": "resync" }));
    assert_eq!(heard(&mut socket).await["type"], "snapshot");
}

#[tokio::test]
async fn live_socket_refuses_an_unknown_message_and_keeps_sending_changes() {
    let hub = TestHub::start().await;
    let mut socket = plain_socket(&hub).await;
    for said in [
        r#"{"type":"subscribe","stream":"attempt:7"}"#,
        r#"{"type":"dance"}"#,
        r#"{"type":"auth","key":"again"}"#,
        "{",
    ] {
        socket.send(Message::text(said)).await.unwrap();
        let answer = heard(&mut socket).await;
        let expected = (&json!("refused"), &json!("unknown_message"));
        assert_eq!((&answer["type"], &answer["code"]), expected, "{said}");
    }
    hub.agent("codex").ask(&question()).await.unwrap();
    assert_eq!(heard(&mut socket).await["event"], "asked");
}

#[tokio::test]
async fn live_socket_requires_origin_cookie_and_key_from_a_browser() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let origin = format!("http://localhost:{}", hub.port);
    let value = |header: &str| header.split_once(": ").unwrap().1.to_owned();
    let open = |origin: Option<&str>, cookie: Option<&str>| {
        let mut request = format!("ws://localhost:{}/api/v1/events", hub.port)
            .into_client_request()
            .unwrap();
        for (name, given) in [("origin", origin), ("cookie", cookie)] {
            if let Some(given) = given {
                request
                    .headers_mut()
                    .insert(name, HeaderValue::from_str(given).unwrap());
            }
        }
        async move {
            client_async(
                request,
                TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap(),
            )
            .await
        }
    };
    let cookie = value(&cookie);
    for (origin, cookie, status) in [
        (None, Some(cookie.as_str()), 403),
        (Some("https://evil.example"), Some(cookie.as_str()), 403),
        (Some(origin.as_str()), None, 401),
    ] {
        match open(origin, cookie).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), status),
            other => panic!("{other:?}"),
        }
    }
    let auth =
        |key: &str| Message::text(serde_json::json!({"type": "auth", "key": key}).to_string());
    let [_, other_key] = hub.sign_in().await;
    let right = value(&key);
    for first in [
        auth("wrong"),
        auth(&value(&other_key)),
        auth(&cookie),
        Message::text(r#"{"type":"auth"}"#),
        Message::text(r#"{"type":"subscribe","resume":0}"#),
        Message::text(format!(
            r#"{{"type":"auth","key":"{right}","role":"admin"}}"#
        )),
        Message::text("hello"),
        Message::binary(format!(r#"{{"type":"auth","key":"{right}"}}"#)),
    ] {
        let (mut refused, _) = open(Some(&origin), Some(&cookie)).await.unwrap();
        refused.send(first.clone()).await.unwrap();
        match refused.next().await {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(u16::from(frame.code), 4401, "{first}");
            }
            other => panic!("{first}: {other:?}"),
        }
    }
    let (mut admitted, _) = open(Some(&origin), Some(&cookie)).await.unwrap();
    admitted.send(auth(&right)).await.unwrap();
    let first = admitted.next().await.unwrap().unwrap();
    assert!(
        first
            .to_text()
            .unwrap()
            .starts_with(r#"{"type":"snapshot""#)
    );
    let told = admitted.next().await.unwrap().unwrap();
    assert!(told.to_text().unwrap().starts_with(r#"{"type":"clock""#));

    let session = hub.person().web_sessions().await.unwrap().remove(0);
    hub.person().revoke_web_session(&session.id).await.unwrap();
    match admitted.next().await {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 4403),
        other => panic!("a revoked session's socket must close, got {other:?}"),
    }
}

#[tokio::test]
async fn live_socket_limit_is_sixteen_per_session_and_closing_one_frees_it() {
    let hub = TestHub::start().await;
    let [cookie, _] = hub.sign_in().await;
    let open = || open_page(&hub, &cookie);
    let mut sockets = Vec::new();
    for _ in 0..16 {
        sockets.push(open().await.unwrap().0);
    }
    let Err(Error::Http(refused)) = open().await else {
        panic!("the seventeenth must be refused");
    };
    assert_eq!(refused.status(), 503);
    // A socket that never authenticates is closed by the hub; its place is free again then.
    let mut first = sockets.remove(0);
    first.send(Message::text("{}")).await.unwrap();
    while first.next().await.is_some_and(|message| message.is_ok()) {}
    while open().await.is_err() {}
}

/// Opens a page's socket; nothing is said on it yet.
async fn open_page(
    hub: &TestHub,
    cookie: &str,
) -> Result<(WebSocketStream<TcpStream>, Response), Error> {
    let address = format!("ws://localhost:{}/api/v1/events", hub.port);
    let mut request = address.into_client_request().unwrap();
    let origin = format!("http://localhost:{}", hub.port);
    let cookie = cookie.split_once(": ").unwrap().1;
    for (name, value) in [("origin", origin.as_str()), ("cookie", cookie)] {
        let value = HeaderValue::from_str(value).unwrap();
        request.headers_mut().insert(name, value);
    }
    let stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
    client_async(request, stream).await
}

#[tokio::test]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects, and anything else fails it"
)]
async fn live_page_is_sent_the_remaining_time_by_the_hubs_clock() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let (mut page, _) = open_page(&hub, &cookie).await.unwrap();
    let key = key.split_once(": ").unwrap().1;
    let auth = serde_json::json!({"type": "auth", "key": key});
    page.send(Message::text(auth.to_string())).await.unwrap();
    let mut clocks = Vec::new();
    let mut asked = None;
    while clocks.len() < 2 {
        let message = page.next().await.unwrap().unwrap();
        match serde_json::from_str(message.to_text().unwrap()).unwrap() {
            ServerMessage::Clock { remaining_ms, .. } => clocks.push(remaining_ms),
            ServerMessage::Snapshot { .. } => {
                let asking = hub.agent("codex").ask(&question()).await.unwrap();
                asked = Some(asking.interaction.session_id);
            }
            ServerMessage::Changed { .. } | ServerMessage::AskerChanged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    let id = asked.expect("a question was asked");
    // Nothing was waiting when the page came; afterwards it is told again and again.
    assert_eq!(clocks[0].get(&id), None);
    let left = clocks[1][&id];
    assert!((280_000..=300_000).contains(&left), "{left} ms are left");
}
