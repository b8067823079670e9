//! How use cases end other than well. A refusal carries the interaction it is about, so that a
//! loser can be told who won.

use domain::InteractionId;
use domain::interaction::Refusal;
use store::{StoreError, Stored};

use crate::asking::NoRoom;

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the store failed")]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("there is no interaction {0}")]
    Unknown(InteractionId),
    #[error("{refusal}")]
    Refused {
        refusal: Refusal,
        current: Box<Stored>,
    },
    #[error("the question has changed since it was shown")]
    Stale { current: Box<Stored> },
    #[error("the answer does not say what was on the screen")]
    DigestRequired,
    #[error("the draft has {bytes} bytes, at most {max} are kept")]
    DraftTooLong { bytes: usize, max: usize },
    #[error("too many writers at the same time")]
    Contended,
    #[error("the store failed")]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("questions come too fast; the next may come in {retry_after_seconds} s")]
    TooFast { retry_after_seconds: u64 },
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error("this asker already has {max} pending questions")]
    AskerFull { max: u32 },
    #[error("an agent cannot have actions approved")]
    NotForAgents,
    #[error("only the agent of a thread can ask this")]
    NotOfThread,
    #[error("the idempotency key belongs to another question")]
    CallKeyReused,
    #[error("the hub already has {max} pending questions")]
    HubFull { max: u32 },
    #[error("all pending questions of one user or token may take {max_mib} MiB together")]
    PrincipalBytesFull { max_mib: u64 },
    #[error("all pending questions may take {max_mib} MiB together")]
    HubBytesFull { max_mib: u64 },
    #[error("the store failed")]
    Store(#[from] StoreError),
}
