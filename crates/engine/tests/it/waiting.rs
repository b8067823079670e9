//! Waits: the question outlives the call, and only its asker finds it.

use domain::interaction::{Interface, OutcomeDelivery, State, Status};
use engine::{CommandError, Presence};
use testkit::{TestEngine, asker, choice};

#[tokio::test]
async fn wait_returns_as_soon_as_the_question_is_answered() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let me = asker("codex", "/src/shop");
    let engine = test.engine.clone();
    let waiting = tokio::spawn(async move { engine.wait(id, &me, 50_000).await });
    test.answer(id, &["b"]).await.unwrap();
    let stored = waiting.await.unwrap().unwrap();
    assert_eq!(stored.interaction.status(), Status::Submitted);
}

#[tokio::test]
async fn wait_that_reaches_its_window_leaves_the_question_pending() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let me = asker("codex", "/src/shop");
    let engine = test.engine.clone();
    let waiting = tokio::spawn(async move { engine.wait(id, &me, 50_000).await });
    while test.engine.waiting_calls() == 0 {
        tokio::task::yield_now().await;
    }
    test.clock.advance_seconds(50);
    let stored = waiting.await.unwrap().unwrap();
    assert!(stored.interaction.is_pending());
    assert_eq!(
        test.engine.presence(&stored.interaction.outline()),
        Presence::Away
    );
}

#[tokio::test]
async fn dropped_wait_leaves_the_question_pending_for_a_later_poll() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let me = asker("codex", "/src/shop");
    let (engine, waiter) = (test.engine.clone(), me.clone());
    let waiting = tokio::spawn(async move { engine.wait(id, &waiter, 50_000).await });
    while test.engine.waiting_calls() == 0 {
        tokio::task::yield_now().await;
    }
    waiting.abort();
    let left = test
        .until(id, |stored| stored.interaction.asker_left_at.is_some())
        .await;
    assert_eq!(
        test.engine.presence(&left.interaction.outline()),
        Presence::Disconnected
    );
    let answered = test.answer(id, &["a"]).await.unwrap();
    let State::Closed(closed) = &answered.interaction.state else {
        panic!("it was answered")
    };
    assert_eq!(closed.delivery, OutcomeDelivery::Saved);

    let polled = test.engine.wait(id, &me, 30_000).await.unwrap();
    assert_eq!(polled.interaction.status(), Status::Submitted);
    let delivered = test.engine.confirm_delivery(id, &me).await.unwrap();
    let State::Closed(closed) = &delivered.interaction.state else {
        panic!("it was answered")
    };
    assert!(matches!(closed.delivery, OutcomeDelivery::Delivered { .. }));
}

#[tokio::test]
async fn poll_finds_a_question_only_for_its_own_asker() {
    let test = TestEngine::start().await;
    let request = choice("single", &["a", "b"], |_| {});
    let asked = test
        .engine
        .ask(asker("codex", "/src/shop"), request, Interface::Web)
        .await
        .unwrap();
    let id = asked.stored.interaction.id;
    for stranger in [
        asker("claude-code", "/src/shop"),
        asker("codex", "/src/blog"),
    ] {
        let found = test.engine.wait(id, &stranger, 0).await;
        assert!(matches!(found, Err(CommandError::Unknown(unknown)) if unknown == id));
        let answer_id = domain::AnswerId::from_random([1; 16]);
        let withdrawn = test.engine.withdraw(id, None, answer_id, &stranger).await;
        assert!(matches!(withdrawn, Err(CommandError::Unknown(_))));
        let confirmed = test.engine.confirm_delivery(id, &stranger).await;
        assert!(matches!(confirmed, Err(CommandError::Unknown(_))));
    }
    assert!(
        test.engine
            .interaction(id)
            .await
            .unwrap()
            .unwrap()
            .interaction
            .is_pending()
    );
}

#[tokio::test]
async fn questions_and_answers_survive_a_restart() {
    let test = TestEngine::start().await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(test.ask_seconds(300).await.interaction.id);
    }
    let answered = test.answer(ids[0], &["b"]).await.unwrap();
    let test = test.restart().await;
    assert_eq!(test.engine.pending_count().await.unwrap(), 9);
    let polled = test
        .engine
        .wait(ids[0], &asker("codex", "/src/shop"), 0)
        .await
        .unwrap();
    assert_eq!(polled.interaction, answered.interaction);
}
