//! The API over the local socket: askers ask, people decide, neither can do the other's part.

use client::{ClientError, ListRequest};
use domain::interaction::{EventKind, Interface, Status};
use domain::{DecidedBy, Surface};
use protocol::{ActionStatus, AskerState, CancelRequest, DeadlineRequest, DeliveryState};
use serde_json::json;

use crate::support::{TestHub, answer, fresh_id, question};

fn code<T>(result: Result<T, ClientError>) -> String {
    match result {
        Ok(_) => "done".to_owned(),
        Err(error) => error.code().unwrap_or("no code").to_owned(),
    }
}

#[tokio::test]
async fn question_is_asked_answered_and_delivered_over_the_api() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    let asked = agent.ask(&question()).await.unwrap();
    let id = asked.interaction.session_id.clone();
    assert_eq!(
        (
            asked.interaction.asker.as_str(),
            asked.interaction.project.as_str()
        ),
        ("codex", "shop")
    );
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), id.clone());
        async move { agent.wait(&id, Some(60)).await }
    });
    let person = hub.person();
    let answered = person.answer(&id[..8], &answer("b")).await.unwrap();
    let result = waiting.await.unwrap().unwrap().result.into_decided();
    assert_eq!(
        (result.action_status, result.selected_ids.clone()),
        (ActionStatus::Selected, vec!["b".to_owned()])
    );
    assert_eq!(answered.decided(), Some(&result));
    assert_eq!(answered.summary.delivery, DeliveryState::Saved);
    let confirmed = agent.confirm_delivery(&id).await.unwrap();
    assert_eq!(confirmed.delivery, DeliveryState::Delivered);
    let kinds: Vec<_> = person
        .detail(&id)
        .await
        .unwrap()
        .events
        .into_iter()
        .map(|event| event.kind)
        .collect();
    let expected = [EventKind::Asked, EventKind::Answered, EventKind::Delivered];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn api_refuses_answers_from_agents_and_polls_from_people() {
    let hub = TestHub::start().await;
    let (agent, person) = (hub.agent("codex"), hub.person());
    let id = agent.ask(&question()).await.unwrap().interaction.session_id;
    assert_eq!(code(agent.answer(&id, &answer("a")).await), "people_only");
    let cancel = CancelRequest {
        answer_id: fresh_id(),
        note: None,
    };
    assert_eq!(code(agent.cancel(&id, &cancel).await), "people_only");
    assert_eq!(
        code(agent.list(&ListRequest::default()).await),
        "people_only"
    );
    assert_eq!(
        code(
            agent
                .move_deadline(&id, DeadlineRequest::AddSeconds(60))
                .await
        ),
        "people_only"
    );
    assert_eq!(code(agent.login_code().await), "local_only");
    assert_eq!(code(person.wait(&id, Some(0)).await), "agents_only");
    let stranger = hub.agent("claude-code");
    assert_eq!(code(stranger.wait(&id, Some(0)).await), "unknown_session");
    assert_eq!(
        code(stranger.withdraw(&id, &cancel).await),
        "unknown_session"
    );
    let withdrawn = agent.withdraw(&id, &cancel).await.unwrap();
    assert_eq!(withdrawn.status, Status::Cancelled);
}

#[tokio::test]
async fn api_refuses_a_claimed_token_from_other_programs() {
    let hub = TestHub::start().await;
    let claim = protocol::route::AskerClaim {
        attempt_key: None,
        client: "codex".into(),
        version: None,
        directory: "/src/shop".into(),
        token_id: Some("1".into()),
        mcp: false,
    };
    let forged = hub.person().with_identity(client::Identity::Asker(claim));
    assert_eq!(code(forged.ask(&question()).await), "bad_asker");
}

