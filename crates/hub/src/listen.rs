//! Where the hub listens: both loopback families, and a socket only this user can reach.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;

use tokio::net::{TcpListener, UnixListener};

use crate::kept_port::KeptPort;
use crate::start::StartError;

/// How often a port assigned for IPv4 may turn out to be taken on IPv6.
const ASSIGN_ATTEMPTS_MAX: usize = 16;

/// Which port, and whether the person said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PortWish {
    /// Taken means refuse: the settings name this number.
    Configured(u16),
    /// The one from last time, else this one, else whichever the system assigns.
    Default(u16),
    /// The one from last time, else whichever the system assigns.
    Any,
}

pub(crate) struct Portal {
    pub(crate) port: u16,
    pub(crate) v4: TcpListener,
    /// `None` on machines without IPv6.
    pub(crate) v6: Option<TcpListener>,
}

/// Binds both loopback families to one port: half a port would leave the other half to a squatter.
pub(crate) async fn portal(wish: PortWish, kept: &KeptPort) -> Result<Portal, StartError> {
    let default = match wish {
        PortWish::Configured(port) => {
            let taken = StartError::PortTaken { port };
            return if_free(port).await?.ok_or(taken);
        }
        PortWish::Default(port) => Some(port),
        PortWish::Any => None,
    };
    for port in kept.read().into_iter().chain(default) {
        if let Some(portal) = if_free(port).await? {
            kept.write(portal.port);
            return Ok(portal);
        }
        tracing::info!(port, "this port is taken; another one has to do");
    }
    let portal = assigned().await?;
    kept.write(portal.port);
    Ok(portal)
}

/// Binds a port unless another program has it.
async fn if_free(port: u16) -> Result<Option<Portal>, StartError> {
    match bind(port).await {
        Ok(portal) => Ok(Some(portal)),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(None),
        Err(error) => Err(StartError::Listen(error)),
    }
}

async fn assigned() -> Result<Portal, StartError> {
    let mut last = None;
    for _ in 0..ASSIGN_ATTEMPTS_MAX {
        match bind(0).await {
            Ok(portal) => return Ok(portal),
            Err(error) => last = Some(error),
        }
    }
    Err(StartError::Listen(
        last.expect("at least one attempt was made"),
    ))
}

async fn bind(port: u16) -> io::Result<Portal> {
    let v4 = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
    let port = v4.local_addr()?.port();
    let v6 = match TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await {
        Ok(listener) => Some(listener),
        Err(error) if has_no_ipv6(&error) => {
            tracing::info!("this machine has no IPv6 loopback");
            None
        }
        Err(error) => return Err(error),
    };
    Ok(Portal { port, v4, v6 })
}

fn has_no_ipv6(error: &io::Error) -> bool {
    // EAFNOSUPPORT has no `ErrorKind`.
    error.kind() == io::ErrorKind::AddrNotAvailable
        || error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error())
}

/// Binds the local socket. The caller holds the lock, so a socket file that is there is stale.
pub(crate) fn socket(path: &Path) -> Result<UnixListener, StartError> {
    let failed = |source| StartError::Socket {
        path: path.to_owned(),
        source,
    };
    match fs::symlink_metadata(path) {
        Ok(found) if found.file_type().is_socket() => fs::remove_file(path).map_err(failed)?,
        Ok(_) => {
            return Err(StartError::SocketInTheWay {
                path: path.to_owned(),
            });
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    // The directory is 0700 already; the socket's mode is a second protection.
    let listener = UnixListener::bind(path).map_err(failed)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn listen_refuses_a_taken_port_only_if_it_was_configured() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (one, other) = (KeptPort::of(one.path()), KeptPort::of(other.path()));
        let first = portal(PortWish::Any, &one).await.unwrap();
        let again = portal(PortWish::Configured(first.port), &other).await;
        assert!(matches!(again, Err(StartError::PortTaken { port }) if port == first.port));
        assert_eq!(other.read(), None);
        let another = portal(PortWish::Default(first.port), &other).await.unwrap();
        assert_ne!(another.port, first.port);
        assert!(another.port != 0);
    }

    #[tokio::test]
    async fn listen_reuses_an_assigned_port_while_it_is_free() {
        let directory = tempfile::tempdir().unwrap();
        let kept = KeptPort::of(directory.path());
        let squatter = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let default = squatter.local_addr().unwrap().port();
        let assigned = portal(PortWish::Default(default), &kept)
            .await
            .unwrap()
            .port;
        drop(squatter);
        for wish in [PortWish::Default(default), PortWish::Any] {
            let again = portal(wish, &kept).await.unwrap();
            assert_eq!(again.port, assigned, "{wish:?}");
        }
        let _squatter = TcpListener::bind((Ipv4Addr::LOCALHOST, assigned))
            .await
            .unwrap();
        let back = portal(PortWish::Default(default), &kept).await.unwrap();
        assert_eq!((back.port, kept.read()), (default, Some(default)));
    }

    #[tokio::test]
    async fn listen_treats_a_port_as_taken_if_one_address_family_has_it() {
        let squatter = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await.unwrap();
        let port = squatter.local_addr().unwrap().port();
        let directory = tempfile::tempdir().unwrap();
        let kept = KeptPort::of(directory.path());
        let refused = portal(PortWish::Configured(port), &kept).await;
        assert!(matches!(refused, Err(StartError::PortTaken { .. })));
    }

    #[tokio::test]
    async fn listen_replaces_a_stale_socket_and_refuses_any_other_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("hub.sock");
        drop(socket(&path).unwrap());
        let listener = socket(&path).unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        drop(listener);
        fs::remove_file(&path).unwrap();
        fs::write(&path, "a note").unwrap();
        assert!(matches!(
            socket(&path),
            Err(StartError::SocketInTheWay { .. })
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), "a note");
    }
}
