//! The history as a file.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::get;
use engine::Engine;
use protocol::{ExportFormat, ExportPart, Problem};

use super::Route;
use super::body::QueryOf;
use super::listing::{ListParameters, listing};
use crate::error::Failure;
use crate::export::{self, Writer};
use crate::gate::Person;
use crate::live_settings::LiveSettings;
use crate::openapi::Operation;
use crate::view::Views;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::new(
        "/api/v1/export/{format}",
        get(export),
        listing(
            Operation::get(
                "export_interactions",
                "Writes the questions that `list_interactions` lists, in full, as the next part of \
                 a file; `format` is `json`, `csv` or `markdown`",
            ),
            "Questions to write from here on, at most; all if left out",
        )
        .returns::<ExportPart>(),
    )]
}

async fn export(
    State(engine): State<Engine>,
    State(settings): State<Arc<LiveSettings>>,
    State(views): State<Views>,
    _: Person,
    Path(format): Path<String>,
    QueryOf(parameters): QueryOf<ListParameters>,
) -> Result<Json<ExportPart>, Failure> {
    let known = ExportFormat::ALL
        .into_iter()
        .find(|known| known.as_str() == format);
    let writer = Writer {
        format: known.ok_or_else(|| unknown_format(&format))?,
        texts: i18n::catalogue(settings.language()),
    };
    let limit = parameters.limit;
    let query = parameters.query()?;
    Ok(Json(
        export::part(&engine, &views, writer, query, limit).await?,
    ))
}

fn unknown_format(given: &str) -> Failure {
    let known = ExportFormat::ALL.map(ExportFormat::as_str).join(", ");
    let problem = Problem::new(
        "format_unknown",
        "format",
        format!("format {given:?} is unknown; it is one of {known}"),
        "Use one of them.",
    );
    Failure::invalid(vec![problem.with("given", given)])
}
