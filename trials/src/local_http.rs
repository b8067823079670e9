//! HTTP spoken by hand, to a hub's socket or its port: a benchmark must not measure our own
//! client, and a test of crashes must see exactly what came back.
//!
//! A reply that did not arrive whole is no reply.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

/// A reply of a healthy hub that takes longer is lost.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum Silence {
    /// Nobody listened: the request was never made.
    NotThere(io::Error),
    /// It was made, and what became of it is open.
    NoReply(anyhow::Error),
}

/// Where a request goes in.
#[derive(Debug, Clone)]
pub(crate) enum Door {
    Socket(PathBuf),
    Portal(u16),
}

#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// Whole lines, `Name: value`.
    pub(crate) headers: Vec<String>,
    pub(crate) body: Option<String>,
    /// How long to wait for the reply; `None` waits for ever.
    pub(crate) patience: Option<Duration>,
}

#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Door {
    /// Sends one request on a connection of its own and returns the whole reply.
    pub(crate) fn send(&self, request: &Request<'_>) -> Result<Reply, Silence> {
        match self {
            Self::Socket(path) => {
                let stream = UnixStream::connect(path).map_err(Silence::NotThere)?;
                let timeout = stream.set_read_timeout(request.patience);
                timeout.map_err(|error| Silence::NoReply(error.into()))?;
                exchange(stream, &request.text("localhost")).map_err(Silence::NoReply)
            }
            Self::Portal(port) => {
                let stream = TcpStream::connect(("127.0.0.1", *port)).map_err(Silence::NotThere)?;
                let timeout = stream.set_read_timeout(request.patience);
                timeout.map_err(|error| Silence::NoReply(error.into()))?;
                exchange(stream, &request.text(&format!("localhost:{port}")))
                    .map_err(Silence::NoReply)
            }
        }
    }
}

fn exchange(mut stream: impl Read + Write, request: &str) -> Result<Reply> {
    stream.write_all(request.as_bytes())?;
    received(stream)
}

fn received(mut stream: impl Read) -> Result<Reply> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    Reply::parse(&String::from_utf8(bytes).context("not text")?)
}

impl From<Silence> for anyhow::Error {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::NotThere(error) => anyhow!(error).context("no hub listens"),
            Silence::NoReply(error) => error,
        }
    }
}

impl Request<'_> {
    fn text(&self, host: &str) -> String {
        let mut text = format!(
            "{} {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n",
            self.method, self.path
        );
        for header in &self.headers {
            text.push_str(&format!("{header}\r\n"));
        }
        if let Some(body) = &self.body {
            text.push_str(&format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            ));
        }
        format!("{text}\r\n{}", self.body.as_deref().unwrap_or_default())
    }
}

impl Reply {
    fn parse(text: &str) -> Result<Self> {
        let (head, body) = text.split_once("\r\n\r\n").context("no reply")?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let reply = Self {
            status: status.context("no status")?,
            head: head.to_owned(),
            body: body.to_owned(),
        };
        let announced = reply.header("content-length");
        if announced.is_some_and(|length| length.parse() != Ok(body.len())) {
            bail!("the reply broke off");
        }
        Ok(reply)
    }

    /// Returns the first header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub(crate) fn json(&self) -> Result<Value> {
        serde_json::from_str(&self.body).with_context(|| format!("not JSON: {}", self.body))
    }
}

/// Returns the header by which a local caller says that it is an agent.
pub(crate) fn asker_header(client: &str, directory: &str) -> String {
    let claim = serde_json::json!({"client": client, "directory": directory});
    format!("X-Sayso-Asker: {claim}")
}

/// A request to the local socket that has been sent; the reply is still to come.
pub(crate) struct Begun {
    stream: UnixStream,
    line: String,
}

/// Sends one request; `asker` makes the caller an agent.
pub(crate) fn begin(
    socket: &Path,
    method: &str,
    path: &str,
    asker: Option<&str>,
    body: Option<&Value>,
) -> Result<Begun> {
    let request = Request {
        method,
        path,
        headers: asker
            .map(|asker| asker_header(asker, "/src/bench"))
            .into_iter()
            .collect(),
        body: body.map(Value::to_string),
        patience: Some(SILENCE_MAX),
    };
    let mut stream = UnixStream::connect(socket).context("no hub listens")?;
    stream.set_read_timeout(request.patience)?;
    stream.write_all(request.text("localhost").as_bytes())?;
    let line = format!("{method} {path}");
    Ok(Begun { stream, line })
}

impl Begun {
    /// Waits for the reply and returns its JSON.
    pub(crate) fn finish(self) -> Result<Value> {
        let reply = received(self.stream).with_context(|| format!("no reply to {}", self.line))?;
        if !(200..300).contains(&reply.status) {
            bail!("{} was refused: {}", self.line, reply.body);
        }
        reply.json()
    }
}

/// Sends one request and returns its JSON reply.
pub(crate) fn call(
    socket: &Path,
    method: &str,
    path: &str,
    asker: Option<&str>,
    body: Option<&Value>,
) -> Result<Value> {
    begin(socket, method, path, asker, body)?.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_broke_off_is_no_reply() {
        let whole = "HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\n{}";
        let reply = Reply::parse(whole).unwrap();
        assert_eq!((reply.status, reply.body.as_str()), (409, "{}"));
        for end in 0..whole.len() {
            assert!(Reply::parse(&whole[..end]).is_err(), "{end}");
        }
    }
}
