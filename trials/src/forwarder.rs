//! A loopback port that leads to the hub, for clients that know only TCP or cannot send headers.
//!
//! One request per connection: `Connection: close` is asked of the hub, so the rest of each
//! direction can be passed on as it is. `Host` and `Origin` are passed on too, with only our port
//! replaced by the hub's: whether they are acceptable is the hub's decision.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;

use anyhow::Result;

use crate::http::{Address, Connection, head_end, header};
use crate::process::PATIENCE;

const HEAD_BYTES_MAX: usize = 64 * 1024;
const BODY_BYTES_MAX: usize = 1024 * 1024;

/// Writes another request than the one that came: head and body.
pub(crate) type Translate = Arc<dyn Fn(String, Vec<u8>) -> (String, Vec<u8>) + Send + Sync>;

/// Where requests go, and what is done to them on the way.
#[derive(Clone)]
pub(crate) struct Forwarder {
    pub(crate) hub: Address,
    /// A bearer token for clients that cannot send one.
    pub(crate) token: Option<String>,
    pub(crate) translate: Option<Translate>,
}

impl Forwarder {
    /// Listens on a free port until the program ends; returns the port.
    pub(crate) fn start(self) -> Result<u16> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let own_port = listener.local_addr()?.port();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let forwarder = self.clone();
                // The client notices a broken connection; it is not reported anywhere else.
                thread::spawn(move || forwarder.forward(Connection::Tcp(client), own_port));
            }
        });
        Ok(own_port)
    }

    fn forward(&self, mut client: Connection, own_port: u16) -> io::Result<()> {
        let (mut head, mut body) = read_head(&mut client)?;
        if let Some(translate) = &self.translate {
            read_body(&mut client, &head, &mut body)?;
            (head, body) = translate(head, body);
        }
        let mut hub = self.hub.connect(PATIENCE)?;
        let request = [self.rewrite(&head, own_port).as_bytes(), &body].concat();
        // A hub that refuses the head closes before it has received the body; its reply is still
        // sent.
        hub.write_all(&request).ok();
        let (mut from_client, mut to_hub) = (client.patient_clone()?, hub.patient_clone()?);
        let up = thread::spawn(move || {
            let copied = io::copy(&mut from_client, &mut to_hub);
            // The client hanging up is its way to cancel: the hub must see it.
            to_hub.hang_up().ok();
            if copied.is_err() {
                // Closing with bytes unread would reset the connection, and the reply be lost.
                io::copy(&mut from_client, &mut io::sink()).ok();
            }
        });
        let copied = io::copy(&mut hub, &mut client);
        // Either end may be gone already.
        client.end_writing().ok();
        up.join().ok();
        copied.map(drop)
    }

    fn rewrite(&self, head: &str, own_port: u16) -> String {
        let mut lines = head.trim_end().split("\r\n");
        let mut rewritten = format!("{}\r\n", lines.next().unwrap_or_default());
        for line in lines {
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            match name.to_ascii_lowercase().as_str() {
                "connection" | "keep-alive" => {}
                "host" | "origin" => {
                    let value = self.with_port(value.trim(), own_port);
                    rewritten.push_str(&format!("{name}: {value}\r\n"));
                }
                _ => rewritten.push_str(&format!("{line}\r\n")),
            }
        }
        if let Some(token) = &self.token {
            rewritten.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        rewritten + "Connection: close\r\n\r\n"
    }

    fn with_port(&self, value: &str, own_port: u16) -> String {
        match (value.strip_suffix(&format!(":{own_port}")), &self.hub) {
            (Some(host), Address::Port(port)) => format!("{host}:{port}"),
            (Some(_), Address::Socket(_)) | (None, _) => value.to_owned(),
        }
    }
}

/// Reads up to the empty line; returns the head and what of the body came with it.
fn read_head(client: &mut Connection) -> io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        if let Some(end) = head_end(&bytes) {
            let body = bytes.split_off(end);
            // Fuzzers send headers that are not text; the hub must get to see them too.
            let head = String::from_utf8_lossy(&bytes).into_owned();
            return Ok((head, body));
        }
        let read = client.read(&mut chunk)?;
        if read == 0 || bytes.len() > HEAD_BYTES_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        bytes.extend_from_slice(&chunk[..read]);
    }
}

/// Reads the rest of a body whose beginning came with the head.
fn read_body(client: &mut Connection, head: &str, body: &mut Vec<u8>) -> io::Result<()> {
    let length = header(head, "content-length").and_then(|length| length.parse().ok());
    let left = length.unwrap_or(0_usize).saturating_sub(body.len());
    if left > BODY_BYTES_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut rest = vec![0; left];
    client.read_exact(&mut rest)?;
    body.extend_from_slice(&rest);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    fn forwarder(port: u16) -> Forwarder {
        Forwarder {
            hub: Address::Port(port),
            token: Some("secret".into()),
            translate: None,
        }
    }

    #[test]
    fn forwarder_adds_a_token_and_replaces_only_its_own_port() {
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost:9000\r\n\
                    Origin: http://evil.example:80\r\nConnection: keep-alive\r\nAccept: a\r\n\r\n";
        assert_eq!(
            forwarder(7297).rewrite(head, 9000),
            "POST /mcp HTTP/1.1\r\nHost: localhost:7297\r\n\
             Origin: http://evil.example:80\r\nAccept: a\r\n\
             Authorization: Bearer secret\r\nConnection: close\r\n\r\n"
        );
    }

    #[test]
    fn forwarder_passes_bytes_both_ways() {
        let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = server.local_addr().unwrap().port();
        let served = thread::spawn(move || {
            let mut connection = Connection::Tcp(server.accept().unwrap().0);
            let (head, mut body) = read_head(&mut connection).unwrap();
            while body.len() < 4 {
                let mut byte = [0];
                connection.read_exact(&mut byte).unwrap();
                body.push(byte[0]);
            }
            connection
                .write_all(b"HTTP/1.1 200 OK\r\n\r\nhello")
                .unwrap();
            (head.contains("Authorization: Bearer secret"), body)
        });
        let front = Address::Port(forwarder(port).start().unwrap());
        let mut client = front.connect(PATIENCE).unwrap();
        client
            .write_all(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody")
            .unwrap();
        let mut reply = String::new();
        client.read_to_string(&mut reply).unwrap();
        assert_eq!(reply, "HTTP/1.1 200 OK\r\n\r\nhello");
        assert_eq!(served.join().unwrap(), (true, b"body".to_vec()));
    }

    #[test]
    fn forwarder_passes_the_reply_of_a_hub_that_does_not_read_the_body() {
        let directory = tempfile::tempdir().unwrap();
        let socket = directory.path().join("socket");
        let server = UnixListener::bind(&socket).unwrap();
        thread::spawn(move || {
            let mut connection = Connection::Unix(server.accept().unwrap().0);
            read_head(&mut connection).unwrap();
            connection.write_all(b"HTTP/1.1 400 No\r\n\r\n").unwrap();
        });
        let forwarder = Forwarder {
            hub: Address::Socket(socket),
            token: None,
            translate: None,
        };
        let front = Address::Port(forwarder.start().unwrap());
        let mut client = front.connect(PATIENCE).unwrap();
        client.write_all(b"POST / HTTP/1.1\r\n\r\n").unwrap();
        client.write_all(&[b'b'; BODY_BYTES_MAX]).unwrap();
        let mut reply = String::new();
        client.read_to_string(&mut reply).unwrap();
        assert_eq!(reply, "HTTP/1.1 400 No\r\n\r\n");
    }
}
