//! Looking for agents and shaking hands with them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use runner::agents::{Agent, Kind, Readiness, Surroundings, check, look};
use scripted_agent::{Failing, Script, Step};
use serde_json::Value;

const SOON: Duration = Duration::from_secs(20);

fn surroundings() -> Surroundings {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Surroundings {
        launcher: scripted_agent::launcher(),
        environment: BTreeMap::from([(OsString::from("PATH"), path)]),
    }
}

fn agent(kind: Kind, command: Vec<String>) -> Agent {
    Agent {
        id: "mine".into(),
        name: "Mine".into(),
        kind,
        command,
        environment: BTreeMap::new(),
    }
}

fn scripted(script: &Script) -> Agent {
    agent(Kind::Acp, script.command())
}

fn not_ready(reason: &str) -> Readiness {
    Readiness {
        found: true,
        ready: false,
        reason: Some(reason.into()),
        version: None,
    }
}

#[tokio::test]
async fn check_opens_a_session_and_sends_no_prompt() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("prompted");
    let text = String::new();
    let script = Script::turn([Step::Write {
        file: file.clone(),
        text,
    }]);
    let readiness = check(&scripted(&script), &surroundings(), SOON).await;
    let ready = Readiness {
        found: true,
        ready: true,
        reason: None,
        version: Some("1".into()),
    };
    assert_eq!(readiness, ready);
    assert!(!file.exists());
}

#[tokio::test]
async fn check_says_what_keeps_an_agent_from_working() {
    let failing = Failing {
        method: "initialize".into(),
        code: 1001,
        message: "bad config file".into(),
        data: Value::Null,
    };
    let errors = vec![failing];
    let broken = Script {
        errors,
        ..Script::default()
    };
    let readiness = check(&scripted(&broken), &surroundings(), SOON).await;
    assert_eq!(readiness, not_ready("bad config file"));

    let logged_out = Script {
        logged_out: true,
        ..Script::default()
    };
    let readiness = check(&scripted(&logged_out), &surroundings(), SOON).await;
    let reason = readiness.reason.expect("it is not ready");
    assert!(reason.starts_with("Mine is not logged in"), "{reason}");

    let silent = agent(
        Kind::Acp,
        ["sh", "-c", "cat > /dev/null"].map(Into::into).into(),
    );
    let readiness = check(&silent, &surroundings(), Duration::from_secs(1)).await;
    assert_eq!(readiness, not_ready("it did not open a session within 1 s"));
}

#[tokio::test]
async fn missing_program_is_told_with_how_to_install_it() {
    let presets = runner::agents::presets::all();
    let mut surroundings = surroundings();
    surroundings
        .environment
        .insert("PATH".into(), "/nowhere".into());
    for preset in presets {
        let expected = Readiness {
            found: false,
            ready: false,
            reason: Some(format!(
                "to install {}: {}; {} is in no directory of the hub's PATH",
                preset.name, preset.install, preset.program
            )),
            version: None,
        };
        assert_eq!(look(&preset.agent(), &surroundings).await, expected);
        assert_eq!(check(&preset.agent(), &surroundings, SOON).await, expected);
    }
}

#[tokio::test]
async fn look_asks_only_known_programs_for_their_version() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str| {
        let program = directory.path().join(name);
        let script = "#!/bin/sh\n: > \"$0.ran\"\necho 1.2.3\n";
        std::fs::write(&program, script).expect("it can be written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("it is ours");
        program.to_string_lossy().into_owned()
    };
    let known = look(&agent(Kind::Acp, vec![write("codex-acp")]), &surroundings()).await;
    assert_eq!(known.version.as_deref(), Some("1.2.3"));
    let other = look(
        &agent(Kind::Command, vec![write("deploy")]),
        &surroundings(),
    )
    .await;
    assert_eq!((other.ready, other.version), (true, None));
    assert!(!directory.path().join("deploy.ran").exists());
}
