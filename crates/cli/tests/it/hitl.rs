//! `hitl_request` through the real `sayso mcp`: every row of its contract, decided from a shell.

use serde_json::{Value, json};

use crate::agent::StdioAgent;
use crate::place::Place;

/// Deploy now? Yes or no, on the web, so that the call waits.
fn request(changes: Value) -> Value {
    let mut request = json!({
        "question": "Deploy now?",
        "options": ["Yes", { "id": "no", "label": "No", "description": "Wait for the review." }],
    });
    let fields = request.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    request
}

/// Waits until a question of `client` is listed and returns its id.
fn asked_by(place: &Place, client: &str) -> String {
    loop {
        let rows = place.json(&["list", "--filter", "active", "--json"]);
        let rows = rows.as_array().unwrap();
        if let Some(row) = rows.iter().find(|row| row["asker"] == client) {
            return row["session_id"].as_str().unwrap().to_owned();
        }
    }
}

fn web(place: &Place) {
    assert_eq!(place.run(&["config", "set", "interface", "web"]).code, 0);
}

fn shortest_timeout(place: &Place, seconds: &str) {
    let set = place.run(&["config", "set", "timeout_min_seconds", seconds]);
    assert_eq!(set.code, 0, "{set:?}");
}

#[test]
fn hitl_timeout_is_clamped_to_the_settings_and_the_message_says_so() {
    let place = Place::new();
    web(&place);
    shortest_timeout(&place, "2");
    let longest = ["config", "set", "timeout_max_seconds", "600"];
    assert_eq!(place.run(&longest).code, 0);
    let mut agent = StdioAgent::start(&place, "codex");
    let short = agent.begin_tool("hitl_request", &request(json!({ "timeoutMs": 1 })));
    let told = agent.finish(short)["structuredContent"].take();
    let message = "HITL request timed out before the person answered. \
                   The person's settings make the timeout 2 s.";
    assert_eq!(told["message"], message);
    let again = agent.ask_hitl(&json!({ "requestId": told["requestId"] }));
    assert_eq!(again["message"], message, "the same each time");

    for (changes, remaining) in [
        (json!({ "timeoutMs": 86_400_000 }), 600),
        (json!({}), 600),
        (json!({ "timeoutMs": 300_000 }), 300),
    ] {
        let call = agent.begin_tool("hitl_request", &request(changes));
        let id = asked_by(&place, "codex");
        let left = place.json(&["show", &id, "--json"])["remaining_seconds"].clone();
        let left = left.as_u64().unwrap();
        assert!((remaining - 60..=remaining).contains(&left), "{left}");
        assert_eq!(place.run(&["answer", &id, "--select", "no"]).code, 0);
        agent.finish(call);
    }
}

#[test]
fn polling_with_the_other_tool_is_refused_immediately() {
    let place = Place::new();
    web(&place);
    let window = ["config", "set", "poll_window_seconds", "3600"];
    assert_eq!(place.run(&window).code, 0);
    let mut agent = StdioAgent::start(&place, "codex");
    let open = agent.begin_tool("hitl_request", &request(json!({})));
    let id = asked_by(&place, "codex");
    // The question stays unanswered: a poll that waited would take an hour.
    let refused = agent.ask(&json!({ "session_id": id }));
    assert_eq!(refused["error"]["code"], "other_tool", "{refused}");
    let hint = refused["error"]["hint"].as_str().unwrap();
    assert!(hint.starts_with("Call hitl_request with only"), "{hint}");
    assert_eq!(place.run(&["answer", &id, "--select", "no"]).code, 0);
    agent.finish(open);
}

