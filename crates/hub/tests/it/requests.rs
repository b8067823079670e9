//! `hitl_request` and approvals over the API: the confirmation, the digest, and which caller may do
//! what.

use client::ClientError;
use domain::interaction::{EventKind, QuestionKind, Status};
use protocol::{
    AnswerRequest, ApprovalRequest, CancelRequest, ConfirmRequest, HitlRequest, HitlStatus,
};
use serde_json::json;

use crate::support::{TestHub, answer, fresh_id};

fn request(confirmation: bool) -> HitlRequest {
    let request = json!({
        "question": "Deploy now?", "requireConfirmation": confirmation,
        "options": [{ "id": "yes", "label": "Yes" }, { "id": "no", "label": "No" }],
        "metadata": { "ticket": 7 },
    });
    serde_json::from_value(request).unwrap()
}

fn confirm(chosen_id: &str) -> ConfirmRequest {
    ConfirmRequest {
        answer_id: fresh_id(),
        chosen_id: chosen_id.to_owned(),
    }
}

fn refused<T>(result: Result<T, ClientError>) -> (u16, String) {
    match result {
        Err(ClientError::Refused { status, error }) => (status, error.code.clone()),
        Err(error) => panic!("not refused but failed: {error}"),
        Ok(_) => panic!("it must be refused"),
    }
}

async fn ask(hub: &TestHub, client: &str, request: &HitlRequest) -> String {
    let asked = hub.agent(client).ask_hitl(request).await.unwrap();
    asked.interaction.session_id
}

#[tokio::test]
async fn choice_counts_only_after_its_confirmation_and_the_trail_shows_both() {
    let hub = TestHub::start().await;
    let id = ask(&hub, "codex", &request(true)).await;
    let (agent, person) = (hub.agent("codex"), hub.person());
    let chosen = person.answer(&id, &answer("yes")).await.unwrap();
    assert_eq!(chosen.summary.status, Status::Pending);
    assert!(chosen.summary.awaiting_confirmation);
    let act = chosen.chosen.unwrap();
    assert_eq!(act.selected_ids, ["yes"]);
    let told = agent.wait(&id, Some(0)).await.unwrap().result;
    let told = told.into_hitl().unwrap();
    assert_eq!((told.status, told.ok), (HitlStatus::Pending, false));

    let request = confirm(&act.answer_id);
    let closed = person.confirm(&id, &request).await.unwrap();
    let again = person.confirm(&id, &request).await.unwrap();
    assert_eq!(closed.result, again.result, "the same act, once more");
    let told = agent.wait(&id, Some(0)).await.unwrap().result;
    assert_eq!(Some(&told), closed.result.as_ref());
    let told = told.into_hitl().unwrap();
    assert_eq!(
        (told.ok, told.selected_option.as_deref()),
        (true, Some("Yes"))
    );
    let kinds: Vec<_> = closed.events.iter().map(|e| e.kind.as_str()).collect();
    assert_eq!(kinds, ["asked", "chosen", "confirmed", "answered"]);
}

#[tokio::test]
async fn confirmation_of_another_choice_is_refused_and_the_question_stays_open() {
    let hub = TestHub::start().await;
    let id = ask(&hub, "codex", &request(true)).await;
    let person = hub.person();
    let nothing = person.confirm(&id, &confirm(&fresh_id())).await;
    assert_eq!(refused(nothing), (409, "nothing_chosen".into()));
    let first = person.answer(&id, &answer("yes")).await.unwrap();
    let first = first.chosen.unwrap().answer_id;
    person.answer(&id, &answer("no")).await.unwrap();
    let stale = person.confirm(&id, &confirm(&first)).await;
    assert_eq!(refused(stale), (409, "other_chosen".into()));
    let open = person.detail(&id).await.unwrap();
    assert_eq!(open.chosen.unwrap().selected_ids, ["no"]);
}

#[tokio::test]
async fn declined_confirmation_reports_no_success_and_keeps_the_choice_in_the_trail() {
    let hub = TestHub::start().await;
    let id = ask(&hub, "codex", &request(true)).await;
    let person = hub.person();
    person.answer(&id, &answer("yes")).await.unwrap();
    let cancel = CancelRequest {
        answer_id: fresh_id(),
        note: None,
    };
    let declined = person.cancel(&id, &cancel).await.unwrap();
    let result = declined.result.unwrap().into_hitl().unwrap();
    assert_eq!(
        (
            result.status,
            result.ok,
            result.confirmed,
            result.selected_option
        ),
        (HitlStatus::Canceled, false, false, None)
    );
    let kept = declined
        .events
        .iter()
        .find(|event| event.kind == EventKind::Chosen);
    assert_eq!(kept.unwrap().data["answer"]["selected_ids"], json!(["yes"]));
}

