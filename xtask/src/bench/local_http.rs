//! The hub's local socket, spoken by hand: a benchmark must not measure our own client.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Sends one request and returns its JSON reply; `asker` makes the caller an agent.
pub(super) fn call(
    socket: &Path,
    method: &str,
    path: &str,
    asker: Option<&str>,
    body: Option<&Value>,
) -> Result<Value> {
    let mut stream = UnixStream::connect(socket).context("no hub listens")?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    if let Some(asker) = asker {
        let claim = serde_json::json!({"client": asker, "directory": "/src/bench"});
        request.push_str(&format!("X-Sayso-Asker: {claim}\r\n"));
    }
    if !body.is_empty() {
        request.push_str(&format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        ));
    }
    stream.write_all(format!("{request}\r\n{body}").as_bytes())?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let (head, body) = reply.split_once("\r\n\r\n").context("no reply")?;
    if !head.starts_with("HTTP/1.1 2") {
        bail!("{method} {path} was refused: {body}");
    }
    serde_json::from_str(body).with_context(|| format!("not JSON: {body}"))
}