#[test]
fn hitl_result_matches_each_way_to_decide() {
    let place = Place::new();
    web(&place);
    shortest_timeout(&place, "1");
    let mut agent = StdioAgent::start(&place, "codex");
    let twice = json!({ "requireConfirmation": true, "defaultOption": "no" });
    let cases: [(Value, &[&str], Value); 4] = [
        (
            json!({}),
            &["answer", "ID", "--select", "opt_1"],
            json!([true, "confirmed", "Yes", "opt_1", "user"]),
        ),
        (
            twice.clone(),
            &["answer", "ID", "--select", "no", "--confirm"],
            json!([true, "confirmed", "No", "no", "user"]),
        ),
        (
            twice,
            &["cancel", "ID"],
            json!([false, "canceled", null, null, "user"]),
        ),
        (
            json!({ "timeoutMs": 1 }),
            &[],
            json!([false, "timeout", null, null, "timeout"]),
        ),
    ];
    for (changes, decide, expected) in cases {
        let call = agent.begin_tool("hitl_request", &request(changes));
        if !decide.is_empty() {
            let id = asked_by(&place, "codex");
            let decide: Vec<&str> = decide
                .iter()
                .map(|word| if *word == "ID" { &*id } else { word })
                .collect();
            let said = place.run(&decide);
            assert_eq!(said.code, 0, "{said:?}");
        }
        let result = agent.finish(call);
        assert_eq!(result["isError"], false, "{result}");
        let told = &result["structuredContent"];
        let fields = [
            "ok",
            "status",
            "selectedOption",
            "selectedOptionId",
            "source",
        ];
        assert_eq!(json!(fields.map(|field| &told[field])), expected, "{told}");
        assert_eq!(told["confirmed"], told["ok"]);
        assert!(told["requestId"].is_string() && told["message"].is_string());
    }
}

#[test]
fn hitl_request_that_breaks_the_contract_is_not_asked() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    for (changes, code) in [
        (json!({ "freeText": true }), "free_text_unsupported"),
        (
            json!({ "selection_mode": "text_input" }),
            "free_text_unsupported",
        ),
        (
            json!({ "options": ["Yes", "yes"] }),
            "option_label_duplicate",
        ),
        (json!({ "options": ["Yes", " "] }), "option_label_required"),
        (json!({ "options": [] }), "options_required"),
        (
            json!({ "defaultOption": "Maybe" }),
            "default_option_unknown",
        ),
        (
            json!({ "kind": "approval", "argv": ["rm"] }),
            "unknown_field",
        ),
    ] {
        let call = agent.begin_tool("hitl_request", &request(changes));
        let result = agent.finish(call);
        assert_eq!(result["isError"], true, "{code}");
        let told = &result["structuredContent"];
        assert_eq!(told["error"]["code"], code, "{told}");
        assert_eq!(
            (&told["ok"], &told["status"]),
            (&json!(false), &json!("error"))
        );
    }
    let everything = place.json(&["list", "--filter", "all", "--json"]);
    assert_eq!(everything, json!([]));
}

#[test]
fn equal_hitl_requests_of_two_agents_stay_separate_and_forged_ids_are_refused() {
    let place = Place::new();
    web(&place);
    let mut codex = StdioAgent::start(&place, "codex");
    let mut claude = StdioAgent::start(&place, "claude-code");
    let first = codex.begin_tool("hitl_request", &request(json!({})));
    let second = claude.begin_tool("hitl_request", &request(json!({})));
    let (mine, theirs) = (asked_by(&place, "codex"), asked_by(&place, "claude-code"));
    assert_ne!(mine, theirs);
    place.run(&["answer", &mine, "--select", "opt_1"]);
    place.run(&["answer", &theirs, "--select", "no"]);
    let first = codex.finish(first)["structuredContent"].clone();
    let second = claude.finish(second)["structuredContent"].clone();
    assert_eq!(first["selectedOption"], "Yes");
    assert_eq!(second["selectedOption"], "No");
    assert_eq!(codex.ask_hitl(&json!({ "requestId": mine })), first);
    for forged in [&theirs, &"0".repeat(32)] {
        let refused = codex.ask_hitl(&json!({ "requestId": forged }));
        assert_eq!(refused["error"]["code"], "unknown_session", "{refused}");
    }
}
