//! Which value applies, and what is said about a file that cannot be used.

use std::fs;

use settings::{Interface, Settings, SettingsError, Source, Value};

use crate::Fixture;

#[test]
fn load_without_a_file_returns_defaults_and_creates_nothing() {
    let fixture = Fixture::new();
    let loaded = fixture.load().unwrap();
    assert_eq!(loaded.settings, Settings::default());
    assert_eq!(loaded.path, fixture.path());
    assert!(loaded.iter().all(|(definition, value, source)| {
        value == definition.default() && source == Source::Default
    }));
    assert_eq!(crate::names(fixture.directory.path()), Vec::<String>::new());
}

#[test]
fn load_prefers_the_environment_over_the_file_over_the_default() {
    let fixture = Fixture::with_file("port = 8000\ntimeout_seconds = 60\n")
        .with_environment("SAYSO_PORT", "9000")
        .with_environment("SAYSO_INTERFACE", "terminal")
        // A variable that is there but blank is not a value.
        .with_environment("SAYSO_TIMEOUT_SECONDS", "");
    let loaded = fixture.load().unwrap();
    let expected = Settings {
        port: 9000,
        timeout_seconds: 60,
        interface: Interface::Terminal,
        ..Settings::default()
    };
    assert_eq!(loaded.settings, expected);
    let sources = ["port", "timeout_seconds", "interface", "theme"].map(|name| loaded.source(name));
    let expected = [
        Source::Environment,
        Source::File,
        Source::Environment,
        Source::Default,
    ];
    assert_eq!(sources, expected);
    assert_eq!(
        (loaded.value("port"), loaded.value("ports")),
        (Some(Value::Number(9000)), None)
    );
}

#[test]
fn client_windows_are_read_from_every_form_of_a_table() {
    for text in [
        "client_windows = { codex = 50, \"my client\" = 0 }\n",
        "[client_windows]\ncodex = 50\n\"my client\" = 0\n",
        "client_windows.codex = 50\nclient_windows.\"my client\" = 0\n",
    ] {
        let loaded = Fixture::with_file(text).load().unwrap();
        let value = loaded.value("client_windows");
        assert_eq!(
            value,
            crate::numbers([("codex", 50), ("my client", 0)]),
            "{text}"
        );
    }
}

#[test]
fn load_reports_an_error_with_its_line() {
    for (text, line, reason) in [
        ("port = 1\nport = 2\n", 2, "duplicate key"),
        ("# heading\n\nport = \n", 3, "string values must be quoted"),
        (
            "port = 1\n\nauto_submitt = true\n",
            3,
            "there is no setting `auto_submitt`; did you mean `auto_submit`?",
        ),
        (
            "port = 70000\n",
            1,
            "`port` must be a whole number from 0 to 65535, not `70000`",
        ),
        (
            "\nport = \"80\"\n",
            2,
            "`port` must be a whole number from 0 to 65535, not `80`",
        ),
        (
            "port = 80.5\n",
            1,
            "`port` must be a whole number from 0 to 65535, not `80.5`",
        ),
        (
            "port = 1\n[client_windows]\ncodex = \"long\"\n",
            2,
            "`client_windows` must be name=number,… with whole numbers from 0 to 86400, not \
             `codex = \"long\"`",
        ),
        ("[server]\nport = 1\n", 1, "there is no setting `server`"),
    ] {
        let fixture = Fixture::with_file(text);
        let error = fixture.load().unwrap_err();
        let SettingsError::Broken {
            path,
            line: told,
            reason: why,
        } = &error
        else {
            panic!("{error:?}");
        };
        assert_eq!((path, *told), (&fixture.path(), line), "{text}");
        assert!(why.starts_with(reason), "{why}");
        let expected = format!("line {line}: {reason}");
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

#[test]
fn load_reports_a_file_that_is_not_text_with_its_line() {
    let fixture = Fixture::new();
    fs::write(fixture.path(), b"port = 1\n# \xff\n").unwrap();
    let expected = format!(
        "{} line 2: not UTF-8 text; correct the file, it was left as it is",
        fixture.path().display()
    );
    assert_eq!(fixture.load().unwrap_err().to_string(), expected);
}

#[test]
fn load_reports_a_file_that_cannot_be_read() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path()).unwrap();
    assert!(matches!(fixture.load(), Err(SettingsError::Read { .. })));
}

#[test]
fn load_refuses_a_shortest_timeout_above_the_longest() {
    let fixture = Fixture::with_file("timeout_min_seconds = 600\n")
        .with_environment("SAYSO_TIMEOUT_MAX_SECONDS", "500");
    let expected = "`timeout_min_seconds` (600) is greater than `timeout_max_seconds` (500): lower \
                    the first or raise the second";
    assert_eq!(fixture.load().unwrap_err().to_string(), expected);
}
