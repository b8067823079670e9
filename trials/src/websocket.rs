//! The frames of a live socket, by hand: attacks break them, and measurements want nothing between
//! the kernel and the stop-watch.
//!
//! Only what the hub sends is understood: unfragmented frames.

use std::io::{BufReader, Read, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::http::{Address, Connection, Reply, head_end};

/// A hub that says nothing for so long is stuck.
const SILENCE_MAX: Duration = Duration::from_secs(30);
const MESSAGE_BYTES_MAX: u64 = 4 * 1024 * 1024;
pub(crate) const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
pub(crate) const PING: u8 = 0x9;
const PONG: u8 = 0xa;

/// The upgrade of a local program, which needs no cookie.
const LOCAL_UPGRADE: &[u8] = b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\
    Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/// Whether a frame carries a mask, as a client's frames must.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mask {
    /// A mask of zeros: allowed, and changes nothing.
    Zeros,
    Missing,
}

pub(crate) struct WebSocket {
    stream: BufReader<Connection>,
}

impl WebSocket {
    /// Connects with this upgrade; the error says what the hub replied instead.
    pub(crate) fn open(address: &Address, upgrade: &[u8]) -> Result<Self> {
        let mut connection = address.connect(SILENCE_MAX).context("no hub listens")?;
        connection.write_all(upgrade)?;
        let mut socket = Self {
            stream: BufReader::new(connection),
        };
        let mut head = Vec::new();
        while head_end(&head).is_none() {
            let [byte] = socket.bytes().context("the hub hung up")?;
            head.push(byte);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            socket.stream.read_to_end(&mut head).ok();
            bail!("{}", Reply::parse(&head).describe());
        }
        Ok(socket)
    }

    /// Connects as a local program; the first message will be the snapshot.
    pub(crate) fn local(address: &Address) -> Result<Self> {
        let mut socket = Self::open(address, LOCAL_UPGRADE)?;
        socket.authenticate("")?;
        Ok(socket)
    }

    /// Sends the first message, which proves who this is.
    pub(crate) fn authenticate(&mut self, key: &str) -> Result<()> {
        let first = serde_json::json!({"type": "auth", "key": key}).to_string();
        self.send(TEXT, first.as_bytes(), Mask::Zeros)
    }

    /// Sends one frame. The hub may have hung up already; the next read tells.
    pub(crate) fn send(&mut self, kind: u8, payload: &[u8], mask: Mask) -> Result<()> {
        let masked = match mask {
            Mask::Zeros => 0x80,
            Mask::Missing => 0,
        };
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            short @ ..126 => frame.push(masked | u8::try_from(short)?),
            long => {
                frame.push(masked | 127);
                frame.extend_from_slice(&u64::try_from(long)?.to_be_bytes());
            }
        }
        if mask == Mask::Zeros {
            frame.extend_from_slice(&[0; 4]);
        }
        frame.extend_from_slice(payload);
        self.stream.get_mut().write_all(&frame).ok();
        Ok(())
    }

    /// Waits for the next message; pings are answered on the way, but do not prolong it.
    pub(crate) fn receive(&mut self) -> Result<String> {
        let give_up = Instant::now() + SILENCE_MAX;
        loop {
            ensure!(Instant::now() < give_up, "no message for {SILENCE_MAX:?}");
            let (kind, payload) = self.frame()?;
            match kind {
                TEXT => return Ok(String::from_utf8(payload)?),
                PING => self.send(PONG, &payload, Mask::Zeros)?,
                other => bail!("the hub ended the socket (frame {other:#x})"),
            }
        }
    }

    /// Describes what the hub says next: the type of its message, `close CODE`, `pong` or `closed`.
    pub(crate) fn hear(&mut self) -> String {
        let Ok((kind, payload)) = self.frame() else {
            return "closed".into();
        };
        match kind {
            TEXT => {
                let message: Value = serde_json::from_slice(&payload).unwrap_or_default();
                message["type"].as_str().unwrap_or("no type").to_owned()
            }
            CLOSE => {
                let code = payload.first_chunk().map(|code| u16::from_be_bytes(*code));
                format!("close {}", code.unwrap_or(0))
            }
            PONG => "pong".into(),
            other => format!("frame {other:#x}"),
        }
    }

    fn frame(&mut self) -> Result<(u8, Vec<u8>)> {
        let [first, second] = self.bytes()?;
        let length = match second {
            126 => u64::from(u16::from_be_bytes(self.bytes()?)),
            127 => u64::from_be_bytes(self.bytes()?),
            short => u64::from(short),
        };
        ensure!(length <= MESSAGE_BYTES_MAX, "a message of {length} bytes");
        let mut payload = vec![0; usize::try_from(length)?];
        self.stream.read_exact(&mut payload)?;
        Ok((first & 0x0f, payload))
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