#[tokio::test]
async fn late_answer_is_told_who_decided_and_an_invalid_one_decides_nothing() {
    let hub = TestHub::start().await;
    let id = hub
        .agent("codex")
        .ask(&question())
        .await
        .unwrap()
        .interaction
        .session_id;
    let person = hub.person();
    let ClientError::Refused { status, error } =
        person.answer(&id, &answer("z")).await.unwrap_err()
    else {
        panic!("it must be refused");
    };
    assert_eq!(
        (status, error.problems[0].code.as_str()),
        (422, "unknown_option")
    );
    person.answer(&id, &answer("a")).await.unwrap();
    let ClientError::Refused { status, error } =
        person.answer(&id, &answer("b")).await.unwrap_err()
    else {
        panic!("it must be refused");
    };
    let winner = error.winner.unwrap();
    assert_eq!((status, error.code.as_str()), (409, "already_decided"));
    assert_eq!(
        (winner.kind, winner.surface),
        (DecidedBy::Person, Some(Surface::Cli))
    );
}

#[tokio::test]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects, and anything else fails it"
)]
async fn agent_that_disconnects_is_shown_as_disconnected() {
    let hub = TestHub::start().await;
    let (agent, person) = (hub.agent("codex"), hub.person());
    let id = agent.ask(&question()).await.unwrap().interaction.session_id;
    let mut live = person.live(None).await.unwrap();
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), id.clone());
        async move { agent.wait(&id, Some(60)).await }
    });
    let mut aborted = false;
    loop {
        match live.next().await.unwrap().unwrap() {
            protocol::ServerMessage::AskerChanged { interaction } if !aborted => {
                assert_eq!(interaction.asker_state, AskerState::Waiting);
                waiting.abort();
                aborted = true;
            }
            protocol::ServerMessage::Changed { event, subject, .. } if event == "asker_left" => {
                let protocol::ChangedSubject::Interaction { interaction } = subject else {
                    panic!("{subject:?}");
                };
                assert_eq!(interaction.asker_state, AskerState::Disconnected);
                break;
            }
            _ => {}
        }
    }
    let saved = person.answer(&id, &answer("a")).await.unwrap();
    assert_eq!(saved.summary.delivery, DeliveryState::Saved);
    let polled = agent.wait(&id, None).await.unwrap();
    assert_eq!(
        polled.result.decided().action_status,
        ActionStatus::Selected
    );
}

#[tokio::test]
async fn ask_lists_all_ten_problems_of_an_invalid_question_and_stores_nothing() {
    let hub = TestHub::start().await;
    let mut bad = question();
    bad.title = Some(" ".into());
    bad.prompt = Some("why?".into());
    bad.selection_mode = Some("multi".into());
    bad.placeholder = Some("x".into());
    bad.placeholder_visible = Some(true);
    bad.single_submit_mode = Some(true);
    bad.interface = Some("fax".into());
    bad.timeout_seconds = Some(-1);
    bad.risk = Some("some".into());
    bad.min_selections = Some(-1);
    bad.max_selections = Some(0);
    let ClientError::Refused { error, .. } = hub.agent("codex").ask(&bad).await.unwrap_err() else {
        panic!("it must be refused");
    };
    let codes: Vec<_> = error
        .problems
        .iter()
        .map(|problem| problem.code.as_str())
        .collect();
    assert_eq!(codes.len(), 10, "{codes:?}");
    assert_eq!(hub.person().status().await.unwrap().pending, 0);
}

#[tokio::test]
async fn ask_refuses_an_agent_above_its_rate_with_a_retry_time() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    let mut asked = 0;
    let refused = loop {
        let mut different = question();
        different.title = Some(format!("Question {asked}"));
        match agent.ask(&different).await {
            Ok(_) => asked += 1,
            Err(error) => break error,
        }
        assert!(asked < 5_000, "the limit never came");
    };
    assert!(
        asked >= 50,
        "a burst of fifty is allowed, only {asked} were"
    );
    assert_eq!(refused.code(), Some("too_many_requests"));
    assert!(
        hub.agent("claude-code").ask(&question()).await.is_ok(),
        "others are not held back"
    );
}

