//! Settings as the command line shows them, whether a hub or the file tells.

use protocol::{SettingKind, SettingValue, SettingView};
use settings::{Definition, Kind, Loaded, Source, Value};

use crate::text::word;

/// One row per setting, as the hub would give it.
pub(crate) fn views(loaded: &Loaded) -> Vec<SettingView> {
    loaded
        .iter()
        .map(|(definition, value, source)| view(definition, value, source))
        .collect()
}

fn view(definition: &Definition, value: Value, source: Source) -> SettingView {
    SettingView {
        name: definition.name.to_owned(),
        kind: kind(definition.kind),
        value: to_wire(value),
        default: to_wire(definition.default()),
        source: source.as_str().to_owned(),
        environment: definition.environment(),
        group: definition.group.as_str().to_owned(),
        help: word("setting", definition.name),
    }
}

fn kind(kind: Kind) -> SettingKind {
    match kind {
        Kind::Flag => SettingKind::Flag,
        Kind::Number { min, max } => SettingKind::Number { min, max },
        Kind::Text { .. } => SettingKind::Text,
        Kind::OneOf(values) => SettingKind::OneOf {
            values: values.iter().map(ToString::to_string).collect(),
        },
        Kind::Numbers { .. } => SettingKind::Numbers,
    }
}

pub(crate) fn to_wire(value: Value) -> SettingValue {
    match value {
        Value::Flag(flag) => SettingValue::Flag(flag),
        Value::Number(number) => SettingValue::Number(number),
        Value::Text(text) => SettingValue::Text(text),
        Value::Numbers(numbers) => SettingValue::Numbers(numbers),
    }
}

/// Writes a value as `config set` reads it.
pub(crate) fn written(value: &SettingValue) -> String {
    let value = match value.clone() {
        SettingValue::Flag(flag) => Value::Flag(flag),
        SettingValue::Number(number) => Value::Number(number),
        SettingValue::Text(text) => Value::Text(text),
        SettingValue::Numbers(numbers) => Value::Numbers(numbers),
    };
    value.to_string()
}
