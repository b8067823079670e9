//! Every field of `config.json`, its older names, and which source wins when two set a value.

use settings::Value;

use super::*;

fn file(text: &str) -> Text {
    Text {
        path: "config.json".into(),
        text: text.into(),
    }
}

fn taken_with(text: &str, environment: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let (taken, _) = read(&file(text), environment).unwrap();
    taken
        .into_iter()
        .map(|taken| format!("{}={}", taken.setting, taken.value))
        .collect()
}

fn taken(text: &str) -> Vec<String> {
    taken_with(text, &|_| None)
}

fn left(text: &str) -> Vec<String> {
    let (_, left) = read(&file(text), &|_| None).unwrap();
    left.into_iter().map(|left| left.what).collect()
}

#[test]
fn config_import_maps_every_field_to_its_setting() {
    let whole = r#"{"interface": "terminal-web", "timeout_seconds": 120,
        "single_submit_mode": true, "use_default_option": true, "timeout_action": "submit",
        "persistence_enabled": true, "retention_days": 7, "max_sessions": 50, "language": "zh",
        "notify_new": false, "notify_upcoming": true, "upcoming_threshold": 45,
        "notify_timeout": false, "notify_trigger_mode": "focus_lost", "notify_sound": false,
        "notify_sound_path": null}"#;
    assert_eq!(
        taken(whole),
        [
            "interface=auto",
            "timeout_seconds=120",
            "single_submit=true",
            "auto_submit=true",
            "notify_new=false",
            "notify_upcoming=true",
            "notify_timeout=false",
            "notify_sound=false",
            "notify_upcoming_seconds=45",
            "notify_trigger=focus_lost",
            "retention_days=7",
            "max_sessions=50",
            "language=zh",
        ]
    );
    assert_eq!(left(whole), Vec::<String>::new());
}

#[test]
fn config_import_interprets_values_as_the_old_server_did() {
    for (text, expected) in [
        ("{}", &[] as &[&str]),
        (r#"{"interface": "web"}"#, &["interface=web"]),
        (r#"{"interface": "bogus"}"#, &["interface=terminal"]),
        (r#"{"transport": "web"}"#, &["interface=web"]),
        (r#"{"timeout_seconds": "90"}"#, &["timeout_seconds=90"]),
        (r#"{"timeout_seconds": 90.9}"#, &["timeout_seconds=90"]),
        (r#"{"timeout_seconds": -1}"#, &[]),
        (r#"{"use_default_option": false}"#, &["auto_submit=false"]),
        (
            r#"{"use_default_option": true, "timeout_action": "cancel"}"#,
            &["auto_submit=false"],
        ),
        (
            r#"{"upcoming_threshold": -5}"#,
            &["notify_upcoming_seconds=1"],
        ),
        (r#"{"annotations_enabled": false}"#, &["annotations=false"]),
        (r#"{"retention_days": 3, "max_sessions": 100}"#, &[]),
        (r#"{"retention_days": 0}"#, &["retention_days=1"]),
    ] {
        assert_eq!(taken(text), expected, "{text}");
    }
}

#[test]
fn config_import_understands_the_older_notification_fields() {
    for (text, expected) in [
        (r#"{"notify_if_foreground": true}"#, "always"),
        (
            r#"{"notify_if_foreground": false, "notify_if_focused": false}"#,
            "tab_switch",
        ),
        (r#"{"notify_if_background": false}"#, "tab_switch"),
        (
            r#"{"notify_trigger_mode": "always", "notify_if_background": false}"#,
            "always",
        ),
        (r#"{"notify_trigger_mode": "background"}"#, "tab_switch"),
        (
            r#"{"notify_trigger_mode": "bogus", "notify_if_background": false}"#,
            "tab_switch",
        ),
    ] {
        assert_eq!(
            taken(text),
            [format!("notify_trigger={expected}")],
            "{text}"
        );
    }
}

#[test]
fn config_import_gives_the_environment_the_old_servers_precedence() {
    let env = |name: &str| match name {
        "CHOICE_TIMEOUT_SECONDS" => Some("77".to_owned()),
        "CHOICE_LANG" => Some(" ZH ".to_owned()),
        _ => None,
    };
    assert_eq!(
        taken_with(r#"{"timeout_seconds": 90}"#, &env),
        ["timeout_seconds=90"]
    );
    assert_eq!(
        taken_with(r#"{"language": "en"}"#, &env),
        ["timeout_seconds=77"]
    );
}

#[test]
fn config_import_names_values_without_a_setting() {
    for (text, expected) in [
        (
            r#"{"timeout_action": "reinvoke"}"#,
            "timeout_action = reinvoke",
        ),
        (
            r#"{"persistence_enabled": false}"#,
            "persistence_enabled = false",
        ),
        (
            r#"{"notify_sound_path": "/a.wav"}"#,
            "notify_sound_path = /a.wav",
        ),
        (r#"{"language": "fr"}"#, "language = fr"),
        (
            r#"{"upcoming_threshold": 7200}"#,
            "notify_upcoming_seconds = 7200",
        ),
        (r#"{"max_sessions": 100}"#, "max_sessions = 100"),
        (r#"{"colour": "red"}"#, "colour"),
    ] {
        assert_eq!(left(text), [expected], "{text}");
    }
}

#[test]
fn config_import_refuses_a_broken_file_with_its_line() {
    for (text, line) in [
        ("", 1),
        ("[]", 1),
        ("{\n\"notify_new\": \"yes\"\n}", 2),
        (
            "{\n\"language\": \"en\",\n\"timeout_seconds\": \"soon\"}",
            3,
        ),
        ("{\n\"language\": \"en\"\n", 3),
    ] {
        let refused = read(&file(text), &|_| None).unwrap_err();
        let prefix = format!("config.json line {line}: ");
        assert!(refused.to_string().starts_with(&prefix), "{refused}");
        assert!(!refused.to_string().contains("column"), "{refused}");
    }
}

#[test]
fn config_import_takes_only_values_that_the_settings_accept() {
    let (taken, _) = read(&file(r#"{"timeout_seconds": 99999999999}"#), &|_| None).unwrap();
    assert_eq!(taken, []);
    let flag = Value::Flag(true);
    let (taken, _) = read(&file(r#"{"notify_new": true}"#), &|_| None).unwrap();
    assert_eq!(taken[0].value, flag);
}

proptest::proptest! {
    #[test]
    fn config_import_takes_any_values_as_valid_settings_or_not_at_all(
        values in proptest::collection::btree_map(
            "interface|timeout_seconds|single_submit_mode|language|notify_[a-z]{0,9}|[a-z]{1,9}",
            "-?[0-9]{1,25}(\\.[0-9]{1,9})?|true|null|\"[a-z0-9 .-]{0,9}\"|\\[\\]|\\{\\}",
            0..6,
        ),
    ) {
        let fields: Vec<_> = values.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let text = format!("{{{}}}", fields.join(", "));
        if let Ok((taken, _)) = read(&file(&text), &|_| None) {
            for one in taken {
                proptest::prop_assert!(settings::definition(one.setting).is_ok(), "{}", one.setting);
            }
        }
    }
}
