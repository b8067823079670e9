//! The audit, for the person at this machine: check it, take it along.

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use engine::Engine;
use protocol::{
    AuditExportPage, AuditHead, AuditRecord, AuditReport, AuditedBy, EventRecord, HubRecord,
    HubRecords, ImportedFrom, OutcomeRecord, Problem, rfc3339,
};
use serde::Deserialize;
use serde_json::Value;
use store::{AuditRow, AuditedEvent, AuditedHubEvent, AuditedOutcome};

use super::Route;
use super::body::QueryOf;
use crate::error::Failure;
use crate::gate::LocalPerson;
use crate::openapi::Operation;
use crate::view::event_data;

const PAGE_ROWS_DEFAULT: u32 = 200;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/audit/verify",
            get(verify),
            Operation::get(
                "verify_audit",
                "Checks every hash chain and names what does not fit",
            )
            .query("head", "A head that was kept elsewhere, as `COUNT:HASH`")
            .returns::<AuditReport>()
            .for_local_people(),
        ),
        Route::new(
            "/api/v1/audit/head",
            get(head),
            Operation::get(
                "audit_head",
                "Returns the end of the chain of outcomes, to be kept elsewhere",
            )
            .returns::<AuditHead>()
            .for_local_people(),
        ),
        Route::new(
            "/api/v1/audit/hub",
            get(of_hub),
            Operation::get(
                "hub_events",
                "Lists what happened to the hub itself, such as its guard being switched off",
            )
            .query("after", "The number of the event before; the first page begins at 0")
            .returns::<HubRecords>()
            .for_local_people(),
        ),
        Route::new(
            "/api/v1/audit/export",
            get(export),
            Operation::get(
                "export_audit",
                "Lists every outcome in the order of its chain, then every event that is kept, then the hub's",
            )
            .query("cursor", "`next_cursor` of the page before")
            .query("limit", "Records per page, at most 500")
            .returns::<AuditExportPage>()
            .for_local_people(),
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyParameters {
    head: Option<String>,
}

impl VerifyParameters {
    /// Returns number and hash of the head that was kept.
    fn kept(&self) -> Result<Option<(u64, &str)>, Failure> {
        let Some(head) = &self.head else {
            return Ok(None);
        };
        let parts = head.split_once(':');
        let kept = parts.and_then(|(number, hash)| Some((number.parse().ok()?, hash)));
        kept.map(Some).ok_or_else(|| {
            Failure::invalid(vec![Problem::new(
                "head_invalid",
                "head",
                format!("head {head:?} is not a number and a hash, set off by a colon"),
                "Give what `sayso audit head` printed.",
            )])
        })
    }
}

async fn head(State(engine): State<Engine>, _: LocalPerson) -> Result<Json<AuditHead>, Failure> {
    let head = engine.audit_head().await?;
    Ok(Json(AuditHead {
        count: head.as_ref().map_or(0, |head| head.number),
        at: head.as_ref().map(|head| rfc3339(head.at)),
        hash: head.map(|head| head.hash),
    }))
}

async fn verify(
    State(engine): State<Engine>,
    _: LocalPerson,
    QueryOf(parameters): QueryOf<VerifyParameters>,
) -> Result<Json<AuditReport>, Failure> {
    let problems = engine.verify_audit(parameters.kept()?).await?;
    Ok(Json(AuditReport {
        ok: problems.is_empty(),
        problems,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HubParameters {
    after: Option<u64>,
}

async fn of_hub(
    State(engine): State<Engine>,
    _: LocalPerson,
    QueryOf(parameters): QueryOf<HubParameters>,
) -> Result<Json<HubRecords>, Failure> {
    let after = parameters.after.unwrap_or(0);
    let events = engine.hub_events(after, PAGE_ROWS_DEFAULT).await?;
    Ok(Json(HubRecords {
        events: events.iter().map(hub_record).collect(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportParameters {
    cursor: Option<String>,
    limit: Option<u32>,
}

async fn export(
    State(engine): State<Engine>,
    _: LocalPerson,
    QueryOf(parameters): QueryOf<ExportParameters>,
) -> Result<Json<AuditExportPage>, Failure> {
    let limit = parameters.limit.unwrap_or(PAGE_ROWS_DEFAULT);
    let page = engine
        .audit_page(parameters.cursor.as_deref(), limit)
        .await?;
    Ok(Json(AuditExportPage {
        records: page.rows.iter().map(record).collect(),
        next_cursor: page.next,
    }))
}

fn record(row: &AuditRow) -> AuditRecord {
    match row {
        AuditRow::Outcome(outcome) => AuditRecord::Outcome(outcome_record(outcome)),
        AuditRow::Event(event) => AuditRecord::Event(event_record(event)),
        AuditRow::Hub(event) => AuditRecord::Hub(hub_record(event)),
    }
}

fn outcome_record(row: &AuditedOutcome) -> OutcomeRecord {
    let kept = row.kept.as_ref();
    let answer = kept.and_then(|kept| kept.outcome.as_ref());
    let imported = row.imported.as_ref();
    OutcomeRecord {
        number: row.number,
        session_id: row.interaction_id.to_string(),
        at: rfc3339(row.at),
        status: row.status,
        by: AuditedBy::of_responder(&row.by),
        title: kept.map(|kept| kept.title.clone()),
        asker: kept.map(|kept| kept.asker.clone()),
        project: kept.map(|kept| kept.project.clone()),
        shown_digest: row.question_digest.clone(),
        answer_digest: row.outcome_digest.clone(),
        answer: answer.map(|answer| serde_json::to_value(answer).unwrap_or(Value::Null)),
        delivered_at: kept.and_then(|kept| kept.delivered_at.map(rfc3339)),
        imported_from: imported.map(|origin| ImportedFrom {
            source: origin.source.clone(),
            session_id: origin.original_id.clone(),
        }),
        hash: row.hash.clone(),
    }
}

fn hub_record(row: &AuditedHubEvent) -> HubRecord {
    HubRecord {
        number: row.number,
        at: rfc3339(row.at),
        kind: row.event,
        hash: row.hash.clone(),
    }
}

fn event_record(row: &AuditedEvent) -> EventRecord {
    let stored = &row.event;
    EventRecord {
        seq: stored.seq,
        session_id: stored.interaction_id.to_string(),
        at: rfc3339(stored.at),
        kind: stored.event.kind(),
        by: AuditedBy::of_event(&stored.event),
        asker: row.asker.clone(),
        project: row.project.clone(),
        shown_digest: row.question_digest.clone(),
        data: event_data(&stored.event),
        hash: row.hash.clone(),
    }
}
