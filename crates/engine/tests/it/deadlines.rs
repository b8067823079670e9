//! Deadlines: silence is never consent, extensions count, clocks may jump.

use std::time::Duration;

use domain::interaction::DeadlineChange;
use domain::interaction::{Interface, Refusal, State, Status};
use domain::{Policy, Responder, Surface};
use engine::{CommandError, Rules};
use testkit::{TestEngine, asker, choice, person};

fn auto_submit() -> Rules {
    Rules {
        policy: Policy {
            auto_submit: true,
            ..Policy::default()
        },
        ..Rules::default()
    }
}

#[tokio::test]
async fn question_times_out_automatically_when_unanswered() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(30).await.interaction.id;
    test.clock.advance_seconds(29);
    assert!(
        test.engine
            .interaction(id)
            .await
            .unwrap()
            .unwrap()
            .interaction
            .is_pending()
    );
    test.clock.advance_seconds(1);
    let closed = test
        .until(id, |stored| !stored.interaction.is_pending())
        .await;
    assert_eq!(closed.interaction.status(), Status::Timeout);
}

/// A deadline of an earlier boot is never due, however late it is. Its interaction is refused again
/// and again until it is armed anew, which happens when a hub starts.
#[tokio::test]
async fn deadline_that_cannot_expire_does_not_delay_the_others() {
    let test = TestEngine::start().await;
    let stuck = test.ask_seconds(30).await.interaction.id;
    test.clock.reboot_after_seconds(1);
    let other = test.ask_seconds(1_200).await.interaction.id;
    test.clock.advance_seconds(1_250);
    let closed = test.until(other, |stored| !stored.interaction.is_pending());
    let closed = tokio::time::timeout(Duration::from_secs(20), closed).await;
    let closed = closed.expect("the other deadline is not held up");
    assert_eq!(closed.interaction.status(), Status::Timeout);

    let test = test.restart().await;
    test.clock.advance_seconds(1_250);
    let ended = test.until(stuck, |stored| !stored.interaction.is_pending());
    assert_eq!(ended.await.interaction.status(), Status::Timeout);
}

#[tokio::test]
async fn question_does_not_time_out_before_its_extended_deadline() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(30).await.interaction.id;
    let more = DeadlineChange::Add { seconds: 60 };
    test.clock.advance_seconds(29);
    test.engine
        .move_deadline(id, more, person(Surface::Cli))
        .await
        .unwrap();
    test.clock.advance_seconds(60);
    assert!(
        test.engine
            .interaction(id)
            .await
            .unwrap()
            .unwrap()
            .interaction
            .is_pending()
    );
    test.clock.advance_seconds(1);
    let closed = test
        .until(id, |stored| !stored.interaction.is_pending())
        .await;
    assert_eq!(closed.interaction.status(), Status::Timeout);
}

#[tokio::test]
async fn auto_submit_sends_the_defaults_with_the_policy_as_responder() {
    let test = TestEngine::start_with(auto_submit()).await;
    let request = choice("single", &["a", "b"], |spec| {
        spec.timeout_seconds = Some(30);
        spec.default_selection_ids = Some(vec!["b".into()]);
    });
    let asked = test
        .engine
        .ask(asker("codex", "/src/shop"), request, Interface::Web)
        .await
        .unwrap();
    test.clock.advance_seconds(30);
    let closed = test
        .until(asked.stored.interaction.id, |stored| {
            !stored.interaction.is_pending()
        })
        .await;
    assert_eq!(closed.interaction.status(), Status::AutoSubmitted);
    let State::Closed(closed) = closed.interaction.state else {
        unreachable!("it was waited for")
    };
    assert_eq!(closed.by, Responder::Policy);
}

#[tokio::test]
async fn destructive_question_times_out_instead_of_being_auto_submitted() {
    let test = TestEngine::start_with(auto_submit()).await;
    let request = choice("single", &["a", "b"], |spec| {
        spec.timeout_seconds = Some(30);
        spec.default_selection_ids = Some(vec!["b".into()]);
        spec.risk = Some("destructive".into());
    });
    let asked = test
        .engine
        .ask(asker("codex", "/src/shop"), request, Interface::Web)
        .await
        .unwrap();
    test.clock.advance_seconds(30);
    let closed = test
        .until(asked.stored.interaction.id, |stored| {
            !stored.interaction.is_pending()
        })
        .await;
    assert_eq!(closed.interaction.status(), Status::Timeout);
}

#[tokio::test]
async fn answer_after_the_deadline_is_told_that_the_question_timed_out() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(30).await.interaction.id;
    test.clock.advance_seconds(31);
    let late = test.answer(id, &["a"]).await;
    let Err(CommandError::Refused {
        refusal: Refusal::Closed(closed),
        ..
    }) = late
    else {
        panic!("{late:?}");
    };
    assert_eq!(closed.status(), Status::Timeout);
}

