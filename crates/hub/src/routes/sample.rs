//! A sample question for newcomers, asked by the hub itself: the portal's first minute.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use domain::interaction::{ChoiceSpec, Interface, OptionSpec};
use domain::{Asker, Principal};
use engine::Engine;
use i18n::{Key, catalogue};
use protocol::{InteractionSummary, ViewRequest};

use super::Route;
use super::body::JsonBody;
use crate::error::Failure;
use crate::gate::Person;
use crate::live_settings::LiveSettings;
use crate::openapi::Operation;
use crate::view::Views;

/// How the hub is called as an asker.
const ASKER: &str = "sayso";

pub(super) fn routes() -> Vec<Route> {
    vec![Route::new(
        "/api/v1/sample",
        post(ask),
        Operation::post("ask_sample", "Asks the person a sample question")
            .body::<ViewRequest>()
            .returns::<InteractionSummary>(),
    )]
}

async fn ask(
    State(engine): State<Engine>,
    State(settings): State<Arc<LiveSettings>>,
    State(views): State<Views>,
    _: Person,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let texts = catalogue(settings.language());
    let option = |id: &str, key| OptionSpec {
        id: Some(id.into()),
        label: Some(texts.text(key)),
        recommended: Some(id == "sqlite"),
        ..OptionSpec::default()
    };
    let spec = ChoiceSpec {
        title: Some(texts.text(Key::CliDemoSingleTitle)),
        prompt: Some(texts.text(Key::CliDemoSinglePrompt)),
        selection_mode: Some("single".into()),
        options: Some(vec![
            option("sqlite", Key::CliDemoSqlite),
            option("postgres", Key::CliDemoPostgres),
            option("files", Key::CliDemoFiles),
        ]),
        ..ChoiceSpec::default()
    };
    let asker = Asker {
        principal: Principal::LocalUser {
            uid: rustix::process::geteuid().as_raw(),
        },
        client: ASKER.into(),
        version: None,
        directory: String::new(),
    };
    let asked = engine.ask(asker, spec.validate()?, Interface::Web).await?;
    Ok(Json(views.summary(&asked.stored)))
}
