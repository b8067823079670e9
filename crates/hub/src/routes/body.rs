//! Reads JSON bodies and query strings with clear refusals: too large, too deep, not what is
//! expected.

use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;
use protocol::Problem;
use serde::de::DeserializeOwned;

use super::BODY_BYTES_MAX;
use crate::error::Failure;

/// Our own clients never nest deeper.
const DEPTH_MAX: usize = 32;

pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(unreadable)?;
        if depth(&bytes) > DEPTH_MAX {
            return Err(malformed(format!(
                "the body is nested deeper than {DEPTH_MAX} levels"
            )));
        }
        // The syntax first: a body that is JSON but not the right one is another kind of mistake.
        let value: serde_json::Value = serde_json::from_slice(&bytes)
            .map_err(|error| malformed(format!("the body is not JSON: {error}")))?;
        serde_json::from_value(value).map(Self).map_err(|error| {
            Failure::invalid(vec![Problem::new(
                "body_mismatch",
                "body",
                error.to_string(),
                "Compare with the schema in docs/reference/openapi.json.",
            )])
        })
    }
}

fn unreadable(rejection: BytesRejection) -> Failure {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = format!("the body is larger than {BODY_BYTES_MAX} bytes");
        return Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", message);
    }
    malformed("the body could not be read".into())
}

fn malformed(message: String) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, "malformed", message)
}

/// Returns how deeply arrays and objects are nested.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (true, b'"') => in_string = false,
            (true, _) => {}
            (false, b'"') => in_string = true,
            (false, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            (false, _) => {}
        }
    }
    deepest
}

/// A query string, refused like a body when it does not fit.
pub(crate) struct QueryOf<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Query(query) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection: QueryRejection| malformed(rejection.body_text()))?;
        Ok(Self(query))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_depth_counts_brackets_outside_strings() {
        for (json, expected) in [
            ("1", 0),
            ("[]", 1),
            (r#"{"a":[{}]}"#, 3),
            (r#"["[[[[", "\"[["]"#, 1),
            ("]]]][", 1),
        ] {
            assert_eq!(depth(json.as_bytes()), expected, "{json}");
        }
    }

    /// Counts the same by building the value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "JSON has the kinds it has")]
    fn depth_of(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Array(items) => 1 + items.iter().map(depth_of).max().unwrap_or(0),
            serde_json::Value::Object(fields) => {
                1 + fields.values().map(depth_of).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    proptest::proptest! {
        #[test]
        fn body_depth_is_never_underestimated_for_any_json(text in "[\\[\\]{}:,\"\\\\a1 ]{0,40}", bytes: Vec<u8>) {
            depth(&bytes);
            if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
                proptest::prop_assert!(depth(text.as_bytes()) >= depth_of(&value));
            }
        }
    }
}
