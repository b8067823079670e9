//! What tasks ask, answered from the command line.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};
use testkit::{form, permission, reply};

use crate::place::{Place, Said, said};

fn ends_with(said: &Said, code: i32) {
    assert_eq!(said.code, code, "{said:?}");
}

#[test]
fn a_reply_is_sent_byte_for_byte() {
    let place = Place::new();
    let id = place.ask_for_task(reply(&[]));
    let listed = place.run(&["list"]).out;
    assert!(listed.contains("Codex · shop · Reply"), "{listed}");
    let refused = place.run(&["answer", &id, "--text", " \t"]);
    ends_with(&refused, 1);
    assert!(
        refused.err.contains("needs a written answer"),
        "{refused:?}"
    );

    let text = "one \r\n  two\n\n👍🏽 \n";
    let mut command = place.command(&["answer", &id, "--text", "-"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    ends_with(&said(child.wait_with_output().unwrap()), 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(detail["result"]["kind"], "reply");
    assert_eq!(detail["result"]["custom_input"], text);
    assert_eq!(detail["thread_id"], "09".repeat(16));
    assert_eq!(detail["task_id"], "07".repeat(16));
    assert_eq!(detail["remaining_seconds"], Value::Null);
}

#[test]
fn a_reply_takes_one_of_the_agents_options() {
    let place = Place::new();
    let id = place.ask_for_task(reply(&["Keep it", "Split it"]));
    ends_with(&place.run(&["answer", &id, "--select", "split it"]), 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(detail["result"]["selected_ids"], json!(["2"]));
    assert_eq!(detail["summary"], "Split it");
}

#[test]
fn a_permission_shows_the_call_before_it_is_decided() {
    let place = Place::new();
    let id = place.ask_for_task(permission());
    let shown = place.run(&["show", &id]).out;
    for part in [
        "Approval\n",
        "Tool: edit\nCommand\n  sed -i s/Key/Id/ src/orders.rs\nChanges\n",
        "  /src/shop/src/orders.rs (lines +1 −1)\n  @@ -1 +1 @@\n   struct Order {\n",
        "  -    id: Key,\n  +    id: Id,\n",
        "Arguments\n  {\n    \"path\": \"src/orders.rs\",\n",
        "allow_always: Yes, always (Approves, and remembers it for this thread)\n",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let detail = place.json(&["show", &id, "--json"]);
    let options = detail["question"]["options"].as_array().unwrap();
    let ids: Vec<&Value> = options.iter().map(|option| &option["id"]).collect();
    assert_eq!(ids, ["allow", "allow_always", "reject", "reject_always"]);
    assert_eq!(detail["question"]["tool"]["kind"], "edit");

    let unclear = place.run(&["answer", &id]);
    ends_with(&unclear, 1);
    assert!(unclear.err.contains("--select reject"), "{unclear:?}");
    let answered = place.run(&["answer", &id, "--select", "reject"]);
    ends_with(&answered, 0);
    assert!(answered.err.contains("  +    id: Id,"), "{answered:?}");
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(detail["result"]["kind"], "permission");
    assert_eq!(detail["result"]["selected_ids"], json!(["reject"]));
}

#[test]
fn a_form_is_filled_in_field_by_field() {
    let place = Place::new();
    let id = place.ask_for_task(form());
    let shown = place.run(&["show", &id]).out;
    for part in [
        "Form\n",
        "  mail: Mail address (email address, at most 40, required)\n        Reports go there.\n",
        "  port: Port (whole number, at least 1, at most 65535) = 8080\n",
        "  region: Region (one of these)\n      eu: EU\n      us: US\n",
        "\nFill in the fields.\n",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let refused = place.run(&[
        "answer",
        &id,
        "--set",
        "port=0",
        "--set",
        "region=mars",
        "--json",
    ]);
    ends_with(&refused, 1);
    let problems: Value = serde_json::from_str(&refused.err).unwrap();
    let problems = problems["error"]["problems"].as_array().unwrap().clone();
    let codes: Vec<_> = problems.iter().map(|p| (&p["code"], &p["field"])).collect();
    assert_eq!(
        codes,
        [
            (&json!("field_required"), &json!("fields.mail")),
            (&json!("field_below_min"), &json!("fields.port")),
            (&json!("field_unknown_option"), &json!("fields.region")),
        ]
    );
    let refused = place.run(&["answer", &id, "--set", "colour=red"]);
    ends_with(&refused, 1);
    assert!(refused.err.contains("no field \"colour\""), "{refused:?}");

    let set = [
        "mail=ana@example.org",
        "public=no",
        "region=EU",
        "parts=docs",
        "parts=ci",
    ];
    let set: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
    ends_with(&place.run(&[&["answer", &id], &set[..]].concat()), 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(
        detail["result"]["fields"],
        json!({
            "mail": { "type": "text", "value": "ana@example.org" },
            "parts": { "type": "several", "value": ["ci", "docs"] },
            "port": { "type": "number", "value": "8080" },
            "public": { "type": "boolean", "value": false },
            "region": { "type": "text", "value": "eu" },
        })
    );
    let shown = place.run(&["show", &id]).out;
    assert!(shown.contains("(yes or no) = No\n"), "{shown}");
    let history = place.run(&["history"]).out;
    assert!(history.contains("Set up the service"), "{history}");
}

#[test]
fn cancelling_declines_a_form() {
    let place = Place::new();
    let id = place.ask_for_task(form());
    ends_with(&place.run(&["cancel", &id]), 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(detail["result"]["action_status"], "cancelled");
    assert_eq!(detail["result"].get("fields"), None);
}

#[test]
fn a_question_of_a_task_takes_no_time_limit() {
    let place = Place::new();
    let id = place.ask_for_task(reply(&[]));
    let refused = place.run(&["extend", &id, "60"]);
    ends_with(&refused, 1);
    assert!(refused.err.contains("no time limit"), "{refused:?}");
}
