//! A live socket, spoken by hand over the hub's local socket.
//!
//! Only what the hub sends is understood: unfragmented text, ping, close. Enough to measure, and
//! nothing between the kernel and the stop-watch.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// A hub that says nothing for so long is stuck.
const SILENCE_MAX: Duration = Duration::from_secs(30);
const MESSAGE_BYTES_MAX: u64 = 4 * 1024 * 1024;
const TEXT: u8 = 0x1;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

pub(super) struct LiveSocket {
    stream: BufReader<UnixStream>,
}

impl LiveSocket {
    /// Connects, upgrades and authenticates; the first message will be the snapshot.
    pub(super) fn open(hub: &Path) -> Result<Self> {
        let mut stream = UnixStream::connect(hub).context("no hub listens")?;
        stream.set_read_timeout(Some(SILENCE_MAX))?;
        stream.write_all(
            b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
              Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
              Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        )?;
        let mut socket = Self {
            stream: BufReader::new(stream),
        };
        socket.expect_upgrade()?;
        socket.send(TEXT, br#"{"type":"auth","key":""}"#)?;
        Ok(socket)
    }

    /// Waits for the next message; pings are answered on the way.
    pub(super) fn receive(&mut self) -> Result<String> {
        loop {
            let (kind, payload) = self.frame()?;
            match kind {
                TEXT => return Ok(String::from_utf8(payload)?),
                PING => self.send(PONG, &payload)?,
                other => bail!("the hub ended the socket (frame {other:#x})"),
            }
        }
    }

    fn expect_upgrade(&mut self) -> Result<()> {
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        if !status.starts_with("HTTP/1.1 101") {
            bail!("the hub opens no live socket: {}", status.trim());
        }
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                bail!("the hub hung up");
            }
        }
        Ok(())
    }

    fn frame(&mut self) -> Result<(u8, Vec<u8>)> {
        let [first, second] = self.bytes()?;
        let length = match second {
            126 => u64::from(u16::from_be_bytes(self.bytes()?)),
            127 => u64::from_be_bytes(self.bytes()?),
            short => u64::from(short),
        };
        if length > MESSAGE_BYTES_MAX {
            bail!("a message of {length} bytes");
        }
        let mut payload = vec![0; usize::try_from(length)?];
        self.stream.read_exact(&mut payload)?;
        Ok((first & 0x0f, payload))
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Sends one short frame. Clients must mask; a mask of zeros changes nothing and is allowed.
    fn send(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        let length = u8::try_from(payload.len())
            .ok()
            .filter(|&bytes| bytes < 126);
        let length = length.context("only short frames are sent")?;
        let mut frame = vec![0x80 | kind, 0x80 | length, 0, 0, 0, 0];
        frame.extend_from_slice(payload);
        Ok(self.stream.get_mut().write_all(&frame)?)
    }
}
