//! Rows about who has access. Secrets are only ever kept as SHA-256.

use async_trait::async_trait;
use domain::Timestamp;

use crate::StoreError;

#[async_trait]
pub trait Access: Send + Sync {
    async fn add_web_session(&self, session: &NewWebSession) -> Result<(), StoreError>;
    async fn web_sessions(&self) -> Result<Vec<WebSessionRow>, StoreError>;
    async fn touch_web_session(&self, id: &str, at: Timestamp) -> Result<(), StoreError>;
    async fn remove_web_session(&self, id: &str) -> Result<bool, StoreError>;

    async fn add_token(&self, token: &NewToken) -> Result<(), StoreError>;
    async fn tokens(&self) -> Result<Vec<TokenRow>, StoreError>;
    async fn touch_token(&self, id: &str, at: Timestamp) -> Result<(), StoreError>;
    async fn remove_token(&self, id: &str) -> Result<bool, StoreError>;
}

/// Where the second half of a browser session travels; the first half is always its cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondHalf {
    /// In a header, from a key that only our own page can read.
    Header,
    /// In the path to which the cookie is scoped: pages without JavaScript can keep nothing else.
    Path,
}

impl SecondHalf {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Path => "path",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWebSession {
    pub id: String,
    pub cookie_hash: [u8; 32],
    pub key_hash: [u8; 32],
    pub second_half: SecondHalf,
    pub created_at: Timestamp,
    /// For display only.
    pub user_agent: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebSessionRow {
    pub id: String,
    pub cookie_hash: [u8; 32],
    pub key_hash: [u8; 32],
    pub second_half: SecondHalf,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub user_agent: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    pub id: String,
    pub name: String,
    pub directory: String,
    pub secret_hash: [u8; 32],
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRow {
    pub id: String,
    pub name: String,
    pub directory: String,
    pub secret_hash: [u8; 32],
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}
