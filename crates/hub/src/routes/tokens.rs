//! Agents' bearer tokens, and the browser sessions: who gets access, decided at this machine.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{delete, get, post};
use domain::limits::CLIENT_NAME_CHARS_MAX;
use engine::Engine;
use protocol::{AgentToken, CreateToken, CreatedToken, Problem, WebSession, rfc3339};
use store::{TokenRow, WebSessionRow};

use super::Route;
use super::body::JsonBody;
use crate::access::Access;
use crate::error::Failure;
use crate::gate::LocalPerson;
use crate::openapi::Operation;

const TOKEN_DAYS_MAX: u32 = 3650;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/tokens",
            get(list),
            Operation::get("list_tokens", "Lists agents' tokens")
                .returns::<Vec<AgentToken>>()
                .for_local_people(),
        ),
        Route::new(
            "/api/v1/tokens",
            post(create),
            Operation::post(
                "create_token",
                "Makes a token; its secret is shown this once",
            )
            .body::<CreateToken>()
            .returns::<CreatedToken>()
            .for_local_people(),
        ),
        Route::new(
            "/api/v1/tokens/{id}",
            delete(revoke),
            Operation::delete("revoke_token", "Ends a token")
                .returns::<AgentToken>()
                .for_local_people(),
        ),
        Route::new(
            "/api/v1/sessions",
            get(list_sessions),
            Operation::get("list_sessions", "Lists signed-in browsers")
                .returns::<Vec<WebSession>>()
                .for_local_people(),
        ),
        Route::new(
            "/api/v1/sessions/{id}",
            delete(revoke_session),
            Operation::delete("revoke_session", "Signs a browser out")
                .returns::<WebSession>()
                .for_local_people(),
        ),
    ]
}

async fn list(State(access): State<Arc<Access>>, _: LocalPerson) -> Json<Vec<AgentToken>> {
    Json(access.tokens.list().iter().map(token_view).collect())
}

async fn create(
    State(engine): State<Engine>,
    State(access): State<Arc<Access>>,
    _: LocalPerson,
    JsonBody(request): JsonBody<CreateToken>,
) -> Result<Json<CreatedToken>, Failure> {
    let name = request.name.trim();
    let mut problems = Vec::new();
    if name.is_empty() || name.chars().count() > CLIENT_NAME_CHARS_MAX {
        let message = format!("a token's name has 1 to {CLIENT_NAME_CHARS_MAX} characters");
        let problem = Problem::new(
            "token_name_invalid",
            "name",
            message,
            "Name it after the agent.",
        );
        problems.push(problem.with("max", CLIENT_NAME_CHARS_MAX));
    }
    if !(1..=TOKEN_DAYS_MAX).contains(&request.expires_in_days) {
        let message = format!(
            "a token is valid for 1 to {TOKEN_DAYS_MAX} days, not {}",
            request.expires_in_days
        );
        let problem = Problem::new(
            "token_days_invalid",
            "expires_in_days",
            message,
            "Use 90 days.",
        );
        problems.push(problem.with("max", TOKEN_DAYS_MAX));
    }
    if !problems.is_empty() {
        return Err(Failure::invalid(problems));
    }
    let now = engine.clock().now().wall;
    let (row, secret) = access
        .tokens
        .create(
            name.to_owned(),
            request.directory,
            request.expires_in_days,
            now,
        )
        .await?;
    Ok(Json(CreatedToken {
        token: token_view(&row),
        secret: secret.reveal().to_owned(),
    }))
}

async fn revoke(
    State(access): State<Arc<Access>>,
    _: LocalPerson,
    Path(id): Path<String>,
) -> Result<Json<AgentToken>, Failure> {
    let revoked = access.tokens.revoke(&id).await?;
    revoked
        .map(|row| Json(token_view(&row)))
        .ok_or_else(|| nothing(&id, "token"))
}

async fn list_sessions(
    State(engine): State<Engine>,
    State(access): State<Arc<Access>>,
    _: LocalPerson,
) -> Json<Vec<WebSession>> {
    let now = engine.clock().now().wall;
    Json(access.sessions.list(now).iter().map(session_view).collect())
}

async fn revoke_session(
    State(access): State<Arc<Access>>,
    _: LocalPerson,
    Path(id): Path<String>,
) -> Result<Json<WebSession>, Failure> {
    let revoked = access.sessions.revoke(&id).await?;
    revoked
        .map(|row| Json(session_view(&row)))
        .ok_or_else(|| nothing(&id, "session"))
}

fn nothing(id: &str, what: &str) -> Failure {
    Failure::new(
        http::StatusCode::NOT_FOUND,
        "not_found",
        format!("there is no {what} {id}"),
    )
}

fn token_view(row: &TokenRow) -> AgentToken {
    AgentToken {
        id: row.id.clone(),
        name: row.name.clone(),
        directory: row.directory.clone(),
        created_at: rfc3339(row.created_at),
        expires_at: rfc3339(row.expires_at),
        last_used_at: row.last_used_at.map(rfc3339),
    }
}

fn session_view(row: &WebSessionRow) -> WebSession {
    WebSession {
        id: row.id.clone(),
        created_at: rfc3339(row.created_at),
        last_seen_at: rfc3339(row.last_seen_at),
        user_agent: row.user_agent.clone(),
    }
}