#[tokio::test]
async fn deadline_does_not_move_when_the_wall_clock_jumps() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    test.clock.jump_wall_seconds(1_000_000);
    test.clock.jump_wall_seconds(-3_000_000);
    test.clock.advance_seconds(299);
    assert!(
        test.engine
            .interaction(id)
            .await
            .unwrap()
            .unwrap()
            .interaction
            .is_pending()
    );
    test.clock.advance_seconds(1);
    test.until(id, |stored| stored.interaction.status() == Status::Timeout)
        .await;
}

#[tokio::test]
async fn deadline_keeps_its_remaining_time_across_a_restart() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    test.clock.advance_seconds(100);
    let test = test.restart().await;
    let stored = test.engine.interaction(id).await.unwrap().unwrap();
    let now = engine::Clock::now(&*test.clock);
    assert_eq!(
        stored.interaction.deadline().unwrap().remaining_ms(&now),
        200_000
    );
    test.clock.advance_seconds(200);
    test.until(id, |stored| stored.interaction.status() == Status::Timeout)
        .await;
}

#[tokio::test]
async fn overdue_question_gets_30_seconds_of_grace_after_a_reboot() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    test.clock.reboot_after_seconds(10_000);
    let test = test.restart().await;
    let stored = test.engine.interaction(id).await.unwrap().unwrap();
    let now = engine::Clock::now(&*test.clock);
    assert_eq!(
        stored.interaction.deadline().unwrap().remaining_ms(&now),
        30_000
    );
    test.clock.advance_seconds(30);
    test.until(id, |stored| stored.interaction.status() == Status::Timeout)
        .await;
}

/// What is left of the deadline on the test's clock.
async fn remaining_ms(test: &TestEngine, id: domain::InteractionId) -> u64 {
    let found = test.engine.interaction(id).await.expect("a database");
    let stored = found.expect("the interaction");
    let now = engine::Clock::now(&*test.clock);
    let deadline = stored.interaction.deadline().expect("a deadline");
    deadline.remaining_ms(&now)
}

#[tokio::test]
async fn deadline_does_not_move_when_the_wall_clock_jumps_while_no_hub_is_running() {
    for jump_seconds in [1_000_000, -1_000_000] {
        let test = TestEngine::start().await;
        let id = test.ask_seconds(300).await.interaction.id;
        test.clock.advance_seconds(100);
        test.clock.jump_wall_seconds(jump_seconds);
        let test = test.restart().await;
        assert_eq!(remaining_ms(&test, id).await, 200_000, "{jump_seconds}");
    }
}

#[tokio::test]
async fn extension_has_its_full_length_after_the_wall_clock_jumped() {
    for jump_seconds in [1_000_000, -1_000_000] {
        let test = TestEngine::start().await;
        let id = test.ask_seconds(30).await.interaction.id;
        test.clock.advance_seconds(29);
        test.clock.jump_wall_seconds(jump_seconds);
        let more = DeadlineChange::Add { seconds: 60 };
        test.engine
            .move_deadline(id, more, person(Surface::Web))
            .await
            .unwrap();
        test.clock.jump_wall_seconds(-jump_seconds);
        assert_eq!(remaining_ms(&test, id).await, 61_000, "{jump_seconds}");
        test.clock.advance_seconds(61);
        test.until(id, |stored| stored.interaction.status() == Status::Timeout)
            .await;
    }
}

#[tokio::test]
async fn question_gets_its_whole_time_again_after_a_reboot_into_the_past() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    test.clock.advance_seconds(250);
    // A machine whose clock has no battery boots with a date years in the past.
    test.clock.reboot_after_seconds(-100_000_000);
    let test = test.restart().await;
    assert_eq!(remaining_ms(&test, id).await, 300_000);
    // The right time arrives from the network and changes nothing.
    test.clock.jump_wall_seconds(100_000_000);
    assert_eq!(remaining_ms(&test, id).await, 300_000);
    test.clock.advance_seconds(300);
    test.until(id, |stored| stored.interaction.status() == Status::Timeout)
        .await;
}

#[tokio::test]
async fn deadline_counts_the_time_while_the_machine_was_suspended() {
    let test = TestEngine::start().await;
    let short = test.ask_seconds(300).await.interaction.id;
    let long = test.ask_seconds(40_000).await.interaction.id;
    test.clock.advance_seconds(30_000);
    test.until(short, |stored| {
        stored.interaction.status() == Status::Timeout
    })
    .await;
    assert_eq!(remaining_ms(&test, long).await, 10_000_000);
}
