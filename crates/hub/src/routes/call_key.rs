//! The key of a call that asks: sent again with the same key, it asks nothing twice.

use axum::extract::FromRequestParts;
use domain::CallKey;
use http::StatusCode;
use http::request::Parts;
use protocol::route::IDEMPOTENCY_KEY_HEADER;

use crate::error::Failure;

/// What the reference says of the header.
pub(super) const KEY_MEANING: &str = "Names this call, in 32 lower-case hexadecimal digits. The \
    same key with the same question returns what the first call stored; with another question \
    it is refused.";

/// The key that the request carries, if any.
pub(super) struct Keyed(pub(super) Option<CallKey>);

impl<S: Sync> FromRequestParts<S> for Keyed {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get(IDEMPOTENCY_KEY_HEADER) else {
            return Ok(Self(None));
        };
        let key = value.to_str().ok().and_then(|text| text.parse().ok());
        match key {
            Some(key) => Ok(Self(Some(key))),
            None => Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "bad_idempotency_key",
                "an idempotency key is 32 lower-case hexadecimal digits",
            )),
        }
    }
}
