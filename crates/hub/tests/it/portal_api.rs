//! What the portal asks of the API beyond the other surfaces: verdicts on drafts, export, samples.

use protocol::{ChoiceSpec, OptionSpec};
use serde_json::Value;

use crate::support::{JSON, TestHub, question};

async fn asked(hub: &TestHub, request: ChoiceSpec) -> String {
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
async fn saved_draft_returns_the_problems_that_prevent_sending_it() {
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
async fn saved_draft_has_no_problem_because_of_hidden_notes() {
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
async fn question_with_odd_text_carries_a_safe_form_of_it() {
    let hub = TestHub::start().await;
    let odd = ChoiceSpec {
        title: Some("Which\u{202e}?".into()),
        options: Some(vec![OptionSpec {
            id: Some("a".into()),
            label: Some("A\u{200b}".into()),
            ..OptionSpec::default()
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
async fn history_export_contains_every_question() {
    let hub = TestHub::start().await;
    for number in 0..3 {
        let title = Some(format!("Question {number}"));
        let id = asked(
            &hub,
            ChoiceSpec {
                title,
                ..question()
            },
        )
        .await;
        let answer = crate::support::answer("a");
        hub.person().answer(&id, &answer).await.unwrap();
    }
    for (limit, expected) in [("", 3), ("&limit=2", 2), ("&limit=0", 0)] {
        let path = format!("/api/v1/export/json?filter=completed{limit}");
        let part = call(&hub, "GET", &path, "").await;
        assert_eq!(
            (&part["count"], part.get("next_cursor")),
            (&expected.into(), None)
        );
        let written = part["text"].as_str().unwrap();
        let written: Vec<Value> = serde_json::from_str(written).unwrap();
        assert_eq!(written.len(), expected, "{limit}");
        for question in &written {
            assert_eq!(question["result"]["selected_ids"][0], "a");
            assert!(question["events"].as_array().unwrap().len() > 1);
        }
    }
    let log = call(&hub, "GET", "/api/v1/export/markdown?filter=completed", "").await;
    let log = log["text"].as_str().unwrap();
    assert_eq!(log.matches("\n## Question").count(), 3, "{log}");
}

/// Parts are of bounded size, and joined they are the file.
#[tokio::test]
async fn history_export_larger_than_one_part_is_complete() {
    let hub = TestHub::start().await;
    for number in 0..20 {
        let prompt = Some(format!("{number} {}", "long ".repeat(12_000)));
        let question = ChoiceSpec {
            prompt,
            ..question()
        };
        let id = asked(&hub, question).await;
        let answer = crate::support::answer("a");
        hub.person().answer(&id, &answer).await.unwrap();
    }
    for (format, limit) in [("json", 20), ("json", 13), ("csv", 20), ("markdown", 20)] {
        let (mut text, mut count, mut parts) = (String::new(), 0, 0);
        let mut cursor = String::new();
        loop {
            let left = limit - count;
            let path = format!("/api/v1/export/{format}?filter=completed&limit={left}{cursor}");
            let part = call(&hub, "GET", &path, "").await;
            let written = part["text"].as_str().unwrap();
            assert!(written.len() < 1_500_000, "{}", written.len());
            text.push_str(written);
            count += part["count"].as_u64().unwrap();
            parts += 1;
            match part["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(count, limit, "{format}");
        match format {
            "json" => {
                assert!(parts > 1);
                let all: Vec<Value> = serde_json::from_str(&text).unwrap();
                assert_eq!(all.len() as u64, limit);
            }
            "csv" => assert_eq!(text.matches("\r\n").count(), 21),
            "markdown" => assert_eq!(text.matches("\n## ").count(), 20),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn sample_question_is_in_the_language_of_the_settings() {
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
async fn portal_list_is_filtered_by_agent_project_and_status() {
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
