//! What the agents of threads ask: who may ask it, and that it waits as long as it takes.

use domain::interaction::{AnswerDraft, DeadlineChange, Interface, Outcome, Refusal};
use domain::{AnswerId, Asker, Principal, Surface};
use engine::{AskError, CommandError, Presence};
use testkit::{TestEngine, asker, form, permission, person, reply, thread_agent};

#[tokio::test]
async fn only_the_agent_of_a_thread_asks_for_a_task() {
    let test = TestEngine::start().await;
    let local = asker("codex", "/src/shop");
    let remote = Asker {
        principal: Principal::Token { id: "1".into() },
        ..local.clone()
    };
    for ask in [reply(&[]), permission(), form()] {
        for stranger in [&local, &remote] {
            let asked = test
                .engine
                .ask(stranger.clone(), ask.clone(), Interface::Web);
            let refused = asked.await;
            assert!(matches!(refused, Err(AskError::NotOfThread)), "{refused:?}");
        }
        let agent = thread_agent("codex", "/src/shop");
        let asked = test.engine.ask(agent.clone(), ask, Interface::Web).await;
        let asked = asked.expect("the hub asks for its own agent").stored;
        assert_eq!(asked.interaction.asker, agent);
    }
}

#[tokio::test]
async fn a_question_of_a_task_waits_without_a_call_and_without_a_deadline() {
    let test = TestEngine::start().await;
    let agent = thread_agent("codex", "/src/shop");
    let asked = test.engine.ask(agent, reply(&[]), Interface::Web).await;
    let id = asked.unwrap().stored.interaction.id;
    test.clock.advance_seconds(100_000);
    let stored = test.engine.interaction(id).await.unwrap().unwrap();
    assert!(stored.interaction.is_pending());
    assert_eq!(stored.interaction.asker_left_at, None);
    assert_eq!(
        test.engine.presence(&stored.interaction.outline()),
        Presence::Waiting
    );
    let change = DeadlineChange::Set { seconds: 60 };
    let limited = test
        .engine
        .move_deadline(id, change, person(Surface::Web))
        .await;
    assert!(
        matches!(
            limited,
            Err(CommandError::Refused {
                refusal: Refusal::WaitsForever,
                ..
            })
        ),
        "{limited:?}"
    );
}

#[tokio::test]
async fn a_task_that_asks_the_same_again_asks_a_new_question() {
    let test = TestEngine::start().await;
    let agent = || thread_agent("codex", "/src/shop");
    let ask = async || test.engine.ask(agent(), reply(&[]), Interface::Web).await;
    let first = ask().await.unwrap().stored.interaction.id;
    let draft = AnswerDraft {
        text: Some("split it\r\n  👍 ".into()),
        ..AnswerDraft::default()
    };
    let answered = test
        .engine
        .answer(
            first,
            draft,
            AnswerId::from_random([1; 16]),
            None,
            person(Surface::Cli),
        )
        .await
        .unwrap();
    let outcome = &answered.interaction.closed().unwrap().outcome;
    let Outcome::Answered(answer) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(answer.text(), Some("split it\r\n  👍 "));
    let second = ask().await.unwrap();
    assert!(!second.attached && second.stored.interaction.id != first);
}

#[tokio::test]
async fn a_permission_is_decided_only_by_who_names_what_was_shown() {
    let test = TestEngine::start().await;
    let agent = thread_agent("codex", "/src/shop");
    let asked = test.engine.ask(agent, permission(), Interface::Web).await;
    let stored = asked.unwrap().stored;
    let id = stored.interaction.id;
    let unproven = test.answer(id, &["allow"]).await;
    assert!(
        matches!(unproven, Err(CommandError::DigestRequired)),
        "{unproven:?}"
    );
    let draft = AnswerDraft {
        selected_ids: vec!["allow".into()],
        ..AnswerDraft::default()
    };
    let by = person(Surface::Web);
    let answer_id = AnswerId::from_random([1; 16]);
    let digest = Some(stored.digest.as_str());
    let proven = test.engine.answer(id, draft, answer_id, digest, by).await;
    assert!(proven.is_ok(), "{proven:?}");
}
