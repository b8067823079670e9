//! How a call can fail, told apart by what the caller can do about it.

use std::path::PathBuf;

use protocol::ApiError;

use crate::start::StartError;

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("no hub is running ({path})")]
    NotRunning { path: PathBuf },
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("the socket {path} belongs to user {owner}, not to you; refusing to use it")]
    ForeignHub { path: PathBuf, owner: u32 },
    #[error("the connection to the hub broke")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the hub did not answer within {seconds} s")]
    Silent { seconds: u64 },
    /// The hub understood and said no.
    #[error("{}", error.message)]
    Refused { status: u16, error: Box<ApiError> },
    #[error(
        "the hub answered with something this program does not understand; are both the same version?"
    )]
    Unreadable(#[source] serde_json::Error),
}

impl ClientError {
    pub(crate) fn broken(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Broken(Box::new(error))
    }

    /// Whether the hub went away, so that trying again may find a new one.
    pub fn is_connection_loss(&self) -> bool {
        match self {
            Self::NotRunning { .. } | Self::Broken(_) | Self::Silent { .. } => true,
            Self::Refused { error, .. } => error.code == protocol::error::STOPPING,
            Self::Start(_) | Self::ForeignHub { .. } | Self::Unreadable(_) => false,
        }
    }

    /// Returns the stable code of a refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Refused { error, .. } => Some(&error.code),
            Self::NotRunning { .. }
            | Self::Start(_)
            | Self::ForeignHub { .. }
            | Self::Broken(_)
            | Self::Silent { .. }
            | Self::Unreadable(_) => None,
        }
    }
}
