//! Whole turns of an agent that speaks the Agent Client Protocol.

use std::collections::BTreeMap;

use domain::interaction::form::{Field, FieldKind, FieldValue};
use domain::interaction::permission::{PermissionKind, PermissionOption};
use domain::task::output::{Entry, PlanStatus, PlanStep, ToolStatus, Usage};
use runner::attempt::{Ending, McpServer, Reply, Request, RequestId, Said, Stop};
use scripted_agent::{Script, Step};
use serde_json::json;

use crate::running::{Running, closing, scripted, text};

fn run_tool() -> serde_json::Value {
    json!({"toolCallId": "call-1", "title": "Make a file", "kind": "execute", "status": "pending",
           "rawInput": {"command": "echo hi > made.txt"}})
}

fn ways() -> serde_json::Value {
    json!([{"optionId": "once", "kind": "allow_once", "name": "Allow once"},
           {"optionId": "no", "kind": "reject_once", "name": "Reject"}])
}

#[tokio::test]
async fn turn_is_told_update_by_update() {
    let script = Script::turn([
        Step::Thought { text: "hm".into() },
        Step::Text {
            text: "First.".into(),
            message: Some("m1".into()),
        },
        Step::Update {
            update: json!({"sessionUpdate": "plan", "entries": [
            {"content": "look", "priority": "high", "status": "in_progress"}]}),
        },
        Step::Update {
            update: json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "ls",
            "kind": "execute", "status": "in_progress"}),
        },
        Step::Update {
            update: json!({"sessionUpdate": "tool_call_update", "toolCallId": "t",
            "status": "completed", "rawOutput": "a b"}),
        },
        Step::Update {
            update: json!({"sessionUpdate": "usage_update", "used": 7, "size": 100}),
        },
        Step::Update {
            update: json!({"sessionUpdate": "dream", "of": "sheep"}),
        },
        Step::Text {
            text: "Do".into(),
            message: Some("m2".into()),
        },
        Step::Text {
            text: "ne.".into(),
            message: Some("m2".into()),
        },
    ]);
    let told = Running::start(scripted(&script)).told().await;
    assert_eq!(
        told.said[0],
        Said::Session {
            id: "session-1".into(),
            continued: false
        }
    );
    let entries = told.entries();
    assert_eq!(*entries[0], Entry::Thought { text: "hm".into() });
    let steps = vec![PlanStep {
        text: "look".into(),
        status: PlanStatus::InProgress,
    }];
    assert_eq!(*entries[2], Entry::Plan { steps });
    let Entry::Tool(tool) = entries[4] else {
        panic!("{:?}", entries[4]);
    };
    assert_eq!(
        (tool.title.as_str(), tool.status),
        ("ls", ToolStatus::Completed)
    );
    assert_eq!(tool.output.as_deref(), Some("a b"));
    let (tokens_used, tokens_max, cost) = (7, Some(100), None);
    assert_eq!(
        *entries[5],
        Entry::Usage(Usage {
            tokens_used,
            tokens_max,
            cost
        })
    );
    let json = r#"{"sessionUpdate":"dream","of":"sheep"}"#.to_owned();
    assert_eq!(*entries[6], Entry::Unknown { json });
    assert_eq!(entries.len(), 9);
    assert_eq!(told.ended.ending, closing("Done."));
}

#[tokio::test]
async fn closing_is_what_was_said_after_the_last_tool_call() {
    let script = Script::turn([
        Step::text("Let me look."),
        Step::Update {
            update: json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "ls"}),
        },
        Step::Chunks {
            text: "Which file do you mean?".into(),
            size: 5,
        },
    ]);
    let told = Running::start(scripted(&script)).told().await;
    assert_eq!(told.ended.ending, closing("Which file do you mean?"));
}

#[tokio::test]
async fn agent_gets_the_prompt_byte_for_byte() {
    let (mut order, directory) = scripted(&Script::turn([Step::Echo]));
    order.prompt = "three\r\nlines  \n🎈 \"quoted\"\n".into();
    let prompt = order.prompt.clone();
    let told = Running::start((order, directory)).told().await;
    assert_eq!(told.ended.ending, closing(&prompt));
}

