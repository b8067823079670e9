//! The pages a browser loads: the portal's static shell without data, its bundle, and the pages
//! that work without JavaScript.

mod bundle;
mod document;
mod frame;
mod nowhere;
mod plain;
mod shell;

pub(super) use nowhere::nowhere;
pub(crate) use plain::FormTokens;

use axum::Router;

use crate::parts::Hub;

/// The path of every page.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    let all = [&shell::PATHS[..], &[bundle::PATH], &plain::PATHS];
    all.into_iter().flatten().copied()
}

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    plain::add(bundle::add(shell::add(router)))
}
