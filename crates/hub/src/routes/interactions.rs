//! The person's routes: see questions and decide them.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, patch, post};
use domain::InteractionId;
use domain::interaction::{AnswerDraft, DeadlineChange};
use engine::{Engine, Located};
use protocol::{
    AnswerRequest, CancelRequest, ConfirmRequest, DeadlineRequest, DraftChange, DraftReply,
    InteractionDetail, InteractionPage, InteractionSummary, InterfaceRequest, ViewRequest,
};
use store::Stored;

use super::Route;
use super::body::{JsonBody, QueryOf};
use super::listing::{ListParameters, listing};
use crate::error::{Failure, ambiguous, bad_answer_id};
use crate::gate::Person;
use crate::openapi::Operation;
use crate::view::Views;

pub(super) fn routes() -> Vec<Route> {
    let one = "/api/v1/interactions/{id}";
    vec![
        Route::new(
            "/api/v1/interactions",
            get(list),
            listing(
                Operation::get("list_interactions", "Lists questions, pending ones first"),
                "Rows per page, at most 500",
            )
            .returns::<InteractionPage>(),
        ),
        Route::new(
            one,
            get(show),
            Operation::get(
                "show_interaction",
                "Shows one question in full; `id` may be its beginning",
            )
            .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/answer",
            post(answer),
            Operation::post("answer", "Answers; the first valid answer wins")
                .body::<AnswerRequest>()
                .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/confirm",
            post(confirm),
            Operation::post(
                "confirm_choice",
                "Makes a selection count that awaits confirmation",
            )
            .body::<ConfirmRequest>()
            .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/cancel",
            post(cancel),
            Operation::post("cancel", "Cancels the question, with an optional note")
                .body::<CancelRequest>()
                .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/deadline",
            post(move_deadline),
            Operation::post("move_deadline", "Adds time or sets a new timeout")
                .body::<DeadlineRequest>()
                .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/draft",
            patch(change_draft),
            Operation::patch(
                "change_draft",
                "Saves what changed in a draft and keeps what other surfaces changed",
            )
            .body::<DraftChange>()
            .returns::<DraftReply>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/interface",
            post(switch_interface),
            Operation::post(
                "switch_interface",
                "Shows the question on the web or in the terminal",
            )
            .body::<InterfaceRequest>()
            .returns::<InteractionDetail>(),
        ),
        Route::new(
            "/api/v1/interactions/{id}/view",
            post(view),
            Operation::post("view", "Records that a person has the question in view")
                .body::<ViewRequest>()
                .returns::<InteractionSummary>(),
        ),
    ]
}

async fn list(
    State(engine): State<Engine>,
    State(views): State<Views>,
    _: Person,
    QueryOf(parameters): QueryOf<ListParameters>,
) -> Result<Json<InteractionPage>, Failure> {
    let page = engine.list(&parameters.query()?).await?;
    Ok(Json(InteractionPage {
        interactions: page.rows.iter().map(|stored| views.row(stored)).collect(),
        next_cursor: page.next,
        pending: engine.pending_count().await?,
    }))
}

async fn show(
    State(engine): State<Engine>,
    State(views): State<Views>,
    _: Person,
    Path(id): Path<String>,
) -> Result<Json<InteractionDetail>, Failure> {
    let id = locate(&engine, &id).await?;
    let found = engine.interaction(id).await?;
    let stored = found.ok_or_else(|| Failure::unknown_session(&id.to_string()))?;
    Ok(Json(views.detail(&stored).await?))
}

async fn answer(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<AnswerRequest>,
) -> Result<Json<InteractionDetail>, Failure> {
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let id = locate(&engine, &id).await?;
    let digest = request.digest.as_deref();
    let draft = request.answer;
    let stored = if request.confirm {
        engine
            .answer_and_confirm(id, draft, answer_id, digest, actor)
            .await?
    } else {
        engine.answer(id, draft, answer_id, digest, actor).await?
    };
    Ok(Json(views.detail(&stored).await?))
}

async fn confirm(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ConfirmRequest>,
) -> Result<Json<InteractionDetail>, Failure> {
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let chosen = request.chosen_id.parse().map_err(bad_answer_id)?;
    let id = locate(&engine, &id).await?;
    let stored = engine.confirm(id, chosen, answer_id, actor).await?;
    Ok(Json(views.detail(&stored).await?))
}

async fn cancel(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CancelRequest>,
) -> Result<Json<InteractionDetail>, Failure> {
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let id = locate(&engine, &id).await?;
    let stored = engine.cancel(id, request.note, answer_id, actor).await?;
    Ok(Json(views.detail(&stored).await?))
}

async fn move_deadline(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<DeadlineRequest>,
) -> Result<Json<InteractionDetail>, Failure> {
    let change = match request {
        DeadlineRequest::AddSeconds(seconds) => DeadlineChange::Add { seconds },
        DeadlineRequest::SetSeconds(0) => DeadlineChange::WaitForever,
        DeadlineRequest::SetSeconds(seconds) => DeadlineChange::Set { seconds },
    };
    let id = locate(&engine, &id).await?;
    let stored = engine.move_deadline(id, change, actor).await?;
    Ok(Json(views.detail(&stored).await?))
}

async fn change_draft(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(change): JsonBody<DraftChange>,
) -> Result<Json<DraftReply>, Failure> {
    let id = locate(&engine, &id).await?;
    let (draft, base) = (change.draft, change.base);
    let (stored, kept) = engine.change_draft(id, draft, &base, actor).await?;
    Ok(Json(draft_reply(&views, &stored, kept)))
}

async fn switch_interface(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<InterfaceRequest>,
) -> Result<Json<InteractionDetail>, Failure> {
    let id = locate(&engine, &id).await?;
    let stored = engine
        .switch_interface(id, request.interface, actor)
        .await?;
    Ok(Json(views.detail(&stored).await?))
}

async fn view(
    State(engine): State<Engine>,
    State(views): State<Views>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let id = locate(&engine, &id).await?;
    let stored = engine.view(id, actor).await?;
    Ok(Json(views.summary(&stored)))
}

fn draft_reply(views: &Views, stored: &Stored, draft: AnswerDraft) -> DraftReply {
    DraftReply {
        problems: views.draft_problems(stored, draft.clone()),
        summary: views.summary(stored),
        draft,
    }
}

/// Finds what a person means by an id or the beginning of one.
pub(super) async fn locate(engine: &Engine, text: &str) -> Result<InteractionId, Failure> {
    match engine.locate(text).await? {
        Located::One(id) => Ok(id),
        Located::None => Err(Failure::unknown_session(text)),
        Located::Several => Err(ambiguous(text)),
    }
}
