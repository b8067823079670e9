//! The asker's routes: ask, wait, confirm delivery, withdraw.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use domain::interaction::{Ask, ChoiceSpec, HumanRequestSpec, QuestionKind};
use engine::{Engine, Report, Tasks};
use http::StatusCode;
use protocol::route::IDEMPOTENCY_KEY_HEADER;
use protocol::{
    AskReply, CancelRequest, HitlRequest, InteractionSummary, PlainSpec, ReportReply,
    ReportRequest, ViewRequest, WaitReply,
};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use super::Route;
use super::body::{JsonBody, QueryOf};
use super::call_key::{KEY_MEANING, Keyed};
use crate::asking::{AskingOverHttp, Offered};
use crate::error::{Failure, bad_answer_id, interaction_id};
use crate::gate::Agent;
use crate::openapi::Operation;
use crate::task_error::{attempt_over, not_in_a_thread};
use crate::view::Views;

/// The longest a single call may wait.
const WAIT_SECONDS_MAX: u64 = 24 * 60 * 60;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/asks",
            post(ask),
            Operation::post(
                "ask",
                "Stores a question, or attaches to an identical one left pending",
            )
            .header(IDEMPOTENCY_KEY_HEADER, KEY_MEANING)
            .body::<ChoiceSpec>()
            .returns::<AskReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/hitl",
            post(ask_hitl),
            Operation::post(
                "ask_hitl",
                "Stores a request for one decision, or attaches to an identical one left pending",
            )
            .header(IDEMPOTENCY_KEY_HEADER, KEY_MEANING)
            .body::<HitlRequest>()
            .returns::<AskReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/plain",
            post(ask_plain),
            Operation::post(
                "ask_plain",
                "Stores a question that is answered with a plain sentence, or attaches to an \
                 identical one left pending",
            )
            .header(IDEMPOTENCY_KEY_HEADER, KEY_MEANING)
            .body::<PlainSpec>()
            .returns::<AskReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/result",
            get(wait),
            Operation::get("wait", "Waits for the outcome of an own question")
                .query(
                    "wait_seconds",
                    "How long to wait; absent: the person's poll window",
                )
                .query(
                    "kind",
                    "The kind of question to wait for; one of another kind is returned as it is",
                )
                .returns::<WaitReply>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/receipt",
            post(confirm),
            Operation::post("confirm", "Confirms that the outcome has arrived")
                .body::<ViewRequest>()
                .returns::<InteractionSummary>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/leave",
            post(leave),
            Operation::post("leave", "Gives up waiting for an own question, which stays")
                .body::<ViewRequest>()
                .returns::<InteractionSummary>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/outcome",
            post(report),
            Operation::post(
                "report_outcome",
                "Says how the turn of an agent that the hub runs ends",
            )
            .body::<ReportRequest>()
            .returns::<ReportReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/cancel",
            post(withdraw),
            Operation::post("withdraw", "Takes an own question back")
                .body::<CancelRequest>()
                .returns::<InteractionSummary>()
                .for_agents(),
        ),
    ]
}

async fn ask(
    State(asking): State<AskingOverHttp>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    Keyed(call): Keyed,
    JsonBody(request): JsonBody<ChoiceSpec>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    let ask = Ask {
        call,
        ..request.validate()?.into()
    };
    asking.put(asker, ask, offers).await
}

async fn ask_hitl(
    State(asking): State<AskingOverHttp>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    Keyed(call): Keyed,
    JsonBody(request): JsonBody<HitlRequest>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    let ask = Ask {
        call,
        ..HumanRequestSpec::from(request).validate()?
    };
    asking.put(asker, ask, offers).await
}

async fn ask_plain(
    State(asking): State<AskingOverHttp>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    Keyed(call): Keyed,
    JsonBody(request): JsonBody<PlainSpec>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    let ask = Ask {
        call,
        ..request.validate()?
    };
    asking.put(asker, ask, offers).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitQuery {
    wait_seconds: Option<u64>,
    kind: Option<QuestionKind>,
}

async fn wait(
    State(asking): State<AskingOverHttp>,
    State(stop): State<CancellationToken>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    QueryOf(query): QueryOf<WaitQuery>,
) -> Result<Json<WaitReply>, Failure> {
    let id = interaction_id(&id)?;
    let poll_window = asking.settings.current().settings.poll_window_seconds;
    let found = asking.engine.interaction(id).await?;
    let is_another = found.is_some_and(|stored| {
        let kind = stored.interaction.question.kind();
        query.kind.is_some_and(|wanted| wanted != kind)
    });
    let seconds = match query.wait_seconds {
        _ if is_another => 0,
        Some(seconds) => seconds.min(WAIT_SECONDS_MAX),
        None => poll_window,
    };
    tokio::select! {
        () = stop.cancelled() => Err(Failure::stopping()),
        waited = asking.engine.wait(id, &asker, seconds * 1000) => {
            let waited = waited?;
            asking.tasks.takes_outcome(&asker, &waited.interaction);
            Ok(Json(asking.views.wait_reply(&waited)))
        }
    }
}

async fn confirm(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let stored = engine
        .confirm_delivery(interaction_id(&id)?, &asker)
        .await?;
    Ok(Json(views.summary(&stored)))
}

async fn leave(
    State(engine): State<Engine>,
    State(tasks): State<Tasks>,
    State(views): State<Views>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let id = interaction_id(&id)?;
    let stored = engine.leave(id, &asker).await?;
    tasks.leaves_outcome(&asker, id);
    Ok(Json(views.summary(&stored)))
}

async fn withdraw(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CancelRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let stored = engine
        .withdraw(interaction_id(&id)?, request.note, answer_id, &asker)
        .await?;
    Ok(Json(views.summary(&stored)))
}

async fn report(
    State(tasks): State<Tasks>,
    Agent(asker): Agent,
    JsonBody(request): JsonBody<ReportRequest>,
) -> Result<Json<ReportReply>, Failure> {
    let Some(thread) = asker.principal.thread() else {
        return Err(not_in_a_thread());
    };
    let agent = tasks.agent_in(thread).await;
    let agent = agent.ok_or_else(attempt_over)?;
    let report = Report {
        outcome: request.outcome,
        message: request.message.unwrap_or_default(),
    };
    tasks.report(&agent, report)?;
    Ok(Json(ReportReply {
        task_id: agent.task.to_string(),
    }))
}
