//! What a person did with a question in the asker's own client, relayed by that asker.
//!
//! The narrow exception to "agents never answer": only for the asker's own question, only while
//! the person's settings let clients ask, never where a form is not enough. `domain` has the rule.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use engine::{Asking, Engine, Relayed};
use protocol::{AskReply, InteractionSummary, RelayRequest, RelayedDecision};

use super::Route;
use super::body::JsonBody;
use crate::asking::{AskingOverHttp, Offered};
use crate::error::{Failure, bad_answer_id, interaction_id};
use crate::gate::Agent;
use crate::openapi::Operation;
use crate::view::Views;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/asks/{id}",
            get(asked),
            Operation::get("asked", "Shows an own question as asking it did")
                .returns::<AskReply>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/relay",
            post(relay),
            Operation::post(
                "relay",
                "Relays what the person did in the asker's client, where their settings allow it",
            )
            .body::<RelayRequest>()
            .returns::<InteractionSummary>()
            .for_agents(),
        ),
    ]
}

async fn asked(
    State(asking): State<AskingOverHttp>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    Path(id): Path<String>,
) -> Result<Json<AskReply>, Failure> {
    let stored = asking.engine.asked_by(interaction_id(&id)?, &asker).await?;
    Ok(Json(asking.reply(&stored, offers)))
}

async fn relay(
    State(engine): State<Engine>,
    State(asking): State<Asking>,
    State(views): State<Views>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<RelayRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let id = interaction_id(&id)?;
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let relayed = match request.decision {
        RelayedDecision::Answered(draft) => Relayed::Answer(draft),
        RelayedDecision::Cancelled => Relayed::Cancel,
        RelayedDecision::Unavailable => {
            let stored = asking.leave_client(id, &asker).await?;
            return Ok(Json(views.summary(&stored)));
        }
    };
    let stored = engine.relay(id, relayed, answer_id, &asker).await?;
    Ok(Json(views.summary(&stored)))
}
