//! HTTP/1.1 by hand, to the hub's socket or its port.
//!
//! Attacks send what no client library would, tests of crashes must see exactly what came back, and
//! a benchmark must not measure another client.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

/// A healthy hub replies sooner; a call that may wait longer says so itself.
const REPLY_WITHIN: Duration = Duration::from_secs(60);
/// When raw bytes get no answer for so long, the hub waits for more of them.
const SILENCE_MAX: Duration = Duration::from_secs(3);
const HEAD_END: &[u8] = b"\r\n\r\n";

/// Where a hub listens.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Socket(PathBuf),
    Port(u16),
}

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum Silence {
    /// No hub listens: the request was never made.
    NotThere(io::Error),
    /// The request was made; whether it was carried out is unknown.
    NoReply(anyhow::Error),
}

impl From<Silence> for anyhow::Error {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::NotThere(error) => anyhow!(error).context("no hub listens"),
            Silence::NoReply(error) => error,
        }
    }
}

impl Address {
    /// Opens a connection on which a read gives up after `patience`.
    pub(crate) fn connect(&self, patience: Duration) -> io::Result<Connection> {
        let connection = match self {
            Self::Socket(path) => Connection::Unix(UnixStream::connect(path)?),
            Self::Port(port) => Connection::Tcp(TcpStream::connect((Ipv4Addr::LOCALHOST, *port))?),
        };
        connection.give_up_after(patience)?;
        Ok(connection)
    }

    /// Sends one request on its own connection and returns the whole reply.
    pub(crate) fn send(&self, request: &Request) -> Result<Reply, Silence> {
        self.begin(request)?.finish().map_err(Silence::NoReply)
    }

    /// Sends one request, which must succeed, and returns the JSON of its reply.
    pub(crate) fn call(&self, request: &Request) -> Result<Value> {
        self.begin(request)?.json()
    }

    /// Sends one request without waiting for its reply.
    pub(crate) fn begin(&self, request: &Request) -> Result<Pending, Silence> {
        let mut connection = self.connect(request.patience).map_err(Silence::NotThere)?;
        connection
            .write_all(&request.bytes(&self.host()))
            .map_err(|error| Silence::NoReply(error.into()))?;
        Ok(Pending {
            connection,
            line: format!("{} {}", request.method, request.path),
        })
    }

    /// Sends these bytes and reads one reply, or until the hub hangs up or falls silent.
    pub(crate) fn exchange(&self, bytes: &[u8]) -> Result<Reply> {
        self.exchange_until(bytes, SILENCE_MAX, is_complete)
    }

    /// Sends these bytes and reads everything, until the hub hangs up or is silent for so long.
    pub(crate) fn exchange_all(
        &self,
        bytes: &[u8],
        silence_max: Option<Duration>,
    ) -> Result<Reply> {
        self.exchange_until(bytes, silence_max.unwrap_or(SILENCE_MAX), |_| false)
    }

    fn exchange_until(
        &self,
        bytes: &[u8],
        silence_max: Duration,
        is_enough: fn(&[u8]) -> bool,
    ) -> Result<Reply> {
        let mut connection = self.connect(silence_max).context("no hub listens")?;
        // The hub may refuse a large body and hang up before all of it is sent.
        connection.write_all(bytes).ok();
        Ok(Reply::parse(&connection.read_until(is_enough)))
    }

    /// The name by which the hub is called here.
    pub(crate) fn host(&self) -> String {
        match self {
            Self::Socket(_) => "localhost".into(),
            Self::Port(port) => format!("localhost:{port}"),
        }
    }
}

/// One connection of either kind.
pub(crate) enum Connection {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Connection {
    fn give_up_after(&self, patience: Duration) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(patience))
            }
            Self::Unix(stream) => stream.set_read_timeout(Some(patience)),
        }
    }

    /// Another handle on the same connection, on which reads wait without limit.
    pub(crate) fn patient_clone(&self) -> io::Result<Self> {
        match self {
            Self::Tcp(stream) => {
                stream.set_read_timeout(None)?;
                Ok(Self::Tcp(stream.try_clone()?))
            }
            Self::Unix(stream) => {
                stream.set_read_timeout(None)?;
                Ok(Self::Unix(stream.try_clone()?))
            }
        }
    }

    pub(crate) fn end_writing(&self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.shutdown(Shutdown::Write),
            Self::Unix(stream) => stream.shutdown(Shutdown::Write),
        }
    }

    pub(crate) fn hang_up(&self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.shutdown(Shutdown::Both),
            Self::Unix(stream) => stream.shutdown(Shutdown::Both),
        }
    }

    /// Reads until it is enough; silence or a reset ends it too.
    pub(crate) fn read_until(&mut self, is_enough: fn(&[u8]) -> bool) -> Vec<u8> {
        let mut received = Vec::new();
        let mut chunk = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = self.read(&mut chunk) {
            received.extend_from_slice(&chunk[..count]);
            if is_enough(&received) {
                break;
            }
        }
        received
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.read(buffer),
            Self::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.write(bytes),
            Self::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A request that has been sent; its reply is still to come.
pub(crate) struct Pending {
    connection: Connection,
    line: String,
}

impl Pending {
    /// Waits for the whole reply; one that broke off does not count.
    pub(crate) fn finish(mut self) -> Result<Reply> {
        let mut bytes = Vec::new();
        self.connection
            .read_to_end(&mut bytes)
            .and_then(|_| Reply::whole(&bytes))
            .with_context(|| format!("no reply to {}", self.line))
    }

    /// Waits for a reply that must be a success, and returns its JSON.
    pub(crate) fn json(self) -> Result<Value> {
        let line = self.line.clone();
        let reply = self.finish()?;
        if !(200..300).contains(&reply.status) {
            bail!("{line} was refused: {} {}", reply.status, reply.body);
        }
        reply.json()
    }
}

/// A well-formed request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    method: &'static str,
    path: String,
    /// Whole lines, `Name: value`.
    headers: Vec<String>,
    body: Option<Vec<u8>>,
    patience: Duration,
}

