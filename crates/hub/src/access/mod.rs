//! Who gets access: one-time login codes, browser sessions, agents' tokens.
//!
//! Secrets leave this module once, when they are created; only their SHA-256 is kept. Comparison
//! takes the same time for every secret.

mod login;
mod secret;
mod sessions;
mod tokens;

use std::sync::Arc;

use store::StoreError;

pub(crate) use login::{CODE_SECONDS, ExchangeRefusal};
pub(crate) use secret::Secret;
pub(crate) use sessions::NewSession;

use login::LoginCodes;
use sessions::Sessions;
use tokens::Tokens;

pub(crate) struct Access {
    pub(crate) login: LoginCodes,
    pub(crate) sessions: Sessions,
    pub(crate) tokens: Tokens,
}

impl Access {
    pub(crate) async fn load(store: Arc<dyn store::Access>) -> Result<Self, StoreError> {
        Ok(Self {
            login: LoginCodes::default(),
            sessions: Sessions::load(Arc::clone(&store)).await?,
            tokens: Tokens::load(store).await?,
        })
    }
}
