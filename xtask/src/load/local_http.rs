//! The hub's local socket, spoken by hand: a benchmark must not measure our own client.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// A reply that takes longer is lost.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// A request that has been sent; the reply is still to come.
pub(super) struct Begun {
    stream: UnixStream,
    line: String,
}

/// Sends one request; `asker` makes the caller an agent.
pub(super) fn begin(
    socket: &Path,
    method: &str,
    path: &str,
    asker: Option<&str>,
    body: Option<&Value>,
) -> Result<Begun> {
    let mut stream = UnixStream::connect(socket).context("no hub listens")?;
    stream.set_read_timeout(Some(SILENCE_MAX))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let line = format!("{method} {path}");
    let mut request = format!("{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    if let Some(asker) = asker {
        let claim = json!({"client": asker, "directory": "/src/load"});
        request.push_str(&format!("X-Sayso-Asker: {claim}\r\n"));
    }
    if !body.is_empty() {
        request.push_str(&format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        ));
    }
    stream.write_all(format!("{request}\r\n{body}").as_bytes())?;
    Ok(Begun { stream, line })
}

impl Begun {
    /// Waits for the reply and returns its JSON.
    pub(super) fn finish(mut self) -> Result<Value> {
        let mut reply = String::new();
        self.stream
            .read_to_string(&mut reply)
            .with_context(|| format!("no reply to {}", self.line))?;
        let (head, body) = reply.split_once("\r\n\r\n").context("no reply")?;
        if !head.starts_with("HTTP/1.1 2") {
            bail!("{} was refused: {body}", self.line);
        }
        serde_json::from_str(body).with_context(|| format!("not JSON: {body}"))
    }
}
