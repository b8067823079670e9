//! A hub whose every answer the test gives itself: plain HTTP/1.1, one request per connection.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use client::{ClientError, Door, Stream};
use domain::interaction::{Interface, QuestionKind, Risk, SelectionMode, Status};
use protocol::route::{ASKER_HEADER, AskerClaim, IDEMPOTENCY_KEY_HEADER};
use protocol::through_client::OFFERS_HEADER;
use protocol::{
    ActionStatus, AskReply, AskerResult, AskerState, ChoiceResult, DeliveryState, HandOff,
    InteractionSummary, WaitReply,
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

pub(crate) const ID: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const URL: &str = "http://localhost:7297/choice/0123456789abcdef0123456789abcdef";
pub(crate) const COMMAND: &str = "/opt/sayso answer 0123456789abcdef0123456789abcdef";

/// How long anything may take before the test has failed; costs nothing in virtual time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The test's side.
pub(crate) struct Hub {
    requests: Mutex<mpsc::Receiver<Request>>,
    door: Arc<ScriptedDoor>,
}

struct ScriptedDoor {
    accepted: mpsc::Sender<Request>,
}

#[async_trait]
impl Door for ScriptedDoor {
    async fn open(&self) -> Result<Stream, ClientError> {
        let (near, far) = duplex(64 * 1024);
        let accepted = self.accepted.clone();
        tokio::spawn(async move {
            if let Some(request) = Request::read(far).await {
                accepted.send(request).await.expect("the test still runs");
            }
        });
        Ok(Box::new(near))
    }
}

impl Hub {
    pub(crate) fn new() -> Self {
        let (accepted, requests) = mpsc::channel(16);
        Self {
            requests: Mutex::new(requests),
            door: Arc::new(ScriptedDoor { accepted }),
        }
    }

    pub(crate) fn wiring(&self, offer: mcp::Offer) -> mcp::Wiring {
        mcp::Wiring {
            door: self.door.clone(),
            version: "1.2.3",
            offer,
        }
    }

    /// Returns the next request; a test that waits in vain fails.
    pub(crate) async fn next(&self) -> Request {
        let mut requests = self.requests.lock().await;
        let request = timeout(PATIENCE, requests.recv())
            .await
            .expect("a request to the hub");
        request.expect("the door keeps the channel open")
    }

    /// Expects a request for `line` (method and path) and returns it.
    pub(crate) async fn expect(&self, line: &str) -> Request {
        let request = self.next().await;
        assert_eq!(request.line, line);
        request
    }

    /// Takes note that a call was given up.
    pub(crate) async fn take_leave(&self) {
        let leave = format!("POST /api/v1/asks/{ID}/leave");
        self.expect(&leave).await.reply(&summary("web")).await;
    }

    /// Takes the question, shown on `interface`.
    pub(crate) async fn take_question(&self, interface: &str) -> Request {
        let mut request = self.expect("POST /api/v1/asks").await;
        request.reply(&ask_reply(interface)).await;
        request
    }
}

/// One request, to be answered or not.
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) asker: Option<AskerClaim>,
    pub(crate) offers: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) body: Value,
    stream: BufReader<DuplexStream>,
}

impl Request {
    async fn read(stream: DuplexStream) -> Option<Self> {
        let mut stream = BufReader::new(stream);
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let header = |name: &str| {
            head.iter().skip(1).find_map(|line| {
                let (given, value) = line.split_once(':')?;
                given
                    .eq_ignore_ascii_case(name)
                    .then(|| value.trim().to_owned())
            })
        };
        let length = header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
        Some(Self {
            line: head.first()?.strip_suffix(" HTTP/1.1")?.to_owned(),
            asker: header(ASKER_HEADER).and_then(|claim| AskerClaim::from_header(&claim)),
            offers: header(OFFERS_HEADER),
            key: header(IDEMPOTENCY_KEY_HEADER),
            body: serde_json::from_slice(&body).unwrap_or(Value::Null),
            stream,
        })
    }

    pub(crate) async fn reply(&mut self, body: &impl Serialize) {
        self.respond(200, &serde_json::to_value(body).unwrap())
            .await;
    }

    pub(crate) async fn refuse(&mut self, status: u16, code: &str) {
        let error = json!({ "code": code, "message": "the hub says no" });
        self.respond(status, &json!({ "error": error })).await;
    }

    async fn respond(&mut self, status: u16, body: &Value) {
        let body = body.to_string();
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        self.stream
            .write_all((head + &body).as_bytes())
            .await
            .unwrap();
    }

    /// Returns once the other side has hung up.
    pub(crate) async fn hung_up(mut self) {
        let mut rest = Vec::new();
        let end = timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await;
        end.expect("the other side hangs up").unwrap();
    }
}

fn hand_off() -> HandOff {
    HandOff {
        terminal_command: COMMAND.into(),
        url: URL.into(),
    }
}

pub(crate) fn ask_reply(interface: &str) -> AskReply {
    AskReply {
        interaction: summary(interface),
        attached: false,
        notices: Vec::new(),
        hand_off: hand_off(),
        client_windows: BTreeMap::new(),
        delivery: Default::default(),
    }
}

pub(crate) fn summary(interface: &str) -> InteractionSummary {
    InteractionSummary {
        session_id: ID.into(),
        title: "Which schema?".into(),
        status: Status::Pending,
        interface: Interface::parse(interface).unwrap(),
        kind: QuestionKind::Choice,
        awaiting_confirmation: false,
        selection_mode: SelectionMode::Single,
        risk: Risk::Normal,
        asker: "codex".into(),
        agent: "Codex".into(),
        project: "shop".into(),
        thread_id: None,
        task_id: None,
        directory: "/src/shop".into(),
        started_at: "2026-01-01T00:00:00.000Z".into(),
        completed_at: None,
        remaining_seconds: Some(300),
        deadline_at: None,
        at_deadline: None,
        asker_state: AskerState::Waiting,
        asker_left_at: None,
        delivery: DeliveryState::Open,
        revision: 1,
        number: 1,
        summary: None,
        shown: Default::default(),
    }
}

pub(crate) fn pending(interface: &str) -> WaitReply {
    let result = json!({
        "session_id": ID, "action_status": "pending", "interface": interface,
    });
    WaitReply {
        result: AskerResult::Choice(serde_json::from_value(result).unwrap()),
        in_words: None,
        remaining_seconds: Some(200),
        hand_off: hand_off(),
    }
}

pub(crate) fn selected() -> WaitReply {
    let reply = pending("web");
    let result = ChoiceResult {
        action_status: ActionStatus::Selected,
        selected_ids: vec!["wide".into()],
        summary: Some("\"Which schema?\": the person chose wide.".into()),
        ..reply.result.into_decided()
    };
    WaitReply {
        result: AskerResult::Choice(result),
        in_words: Some("Wide".into()),
        remaining_seconds: None,
        ..reply
    }
}
