//! What a change does to the file: only what was asked, wholly or not at all.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::thread;

use settings::{SettingsError, Source, Value};

use crate::{Fixture, number, numbers, text};

const LOVED: &str = "\
# My settings. Do not touch the port!

port = 8000 # agreed with the team
# Reviews take long.
timeout_seconds   =   1_800

theme = 'dark'

# Measured in spring.
[client_windows]
# It hangs up after a minute.
codex = 50 # seconds
gemini = 0
# The end.
";

fn check(before: &str, changes: &[(&str, Option<Value>)], after: &str) {
    let fixture = Fixture::with_file(before);
    let changed = fixture.change(changes).unwrap();
    assert_eq!(fixture.text().unwrap(), after);
    assert_eq!(fixture.load().unwrap(), changed);
}

#[test]
fn change_replaces_a_value_and_keeps_the_rest_of_the_file() {
    let expected = LOVED
        .replace("port = 8000 #", "port = 8001 #")
        .replace("timeout_seconds   =   1_800", "timeout_seconds   =   60")
        .replace("theme = 'dark'", "theme = \"light\"");
    let changes = [
        ("theme", text("light")),
        ("timeout_seconds", number(60)),
        ("port", number(8001)),
    ];
    check(LOVED, &changes, &expected);
}

#[test]
fn change_to_the_same_value_keeps_its_spelling() {
    let changes = [("timeout_seconds", number(1800)), ("theme", text("Dark"))];
    check(LOVED, &changes, LOVED);
}

#[test]
fn change_adds_a_missing_setting_after_the_others() {
    let expected = LOVED.replace("theme = 'dark'\n", "theme = 'dark'\nauto_submit = true\n");
    check(
        LOVED,
        &[("auto_submit", Some(Value::Flag(true)))],
        &expected,
    );
    check("", &[("language", text("zh"))], "language = \"zh\"\n");
    check("# Mine.\n", &[("port", number(0))], "# Mine.\nport = 0\n");
    let windows = numbers([("codex", 50), ("my client", 0)]);
    let expected = "client_windows = { codex = 50, \"my client\" = 0 }\n";
    check("", &[("client_windows", windows)], expected);
}

#[test]
fn change_edits_single_entries_of_a_table_in_place() {
    let expected = LOVED
        .replace("codex = 50", "codex = 40")
        .replace("gemini = 0\n", "goose = 9\n");
    check(
        LOVED,
        &[("client_windows", numbers([("codex", 40), ("goose", 9)]))],
        &expected,
    );
    let expected = LOVED.replace("codex = 50 # seconds", "# seconds");
    check(
        LOVED,
        &[("client_windows", numbers([("gemini", 0)]))],
        &expected,
    );
    let expected = LOVED.replace("codex = 50 # seconds\ngemini = 0\n", "# seconds\n");
    check(LOVED, &[("client_windows", numbers([]))], &expected);
    check(
        "client_windows = { codex = 50, gemini = 0 } # measured\n",
        &[("client_windows", numbers([("codex", 40)]))],
        "client_windows = { codex = 40 } # measured\n",
    );
}

#[test]
fn reset_keeps_the_comments() {
    let expected = LOVED.replace("port = 8000 # agreed", "# agreed");
    check(LOVED, &[("port", None)], &expected);
    let expected = LOVED.replace("timeout_seconds   =   1_800\n", "");
    check(LOVED, &[("timeout_seconds", None)], &expected);
    let expected = LOVED
        .replace("[client_windows]\n", "")
        .replace("codex = 50 # seconds\ngemini = 0\n", "# seconds\n");
    check(LOVED, &[("client_windows", None)], &expected);
    check("port = 1\n# Last.\n", &[("port", None)], "# Last.\n");
    check("port = 1\n", &[("port", None), ("theme", None)], "");
    let dotted = "# Port.\nport = 1\n# Windows.\nclient_windows.codex = 5 # five\n";
    check(
        dotted,
        &[("port", None)],
        "# Port.\n# Windows.\nclient_windows.codex = 5 # five\n",
    );
    let windows = "# Port.\nport = 1\n# Windows.\n# five\n";
    check(dotted, &[("client_windows", None)], windows);
}

#[test]
fn reset_setting_has_its_default_again() {
    let changed = Fixture::with_file(LOVED).change(&[("port", None)]).unwrap();
    assert_eq!(
        (changed.settings.port, changed.source("port")),
        (7297, Source::Default)
    );
}

#[test]
fn changes_are_written_together_or_not_at_all() {
    for (changes, refusal) in [
        (
            vec![("port", number(1)), ("timeout_seconds", number(-1))],
            "`timeout_seconds` must be a whole number from 0 to 31622400, not `-1`",
        ),
        (
            vec![("port", number(1)), ("thme", None)],
            "there is no setting `thme`; did you mean `theme`?",
        ),
        (
            vec![
                ("timeout_max_seconds", number(50)),
                ("timeout_min_seconds", number(60)),
            ],
            "`timeout_min_seconds` (60) is greater than `timeout_max_seconds` (50): lower the \
             first or raise the second",
        ),
    ] {
        let fixture = Fixture::with_file(LOVED);
        assert_eq!(fixture.change(&changes).unwrap_err().to_string(), refusal);
        assert_eq!(fixture.text().unwrap(), LOVED);
    }
    // Each of the two alone would be refused.
    let fixture = Fixture::with_file("timeout_max_seconds = 50\n");
    let both = [
        ("timeout_min_seconds", number(60)),
        ("timeout_max_seconds", number(70)),
    ];
    assert!(fixture.change(&both[..1]).is_err());
    assert!(fixture.change(&both).is_ok());
}

