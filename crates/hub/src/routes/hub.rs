//! The hub about itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use engine::Engine;
use protocol::{Health, HubStatus, ShutdownReply, ViewRequest, rfc3339};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::Route;
use super::body::JsonBody;
use crate::activity::Activity;
use crate::error::Failure;
use crate::gate::{LocalPerson, Neighbour, Person};
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::openapi::{Operation, openapi};
use crate::parts::Facts;
use crate::refusals::Refusals;

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
            Operation::get("status", "Says what the hub is doing").returns::<HubStatus>(),
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

async fn status(
    State(engine): State<Engine>,
    State(links): State<Arc<Links>>,
    State(facts): State<Arc<Facts>>,
    State(activity): State<Arc<Activity>>,
    State(refusals): State<Arc<Refusals>>,
    State(settings): State<Arc<LiveSettings>>,
    neighbour: Neighbour,
) -> Result<Json<HubStatus>, Failure> {
    Ok(Json(HubStatus {
        pid: std::process::id(),
        port: links.port,
        url: links.origin(),
        version: facts.version.into(),
        store: format!("sqlite:{}", facts.database.display()),
        data_dir: facts.data_dir.display().to_string(),
        started_at: rfc3339(facts.started_at),
        pending: engine.pending_count().await?,
        waiting_calls: engine.waiting_calls(),
        portal_pages: activity.portal_pages(),
        on_demand: facts.on_demand,
        refusals: refusals.counts(),
        agent_guard: settings.guards_against_agents(),
        started_by_agent: neighbour.stranger,
    }))
}

async fn document(_: Person) -> Json<Value> {
    Json(openapi())
}

async fn shut_down(
    State(stop): State<CancellationToken>,
    _: LocalPerson,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Json<ShutdownReply> {
    stop.cancel();
    Json(ShutdownReply { stopping: true })
}
