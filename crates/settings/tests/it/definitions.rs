//! What holds for every setting, and how single values are read.

use std::fs;
use std::path::Path;

use settings::{
    DEFINITIONS, Definition, Group, Kind, Language, Settings, Source, Value, definition,
    parse_value,
};

use crate::Fixture;

/// Values just inside and just outside what a setting accepts.
fn edges(definition: &Definition) -> (Vec<Value>, Vec<Value>) {
    let text = |text: &str| Value::Text(text.to_owned());
    let named = |number| Value::Numbers([("codex".to_owned(), number)].into());
    match definition.kind {
        Kind::Flag => (
            vec![Value::Flag(true), Value::Flag(false)],
            vec![Value::Number(1)],
        ),
        Kind::Number { min, max } => (
            vec![Value::Number(min), Value::Number(max)],
            vec![Value::Number(min - 1), Value::Number(max + 1), text("soon")],
        ),
        Kind::Text { chars_max } => (
            vec![text(&"文".repeat(chars_max))],
            vec![text(&"文".repeat(chars_max + 1))],
        ),
        Kind::OneOf(words) => (
            words.iter().map(|word| text(word)).collect(),
            vec![text("purple"), text(""), Value::Number(0)],
        ),
        Kind::Numbers { min, max } => (
            vec![named(min), named(max), Value::Numbers([].into())],
            vec![named(min - 1), named(max + 1), Value::Number(min)],
        ),
    }
}

#[test]
fn every_default_is_an_accepted_value() {
    for definition in DEFINITIONS {
        let default = definition.default();
        assert_eq!(
            definition.accept(&default).unwrap(),
            default,
            "{}",
            definition.name
        );
        assert_eq!(
            parse_value(definition, &default.to_string()).unwrap(),
            default
        );
        assert_eq!(Settings::default().value(definition.name), Some(default));
    }
}

#[test]
fn every_value_in_range_is_stored_and_read_back() {
    for definition in DEFINITIONS {
        for value in edges(definition).0 {
            // Alone, `timeout_min_seconds` could not reach its end.
            let fixture = Fixture::with_file("timeout_max_seconds = 31622400\n");
            let fixture = match definition.name {
                "timeout_max_seconds" => Fixture::with_file("timeout_min_seconds = 1\n"),
                _ => fixture,
            };
            let changed = fixture
                .change(&[(definition.name, Some(value.clone()))])
                .unwrap();
            assert_eq!(
                changed.value(definition.name),
                Some(value.clone()),
                "{}",
                definition.name
            );
            assert_eq!(changed.source(definition.name), Source::File);
            assert_eq!(fixture.load().unwrap(), changed);
            assert_eq!(parse_value(definition, &value.to_string()).unwrap(), value);
        }
    }
}

#[test]
fn every_value_out_of_range_is_refused_with_name_value_and_range() {
    for definition in DEFINITIONS {
        for value in edges(definition).1 {
            let fixture = Fixture::new();
            let refused = fixture
                .change(&[(definition.name, Some(value.clone()))])
                .unwrap_err();
            let expected = format!(
                "`{}` must be {}, not `{value}`",
                definition.name, definition.kind
            );
            assert_eq!(refused.to_string(), expected);
            assert!(fixture.text().is_err(), "nothing was written");
        }
    }
}

#[test]
fn every_setting_can_be_fixed_by_its_environment_variable() {
    for definition in DEFINITIONS {
        let Some(variable) = definition.environment() else {
            continue;
        };
        for value in edges(definition).0 {
            let fixture = match definition.name {
                "timeout_max_seconds" => Fixture::with_file("timeout_min_seconds = 1\n"),
                _ => Fixture::with_file("timeout_max_seconds = 31622400\n"),
            };
            let fixture = fixture.with_environment(&variable, &format!(" {value} "));
            let loaded = fixture.load().unwrap();
            assert_eq!(
                loaded.value(definition.name),
                Some(value.clone()),
                "{}",
                definition.name
            );
            let expected = match value.to_string().as_str() {
                "" => Source::Default,
                _ => Source::Environment,
            };
            assert_eq!(loaded.source(definition.name), expected);
        }
        let fixture = Fixture::new().with_environment(&variable, "purple");
        let expected = format!(
            "the environment variable {variable} must be {}, not `purple`; correct it or unset it",
            definition.kind
        );
        assert_eq!(fixture.load().unwrap_err().to_string(), expected);
    }
}

