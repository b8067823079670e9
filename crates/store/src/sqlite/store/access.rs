//! The contract of [`Access`].

use async_trait::async_trait;
use domain::Timestamp;

use super::super::SqliteStore;
use super::super::access::{self, AddToken, AddWebSession, Kind, Remove, Touch};
use super::read;
use crate::{Access, NewToken, NewWebSession, StoreError, TokenRow, WebSessionRow};

#[async_trait]
impl Access for SqliteStore {
    async fn add_web_session(&self, session: &NewWebSession) -> Result<(), StoreError> {
        self.write(AddWebSession(session.clone())).await
    }

    async fn web_sessions(&self) -> Result<Vec<WebSessionRow>, StoreError> {
        read!(self, access::web_sessions)
    }

    async fn touch_web_session(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.write(Touch {
            kind: Kind::WebSession,
            id: id.to_owned(),
            at,
        })
        .await
    }

    async fn remove_web_session(&self, id: &str) -> Result<bool, StoreError> {
        self.write(Remove {
            kind: Kind::WebSession,
            id: id.to_owned(),
        })
        .await
    }

    async fn add_token(&self, token: &NewToken) -> Result<(), StoreError> {
        self.write(AddToken(token.clone())).await
    }

    async fn tokens(&self) -> Result<Vec<TokenRow>, StoreError> {
        read!(self, access::tokens)
    }

    async fn touch_token(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.write(Touch {
            kind: Kind::Token,
            id: id.to_owned(),
            at,
        })
        .await
    }

    async fn remove_token(&self, id: &str) -> Result<bool, StoreError> {
        self.write(Remove {
            kind: Kind::Token,
            id: id.to_owned(),
        })
        .await
    }
}
