//! Agents: which can be given jobs here, and the person's own.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{delete, get, post};
use http::StatusCode;
use protocol::{AgentView, NewAgent, Problem};
use runner::agents::{
    Agent, CatalogueError, HANDSHAKE_TIME_MAX, Kind, Readiness, check, look, presets,
};

use super::Route;
use super::body::JsonBody;
use crate::error::Failure;
use crate::gate::{LocalPerson, Person};
use crate::openapi::Operation;
use crate::workshop::Agents;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/agents",
            get(list),
            Operation::get(
                "list_agents",
                "Lists agents and whether they are on this machine",
            )
            .returns::<Vec<AgentView>>(),
        ),
        Route::new(
            "/api/v1/agents",
            post(add),
            Operation::post(
                "add_agent",
                "Adds an agent, or replaces the one of the same name",
            )
            .body::<NewAgent>()
            .returns::<AgentView>()
            .for_local_people(),
        ),
        Route::new(
            "/api/v1/agents/{id}",
            delete(remove),
            Operation::delete("remove_agent", "Removes an agent that the person added")
                .returns::<Vec<AgentView>>()
                .for_local_people(),
        ),
        Route::new(
            "/api/v1/agents/{id}/check",
            post(check_one),
            Operation::post(
                "check_agent",
                "Opens a session with an agent, without a prompt, to see whether it could work",
            )
            .returns::<AgentView>(),
        ),
    ]
}

async fn list(
    State(agents): State<Arc<Agents>>,
    _: Person,
) -> Result<Json<Vec<AgentView>>, Failure> {
    Ok(Json(views(&agents).await?))
}

async fn add(
    State(agents): State<Arc<Agents>>,
    _: LocalPerson,
    JsonBody(request): JsonBody<NewAgent>,
) -> Result<Json<AgentView>, Failure> {
    let kind = Kind::parse(&request.kind).ok_or_else(|| {
        let message = format!(
            "{:?} is not a kind of agent; use acp or command",
            request.kind
        );
        let problem = Problem::new("agent_kind_unknown", "kind", message, "Use acp or command.");
        Failure::invalid(vec![problem.with("given", request.kind.clone())])
    })?;
    let agent = Agent {
        name: name_of(&request.id),
        id: request.id,
        kind,
        command: request.command,
        environment: request.environment,
    };
    agents.catalogue().add(&agent)?;
    let found = look(&agent, &agents.surroundings(&agent)).await;
    Ok(Json(view(&agent, found)))
}

/// An agent that replaces a known one keeps its name.
fn name_of(id: &str) -> String {
    let known = presets::all().iter().find(|preset| preset.id == id);
    known.map_or_else(|| id.to_owned(), |preset| preset.name.clone())
}

async fn remove(
    State(agents): State<Arc<Agents>>,
    _: LocalPerson,
    Path(id): Path<String>,
) -> Result<Json<Vec<AgentView>>, Failure> {
    match agents.catalogue().remove(&id)? {
        true => Ok(Json(views(&agents).await?)),
        false => Err(unknown(&id)),
    }
}

async fn check_one(
    State(agents): State<Arc<Agents>>,
    _: Person,
    Path(id): Path<String>,
) -> Result<Json<AgentView>, Failure> {
    let agent = agents.catalogue().find(&id)?.ok_or_else(|| unknown(&id))?;
    let found = check(&agent, &agents.surroundings(&agent), HANDSHAKE_TIME_MAX).await;
    Ok(Json(view(&agent, found)))
}

async fn views(agents: &Agents) -> Result<Vec<AgentView>, Failure> {
    let looks = agents.look().await?.into_iter();
    Ok(looks.map(|(agent, found)| view(&agent, found)).collect())
}

fn view(agent: &Agent, found: Readiness) -> AgentView {
    AgentView {
        id: agent.id.clone(),
        name: agent.name.clone(),
        kind: agent.kind.as_str().into(),
        found: found.found,
        ready: found.ready,
        reason: found.reason,
        version: found.version,
    }
}

fn unknown(id: &str) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "agent_unknown",
        format!("there is no agent called {id}"),
    )
    .hint("`sayso agents` lists them.")
    .with("agent", id)
}

impl From<CatalogueError> for Failure {
    fn from(error: CatalogueError) -> Self {
        let problem = Problem::new(
            "agent_unusable",
            "agent",
            error.to_string(),
            "`sayso agents` lists those that can be used.",
        );
        Self::invalid(vec![problem.with("reason", error.to_string())])
    }
}
