//! The only HTTP client: typed calls to the hub, its live stream, and starting it when needed.
//!
//! Every surface is a client of the hub, even inside the same binary. One call is one connection:
//! a local socket costs microseconds, and dropping the call's future ends the hub's side of it.

mod audit;
mod call;
mod door;
mod error;
mod live;
mod operations;
mod random;
mod retry;
mod start;
mod threads;

use std::sync::Arc;

use domain::CallKey;
use domain::Surface;
use domain::interaction::Offers;
use http::HeaderValue;
use protocol::route::{ASKER_HEADER, AskerClaim, SURFACE_HEADER};

pub use door::{Door, SocketDoor, Stream};
pub use error::ClientError;
pub use live::LiveStream;
pub use operations::ListRequest;
pub use random::{fresh_answer_id, fresh_call_key, random_bytes, random_digits};
pub use retry::{Losses, until_answered};
pub use start::{READY_LINE, StartError, Starter};

/// A way to the hub, and as whom.
#[derive(Clone)]
pub struct HubClient {
    door: Arc<dyn Door>,
    identity: Identity,
    offers: Offers,
    call: Option<CallKey>,
}

/// Who speaks. An asker can ask and read its own; a person can answer.
#[derive(Debug, Clone)]
pub enum Identity {
    Asker(AskerClaim),
    Person { surface: Surface },
}

impl HubClient {
    pub fn new(door: Arc<dyn Door>, identity: Identity) -> Self {
        Self {
            door,
            identity,
            offers: Offers::default(),
            call: None,
        }
    }

    /// Says along with every call what the asker's own client can do besides waiting.
    pub fn with_offers(mut self, offers: Offers) -> Self {
        self.offers = offers;
        self
    }

    /// Makes everything that is asked through this client one call; without it, each is its own.
    pub fn with_call(mut self, call: CallKey) -> Self {
        self.call = Some(call);
        self
    }

    /// Returns a client that connects in the same way with another identity.
    pub fn with_identity(&self, identity: Identity) -> Self {
        Self {
            door: Arc::clone(&self.door),
            identity,
            offers: self.offers,
            call: None,
        }
    }

    fn identity_header(&self) -> (&'static str, HeaderValue) {
        match &self.identity {
            Identity::Asker(claim) => {
                let value = HeaderValue::try_from(claim.to_header());
                (ASKER_HEADER, value.expect("claims are written in ASCII"))
            }
            Identity::Person { surface } => {
                (SURFACE_HEADER, HeaderValue::from_static(surface.as_str()))
            }
        }
    }
}
