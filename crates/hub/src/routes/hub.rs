//! The hub about itself.

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use protocol::{Health, ShutdownReply, Status, ViewRequest, rfc3339};
use serde_json::Value;

use super::Route;
use super::body::JsonBody;
use crate::error::Failure;
use crate::gate::{LocalPerson, Person};
use crate::openapi::{Operation, openapi};
use crate::server::Hub;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/health",
            get(health),
            Operation::get("health", "Says that a hub is there, and no more")
                .returns::<Health>()
                .for_anyone(),
        ),
        Route::new(
            "/api/v1/status",
            get(status),
            Operation::get("status", "Says what the hub is doing").returns::<Status>(),
        ),
        Route::new(
            "/api/v1/openapi.json",
            get(document),
            Operation::get("openapi", "Returns this document").returns::<Value>(),
        ),
        Route::new(
            "/api/v1/shutdown",
            post(shut_down),
            Operation::post("shut_down", "Ends the hub; what is pending stays pending")
                .body::<ViewRequest>()
                .returns::<ShutdownReply>()
                .for_local_people(),
        ),
    ]
}

async fn health() -> Json<Health> {
    Json(Health { ok: true })
}

async fn status(State(hub): State<Hub>, _: Person) -> Result<Json<Status>, Failure> {
    Ok(Json(Status {
        pid: std::process::id(),
        port: hub.links.port,
        url: hub.links.origin(),
        version: hub.version.into(),
        store: format!("sqlite:{}", hub.database.display()),
        data_dir: hub.data_dir.display().to_string(),
        started_at: rfc3339(hub.started_at),
        pending: hub.engine.pending_count().await?,
        waiting_calls: hub.engine.waiting_calls(),
        portal_pages: hub.activity.portal_pages(),
        on_demand: hub.on_demand,
    }))
}

async fn document(_: Person) -> Json<Value> {
    Json(openapi())
}

async fn shut_down(
    State(hub): State<Hub>,
    _: LocalPerson,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Json<ShutdownReply> {
    hub.stop.cancel();
    Json(ShutdownReply { stopping: true })
}
