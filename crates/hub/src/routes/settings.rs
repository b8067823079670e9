//! The person's settings, with all a form needs to show them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use engine::{Engine, SettledSettings};
use i18n::{Key, Language, catalogue};
use protocol::{SettingKind, SettingValue, SettingView, SettingsPatch, SettingsReply};
use serde::Deserialize;
use settings::{Definition, Kind, Source, Value};

use super::Route;
use super::body::{JsonBody, QueryOf};
use super::interactions::locate;
use crate::error::Failure;
use crate::gate::{Neighbour, Person};
use crate::live_settings::{LiveSettings, interface};
use crate::openapi::Operation;

const PATH: &str = "/api/v1/settings";

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            PATH,
            get(show),
            Operation::get("show_settings", "Shows every setting with its value")
                .returns::<SettingsReply>(),
        ),
        Route::new(
            PATH,
            axum::routing::patch(change),
            Operation::patch("change_settings", "Saves new values; all of them or none")
                .query(
                    "question",
                    "The question in front of the person; a new time limit and interface apply \
                     to it, too",
                )
                .body::<SettingsPatch>()
                .returns::<SettingsReply>(),
        ),
    ]
}

async fn show(State(settings): State<Arc<LiveSettings>>, _: Neighbour) -> Json<SettingsReply> {
    Json(reply(&settings))
}

async fn change(
    State(settings): State<Arc<LiveSettings>>,
    State(engine): State<Engine>,
    Person(actor): Person,
    QueryOf(InFront { question }): QueryOf<InFront>,
    JsonBody(SettingsPatch(changes)): JsonBody<SettingsPatch>,
) -> Result<Json<SettingsReply>, Failure> {
    let names: BTreeSet<String> = changes.keys().cloned().collect();
    let changes: BTreeMap<String, Option<Value>> = changes
        .into_iter()
        .map(|(name, value)| (name, value.map(from_wire)))
        .collect();
    // Writing waits for the disk and for other writers of the same file.
    let writer = Arc::clone(&settings);
    tokio::task::spawn_blocking(move || writer.change(&changes))
        .await
        .expect("changing settings does not panic")?;
    settings.apply_to(&engine).await;
    if let Some(question) = question {
        let id = locate(&engine, &question).await?;
        let loaded = settings.current();
        let now = &loaded.settings;
        let changed = SettledSettings {
            timeout_seconds: names
                .contains("timeout_seconds")
                .then_some(now.timeout_seconds),
            interface: names
                .contains("interface")
                .then(|| interface(now.interface)),
        };
        if let Err(error) = engine.apply_in_front(id, changed, &actor).await {
            // The settings are saved. A question that was decided in the meantime, or that
            // cannot wait that long, stays as it is.
            tracing::debug!(%error, "new settings do not apply to the question in front");
        }
    }
    Ok(Json(reply(&settings)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InFront {
    question: Option<String>,
}

fn reply(settings: &LiveSettings) -> SettingsReply {
    let loaded = settings.current();
    let language = settings.language();
    SettingsReply {
        settings: loaded
            .iter()
            .map(|(definition, value, source)| view(definition, value, source, language))
            .collect(),
        file: settings.path().display().to_string(),
        language: language.as_str().into(),
    }
}

fn view(definition: &Definition, value: Value, source: Source, language: Language) -> SettingView {
    let help = Key::from_id(&definition.message_key()).map(|key| catalogue(language).text(key));
    SettingView {
        name: definition.name.into(),
        kind: kind(&definition.kind),
        value: to_wire(value),
        default: to_wire(definition.default()),
        source: source.as_str().into(),
        environment: definition.environment(),
        group: definition.group.as_str().into(),
        help: help.unwrap_or_default(),
    }
}

fn kind(kind: &Kind) -> SettingKind {
    match kind {
        Kind::Flag => SettingKind::Flag,
        Kind::Number { min, max } => SettingKind::Number {
            min: *min,
            max: *max,
        },
        Kind::Text { .. } => SettingKind::Text,
        Kind::OneOf(values) => SettingKind::OneOf {
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        },
        Kind::Numbers { .. } => SettingKind::Numbers,
    }
}

fn to_wire(value: Value) -> SettingValue {
    match value {
        Value::Flag(flag) => SettingValue::Flag(flag),
        Value::Number(number) => SettingValue::Number(number),
        Value::Text(text) => SettingValue::Text(text),
        Value::Numbers(numbers) => SettingValue::Numbers(numbers),
    }
}

fn from_wire(value: SettingValue) -> Value {
    match value {
        SettingValue::Flag(flag) => Value::Flag(flag),
        SettingValue::Number(number) => Value::Number(number),
        SettingValue::Text(text) => Value::Text(text),
        SettingValue::Numbers(numbers) => Value::Numbers(numbers),
    }
}
