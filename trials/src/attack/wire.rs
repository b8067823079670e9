//! Bytes to the hub and back, as they are: no client library would send what attackers send.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::stage::Stage;

/// Nothing said for so long: the hub waits for more, or for ever.
const SILENCE_MAX: Duration = Duration::from_secs(3);

/// Which way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    Portal,
    Socket,
}

pub(crate) trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

/// Opens a connection on which a read gives up after `silence_max`.
pub(crate) fn connect(stage: &Stage, door: Door, silence_max: Duration) -> Result<Box<dyn Stream>> {
    Ok(match door {
        Door::Portal => {
            let stream = TcpStream::connect(("127.0.0.1", stage.port()))?;
            stream.set_read_timeout(Some(silence_max))?;
            Box::new(stream)
        }
        Door::Socket => {
            let stream = UnixStream::connect(stage.socket()).context("no hub listens")?;
            stream.set_read_timeout(Some(silence_max))?;
            Box::new(stream)
        }
    })
}

/// What came back on one connection.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// The `code` of a refusal, else empty.
    pub(crate) code: String,
    pub(crate) head: String,
    pub(crate) body: String,
    /// How many replies there were in all.
    pub(crate) count: usize,
}

impl Reply {
    /// Reads a reply out of everything that was received.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let json: Value = serde_json::from_str(body).unwrap_or_default();
        Self {
            status: status.unwrap_or(0),
            code: json["error"]["code"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            count: text.matches("HTTP/1.1 ").count(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Returns status and code, or that the hub hung up.
    pub(crate) fn describe(&self) -> String {
        match (self.status, self.code.as_str()) {
            (0, _) => "closed".into(),
            (status, "") => status.to_string(),
            (status, code) => format!("{status} {code}"),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

/// Sends `bytes` and reads one reply, or until the hub hangs up or falls silent.
pub(crate) fn exchange(stage: &Stage, door: Door, bytes: &[u8]) -> Result<Reply> {
    send_and_read(stage, door, bytes, is_complete)
}

/// Sends `bytes` and reads whatever comes, until the hub hangs up or falls silent.
pub(crate) fn exchange_all(stage: &Stage, door: Door, bytes: &[u8]) -> Result<Reply> {
    send_and_read(stage, door, bytes, |_| false)
}

fn send_and_read(
    stage: &Stage,
    door: Door,
    bytes: &[u8],
    is_enough: fn(&[u8]) -> bool,
) -> Result<Reply> {
    let mut stream = connect(stage, door, SILENCE_MAX)?;
    // A refusal may come, and the connection go, before all of a large body is sent.
    stream.write_all(bytes).ok();
    Ok(Reply::parse(&read_until(&mut *stream, is_enough)))
}

/// Reads what comes until it is enough; silence or a reset ends everything.
pub(crate) fn read_until(stream: &mut dyn Stream, is_enough: fn(&[u8]) -> bool) -> Vec<u8> {
    let mut received = Vec::new();
    let mut chunk = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = stream.read(&mut chunk) {
        received.extend_from_slice(&chunk[..count]);
        if is_enough(&received) {
            break;
        }
    }
    received
}

/// Whether a whole reply is there. An upgrade ends with its head.
fn is_complete(received: &[u8]) -> bool {
    let Some(end) = received.windows(4).position(|window| window == b"\r\n\r\n") else {
        return false;
    };
    let reply = Reply::parse(&received[..end + 4]);
    let length = reply
        .header("content-length")
        .and_then(|length| length.parse().ok());
    reply.status == 101 || length.is_some_and(|length: usize| received.len() >= end + 4 + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_told_by_status_and_code() {
        let refused = Reply::parse(
            b"HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{\"error\":{\"code\":\"no\"}}",
        );
        assert_eq!(refused.describe(), "403 no");
        assert_eq!(refused.header("content-length"), Some("2"));
        assert_eq!(Reply::parse(b"").describe(), "closed");
        assert!(!is_complete(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{"
        ));
        assert!(is_complete(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
        ));
        assert!(is_complete(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"));
        let two = Reply::parse(b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
        assert_eq!((two.describe().as_str(), two.count), ("200", 2));
    }
}
