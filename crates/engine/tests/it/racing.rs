//! Many surfaces at the same time: one outcome, and every loser told.

use std::collections::HashSet;

use domain::interaction::{AnswerDraft, Refusal};
use domain::{AnswerId, Surface};
use engine::CommandError;
use testkit::{TestEngine, person};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_nine_concurrent_decisions_wins_and_the_others_are_told_which() {
    let test = TestEngine::start().await;
    for round in 0..50_u8 {
        let id = test.ask_seconds(300).await.interaction.id;
        let attempts: Vec<_> = (0..9_u8)
            .map(|n| {
                let engine = test.engine.clone();
                tokio::spawn(async move {
                    let answer_id =
                        AnswerId::from_random([round, n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
                    let surface = Surface::ALL[usize::from(n) % 3];
                    if n == 8 {
                        return engine.cancel(id, None, answer_id, person(surface)).await;
                    }
                    let selected_ids = vec![if n % 2 == 0 { "a" } else { "b" }.to_owned()];
                    let draft = AnswerDraft {
                        selected_ids,
                        ..AnswerDraft::default()
                    };
                    engine
                        .answer(id, draft, answer_id, None, person(surface))
                        .await
                })
            })
            .collect();
        let mut won = Vec::new();
        let mut told = HashSet::new();
        for attempt in attempts {
            match attempt.await.unwrap() {
                Ok(stored) => won.push(stored.interaction.closed().unwrap().answer_id.unwrap()),
                Err(CommandError::Refused {
                    refusal: Refusal::Closed(winner),
                    ..
                }) => {
                    told.insert(winner.answer_id.unwrap());
                }
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!(won.len(), 1);
        assert_eq!(told, HashSet::from([won[0]]));
    }
}

#[tokio::test]
async fn answer_sent_twice_with_one_id_counts_once() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let answer_id = AnswerId::from_random([9; 16]);
    let draft = AnswerDraft {
        selected_ids: vec!["a".into()],
        ..AnswerDraft::default()
    };
    let first = test
        .engine
        .answer(id, draft.clone(), answer_id, None, person(Surface::Web))
        .await
        .unwrap();
    let second = test
        .engine
        .answer(id, draft, answer_id, None, person(Surface::Web))
        .await
        .unwrap();
    assert_eq!(first, second);
    let answered = test
        .engine
        .events_of(id)
        .await
        .unwrap()
        .iter()
        .filter(|e| e.event.is_terminal())
        .count();
    assert_eq!(answered, 1);
}

#[tokio::test]
async fn answer_to_another_version_of_the_question_is_refused() {
    let test = TestEngine::start().await;
    let asked = test.ask_seconds(300).await;
    let id = asked.interaction.id;
    let draft = AnswerDraft {
        selected_ids: vec!["a".into()],
        ..AnswerDraft::default()
    };
    let answer_id = AnswerId::from_random([9; 16]);
    let stale = test
        .engine
        .answer(
            id,
            draft.clone(),
            answer_id,
            Some("other"),
            person(Surface::Web),
        )
        .await;
    assert!(matches!(stale, Err(CommandError::Stale { .. })));
    let seen = Some(asked.digest.as_str());
    test.engine
        .answer(id, draft, answer_id, seen, person(Surface::Web))
        .await
        .unwrap();
}

#[tokio::test]
async fn trail_returns_the_state_that_matches_its_last_event() {
    let test = TestEngine::start().await;
    let asked = test.ask_seconds(300).await;
    let (pending, before) = test.engine.trail(&asked).await.unwrap();
    assert_eq!((pending, before.len()), (asked.clone(), 1));
    let answered = test.answer(asked.interaction.id, &["a"]).await.unwrap();
    // Read before the answer, looked up after it.
    let (closed, after) = test.engine.trail(&asked).await.unwrap();
    assert_eq!((closed, after.len()), (answered, 2));
}
