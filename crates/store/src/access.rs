//! Rows about who may come in. Secrets are only ever kept as SHA-256.

use domain::Timestamp;

/// Where the second half of a browser session travels; the first half is always its cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondHalf {
    /// In a header, from a key that only our own page can read.
    Header,
    /// In the path to which the cookie is scoped: pages without scripts can keep nothing else.
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
