//! Imports finished questions of another program, for the person at this machine.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use domain::interaction::record::Record;
use domain::limits::CLIENT_NAME_CHARS_MAX;
use domain::{Asker, Principal};
use engine::{Engine, Surroundings};
use protocol::{ImportReply, ImportRequest, Problem};

use super::Route;
use super::body::JsonBody;
use crate::error::Failure;
use crate::gate::LocalPerson;
use crate::openapi::Operation;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::new(
        "/api/v1/import",
        post(import),
        Operation::post(
            "import",
            "Takes over finished questions of another program; one that is known stays as it is",
        )
        .body::<ImportRequest>()
        .returns::<ImportReply>()
        .for_local_people(),
    )]
}

async fn import(
    State(engine): State<Engine>,
    State(surroundings): State<Arc<dyn Surroundings>>,
    _: LocalPerson,
    JsonBody(request): JsonBody<ImportRequest>,
) -> Result<Json<ImportReply>, Failure> {
    let records = records(&request).map_err(Failure::invalid)?;
    surroundings.room()?;
    let counts = engine.import(records).await?;
    Ok(Json(ImportReply {
        imported: counts.new,
        known: counts.known,
        expired: counts.expired,
    }))
}

fn records(request: &ImportRequest) -> Result<Vec<Record>, Vec<Problem>> {
    let chars = request.source.trim().chars().count();
    if !(1..=CLIENT_NAME_CHARS_MAX).contains(&chars) {
        let message = format!("a source's name has 1 to {CLIENT_NAME_CHARS_MAX} characters");
        let hint = "Name the program that kept the questions.";
        return Err(vec![Problem::new(
            "source_invalid",
            "source",
            message,
            hint,
        )]);
    }
    let asker = Asker {
        principal: Principal::LocalUser {
            uid: rustix::process::geteuid().as_raw(),
        },
        client: request.source.trim().to_owned(),
        version: None,
        directory: request.directory.clone(),
    };
    let mut problems = Vec::new();
    let mut records = Vec::with_capacity(request.sessions.len());
    for (index, session) in request.sessions.iter().enumerate() {
        match session.record(&asker.client, &asker) {
            Ok(record) => records.push(record),
            Err(found) => problems.extend(found.into_iter().map(|problem| Problem {
                field: format!("sessions[{index}].{}", problem.field),
                ..problem
            })),
        }
    }
    if problems.is_empty() {
        Ok(records)
    } else {
        Err(problems)
    }
}
