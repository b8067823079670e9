//! Agents that fail, hang, shout, or will not go.

use domain::task::output::{Entry, Stream};
use runner::attempt::{Ending, Said};
use runner::tree::{Patience, Stopped};
use scripted_agent::{Failing, Script, Step};
use serde_json::{Value, json};

use crate::running::{Running, closing, failed, printed, scripted};
use crate::{SOON, until};

fn failing(method: &str, code: i64, message: &str) -> Failing {
    Failing {
        method: method.into(),
        code,
        message: message.into(),
        data: Value::Null,
    }
}

async fn ending(script: Script) -> Ending {
    Running::start(scripted(&script)).told().await.ended.ending
}

#[tokio::test]
async fn line_that_is_not_json_is_kept_and_the_turn_goes_on() {
    let script = Script::turn([
        Step::Raw {
            line: "Loading… {".into(),
        },
        Step::Raw {
            line: String::new(),
        },
        Step::Raw {
            line: r#"{"jsonrpc":"2.0","method":"unknown/thing","params":{}}"#.into(),
        },
        Step::Raw {
            line: r#"{"jsonrpc":"2.0","id":999,"result":{}}"#.into(),
        },
        Step::Raw { line: "[]".into() },
        Step::text("Fine."),
    ]);
    let told = Running::start(scripted(&script)).told().await;
    assert!(told.said.contains(&printed(Stream::Stdout, "Loading… {")));
    assert_eq!(told.ended.ending, closing("Fine."));
}

#[tokio::test]
async fn message_beyond_the_bound_fails_the_attempt() {
    let script = Script::turn([Step::Huge {
        bytes: 17 * 1024 * 1024,
    }]);
    let message = "the agent sent a message of more than 16 MiB";
    assert_eq!(ending(script).await, failed(message));
}

#[tokio::test]
async fn large_message_within_the_bound_arrives_whole() {
    let bytes = 4 * 1024 * 1024;
    let told = Running::start(scripted(&Script::turn([Step::Huge { bytes }])))
        .told()
        .await;
    let Entry::Text { text, .. } = told.entries()[0] else {
        panic!("it is text");
    };
    assert_eq!(text.len(), bytes);
}

#[tokio::test]
async fn crash_is_told_with_the_last_error_line() {
    let script = Script::turn([
        Step::text("Wait"),
        Step::Complain {
            text: "out of memory".into(),
        },
        Step::Crash { code: 7 },
    ]);
    let told = Running::start(scripted(&script)).told().await;
    assert!(
        told.said
            .contains(&printed(Stream::Stderr, "out of memory"))
    );
    let message = "the program ended with exit code 7: out of memory";
    assert_eq!(told.ended.ending, failed(message));
}

#[tokio::test]
async fn program_that_does_not_speak_the_protocol_fails() {
    let (mut order, directory) = scripted(&Script::default());
    order.agent.command = ["sh", "-c", "echo hello; exit 0"].map(Into::into).into();
    let told = Running::start((order, directory)).told().await;
    assert_eq!(told.said, [printed(Stream::Stdout, "hello")]);
    assert_eq!(
        told.ended.ending,
        failed("the program ended with exit code 0")
    );
}

#[tokio::test]
async fn error_of_the_agent_fails_the_attempt_in_its_words() {
    let fail = Step::Fail {
        code: -32603,
        message: "Internal error".into(),
        data: json!({"details": "the model is on holiday"}),
    };
    assert_eq!(
        ending(Script::turn([fail])).await,
        failed("Internal error: the model is on holiday")
    );
    let script = Script {
        errors: vec![failing("initialize", 1001, "bad config file")],
        ..Script::default()
    };
    assert_eq!(ending(script).await, failed("bad config file"));
}

#[tokio::test]
async fn missing_login_is_found_before_the_prompt_and_in_its_answer() {
    let before = Script {
        errors: vec![failing("session/new", -32000, "Authentication required")],
        ..Script::default()
    };
    let said = Script {
        logged_out: true,
        ..Script::turn([Step::text("never")])
    };
    let (code, message, data) = (-32000, "Authentication required".into(), Value::Null);
    let within = Script::turn([Step::Fail {
        code,
        message,
        data,
    }]);
    for script in [before, said, within] {
        let told = Running::start(scripted(&script)).told().await;
        let Ending::NeedsLogin { message } = &told.ended.ending else {
            panic!("{:?}", told.ended);
        };
        assert!(message.contains("Scripted is not logged in"), "{message}");
        assert_eq!(told.entries(), Vec::<&Entry>::new(), "nothing ran");
    }
}