#[test]
fn change_refuses_a_setting_that_the_environment_fixes() {
    let fixture = Fixture::with_file(LOVED).with_environment("SAYSO_PORT", "9000");
    let expected =
        "`port` is fixed by the environment variable SAYSO_PORT: unset it there to change it";
    assert_eq!(
        fixture
            .change(&[("port", number(1))])
            .unwrap_err()
            .to_string(),
        expected
    );
    assert_eq!(fixture.text().unwrap(), LOVED);
    let changed = fixture.change(&[("theme", text("light"))]).unwrap();
    assert_eq!(
        (changed.settings.port, changed.source("port")),
        (9000, Source::Environment)
    );
    assert!(
        fixture
            .text()
            .unwrap()
            .contains("port = 8000 # agreed with the team\n")
    );
}

#[test]
fn change_refuses_a_file_that_is_valid_only_with_the_environment() {
    let fixture = Fixture::new().with_environment("SAYSO_TIMEOUT_MAX_SECONDS", "1000000");
    let refused = fixture
        .change(&[("timeout_min_seconds", number(100_000))])
        .unwrap_err();
    assert!(
        matches!(
            refused,
            SettingsError::Crossed {
                high_value: 86_400,
                ..
            }
        ),
        "{refused}"
    );
}

#[test]
fn change_leaves_a_broken_file_unchanged() {
    for broken in [
        &b"port = 1\nport = 2"[..],
        b"prt = 1\n",
        b"port = 1\r\n# \xff",
        b"port = -1",
    ] {
        let fixture = Fixture::new();
        fs::write(fixture.path(), broken).unwrap();
        let refused = fixture.change(&[("port", number(80))]).unwrap_err();
        assert!(matches!(refused, SettingsError::Broken { .. }), "{refused}");
        assert_eq!(fs::read(fixture.path()).unwrap(), broken);
    }
}

#[test]
fn change_leaves_only_the_file_and_its_lock() {
    let fixture = Fixture::new();
    fixture.change(&[("port", number(1))]).unwrap();
    // The leftover file of an interrupted writer is harmless and is removed.
    fs::write(fixture.directory.path().join(".settings.toml.new"), "po").unwrap();
    fixture.change(&[("port", number(2))]).unwrap();
    fixture.change(&[("port", number(-2))]).unwrap_err();
    let names = crate::names(fixture.directory.path());
    assert_eq!(names, [".settings.toml.lock", "settings.toml"]);
    assert_eq!(fixture.text().unwrap(), "port = 2\n");
}

#[test]
fn failed_change_keeps_the_old_file_and_leaves_no_other() {
    let fixture = Fixture::with_file("port = 1\n");
    // A directory where the new text would go makes the write fail, for any user.
    let obstacle = fixture.directory.path().join(".settings.toml.new");
    fs::create_dir(&obstacle).unwrap();
    let failed = fixture.change(&[("port", number(2))]).unwrap_err();
    assert!(matches!(failed, SettingsError::Write { .. }), "{failed:?}");
    assert_eq!(fixture.text().unwrap(), "port = 1\n");
}

#[test]
fn settings_file_is_created_private_and_keeps_its_mode() {
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let fixture = Fixture::new();
    let path = fixture.directory.path().join("deep/er/settings.toml");
    let changes = [("port".to_owned(), number(1))].into();
    settings::change(&path, &changes, &|_| None).unwrap();
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let changes = [("port".to_owned(), number(2))].into();
    settings::change(&path, &changes, &|_| None).unwrap();
    assert_eq!(mode(&path), 0o640);
}

#[test]
fn change_writes_through_a_symbolic_link() {
    let fixture = Fixture::new();
    let elsewhere = fixture.directory.path().join("dotfiles.toml");
    fs::write(&elsewhere, "port = 1\n").unwrap();
    symlink(&elsewhere, fixture.path()).unwrap();
    fixture.change(&[("port", number(2))]).unwrap();
    assert!(fixture.path().is_symlink());
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "port = 2\n");
}

#[test]
fn concurrent_changes_are_all_kept() {
    let fixture = Fixture::new();
    let names = [
        "port",
        "max_sessions",
        "retention_days",
        "recent_completed",
        "linger_seconds",
    ];
    thread::scope(|scope| {
        for name in names {
            let fixture = &fixture;
            scope.spawn(move || {
                for value in 1..=20 {
                    fixture.change(&[(name, number(value))]).unwrap();
                }
            });
        }
    });
    let loaded = fixture.load().unwrap();
    assert_eq!(
        names.map(|name| loaded.value(name)),
        names.map(|_| number(20))
    );
}

#[test]
fn change_adds_a_missing_line_end_before_a_new_setting() {
    let fixture = Fixture::with_file("# mine");
    let now = fixture
        .change(&[("theme", Some(Value::Text("light".into())))])
        .unwrap();
    assert_eq!(now.value("theme"), Some(Value::Text("light".into())));
    assert_eq!(fixture.text().unwrap(), "# mine\ntheme = \"light\"\n");
}
