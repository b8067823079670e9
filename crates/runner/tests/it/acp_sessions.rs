//! Going on with a conversation.

use domain::task::output::Entry;
use runner::attempt::Said;
use scripted_agent::{Failing, Script, Step};
use serde_json::Value;

use crate::running::{Running, closing, scripted};

/// What the agent is asked to do when an earlier session is to go on.
async fn reply_to(script: Script) -> (Said, Vec<Entry>, runner::attempt::Ending) {
    let (mut order, directory) = scripted(&script);
    order.session = Some("earlier".into());
    order.history = "Person: hello".into();
    order.prompt = "and now?".into();
    let told = Running::start((order, directory)).told().await;
    let entries = told.entries().into_iter().cloned().collect();
    (told.said[0].clone(), entries, told.ended.ending)
}

fn echo() -> Script {
    Script::turn([Step::Echo])
}

fn session(id: &str, continued: bool) -> Said {
    let id = id.to_owned();
    Said::Session { id, continued }
}

fn failing(method: &str) -> Failing {
    Failing {
        method: method.into(),
        code: -32603,
        message: "Invalid session identifier".into(),
        data: Value::Null,
    }
}

#[tokio::test]
async fn session_is_resumed_where_the_agent_can() {
    let script = Script {
        resume: true,
        load: Some(vec![Step::text("old")]),
        ..echo()
    };
    let (opened, entries, ending) = reply_to(script).await;
    assert_eq!(opened, session("earlier", true));
    assert_eq!(entries.len(), 1);
    assert_eq!(ending, closing("and now?"));
}

#[tokio::test]
async fn session_is_loaded_without_telling_its_history_again() {
    let script = Script {
        load: Some(vec![Step::text("old"), Step::text("older")]),
        ..echo()
    };
    let (opened, entries, ending) = reply_to(script).await;
    assert_eq!(opened, session("earlier", true));
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(ending, closing("and now?"));
}

#[tokio::test]
async fn session_is_loaded_when_it_cannot_be_resumed() {
    let script = Script {
        resume: true,
        load: Some(vec![]),
        errors: vec![failing("session/resume")],
        ..echo()
    };
    let (opened, _, _) = reply_to(script).await;
    assert_eq!(opened, session("earlier", true));
}

#[tokio::test]
async fn new_session_gets_the_history_when_the_old_one_is_lost() {
    let lost = Script {
        resume: true,
        load: Some(vec![Step::text("old")]),
        errors: vec![failing("session/resume"), failing("session/load")],
        ..echo()
    };
    for script in [echo(), lost] {
        let (opened, entries, ending) = reply_to(script).await;
        assert_eq!(opened, session("session-1", false));
        assert_eq!(entries.len(), 1);
        assert_eq!(ending, closing("Person: hello\n\nand now?"));
    }
}

async fn to_the_end(mut attempt: runner::Attempt) -> runner::attempt::Ending {
    while attempt.next().await.is_some() {}
    attempt.finish(crate::SOON).await.ending
}

#[tokio::test]
async fn script_in_a_file_plays_its_next_turn_in_the_next_process() {
    let script = Script {
        turns: vec![vec![Step::text("Which one?")], vec![Step::Echo]],
        ..Script::default()
    };
    let (order, directory) = scripted(&script);
    let mut order = order;
    order.agent.command = script.write(&directory.path().join("script.json"));
    let mut second = order.clone();
    let first = runner::Attempt::start(order).expect("it starts");
    assert_eq!(to_the_end(first).await, closing("Which one?"));
    second.prompt = "the other".into();
    let second = runner::Attempt::start(second).expect("it starts");
    assert_eq!(to_the_end(second).await, closing("the other"));
}