#[tokio::test]
async fn agent_that_would_use_a_hosted_default_needs_a_login() {
    let model = json!({"configOptions": [{"id": "model", "currentValue": "opencode/big-pickle",
        "options": [{"value": "opencode/big-pickle"}]}]});
    let script = Script {
        session: model,
        ..Script::turn([Step::text("never")])
    };
    let (mut order, directory) = scripted(&script);
    // Known by the name of its program.
    let opencode = directory.path().join("opencode");
    std::os::unix::fs::symlink(&order.agent.command[0], &opencode).expect("a new name");
    order.agent.command[0] = opencode.to_string_lossy().into_owned();
    let told = Running::start((order, directory)).told().await;
    let Ending::NeedsLogin { message } = &told.ended.ending else {
        panic!("{:?}", told.ended);
    };
    assert!(message.contains("opencode/big-pickle"), "{message}");
    assert!(message.contains("opencode auth login"), "{message}");
}

#[tokio::test]
async fn cancel_ends_a_silent_turn() {
    let mut running = Running::start(scripted(&Script::turn([Step::text("a"), Step::Silence])));
    while !matches!(running.attempt.next().await, Some(Said::Entry(_)) | None) {}
    running.attempt.control().cancel();
    let told = running.told().await;
    assert_eq!(told.ended.ending, Ending::Stopped);
}

#[tokio::test]
async fn cancel_answers_open_requests() {
    let step = Step::Permission {
        tool: json!({"toolCallId": "t", "title": "x"}),
        options: json!([{"optionId": "yes", "kind": "allow_once", "name": "Yes"}]),
    };
    let mut running = Running::start(scripted(&Script::turn([step])));
    let (id, _) = running.request().await;
    running.attempt.control().cancel();
    let told = running.told().await;
    assert!(told.said.contains(&Said::Withdrawn { id }));
    let text = r#"permission: {"outcome":{"outcome":"cancelled"}}"#.to_owned();
    assert!(told.said.contains(&Said::Entry(Entry::Text {
        message: None,
        text
    })));
    assert_eq!(told.ended.ending, Ending::Stopped);
}

#[tokio::test]
async fn stop_before_the_handshake_ends_the_attempt() {
    let (mut order, directory) = scripted(&Script::default());
    order.agent.command = ["sh", "-c", "cat > /dev/null"].map(Into::into).into();
    let running = Running::start((order, directory));
    running.attempt.control().stop(SOON);
    assert_eq!(running.told().await.ended.ending, Ending::Stopped);
}

#[tokio::test]
async fn stop_ends_an_agent_that_ignores_everything_and_its_orphan() {
    let (order, directory) = scripted(&Script::default());
    let file = |name: &str| directory.path().join(name);
    let script = Script {
        deaf: true,
        stubborn: true,
        stays: true,
        ..Script::turn([
            Step::Orphan {
                pid: file("pid"),
                file: file("log"),
            },
            Step::Silence,
        ])
    };
    let mut order = order;
    order.agent.command = script.command();
    let running = Running::start((order, directory));
    let orphan = running.process("pid").await;
    running.attempt.control().stop(SOON);
    let told = running.told().await;
    assert_eq!(told.ended.ending, Ending::Stopped);
    assert_eq!(told.ended.stopped, Stopped::Killed);
    assert!(!orphan.can_act());
}

#[tokio::test]
async fn orphan_that_outlives_the_turn_is_ended_with_it() {
    let (mut order, directory) = scripted(&Script::default());
    let file = |name: &str| directory.path().join(name);
    let script = Script::turn([
        Step::Orphan {
            pid: file("pid"),
            file: file("log"),
        },
        Step::WaitFor { file: file("log") },
        Step::text("Done."),
    ]);
    order.agent.command = script.command();
    let running = Running::start((order, directory));
    let orphan = running.process("pid").await;
    let told = running.told().await;
    assert_eq!(told.ended.ending, closing("Done."));
    assert!(!orphan.can_act());
}

#[tokio::test]
async fn stop_is_not_held_up_by_a_reader_that_takes_nothing() {
    let mut running = Running::start(scripted(&Script::turn([Step::Flood {
        per_second: 100_000,
        seconds: 60,
    }])));
    let first = running.attempt.next().await;
    assert!(first.is_some());
    let root = running.attempt.trace().root;
    let patience = Patience {
        cancel: SOON.terminate,
        ..SOON
    };
    running.attempt.control().stop(patience);
    // Nobody takes anything, and the process ends all the same.
    until(|| !root.can_act()).await;
    assert_eq!(running.told().await.ended.ending, Ending::Stopped);
}
