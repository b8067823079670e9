//! A loopback forwarder that adds a bearer token, for clients that cannot send headers.
//!
//! For tests only. One request per connection: `Connection: close` is asked of the server, so the
//! rest of each direction can be passed on as it is. `Host` and `Origin` are passed on too, with
//! only our port replaced by the hub's: whether they are acceptable is the hub's decision.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread;

use anyhow::Result;

use super::stand_in::StandIn;

const HEAD_BYTES_MAX: usize = 64 * 1024;
const BODY_BYTES_MAX: usize = 1024 * 1024;

pub(super) struct Forwarder {
    pub(super) port: u16,
}

#[derive(Clone)]
struct Upstream {
    port: u16,
    own_port: u16,
    token: String,
    stand_in: Option<StandIn>,
}

impl Forwarder {
    /// Listens on a free port until the program ends; `stand_in` plays tools that we do not have.
    pub(super) fn start(
        upstream_port: u16,
        token: String,
        stand_in: Option<StandIn>,
    ) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let own_port = listener.local_addr()?.port();
        let upstream = Upstream {
            port: upstream_port,
            own_port,
            token,
            stand_in,
        };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let upstream = upstream.clone();
                // A connection that breaks is the client's to notice; there is nobody else to tell.
                thread::spawn(move || forward(client, &upstream));
            }
        });
        Ok(Self { port: own_port })
    }
}

fn forward(mut client: TcpStream, upstream: &Upstream) -> io::Result<()> {
    let (mut head, mut body) = read_head(&mut client)?;
    if let Some(stand_in) = &upstream.stand_in {
        read_body(&mut client, &head, &mut body)?;
        (head, body) = stand_in.translate(head, body);
    }
    let mut server = TcpStream::connect((Ipv4Addr::LOCALHOST, upstream.port))?;
    server.set_nodelay(true)?;
    client.set_nodelay(true)?;
    server.write_all(rewrite(&head, upstream).as_bytes())?;
    server.write_all(&body)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    let up = thread::spawn(move || {
        // The client hanging up is its way to cancel: the server must see it.
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Both);
    });
    let copied = io::copy(&mut server, &mut client);
    // Either end may be gone already.
    let _ = client.shutdown(Shutdown::Both);
    let _ = up.join();
    copied.map(|_| ())
}

/// Reads up to the empty line; returns the head and what of the body came with it.
fn read_head(client: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let body = bytes.split_off(end + 4);
            let head = String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
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
fn read_body(client: &mut TcpStream, head: &str, body: &mut Vec<u8>) -> io::Result<()> {
    let length = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let named = name.eq_ignore_ascii_case("content-length");
        named.then(|| value.trim().parse::<usize>().ok())?
    });
    let left = length.unwrap_or_default().saturating_sub(body.len());
    if left > BODY_BYTES_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut rest = vec![0; left];
    client.read_exact(&mut rest)?;
    body.extend_from_slice(&rest);
    Ok(())
}

fn rewrite(head: &str, upstream: &Upstream) -> String {
    let mut lines = head.trim_end().split("\r\n");
    let mut rewritten = format!("{}\r\n", lines.next().unwrap_or_default());
    for line in lines {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        match name.to_ascii_lowercase().as_str() {
            "connection" | "keep-alive" => {}
            "host" | "origin" => {
                let value = swap_port(value.trim(), upstream.own_port, upstream.port);
                rewritten.push_str(&format!("{name}: {value}\r\n"));
            }
            _ => rewritten.push_str(&format!("{line}\r\n")),
        }
    }
    rewritten.push_str(&format!(
        "Authorization: Bearer {}\r\nConnection: close\r\n\r\n",
        upstream.token
    ));
    rewritten
}

fn swap_port(value: &str, from: u16, to: u16) -> String {
    match value.strip_suffix(&format!(":{from}")) {
        Some(host) => format!("{host}:{to}"),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upstream(port: u16) -> Upstream {
        Upstream {
            port,
            own_port: 9000,
            token: "secret".into(),
            stand_in: None,
        }
    }

    #[test]
    fn the_head_gets_a_token_and_only_our_own_port_is_replaced() {
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost:9000\r\n\
                    Origin: http://evil.example:80\r\nConnection: keep-alive\r\nAccept: a\r\n\r\n";
        assert_eq!(
            rewrite(head, &upstream(7297)),
            "POST /mcp HTTP/1.1\r\nHost: localhost:7297\r\n\
             Origin: http://evil.example:80\r\nAccept: a\r\n\
             Authorization: Bearer secret\r\nConnection: close\r\n\r\n"
        );
    }

    #[test]
    fn bytes_pass_both_ways() {
        let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = server.local_addr().unwrap().port();
        let served = thread::spawn(move || {
            let (mut connection, _) = server.accept().unwrap();
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
        let forwarder = Forwarder::start(port, "secret".into(), None).unwrap();
        let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, forwarder.port)).unwrap();
        client
            .write_all(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody")
            .unwrap();
        let mut reply = String::new();
        client.read_to_string(&mut reply).unwrap();
        assert_eq!(reply, "HTTP/1.1 200 OK\r\n\r\nhello");
        assert_eq!(served.join().unwrap(), (true, b"body".to_vec()));
    }
}