#[test]
fn agent_guard_is_read_only_from_the_file() {
    let guard = definition("agent_guard").unwrap();
    assert_eq!(guard.environment(), None);
    for text in ["false", "0", "off", "purple"] {
        let fixture = Fixture::new().with_environment("SAYSO_AGENT_GUARD", text);
        let loaded = fixture.load().unwrap();
        assert!(loaded.settings.agent_guard, "{text}");
        assert_eq!(loaded.source("agent_guard"), Source::Default);
    }
    let fixture = Fixture::with_file("agent_guard = false\n");
    assert!(!fixture.load().unwrap().settings.agent_guard);
}

#[test]
fn definition_names_its_environment_variable_and_message_key() {
    let timeout = definition("timeout_seconds").unwrap();
    assert_eq!(
        timeout.environment().as_deref(),
        Some("SAYSO_TIMEOUT_SECONDS")
    );
    assert_eq!(timeout.message_key(), "setting-timeout-seconds");
    assert_eq!(Group::Questions.message_key(), "setting-group-questions");
    for group in Group::ALL {
        assert!(
            DEFINITIONS
                .iter()
                .any(|definition| definition.group == group),
            "{group:?}"
        );
    }
}

#[test]
fn unknown_setting_is_refused_with_the_nearest_name() {
    for (name, expected) in [
        (
            "timeout_second",
            "there is no setting `timeout_second`; did you mean `timeout_seconds`?",
        ),
        (
            "Auto-Submit",
            "there is no setting `Auto-Submit`; did you mean `auto_submit`?",
        ),
        ("colour", "there is no setting `colour`"),
        ("", "there is no setting ``"),
    ] {
        assert_eq!(definition(name).unwrap_err().to_string(), expected);
    }
}

#[test]
fn parse_value_reads_values_as_people_type_them() {
    let read = |name: &str, text: &str| parse_value(definition(name).unwrap(), text).ok();
    for (name, typed, expected) in [
        ("auto_submit", "ON", Some(Value::Flag(true))),
        ("auto_submit", "no", Some(Value::Flag(false))),
        ("auto_submit", "perhaps", None),
        ("port", " 8080 ", Some(Value::Number(8080))),
        ("port", "80.5", None),
        ("port", "99999999999999999999", None),
        ("notify_trigger", "Tab-Switch", crate::text("tab_switch")),
        ("notify_trigger", "background", crate::text("tab_switch")),
        ("theme", "background", None),
        (
            "client_windows",
            "codex = 50, my client=0",
            crate::numbers([("codex", 50), ("my client", 0)]),
        ),
        ("client_windows", "", crate::numbers([])),
        ("client_windows", "codex", None),
        ("client_windows", "=5", None),
        ("client_windows", "codex=1,codex=2", None),
    ] {
        assert_eq!(read(name, typed), expected, "{name} {typed}");
    }
}

#[test]
fn catalogues_have_a_text_for_every_setting_group_and_language() {
    let locales = concat!(env!("CARGO_MANIFEST_DIR"), "/../../locales");
    let keys = DEFINITIONS.iter().map(Definition::message_key);
    let keys: Vec<String> = keys.chain(Group::ALL.map(Group::message_key)).collect();
    let languages = Language::NAMES.iter().map(|name| format!("{name}.ftl"));
    assert_eq!(
        crate::names(Path::new(locales)),
        languages.clone().collect::<Vec<_>>()
    );
    for language in languages {
        let text = fs::read_to_string(Path::new(locales).join(&language)).unwrap();
        let has = |key: &String| text.contains(&format!("\n{key} = "));
        let missing: Vec<_> = keys.iter().filter(|key| !has(key)).collect();
        assert!(missing.is_empty(), "{language}: {missing:?}");
    }
}
