//! The hub's own tools in the hands of an agent that it runs, and what such an agent may not do.

use scripted_agent::{Script, Step};
use serde_json::{Value, json};

use crate::guarding::{by_person, refusals, shown};
use crate::place::{Place, SAYSO};
use crate::task_recovery::{add, run, show, until, until_waiting};

fn call(tool: &str, arguments: Value) -> Step {
    Step::CallTool {
        tool: tool.into(),
        arguments,
    }
}

fn text(text: &str) -> Step {
    Step::Text {
        text: text.into(),
        message: Some("last".into()),
    }
}

#[test]
fn answer_after_the_ticket_is_the_next_message_of_the_same_session() {
    let place = Place::new();
    let set = place.run(&["config", "set", "client_windows", "scripted-agent=1"]);
    assert_eq!(set.code, 0, "{set:?}");
    let asks = call("ask_human", json!({ "question": "What is it called?" }));
    let script = Script {
        turns: vec![vec![asks, text("I wait for the name.")], vec![Step::Echo]],
        resume: true,
        ..Script::default()
    };
    add(&place, "asking", &script);
    let id = run(&place, "asking");
    until(|| show(&place, &id)["attempts"][0]["ending"].is_string());
    let waiting = show(&place, &id);
    assert_eq!(waiting["status"], "AWAITING_RESPONSE", "{waiting}");
    assert_eq!(waiting["reason"], "question", "{waiting}");
    assert_eq!(waiting["decided_by"], "open_request", "{waiting}");
    let log = place.run(&["task", "log", &id]);
    assert!(log.out.contains("End your turn now"), "{log:?}");
    let question = waiting["interaction_id"].as_str().unwrap();
    let listed = place.run(&["list"]);
    assert!(listed.out.contains("What is it called?"), "{listed:?}");

    let answered = place.run(&["answer", question, "--text", "Nautilus"]);
    assert_eq!(answered.code, 0, "{answered:?}");
    until(|| show(&place, &id)["status"] == "COMPLETE");
    let done = show(&place, &id);
    let told = "You asked: What is it called?\nThe answer: Nautilus";
    assert_eq!(done["output"], told, "{done}");
    assert_eq!(done["replies"].as_array().unwrap().len(), 1, "{done}");
    assert_eq!(done["attempt"], 2, "{done}");
    let sessions: Vec<&Value> = done["attempts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|attempt| &attempt["session_id"])
        .collect();
    assert_eq!(sessions[0], sessions[1], "the same conversation: {done}");
}

#[test]
fn plain_tools_of_an_agent_return_the_answer_itself() {
    let place = Place::new();
    let choice = json!({
        "question": "Which database?",
        "options": [
            { "title": "SQLite", "description": "One file.", "isRecommended": true },
            { "title": "PostgreSQL", "description": "A server." },
        ],
    });
    let script = Script::turn([call("requestUserChoice", choice), text("It is kept now.")]);
    add(&place, "choosing", &script);
    let id = run(&place, "choosing");
    let waiting = until_waiting(&place, &id);
    let question = waiting["interaction_id"].as_str().unwrap();
    let detail = place.json(&["show", question, "--json"]);
    assert_eq!(
        detail["question"]["options"][0]["recommended"], true,
        "{detail}"
    );
    place.run(&["answer", question, "--select", "2"]);
    until(|| show(&place, &id)["status"] == "COMPLETE");
    let log = place.run(&["task", "log", &id]);
    assert!(log.out.contains(r#""text":"PostgreSQL""#), "{log:?}");
}

#[test]
fn agents_own_report_decides_how_its_turn_ends() {
    let place = Place::new();
    let needs_reply = json!({ "outcome": "needs_reply", "message": "Which cart is next?" });
    let reports = [
        call("report_outcome", needs_reply),
        text("The cart is mended."),
    ];
    add(&place, "asking", &Script::turn(reports));
    let done = json!({ "outcome": "done" });
    let reports = [
        call("report_outcome", done),
        text("Shall I also mend the docs?"),
    ];
    add(&place, "ending", &Script::turn(reports));
    let id = run(&place, "asking");
    let waiting = until_waiting(&place, &id);
    assert_eq!(waiting["decided_by"], "report", "{waiting}");
    let question = waiting["interaction_id"].as_str().unwrap();
    let detail = place.json(&["show", question, "--json"]);
    assert_eq!(detail["title"], "Which cart is next?", "{detail}");
    let id = run(&place, "ending");
    until(|| show(&place, &id)["status"] == "COMPLETE");
    assert_eq!(show(&place, &id)["decided_by"], "report");
}

#[test]
fn report_outcome_is_not_offered_outside_of_a_thread() {
    let place = Place::new();
    let said = place.run(&["mcp", "--tools", "ask_human,report_outcome"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("report_outcome is only for"), "{said:?}");
    let said = place.run(&["mcp", "--tools", "ask"]);
    assert!(said.err.contains("requestUserChoice"), "{said:?}");
}

#[test]
fn agent_that_the_hub_runs_cannot_answer_from_its_shell() {
    let place = Place::guarded();
    let asking = place.ask_single();
    let data_dir = place.data_dir();
    let answer = format!(
        "{SAYSO} --data-dir {} answer {} --select a",
        data_dir.display(),
        asking.id
    );
    // With the environment of the attempt, with none, and from a process that has cut its ties.
    let done = place.home().join("done");
    let orphan = format!(
        "setsid env -i /bin/sh -c '{answer}; : > {}'",
        done.display()
    );
    let wait = format!("while [ ! -e {} ]; do sleep 0.05; done", done.display());
    let command = format!("{answer}; env -i {answer}; ({orphan} &); {wait}");
    let script = Script::turn([Step::Shell { command }, text("I tried.")])
        .write(&place.home().join("s.json"));
    std::fs::create_dir(place.home().join("shop")).unwrap();
    // What comes behind the agent's command is its own.
    let add = format!(
        "--data-dir {} agents add cheat -- {} && true",
        data_dir.display(),
        script.join(" ")
    );
    let added = by_person(&place, &add);
    assert_eq!(added.code, 0, "{added:?}");
    let project = place.home().join("shop");
    let run = format!("run Mend --agent cheat --dir {} --json", project.display());
    let said = by_person(&place, &run);
    assert_eq!(said.code, 0, "{said:?}");
    let detail = shown(&place, &asking.id);
    assert_eq!(detail["status"], "pending", "{detail}");
    let found = refusals(&detail);
    assert_eq!(found.len(), 3, "{detail}");
    for refusal in found {
        let sign = &refusal["process"]["agent"];
        assert_eq!(sign["variable"], "SAYSO_ATTEMPT", "{sign}");
    }
}
