//! Ways to reach a hub. Both ends of the socket check that the other is the same user.

use std::io;
use std::path::PathBuf;

use async_trait::async_trait;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::UnixStream;

use crate::error::ClientError;
use crate::start::Starter;

/// A connection to the hub.
pub type Stream = Box<dyn ReadWrite>;

pub trait ReadWrite: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> ReadWrite for T {}

/// Opens connections to the hub.
#[async_trait]
pub trait Door: Send + Sync {
    async fn open(&self) -> Result<Stream, ClientError>;
}

/// The Unix socket of a data directory, with a hub started behind it when there is none.
#[derive(Debug, Clone)]
pub struct SocketDoor {
    pub path: PathBuf,
    /// `None` only uses a hub that already runs.
    pub starter: Option<Starter>,
}

#[async_trait]
impl Door for SocketDoor {
    async fn open(&self) -> Result<Stream, ClientError> {
        match (self.connect().await, &self.starter) {
            (Err(ClientError::NotRunning { .. }), Some(starter)) => {
                starter.start(|| self.connect()).await
            }
            (connected, _) => connected,
        }
    }
}

impl SocketDoor {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the system's kinds of errors: the rest is a broken connection"
    )]
    async fn connect(&self) -> Result<Stream, ClientError> {
        let stream = UnixStream::connect(&self.path)
            .await
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => {
                    ClientError::NotRunning {
                        path: self.path.clone(),
                    }
                }
                _ => ClientError::broken(error),
            })?;
        let owner = stream.peer_cred().map_err(ClientError::broken)?.uid();
        if owner != rustix::process::geteuid().as_raw() {
            return Err(ClientError::ForeignHub {
                path: self.path.clone(),
                owner,
            });
        }
        Ok(Box::new(stream))
    }
}
