//! What sayso does about the ways of agents that it knows. The scripted agent plays them, under the
//! names by which they are known.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::symlink;

use runner::agents::{Surroundings, check};
use runner::attempt::{Ending, Order, Reply};
use scripted_agent::{Failing, Script, Step};
use serde_json::{Value, json};

use crate::running::{Running, closing, failed, scripted};

/// The order for a known agent, by the name of its program.
fn known(program: &str, script: &Script) -> (Order, tempfile::TempDir) {
    let (mut order, directory) = scripted(script);
    let path = directory.path().join(program);
    symlink(&order.agent.command[0], &path).expect("a new directory");
    order.agent.command[0] = path.to_string_lossy().into_owned();
    (order, directory)
}

async fn ending(program: &str, script: &Script) -> Ending {
    let told = Running::start(known(program, script)).told().await;
    told.ended.ending
}

fn logged_out() -> Script {
    Script {
        logged_out: true,
        ..Script::turn([Step::text("Done.")])
    }
}

#[tokio::test]
async fn notice_that_nobody_is_logged_in_ends_a_turn_where_it_is_reliable() {
    // Codex means it. Claude Code says it to whoever is logged in with a token, too.
    let ended = ending("codex-acp", &logged_out()).await;
    assert!(matches!(ended, Ending::NeedsLogin { .. }), "{ended:?}");
    let ended = ending("claude-agent-acp", &logged_out()).await;
    assert_eq!(ended, closing("Done."));
}

#[tokio::test]
async fn unreliable_notice_is_followed_by_the_error_of_the_prompt() {
    let refusing = Script {
        errors: vec![Failing {
            method: "session/prompt".into(),
            code: -32000,
            message: "Authentication required".into(),
            data: Value::Null,
        }],
        ..logged_out()
    };
    let ended = ending("claude-agent-acp", &refusing).await;
    assert!(matches!(ended, Ending::NeedsLogin { .. }), "{ended:?}");
}

#[tokio::test]
async fn check_believes_the_notice_unless_a_token_is_given() {
    for (variable, expected) in [("ANTHROPIC_AUTH_TOKEN", true), ("OTHER", false)] {
        let (mut order, _directory) = known("claude-agent-acp", &logged_out());
        let variable = (variable.to_owned(), "x".to_owned());
        order.agent.environment.extend([variable]);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let surroundings = Surroundings {
            launcher: order.launcher,
            environment: BTreeMap::from([(OsString::from("PATH"), path)]),
        };
        let time_max = std::time::Duration::from_secs(20);
        let readiness = check(&order.agent, &surroundings, time_max).await;
        assert_eq!(readiness.ready, expected, "{readiness:?}");
    }
}

fn in_mode(current: &str, offered: &[&str]) -> Script {
    let offered: Vec<Value> = offered
        .iter()
        .map(|id| json!({"id": id, "name": id}))
        .collect();
    Script {
        session: json!({"modes": {"currentModeId": current, "availableModes": offered}}),
        resume: true,
        ..Script::turn([Step::Mode])
    }
}

#[tokio::test]
async fn agent_that_would_act_unasked_is_switched_to_a_mode_in_which_it_asks() {
    for (program, current, offered, expected) in [
        ("codex-acp", "agent", ["agent", "read-only"], "read-only"),
        (
            "codex-acp",
            "read-only",
            ["agent", "read-only"],
            "read-only",
        ),
        (
            "claude-agent-acp",
            "acceptEdits",
            ["plan", "default"],
            "default",
        ),
        // Planning asks more, not less.
        ("claude-agent-acp", "plan", ["plan", "default"], "plan"),
        ("gemini", "yolo", ["yolo", "default"], "default"),
        ("scripted", "any", ["any", "default"], "any"),
    ] {
        let script = in_mode(current, &offered);
        assert_eq!(
            ending(program, &script).await,
            closing(expected),
            "{program}"
        );
        let (mut order, directory) = known(program, &script);
        order.session = Some("earlier".into());
        let told = Running::start((order, directory)).told().await;
        assert_eq!(told.ended.ending, closing(expected), "{program} resumed");
    }
}

#[tokio::test]
async fn agent_that_offers_no_mode_in_which_it_asks_does_not_work() {
    let message = "it works in the mode yolo, and offers none in which it asks before it acts";
    let ended = ending("gemini", &in_mode("yolo", &["yolo"])).await;
    assert_eq!(ended, failed(message));
}

fn permission(title: &str, more: Value) -> Script {
    let mut tool = json!({"toolCallId": "c", "title": title, "kind": "other", "status": "pending"});
    let more = more.as_object().cloned().unwrap_or_default();
    tool.as_object_mut().expect("an object").extend(more);
    let options = json!([
        {"optionId": "always", "kind": "allow_always", "name": "Always"},
        {"optionId": "once", "kind": "allow_once", "name": "Once"},
        {"optionId": "no", "kind": "reject_once", "name": "No"},
    ]);
    Script::turn([Step::Permission { tool, options }])
}

#[tokio::test]
async fn hubs_own_tools_are_allowed_once_without_asking() {
    for (program, title) in [
        ("claude-agent-acp", "mcp__sayso__provide_choice"),
        ("gemini", "requestUserChoice (sayso MCP Server)"),
    ] {
        let script = permission(title, json!({"rawInput": {"title": "Which?"}}));
        let ended = ending(program, &script).await;
        let Ending::Turn { closing, .. } = &ended else {
            panic!("{program}: {ended:?}");
        };
        assert!(closing.contains(r#""optionId":"once""#), "{closing}");
    }
}

#[tokio::test]
async fn calls_that_only_look_like_the_hubs_own_tools_are_asked_about() {
    for (program, title, more) in [
        ("claude-agent-acp", "mcp__other__provide_choice", json!({})),
        ("claude-agent-acp", "mcp__sayso__delete_all", json!({})),
        ("claude-agent-acp", "mcp__sayso__x; rm -r .", json!({})),
        (
            "claude-agent-acp",
            "mcp__sayso__ask_human",
            json!({"kind": "execute"}),
        ),
        (
            "claude-agent-acp",
            "mcp__sayso__ask_human",
            json!({"rawInput": {"command": "rm -r ."}}),
        ),
        ("scripted", "mcp__sayso__provide_choice", json!({})),
    ] {
        let mut running = Running::start(known(program, &permission(title, more)));
        let (id, _) = running.request().await;
        running.attempt.control().reply(id, Reply::Declined);
        running.told().await;
    }
}
