//! A repeated call is the same question, also after a `kill -9` of everyone but the person.

use serde_json::{Value, json};

use crate::agent::{StdioAgent, question};
use crate::faults::{id, kill_hub, until, until_pending};
use crate::place::Place;

#[derive(Debug, Clone, Copy)]
enum Killed {
    Agent,
    HubAndAgent,
}

/// Has a question asked, kills, and returns the question's id.
fn ask_and_kill(place: &Place, asked: &Value, killed: Killed) -> String {
    let mut agent = StdioAgent::start(place, "codex");
    agent.begin(asked);
    let title = asked["title"].as_str().unwrap();
    let id = id(&until_pending(place, 1)[title]);
    if asked["interface"] == "web" {
        until(place, &id, |detail| detail["asker_state"] == "waiting");
    }
    match killed {
        Killed::Agent => agent.kill(),
        Killed::HubAndAgent => {
            kill_hub(place);
            agent.kill();
        }
    }
    if asked["interface"] == "web" {
        until(place, &id, |detail| detail["asker_state"] == "disconnected");
    }
    id
}

#[test]
fn answer_given_after_hub_and_agent_were_killed_reaches_the_repeated_call() {
    for interface in ["web", "terminal"] {
        for killed in [Killed::Agent, Killed::HubAndAgent] {
            let place = Place::new();
            let mut asked = question("again");
            asked["interface"] = json!(interface);
            let id = ask_and_kill(&place, &asked, killed);
            assert_eq!(place.run(&["answer", &id, "--select", "b"]).code, 0);
            let result = StdioAgent::start(&place, "codex").ask(&asked);
            assert_eq!(
                (&result["session_id"], &result["selected_ids"]),
                (&json!(id), &json!(["b"])),
                "{interface}, {killed:?}: {result}"
            );
            until(&place, &id, |detail| detail["delivery"] == "delivered");
        }
    }
}

#[test]
fn destructive_question_is_asked_again_after_hub_and_agent_were_killed() {
    let place = Place::new();
    let mut asked = question("drop it");
    asked["risk"] = json!("destructive");
    let first = ask_and_kill(&place, &asked, Killed::HubAndAgent);
    assert_eq!(place.run(&["answer", &first, "--select", "b"]).code, 0);
    let mut restarted = StdioAgent::start(&place, "codex");
    let call = restarted.begin(&asked);
    let anew = id(&until_pending(&place, 1)["drop it"]);
    assert_ne!(anew, first);
    assert_eq!(place.run(&["answer", &anew, "--select", "a"]).code, 0);
    let result = &restarted.finish(call)["structuredContent"];
    assert_eq!(result["selected_ids"], json!(["a"]));
}

#[test]
fn agent_continues_to_wait_when_its_hub_is_killed_and_the_trail_says_so() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    let call = agent.begin(&question("still here"));
    let id = id(&until_pending(&place, 1)["still here"]);
    until(&place, &id, |detail| detail["asker_state"] == "waiting");
    kill_hub(&place);
    until(&place, &id, |detail| detail["asker_state"] == "waiting");
    assert_eq!(place.run(&["answer", &id, "--select", "a"]).code, 0);
    let result = &agent.finish(call)["structuredContent"];
    assert_eq!(result["selected_ids"], json!(["a"]));
    let detail = until(&place, &id, |detail| detail["delivery"] == "delivered");
    let events = detail["events"].as_array().unwrap().iter();
    let trail: Vec<(&str, &Value)> = events
        .map(|event| (event["kind"].as_str().unwrap(), &event["data"]["reason"]))
        .collect();
    let none = &Value::Null;
    assert_eq!(
        trail,
        [
            ("asked", none),
            ("asker_left", &json!("hub_restarted")),
            ("asker_returned", none),
            ("answered", none),
            ("delivered", none),
        ]
    );
}

#[test]
fn call_repeated_before_its_cancellation_asks_once() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    let first = agent.begin(&question("impatient"));
    let id = id(&until_pending(&place, 1)["impatient"]);
    let second = agent.begin(&question("impatient"));
    agent.cancel(first);
    assert_eq!(place.run(&["answer", &id, "--select", "a"]).code, 0);
    let result = &agent.finish(second)["structuredContent"];
    assert_eq!(
        (&result["session_id"], &result["selected_ids"]),
        (&json!(id), &json!(["a"]))
    );
    let all = place.json(&["list", "--json", "--filter", "all"]);
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
}

#[test]
fn call_that_is_given_up_and_repeated_many_times_asks_once() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    let mut call = agent.begin(&question("impatient"));
    let id = id(&until_pending(&place, 1)["impatient"]);
    for _ in 0..30 {
        agent.cancel(call);
        call = agent.begin(&question("impatient"));
    }
    assert_eq!(place.run(&["answer", &id, "--select", "a"]).code, 0);
    let result = &agent.finish(call)["structuredContent"];
    assert_eq!(result["session_id"], json!(id));
    let all = place.json(&["list", "--json", "--filter", "all"]);
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
}
