//! The lines between us and the agent.
//!
//! Updates are translated right here, before the protocol's crate sees them: it would queue them
//! without bound, and it refuses kinds of updates that it does not know. All other lines go through.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol::Lines as Transport;
use domain::task::output::{Entry, Stream as Printed};
use futures_util::{Sink, Stream, sink, stream};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio_util::sync::CancellationToken;

use super::updates::Turn;
use crate::attempt::Said;
use crate::lines::{Line, Lines};
use crate::supervise::Link;

/// Room for a whole file in a diff, or for a picture. A longer line is a fault of the agent.
const MESSAGE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// What is known about the conversation so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Heard {
    turn: Arc<Mutex<Turn>>,
    facts: Arc<Facts>,
    /// The agent was told that its turn is cancelled. Open requests are answered after that and not
    /// before: an agent would go on with its turn.
    pub(super) cancel_told: CancellationToken,
}

#[derive(Debug, Default)]
struct Facts {
    /// The prompt was sent. What comes before it is history.
    is_live: AtomicBool,
    is_logged_out: AtomicBool,
    is_too_long: AtomicBool,
}

impl Heard {
    pub(super) fn turn(&self) -> MutexGuard<'_, Turn> {
        // Each critical section leaves the turn consistent, so a panic elsewhere spoils nothing.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn prompt_follows(&self) {
        self.facts.is_live.store(true, Ordering::Release);
    }

    /// Whether the agent said that nobody is logged in.
    pub(super) fn is_logged_out(&self) -> bool {
        self.facts.is_logged_out.load(Ordering::Acquire)
    }

    /// Returns what is wrong when the agent sent a line that nobody should send.
    pub(super) fn fault(&self) -> Option<String> {
        let is_too_long = self.facts.is_too_long.load(Ordering::Acquire);
        is_too_long.then(|| {
            let mebibytes = MESSAGE_BYTES_MAX / (1024 * 1024);
            format!("the agent sent a message of more than {mebibytes} MiB")
        })
    }

    fn update(&self, params: &Value) -> Option<Entry> {
        let is_live = self.facts.is_live.load(Ordering::Acquire);
        is_live.then(|| self.turn().update(params)).flatten()
    }

    fn auth_status(&self, params: &Value) {
        let status = params.get("authStatus").unwrap_or(params);
        let is_none = status.get("kind").and_then(Value::as_str) == Some("none");
        self.facts.is_logged_out.store(is_none, Ordering::Release);
    }
}

pub(super) fn transport(
    stdin: ChildStdin,
    stdout: ChildStdout,
    heard: Heard,
    link: Link,
) -> Transport<
    impl Sink<String, Error = io::Error> + Send,
    impl Stream<Item = io::Result<String>> + Send,
> {
    let lines = Lines::new(stdout, MESSAGE_BYTES_MAX);
    let incoming = stream::try_unfold((lines, heard, link), async |(mut lines, heard, link)| {
        let line = next(&mut lines, &heard, &link).await?;
        Ok(line.map(|line| (line, (lines, heard, link))))
    });
    let outgoing = sink::unfold(stdin, async |mut stdin: ChildStdin, line: String| {
        stdin.write_all(line.as_bytes()).await?;
        stdin.write_all(b"\n").await?;
        Ok(stdin)
    });
    Transport::new(outgoing, incoming)
}

/// Returns the next line that is not for us.
async fn next(
    lines: &mut Lines<ChildStdout>,
    heard: &Heard,
    link: &Link,
) -> io::Result<Option<String>> {
    while let Some(line) = lines.next().await? {
        let Line::Whole(line) = line else {
            heard.facts.is_too_long.store(true, Ordering::Release);
            return Err(io::Error::other("a message is too long"));
        };
        match read(&line) {
            Incoming::Empty => {}
            Incoming::Update(params) => {
                if let Some(entry) = heard.update(&params) {
                    link.say(Said::Entry(entry)).await;
                }
            }
            Incoming::AuthStatus(params) => heard.auth_status(&params),
            Incoming::Other => return Ok(Some(line)),
            Incoming::NotJson => {
                let stream = Printed::Stdout;
                link.say(Said::Entry(Entry::Printed { stream, text: line }))
                    .await;
            }
        }
    }
    Ok(None)
}

enum Incoming {
    Empty,
    Update(Value),
    AuthStatus(Value),
    /// Something that a program printed among its messages.
    NotJson,
    Other,
}

fn read(line: &str) -> Incoming {
    if line.trim().is_empty() {
        return Incoming::Empty;
    }
    let Ok(mut message) = serde_json::from_str::<Value>(line) else {
        return Incoming::NotJson;
    };
    // A request has an id; these are notifications, which have none.
    if message.get("id").is_some() {
        return Incoming::Other;
    }
    let params = message.get_mut("params").map(Value::take);
    match message.get("method").and_then(Value::as_str) {
        Some("session/update") => Incoming::Update(params.unwrap_or_default()),
        Some("_auth/status_update" | "auth/status_update") => {
            Incoming::AuthStatus(params.unwrap_or_default())
        }
        _ => Incoming::Other,
    }
}