#[tokio::test]
async fn changed_settings_apply_to_the_next_question() {
    let hub = TestHub::start().await;
    let person = hub.person();
    let change =
        |name: &str, value| std::collections::BTreeMap::from([(name.to_owned(), Some(value))]);
    person
        .change_settings(change(
            "timeout_seconds",
            protocol::SettingValue::Number(600),
        ))
        .await
        .unwrap();
    let asked = hub.agent("codex").ask(&question()).await.unwrap();
    assert_eq!(asked.interaction.remaining_seconds, Some(600));
    let refused = person
        .change_settings(change("theme", protocol::SettingValue::Text("pink".into())))
        .await;
    assert_eq!(code(refused), "setting_not_a_choice");
    let mut long = question();
    long.timeout_seconds = Some(1);
    let clamped = hub.agent("codex").ask(&long).await.unwrap();
    assert_eq!(clamped.notices[0].code, "timeout_clamped");
    assert_eq!(clamped.interaction.remaining_seconds, Some(30));
}

#[tokio::test]
async fn changed_settings_apply_to_the_question_in_front() {
    let hub = TestHub::start().await;
    let person = hub.person();
    let asked = hub.agent("codex").ask(&question()).await.unwrap();
    let other = hub.agent("claude-code").ask(&question()).await.unwrap();
    let change = |name: &str, value: serde_json::Value| {
        let value = serde_json::from_value(value).unwrap();
        std::collections::BTreeMap::from([(name.to_owned(), value)])
    };
    let id = asked.interaction.session_id.as_str();
    for (name, value) in [
        ("timeout_seconds", json!(900)),
        ("interface", json!("terminal")),
        ("annotations", json!(false)),
    ] {
        let changed = person.change_settings_at(id, change(name, value)).await;
        changed.unwrap();
    }
    let shown = person.detail(id).await.unwrap();
    assert_eq!(shown.summary.remaining_seconds, Some(900));
    assert_eq!(shown.summary.interface, Interface::Terminal);
    assert!(!shown.question.annotations_enabled);
    // Back to the default, which the question follows as well.
    let reset = change("timeout_seconds", json!(null));
    person.change_settings_at(id, reset).await.unwrap();
    let shown = person.detail(id).await.unwrap();
    assert_eq!(shown.summary.remaining_seconds, Some(300));
    let untouched = person.detail(&other.interaction.session_id).await.unwrap();
    assert_eq!(untouched.summary.remaining_seconds, Some(300));
    assert_eq!(untouched.summary.interface, other.interaction.interface);
}

#[tokio::test]
async fn setting_is_saved_even_if_the_question_in_front_cannot_follow_it() {
    let hub = TestHub::start().await;
    let person = hub.person();
    let asked = hub.agent("codex").ask(&question()).await.unwrap();
    let id = asked.interaction.session_id.as_str();
    let value = protocol::SettingValue::Number(0);
    let no_limit = std::collections::BTreeMap::from([("timeout_seconds".to_owned(), Some(value))]);
    let saved = person.change_settings_at(id, no_limit).await.unwrap();
    let mut saved = saved.settings.into_iter();
    let saved = saved.find(|setting| setting.name == "timeout_seconds");
    assert_eq!(saved.unwrap().value, protocol::SettingValue::Number(0));
    // Waiting without a limit is not allowed here.
    let shown = person.detail(id).await.unwrap();
    assert_eq!(shown.summary.remaining_seconds, Some(300));
}

#[tokio::test]
async fn every_documented_route_exists() {
    let hub = TestHub::start().await;
    let document = hub::openapi();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let target = path.replace("{id}", &"0".repeat(32));
            let headers = [hub.origin(), crate::support::JSON.to_owned()];
            let reply = hub
                .send(&method.to_uppercase(), &target, &headers, "{}")
                .await;
            // Without a session the gate answers first; without a route the router would.
            assert!(
                [200, 401, 422, 403].contains(&reply.status),
                "{method} {path}: {}",
                reply.status
            );
        }
    }
}
