//! The person's routes: see questions and decide them.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, patch, post};
use domain::InteractionId;
use domain::interaction::{AnswerDraft, DeadlineChange, Status};
use engine::{Engine, Located};
use protocol::{
    AnswerRequest, CancelRequest, ConfirmRequest, DeadlineRequest, DraftChange, DraftReply,
    ExportPage, InteractionDetail, InteractionPage, InteractionSummary, InterfaceRequest,
    ListFilter, Problem, ViewRequest, parse_rfc3339,
};
use serde::Deserialize;
use store::{Filter, ListQuery, Stored};

use super::Route;
use super::body::{JsonBody, QueryOf};
use crate::error::{Failure, ambiguous, bad_answer_id};
use crate::gate::Person;
use crate::openapi::Operation;
use crate::view::Views;

const PAGE_ROWS_DEFAULT: u32 = 50;
/// Questions in full are large: prompts alone may have 64 KiB each.
const EXPORT_ROWS_MAX: u32 = 100;

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
            "/api/v1/export",
            get(export),
            listing(
                Operation::get(
                    "export_interactions",
                    "Lists questions like `list_interactions`, each in full",
                ),
                "Rows per page, at most 100",
            )
            .returns::<ExportPage>(),
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

/// Documents the parameters of [`ListParameters`].
fn listing(operation: Operation, limit: &'static str) -> Operation {
    operation
        .query("filter", "`active`, `completed` or `all`")
        .query("search", "Part of title, prompt, asker or project")
        .query("project", "The project's name, exactly")
        .query("asker", "The asker's name, exactly")
        .query("status", "One status, such as `submitted`")
        .query(
            "since",
            "Decided, or while pending asked, at this instant (RFC 3339) or later",
        )
        .query("cursor", "`next_cursor` of the page before")
        .query("limit", limit)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListParameters {
    #[serde(default)]
    filter: ListFilter,
    #[serde(default)]
    search: String,
    #[serde(default)]
    project: String,
    #[serde(default)]
    asker: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    since: String,
    cursor: Option<String>,
    limit: Option<u32>,
}

impl ListParameters {
    fn query(self) -> Result<ListQuery, Failure> {
        let status = Status::from_word(&self.status);
        if status.is_none() && !self.status.is_empty() {
            return Err(unknown_status(&self.status));
        }
        let since = parse_rfc3339(&self.since);
        if since.is_none() && !self.since.is_empty() {
            return Err(unreadable_since(&self.since));
        }
        Ok(ListQuery {
            filter: match self.filter {
                ListFilter::Active => Filter::Active,
                ListFilter::Completed => Filter::Completed,
                ListFilter::All => Filter::All,
            },
            search: self.search,
            project: self.project,
            asker: self.asker,
            status,
            since,
            cursor: self.cursor,
            limit: self.limit.unwrap_or(PAGE_ROWS_DEFAULT).max(1),
        })
    }
}

fn unknown_status(given: &str) -> Failure {
    let known = Status::ALL.map(Status::as_str).join(", ");
    Failure::invalid(vec![Problem::new(
        "status_unknown",
        "status",
        format!("status {given:?} is unknown; it is one of {known}"),
        "Use one of them, or leave it out.",
    )])
}

fn unreadable_since(given: &str) -> Failure {
    Failure::invalid(vec![Problem::new(
        "since_invalid",
        "since",
        format!("since {given:?} is not an instant of RFC 3339"),
        "Write it like 2026-01-31T09:30:00Z.",
    )])
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

async fn export(
    State(engine): State<Engine>,
    State(views): State<Views>,
    _: Person,
    QueryOf(parameters): QueryOf<ListParameters>,
) -> Result<Json<ExportPage>, Failure> {
    let mut query = parameters.query()?;
    query.limit = query.limit.min(EXPORT_ROWS_MAX);
    let page = engine.list(&query).await?;
    let mut interactions = Vec::with_capacity(page.rows.len());
    for row in &page.rows {
        if let Some(stored) = engine.interaction(row.outline.id).await? {
            interactions.push(views.detail(&stored).await?);
        }
    }
    Ok(Json(ExportPage {
        interactions,
        next_cursor: page.next,
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
    let draft = request.answer.into();
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
    let (draft, base) = (change.draft.into(), change.base.into());
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
        draft: draft.into(),
    }
}

/// Finds what a person means by an id or the beginning of one.
async fn locate(engine: &Engine, text: &str) -> Result<InteractionId, Failure> {
    match engine.locate(text).await? {
        Located::One(id) => Ok(id),
        Located::None => Err(Failure::unknown_session(text)),
        Located::Several => Err(ambiguous(text)),
    }
}
