//! Confirming a request from the command line.

use protocol::{HitlSource, HitlStatus};
use serde_json::{Value, json};

use crate::place::{Place, last};
use crate::requester::{Requester, deployment};

#[test]
fn answer_select_with_confirm_decides_in_one_step() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let id = asker.ask_to_confirm();
    let said = place.run(&["answer", &id, "--select", "go", "--confirm"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (0, "[SELECTION_COMPLETE] selected=go\n"),
        "{said:?}"
    );
    let result = asker.outcome(&id);
    assert!(result.ok && result.confirmed, "{result:?}");
    assert_eq!(result.selected_option.as_deref(), Some("Deploy now"));
}

#[test]
fn answer_select_is_not_final_until_it_is_confirmed() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let id = asker.ask_to_confirm();
    let said = place.run(&["answer", &id, "--confirm"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains("no option has been chosen yet"),
        "{said:?}"
    );

    let said = place.run(&["answer", &id, "--select", "go"]);
    let marker = format!("[UNDECIDED] session_id={id} awaiting_confirmation=go");
    assert_eq!(
        (said.code, last(&said.out)),
        (6, marker.as_str()),
        "{said:?}"
    );
    assert!(said.err.contains("Chosen: Deploy now."), "{said:?}");
    assert!(said.err.contains("--confirm"), "{said:?}");
    let list = place.run(&["list"]).out;
    assert!(
        list.contains("chosen, waiting for your confirmation"),
        "{list}"
    );
    let shown = place.run(&["show", &id]).out;
    for part in [
        "Request with options only",
        "The choice needs a confirmation.\n  Customers see it at once.",
        "Chosen: Deploy now (command line,",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }

    let again = place.run(&["answer", &id, "--select", "wait", "--json"]);
    assert_eq!(again.code, 6, "{again:?}");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["chosen"]["selected_ids"], json!(["wait"]));
    let said = place.run(&["answer", &id, "--confirm"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (0, "[SELECTION_COMPLETE] selected=wait\n")
    );
    assert!(
        said.err.contains("Confirming: Wait (command line"),
        "{said:?}"
    );
    assert_eq!(
        asker.outcome(&id).selected_option_id.as_deref(),
        Some("wait")
    );
    let shown = place.run(&["show", &id]).out;
    assert!(
        shown.contains("Sent to the agent:\n{\n  \"ok\": true,"),
        "{shown}"
    );
    assert_eq!(place.run(&["answer", &id, "--confirm"]).code, 5);
}

#[test]
fn answer_with_an_unknown_option_is_refused_and_decides_nothing() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let id = asker.ask_to_confirm();
    for wrong in [
        &["--select", "never", "--confirm"] as &[&str],
        &["--select", "never"],
        &["--text", "never"],
        &["--select", "go", "--note", "go=x"],
        &["--none", "--confirm"],
    ] {
        let said = place.run(&[&["answer", &id, "--json"] as &[&str], wrong].concat());
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{wrong:?}");
        let error: Value = serde_json::from_str(&said.err).unwrap();
        assert_eq!(error["error"]["code"], "invalid_request", "{wrong:?}");
    }
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(
        (&detail["status"], &detail["chosen"]),
        (&json!("pending"), &Value::Null)
    );
}

#[test]
fn declined_confirmation_keeps_the_choice_in_the_trail_and_reports_no_success() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let id = asker.ask_to_confirm();
    assert_eq!(place.run(&["answer", &id, "--select", "go"]).code, 6);
    assert_eq!(place.run(&["cancel", &id]).code, 0);
    let result = asker.outcome(&id);
    assert_eq!(
        (result.ok, result.confirmed, result.status, result.source),
        (false, false, HitlStatus::Canceled, HitlSource::User)
    );
    assert_eq!(result.selected_option, None);
    let events = place.json(&["show", &id, "--json"])["events"].clone();
    let kinds: Vec<&str> = events
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["kind"].as_str())
        .collect();
    assert!(kinds.contains(&"chosen"), "{kinds:?}");
}

#[test]
fn unconfirmed_choice_times_out() {
    let place = Place::new();
    let short = ["config", "set", "timeout_min_seconds", "1"];
    assert_eq!(place.run(&short).code, 0);
    let asker = Requester::new(&place);
    let mut request = deployment();
    request["timeoutMs"] = json!(5_000);
    let id = asker.ask(request);
    assert_eq!(place.run(&["answer", &id, "--select", "go"]).code, 6);
    let result = asker.outcome(&id);
    assert_eq!(
        (result.ok, result.status, result.source),
        (false, HitlStatus::Timeout, HitlSource::Timeout)
    );
    assert_eq!(place.run(&["answer", &id, "--confirm"]).code, 4);
}

#[test]
fn answer_confirm_is_refused_for_a_question_without_confirmation() {
    let place = Place::new();
    let asking = place.ask_single();
    let said = place.run(&["answer", &asking.id, "--confirm"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("needs no confirmation"), "{said:?}");
    let said = place.run(&["answer", &asking.id, "--select", "a", "--confirm"]);
    assert_eq!(said.code, 0, "{said:?}");
    asking.end();
}
