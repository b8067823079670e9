//! The person's settings, with all a form needs to show them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use i18n::{Key, Language, catalogue};
use protocol::{SettingKind, SettingValue, SettingView, SettingsPatch, SettingsReply};
use settings::{Definition, Kind, Source, Value};

use super::Route;
use super::body::JsonBody;
use crate::error::Failure;
use crate::gate::Person;
use crate::openapi::Operation;
use crate::server::Hub;

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
                .body::<SettingsPatch>()
                .returns::<SettingsReply>(),
        ),
    ]
}

async fn show(State(hub): State<Hub>, _: Person) -> Json<SettingsReply> {
    Json(hub.settings_reply())
}

async fn change(
    State(hub): State<Hub>,
    _: Person,
    JsonBody(SettingsPatch(changes)): JsonBody<SettingsPatch>,
) -> Result<Json<SettingsReply>, Failure> {
    let changes: BTreeMap<String, Option<Value>> = changes
        .into_iter()
        .map(|(name, value)| (name, value.map(from_wire)))
        .collect();
    // Writing waits for the disk and for other writers of the same file.
    let writer = hub.clone();
    tokio::task::spawn_blocking(move || writer.settings.change(&changes))
        .await
        .expect("changing settings does not panic")?;
    hub.settings_changed();
    Ok(Json(hub.settings_reply()))
}

impl Hub {
    fn settings_reply(&self) -> SettingsReply {
        let loaded = self.settings.current();
        let language = self.settings.language();
        SettingsReply {
            settings: loaded
                .iter()
                .map(|(definition, value, source)| view(definition, value, source, language))
                .collect(),
            file: self.settings.path().display().to_string(),
            language: language.as_str().into(),
        }
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