impl Request {
    pub(crate) fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            headers: Vec::new(),
            body: None,
            patience: REPLY_WITHIN,
        }
    }

    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self::new("GET", path)
    }

    pub(crate) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self::new("POST", path).json(body)
    }

    /// Adds a line `Name: value`.
    pub(crate) fn with(mut self, header: impl Into<String>) -> Self {
        self.headers.push(header.into());
        self
    }

    pub(crate) fn with_all(mut self, headers: &[String]) -> Self {
        self.headers.extend_from_slice(headers);
        self
    }

    /// Makes the caller an agent of this name in this project.
    pub(crate) fn by(self, client: &str, directory: &str) -> Self {
        let claim = serde_json::json!({"client": client, "directory": directory});
        self.with(format!("X-Sayso-Asker: {claim}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub(crate) fn body(self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let mut request = self.with(format!("Content-Type: {kind}"));
        request.body = Some(body.into());
        request
    }

    /// Waits no longer than this for the reply.
    pub(crate) fn within(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Writes it out for a hub that is called `host`.
    pub(crate) fn bytes(&self, host: &str) -> Vec<u8> {
        let mut head = format!(
            "{} {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n",
            self.method, self.path
        );
        for header in &self.headers {
            head.push_str(&format!("{header}\r\n"));
        }
        if let Some(body) = &self.body {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        let body = self.body.as_deref().unwrap_or_default();
        [head.as_bytes(), b"\r\n", body].concat()
    }
}

/// What came back on one connection.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// 0 when the hub hung up without a word.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
    /// How many replies there were in all.
    pub(crate) count: usize,
}

impl Reply {
    /// Reads a reply from all received bytes, even if it is incomplete or broken.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Self {
            status: status.unwrap_or(0),
            count: text.matches("HTTP/1.1 ").count(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Reads a reply that must be there in full.
    fn whole(bytes: &[u8]) -> io::Result<Self> {
        let reply = Self::parse(bytes);
        let announced = reply.header("content-length");
        let is_broken = announced.is_some_and(|length| length.parse() != Ok(reply.body.len()));
        match reply.status {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ if is_broken || head_end(bytes).is_none() => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(reply),
        }
    }

    /// Returns the first header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    pub(crate) fn json(&self) -> Result<Value> {
        serde_json::from_str(&self.body).with_context(|| format!("not JSON: {}", self.body))
    }

    /// Returns status and code, or that the hub hung up.
    pub(crate) fn describe(&self) -> String {
        let json: Value = serde_json::from_str(&self.body).unwrap_or_default();
        match (self.status, json["error"]["code"].as_str()) {
            (0, _) => "closed".into(),
            (status, None) => status.to_string(),
            (status, Some(code)) => format!("{status} {code}"),
        }
    }
}

/// Returns the first header of this name in the head of a request or a reply.
pub(crate) fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().skip(1).find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// Returns where the head ends and the body begins.
pub(crate) fn head_end(bytes: &[u8]) -> Option<usize> {
    let mut windows = bytes.windows(HEAD_END.len());
    let at = windows.position(|window| window == HEAD_END)?;
    Some(at + HEAD_END.len())
}

/// Whether a whole reply is there. An upgrade ends with its head.
fn is_complete(received: &[u8]) -> bool {
    let Some(end) = head_end(received) else {
        return false;
    };
    let reply = Reply::parse(&received[..end]);
    let length = reply
        .header("content-length")
        .and_then(|length| length.parse().ok());
    reply.status == 101 || length.is_some_and(|length: usize| received.len() >= end + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_reply_that_broke_off_is_incomplete() {
        let whole = b"HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\n{}";
        let reply = Reply::whole(whole).unwrap();
        assert_eq!((reply.status, reply.body.as_str()), (409, "{}"));
        for end in 0..whole.len() {
            assert!(Reply::whole(&whole[..end]).is_err(), "{end}");
            assert!(!is_complete(&whole[..end]), "{end}");
        }
        assert!(is_complete(whole));
        assert!(is_complete(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    }

    #[test]
    fn http_reply_is_described_by_status_and_code() {
        let refused = b"HTTP/1.1 403 Forbidden\r\n\r\n{\"error\":{\"code\":\"no\"}}";
        assert_eq!(Reply::parse(refused).describe(), "403 no");
        assert_eq!(Reply::parse(b"").describe(), "closed");
        let two = Reply::parse(b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
        assert_eq!((two.describe().as_str(), two.count), ("200", 2));
    }

    #[test]
    fn http_request_has_host_caller_and_length_headers() {
        let request = Request::post("/x", &serde_json::json!({})).by("c", "/d");
        assert_eq!(
            String::from_utf8(request.bytes("localhost")).unwrap(),
            "POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nX-Sayso-Asker: {\"client\":\"c\",\"directory\":\"/d\"}\r\n\
             Content-Length: 2\r\n\r\n{}"
        );
    }
}
