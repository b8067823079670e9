//! What the portal asks of the API beyond the other surfaces: verdicts on drafts, export, samples.

use protocol::{AskRequest, AskedOption};
use serde_json::Value;

use crate::support::{JSON, TestHub, question};

async fn asked(hub: &TestHub, request: AskRequest) -> String {
    let reply = hub.agent("codex").ask(&request).await.unwrap();
    reply.interaction.session_id
}

/// Calls the API as a signed-in browser.
async fn call(hub: &TestHub, method: &str, path: &str, body: &str) -> Value {
    let [cookie, key] = hub.sign_in().await;
    let headers = [cookie, key, hub.origin(), JSON.to_owned()];
    let reply = hub.send(method, path, &headers, body).await;
    assert!(reply.status < 300, "{} {}", reply.status, reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

fn codes(value: &Value) -> Vec<&str> {
    let problems = value["problems"].as_array();
    problems
        .into_iter()
        .flatten()
        .filter_map(|problem| problem["code"].as_str())
        .collect()
}

#[tokio::test]
async fn a_saved_draft_is_told_what_keeps_it_from_being_an_answer() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let path = format!("/api/v1/interactions/{id}");
    let detail = call(&hub, "GET", &path, "").await;
    assert_eq!(codes(&detail), ["too_few_selections"]);
    let draft = format!("{path}/draft");
    let change = |draft: &str| format!(r#"{{"draft":{draft},"base":{{}}}}"#);
    let empty = call(&hub, "PATCH", &draft, &change(r#"{"global_note":"hm"}"#)).await;
    assert_eq!(codes(&empty), ["too_few_selections"]);
    let fine = call(&hub, "PATCH", &draft, &change(r#"{"selected_ids":["a"]}"#)).await;
    assert_eq!(fine["session_id"], id.as_str());
    assert_eq!(fine["problems"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn notes_that_are_hidden_do_not_keep_a_draft_from_being_an_answer() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    call(
        &hub,
        "PATCH",
        "/api/v1/settings",
        r#"{"annotations":false}"#,
    )
    .await;
    let draft = format!("/api/v1/interactions/{id}/draft");
    let body = r#"{"draft":{"selected_ids":["a"],"global_note":"typed before"},"base":{}}"#;
    assert_eq!(
        codes(&call(&hub, "PATCH", &draft, body).await),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn odd_text_comes_with_a_form_that_is_safe_to_show() {
    let hub = TestHub::start().await;
    let odd = AskRequest {
        title: Some("Which\u{202e}?".into()),
        options: Some(vec![AskedOption {
            id: Some("a".into()),
            label: Some("A\u{200b}".into()),
            ..AskedOption::default()
        }]),
        ..question()
    };
    let id = asked(&hub, odd).await;
    let path = format!("/api/v1/interactions/{id}");
    let detail = call(&hub, "GET", &path, "").await;
    assert_eq!(detail["title"], "Which\u{202e}?");
    assert_eq!(detail["shown"]["title"], "Which<U+202E>?");
    assert_eq!(
        detail["question"]["options"][0]["shown"]["label"],
        "A<U+200B>"
    );
    let answer = format!(
        r#"{{"answer_id":"{}","answer":{{"selected_ids":["a"],"global_note":"x\u202ey"}}}}"#,
        "a".repeat(32)
    );
    let decided = call(&hub, "POST", &format!("{path}/answer"), &answer).await;
    assert_eq!(decided["result"]["global_annotation"], "x\u{202e}y");
    assert_eq!(decided["shown_result"]["global_annotation"], "x<U+202E>y");
    let plain = asked(&hub, question()).await;
    let plain = call(&hub, "GET", &format!("/api/v1/interactions/{plain}"), "").await;
    assert_eq!(plain.get("shown"), None);
}

#[tokio::test]
async fn the_history_is_exported_in_full_and_in_pages() {
    let hub = TestHub::start().await;
    for number in 0..3 {
        let title = Some(format!("Question {number}"));
        let id = asked(
            &hub,
            AskRequest {
                title,
                ..question()
            },
        )
        .await;
        let answer = crate::support::answer("a");
        hub.person().answer(&id, &answer).await.unwrap();
    }
    let first = call(&hub, "GET", "/api/v1/export?filter=completed&limit=2", "").await;
    assert_eq!(first["interactions"].as_array().unwrap().len(), 2);
    assert_eq!(first["interactions"][0]["result"]["selected_ids"][0], "a");
    assert!(first["interactions"][0]["events"].as_array().unwrap().len() > 1);
    let cursor = first["next_cursor"].as_str().unwrap();
    let path = format!("/api/v1/export?filter=completed&limit=2&cursor={cursor}");
    let rest = call(&hub, "GET", &path, "").await;
    assert_eq!(rest["interactions"].as_array().unwrap().len(), 1);
    assert_eq!(rest.get("next_cursor"), None);
}

#[tokio::test]
async fn a_newcomer_gets_a_sample_question_in_their_language() {
    let hub = TestHub::start().await;
    let settings = call(&hub, "PATCH", "/api/v1/settings", r#"{"language":"zh"}"#).await;
    assert_eq!(settings["language"], "zh");
    let sample = call(&hub, "POST", "/api/v1/sample", "{}").await;
    assert_eq!(
        (&sample["asker"], &sample["status"]),
        (&"sayso".into(), &"pending".into())
    );
    let title = sample["title"].as_str().unwrap();
    assert!(
        title
            .chars()
            .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
        "{title}"
    );
}

#[tokio::test]
async fn the_list_is_narrowed_by_asker_project_and_status() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    hub.person()
        .answer(&id, &crate::support::answer("a"))
        .await
        .unwrap();
    for (query, expected) in [
        ("asker=codex&project=shop&status=submitted", 1),
        ("asker=gemini", 0),
        ("project=docs", 0),
        ("status=cancelled", 0),
    ] {
        let path = format!("/api/v1/interactions?filter=completed&{query}");
        let page = call(&hub, "GET", &path, "").await;
        let rows = page["interactions"].as_array().unwrap();
        assert_eq!(rows.len(), expected, "{query}");
    }
    let [cookie, key] = hub.sign_in().await;
    let wrong = hub
        .send("GET", "/api/v1/interactions?status=odd", &[cookie, key], "")
        .await;
    assert_eq!(
        (wrong.status, wrong.code().as_str()),
        (422, "invalid_request")
    );
}
