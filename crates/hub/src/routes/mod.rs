//! The routes. A handler parses, calls one use case, converts; its row in a table is also its
//! documentation, so the OpenAPI document cannot drift from the router.

mod agents;
mod approvals;
mod asks;
mod audit;
mod body;
mod call_key;
mod export;
mod hub;
mod import;
mod interactions;
mod listing;
mod live;
mod pages;
mod relay;
mod sample;
mod settings;
mod sign_in;
mod tasks;
mod threads;
mod tokens;

pub(crate) use pages::FormTokens;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::MethodRouter;
use http::StatusCode;

use crate::error::Failure;
use crate::openapi::Operation;
use crate::parts::Hub;

/// The largest body any route reads.
pub(crate) const BODY_BYTES_MAX: usize = 1024 * 1024;

/// One path with its handler and what the OpenAPI document says about it.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    pub(crate) handler: MethodRouter<Hub>,
    pub(crate) operation: Operation,
}

impl Route {
    fn new(path: &'static str, handler: MethodRouter<Hub>, operation: Operation) -> Self {
        Self {
            path,
            handler,
            operation,
        }
    }
}

/// Every documented route.
pub(crate) fn table() -> Vec<Route> {
    [
        asks::routes(),
        approvals::routes(),
        relay::routes(),
        interactions::routes(),
        export::routes(),
        settings::routes(),
        hub::routes(),
        audit::routes(),
        import::routes(),
        agents::routes(),
        threads::routes(),
        tasks::routes(),
        tokens::routes(),
        sign_in::routes(),
        sample::routes(),
        live::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The path of every route, pages included.
pub(crate) fn paths() -> Vec<&'static str> {
    let documented = table().into_iter().map(|route| route.path);
    documented
        .chain(pages::paths())
        .chain([protocol::route::MCP])
        .collect()
}

pub(crate) fn router(hub: Hub) -> Router {
    let mut router = Router::new();
    for route in table() {
        router = router.route(route.path, route.handler);
    }
    pages::add(router)
        .fallback(pages::nowhere)
        .method_not_allowed_fallback(|| async {
            Failure::refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
        })
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .with_state(hub)
}
