//! Settings files of any content: read, or refused with a line, and never overwritten when broken.

use proptest::prelude::*;
use settings::{SettingsError, Value};

use crate::Fixture;

/// Lines that are nearly settings.
fn file() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("theme"),
        Just("port"),
        Just("language"),
        Just("timeout_seconds"),
        Just("client_windows"),
        Just("client_windows.\"a\""),
        Just("nothing"),
    ];
    let value = prop_oneof![
        "-?[0-9]{1,20}",
        "\"[^\"\\\\\\x00-\\x1f]{0,12}\"",
        Just("true".to_owned()),
        Just("{ a = 1 }".to_owned()),
        Just("\"dark\"".to_owned()),
        Just("1979-05-27".to_owned()),
        "[\\[\\]{}=\"]{0,4}",
    ];
    let line = prop_oneof![
        (name, value).prop_map(|(name, value)| format!("{name} = {value}")),
        "# \\PC{0,20}",
        "\\PC{0,20}",
    ];
    prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_settings_file_is_read_or_refused_and_a_broken_one_stays(text in file()) {
        let fixture = Fixture::with_file(&text);
        let loaded = fixture.load();
        let changed = fixture.change(&[("theme", Some(Value::Text("light".into())))]);
        match (loaded, changed) {
            (Ok(_), Ok(now)) => {
                prop_assert_eq!(now.value("theme"), Some(Value::Text("light".into())));
                let again = fixture.load().unwrap();
                prop_assert_eq!(again.value("theme"), now.value("theme"));
                for comment in text.lines().filter(|line| line.starts_with('#')) {
                    prop_assert!(fixture.text().unwrap().contains(comment.trim_end()), "{comment}");
                }
            }
            (Err(SettingsError::Broken { line, .. }), refused) => {
                prop_assert!(refused.is_err());
                prop_assert!(line >= 1 && line <= text.lines().count().max(1) + 1);
                prop_assert_eq!(fixture.text().unwrap(), text);
            }
            (Err(_), refused) => {
                prop_assert!(refused.is_err());
                prop_assert_eq!(fixture.text().unwrap(), text);
            }
            (Ok(_), Err(refused)) => return Err(TestCaseError::fail(refused.to_string())),
        }
    }
}
