//! A loopback port that leads to the hub's Unix socket, for tools that know only TCP.

use std::io::copy;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::Result;

/// Listens on a free port until the program ends; returns the port.
pub(super) fn start(socket: &Path) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    let socket: PathBuf = socket.to_owned();
    thread::spawn(move || {
        for near in listener.incoming().flatten() {
            let socket = socket.clone();
            // A connection that fails is the caller's to notice.
            thread::spawn(move || pass(near, &socket).ok());
        }
    });
    Ok(port)
}

fn pass(near: TcpStream, socket: &Path) -> Result<()> {
    let far = UnixStream::connect(socket)?;
    let (mut from_near, mut to_far) = (near.try_clone()?, far.try_clone()?);
    thread::spawn(move || {
        copy(&mut from_near, &mut to_far).ok();
        to_far.shutdown(Shutdown::Write).ok();
    });
    let (mut from_far, mut to_near) = (far, near);
    copy(&mut from_far, &mut to_near)?;
    Ok(to_near.shutdown(Shutdown::Both)?)
}
