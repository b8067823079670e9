//! The pages a browser loads: the portal's static shell without data, its bundle, and the pages
//! that work without scripts.

mod bundle;
mod document;
mod plain;
mod shell;

pub(crate) use plain::FormTokens;

use axum::Router;

use crate::parts::Hub;

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    plain::add(bundle::add(shell::add(router)))
}