#[tokio::test]
async fn answer_with_confirmation_decides_in_one_call_unless_it_is_invalid() {
    let hub = TestHub::start().await;
    let id = ask(&hub, "codex", &request(true)).await;
    let person = hub.person();
    let at_once = |option: &str| AnswerRequest {
        confirm: true,
        ..answer(option)
    };
    let wrong = person.answer(&id, &at_once("maybe")).await;
    assert_eq!(refused(wrong), (422, "invalid_request".into()));
    assert!(person.detail(&id).await.unwrap().chosen.is_none());
    let closed = person.answer(&id, &at_once("no")).await.unwrap();
    assert!(closed.result.unwrap().into_hitl().unwrap().ok);
}

#[tokio::test]
async fn equal_requests_of_two_agents_never_share_a_result() {
    let hub = TestHub::start().await;
    let mine = ask(&hub, "codex", &request(false)).await;
    let theirs = ask(&hub, "claude-code", &request(false)).await;
    assert_ne!(mine, theirs);
    hub.person().answer(&mine, &answer("yes")).await.unwrap();
    let (codex, claude) = (hub.agent("codex"), hub.agent("claude-code"));
    let own = codex.wait(&mine, Some(0)).await.unwrap();
    assert!(own.result.into_hitl().unwrap().ok);
    let other = claude.wait(&theirs, Some(0)).await.unwrap();
    assert_eq!(
        other.result.into_hitl().unwrap().status,
        HitlStatus::Pending
    );
    for id in [&mine, &"f".repeat(32)] {
        let forged = claude.wait(id, Some(0)).await;
        assert_eq!(refused(forged), (404, "unknown_session".into()));
    }
}

fn approval() -> ApprovalRequest {
    ApprovalRequest {
        argv: ["rm", "-rf", "build\u{202e}"].map(str::to_owned).to_vec(),
        directory: "/src/shop".into(),
        reason: Some("A clean build is needed.".into()),
        ..ApprovalRequest::default()
    }
}

#[tokio::test]
async fn approval_shows_the_action_and_accepts_only_an_answer_with_its_digest() {
    let hub = TestHub::start().await;
    let asked = hub.agent("script").ask_approval(&approval()).await.unwrap();
    let id = asked.interaction.session_id;
    let person = hub.person();
    let shown = person.detail(&id).await.unwrap();
    let action = shown.question.action.unwrap();
    assert_eq!(action.argv, approval().argv);
    assert_eq!(action.digest, protocol::action_digest(&approval().action()));
    assert_eq!(action.shown["build\u{202e}"], "build<U+202E>");
    assert!(!shown.question.title.contains('\u{202e}'));

    let blind = person.answer(&id, &answer("approve")).await;
    assert_eq!(refused(blind), (422, "digest_required".into()));
    let stale = AnswerRequest {
        digest: Some("0".repeat(64)),
        ..answer("approve")
    };
    assert_eq!(
        refused(person.answer(&id, &stale).await),
        (409, "stale_view".into())
    );
    let seen = AnswerRequest {
        digest: Some(shown.digest),
        ..answer("approve")
    };
    let approved = person.answer(&id, &seen).await.unwrap();
    let result = approved.result.unwrap();
    assert_eq!(result.decided().selected_ids, ["approve"]);
    assert_eq!(result.kind(), QuestionKind::Approval);
}

#[tokio::test]
async fn approval_of_a_changed_action_is_another_question() {
    let hub = TestHub::start().await;
    let agent = hub.agent("script");
    let first = agent.ask_approval(&approval()).await.unwrap();
    let mut changed = approval();
    changed.argv.push("dist".into());
    let second = agent.ask_approval(&changed).await.unwrap();
    assert_ne!(first.interaction.session_id, second.interaction.session_id);
}

#[tokio::test]
async fn ask_approval_refuses_an_invalid_action() {
    let hub = TestHub::start().await;
    let agent = hub.agent("script");
    let problems = |edit: fn(&mut ApprovalRequest)| {
        let mut request = approval();
        edit(&mut request);
        let agent = agent.clone();
        async move {
            match agent.ask_approval(&request).await {
                Err(ClientError::Refused { error, .. }) => error.problems[0].code.clone(),
                other => panic!("it must be refused: {other:?}"),
            }
        }
    };
    assert_eq!(
        problems(|request| request.argv.clear()).await,
        "command_required"
    );
    let edit = |request: &mut ApprovalRequest| request.risk = Some("high".into());
    assert_eq!(problems(edit).await, "risk_unknown");
    let edit = |request: &mut ApprovalRequest| request.interface = Some("elicitation".into());
    assert_eq!(problems(edit).await, "interface_unknown");
    let edit = |request: &mut ApprovalRequest| request.timeout_seconds = Some(-1);
    assert_eq!(problems(edit).await, "timeout_negative");
}
