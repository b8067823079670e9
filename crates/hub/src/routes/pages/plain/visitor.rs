//! Who may see a page without JavaScript: a browser with both the address and its cookie.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Redirect};
use domain::InteractionId;
use http::request::Parts;

use super::Instead;
use crate::gate::{Caller, PlainPath, plain_path};

/// A signed-in browser, and where its pages are.
pub(super) struct Visitor {
    pub(super) session: String,
    base: String,
}

impl Visitor {
    pub(super) fn list(&self) -> &str {
        &self.base
    }

    pub(super) fn question(&self, id: &str) -> String {
        plain_path::question(&self.base, id)
    }

    pub(super) fn sign_out(&self) -> String {
        plain_path::sign_out(&self.base)
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Instead;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Instead> {
        let path = PlainPath::of(parts.uri.path());
        match (parts.extensions.get(), path) {
            (Some(Caller::WebForm { session }), Some(path)) => Ok(Self {
                session: session.clone(),
                base: path.base.to_owned(),
            }),
            (_, path) => Err(to_sign_in(path.and_then(|path| path.question()))),
        }
    }
}

/// The way to sign in, and from there to the question, if it looks like an id.
pub(super) fn to_sign_in(question: Option<&str>) -> Instead {
    let question = question.and_then(|id| id.parse::<InteractionId>().ok());
    let target = match question {
        Some(id) => format!("{}?to={id}", plain_path::SIGN_IN),
        None => plain_path::SIGN_IN.to_owned(),
    };
    Instead(Box::new(Redirect::to(&target).into_response()))
}