#[tokio::test]
async fn permission_waits_for_its_answer() {
    for (reply, outcome) in [
        (
            Reply::Option { id: "once".into() },
            r#"{"outcome":{"outcome":"selected","optionId":"once"}}"#,
        ),
        (
            Reply::Declined,
            r#"{"outcome":{"outcome":"selected","optionId":"no"}}"#,
        ),
        (Reply::Cancelled, r#"{"outcome":{"outcome":"cancelled"}}"#),
    ] {
        let script = Script::turn([Step::Permission {
            tool: run_tool(),
            options: ways(),
        }]);
        let mut running = Running::start(scripted(&script));
        let (id, request) = running.request().await;
        let Request::Permission { tool, options } = request else {
            panic!("{request:?}");
        };
        assert_eq!(tool.command.as_deref(), Some("echo hi > made.txt"));
        assert_eq!(
            options[0],
            PermissionOption {
                id: "once".into(),
                label: "Allow once".into(),
                kind: PermissionKind::AllowOnce,
            }
        );
        let control = running.attempt.control();
        assert!(control.reply(id, reply.clone()));
        assert!(!control.reply(id, reply), "a request is answered once");
        let told = running.told().await;
        assert_eq!(
            told.ended.ending,
            closing(&format!("permission: {outcome}"))
        );
    }
}

#[tokio::test]
async fn permission_tells_all_that_is_known_about_its_tool() {
    let update = json!({"sessionUpdate": "tool_call", "toolCallId": "call-1", "title": "Edit", "kind": "edit",
        "content": [{"type": "diff", "path": "/a", "oldText": "1", "newText": "2"}]});
    let script = Script::turn([
        Step::Update { update },
        Step::Permission {
            tool: json!({"toolCallId": "call-1"}),
            options: ways(),
        },
    ]);
    let mut running = Running::start(scripted(&script));
    let (_, request) = running.request().await;
    let Request::Permission { tool, .. } = request else {
        panic!("{request:?}");
    };
    assert_eq!(
        (tool.title.as_str(), tool.diffs[0].new.as_str()),
        ("Edit", "2")
    );
    running.attempt.finish(crate::SOON).await;
}

#[tokio::test]
async fn permission_shows_a_command_that_is_told_only_as_a_title() {
    for (input, expected) in [
        (json!(null), Some("rm -r build")),
        (json!({"command": "rm -r ."}), Some("rm -r .")),
        (json!({"other": 1}), None),
    ] {
        let tool = json!({"toolCallId": "c", "title": "rm -r build", "kind": "execute", "rawInput": input});
        let options = ways();
        let script = Script::turn([Step::Permission { tool, options }]);
        let mut running = Running::start(scripted(&script));
        let (_, request) = running.request().await;
        let Request::Permission { tool, .. } = request else {
            panic!("{request:?}");
        };
        assert_eq!(tool.command.as_deref(), expected);
        running.attempt.finish(crate::SOON).await;
    }
}

#[tokio::test]
async fn permission_that_the_agent_withdraws_is_told() {
    let script = Script::turn([Step::WithdrawnPermission {
        tool: run_tool(),
        options: ways(),
    }]);
    let running = Running::start(scripted(&script));
    let control = running.attempt.control();
    let told = running.told().await;
    let id = RequestId(1);
    assert!(
        told.said.contains(&Said::Withdrawn { id }),
        "{:?}",
        told.said
    );
    assert!(!control.reply(id, Reply::Declined));
    assert_eq!(
        told.ended.ending,
        closing(r#"permission: {"outcome":{"outcome":"cancelled"}}"#)
    );
}

#[tokio::test]
async fn form_is_answered_field_by_field() {
    let params = json!({"mode": "form", "message": "Which database?", "requestedSchema": {
        "type": "object", "required": ["db"], "properties": {
            "db": {"type": "string", "title": "DB", "enum": ["SQLite", "Postgres"]},
            "port": {"type": "integer"}}}});
    let mut running = Running::start(scripted(&Script::turn([Step::Elicitation { params }])));
    let (id, request) = running.request().await;
    let Request::Form { message, fields } = request else {
        panic!("{request:?}");
    };
    assert_eq!(message, "Which database?");
    assert_eq!(
        fields[1],
        Field {
            name: "port".into(),
            title: "port".into(),
            description: None,
            required: false,
            kind: FieldKind::Number {
                integer: true,
                min: None,
                max: None
            },
            default: None,
        }
    );
    let values = BTreeMap::from([
        ("db".to_owned(), FieldValue::Text("SQLite".into())),
        ("port".to_owned(), FieldValue::Number("5".into())),
    ]);
    running.attempt.control().reply(id, Reply::Values(values));
    let told = running.told().await;
    let expected = r#"elicitation: {"action":"accept","content":{"db":"SQLite","port":5}}"#;
    assert_eq!(told.ended.ending, closing(expected));
}

#[tokio::test]
async fn link_is_shown_and_confirmed() {
    let params = json!({"mode": "url", "message": "Sign in", "url": "https://a.example/x", "elicitationId": "e1"});
    let mut running = Running::start(scripted(&Script::turn([Step::Elicitation { params }])));
    let (id, request) = running.request().await;
    let (message, url) = ("Sign in".into(), "https://a.example/x".into());
    assert_eq!(request, Request::Link { message, url });
    running
        .attempt
        .control()
        .reply(id, Reply::Values(BTreeMap::new()));
    let told = running.told().await;
    assert_eq!(
        told.ended.ending,
        closing(r#"elicitation: {"action":"accept"}"#)
    );
}

#[tokio::test]
async fn requests_that_sayso_does_not_offer_are_refused() {
    let read = Step::Request {
        method: "fs/read_text_file".into(),
        params: json!({"sessionId": "session-1", "path": "/etc/passwd"}),
    };
    let told = Running::start(scripted(&Script::turn([read]))).told().await;
    let Ending::Turn { closing, .. } = &told.ended.ending else {
        panic!("{:?}", told.ended);
    };
    assert!(closing.contains("-32601"), "{closing}");
}

#[tokio::test]
async fn stop_reason_of_the_agent_is_told() {
    for (reason, stop) in [
        ("end_turn", Stop::EndTurn),
        ("max_tokens", Stop::MaxTokens),
        ("max_turn_requests", Stop::MaxTurnRequests),
        ("refusal", Stop::Refusal),
        ("cancelled", Stop::Cancelled),
    ] {
        let script = Script::turn([Step::Stop {
            reason: reason.into(),
        }]);
        let told = Running::start(scripted(&script)).told().await;
        let closing = String::new();
        assert_eq!(told.ended.ending, Ending::Turn { stop, closing });
    }
}

#[tokio::test]
async fn flood_of_updates_arrives_whole() {
    let script = Script::turn([Step::Flood {
        per_second: 2000,
        seconds: 1,
    }]);
    let told = Running::start(scripted(&script)).told().await;
    let said: Vec<String> = told.entries().into_iter().filter_map(text).collect();
    let expected: Vec<String> = (0..2000)
        .map(|number| format!("update {number}\n"))
        .collect();
    assert_eq!(said, expected);
}

#[tokio::test]
async fn agent_calls_a_tool_of_the_server_that_it_was_given() {
    // The smallest server: it answers the call and nothing else.
    let answer = r#"{"jsonrpc":"2.0","id":2,"result":{"said":"$WHO $1"}}"#;
    let server =
        format!("while read line; do case $line in *tools/call*) echo {answer:?}; esac; done");
    let script = Script::turn([Step::CallTool {
        tool: "ask_human".into(),
        arguments: json!({}),
    }]);
    let (mut order, directory) = scripted(&script);
    order.mcp = Some(McpServer {
        name: "sayso".into(),
        command: "/bin/sh".into(),
        arguments: vec!["-c".into(), server, "sh".into(), "argument".into()],
        environment: BTreeMap::from([("WHO".into(), "thread-1".into())]),
    });
    let told = Running::start((order, directory)).told().await;
    assert_eq!(
        told.ended.ending,
        closing(r#"ask_human: {"said":"thread-1 argument"}"#)
    );
}
