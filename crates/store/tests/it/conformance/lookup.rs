//! Finding interactions and events by what the engine knows of them.

use domain::interaction::{DeadlineCause, Pending};
use domain::interaction::{Event, State};
use domain::{CallKey, Deadline, InteractionId, Principal, Subject, Surface};
use store::{Create, DueAt, LogEntry, NewInteraction, Stored};

use crate::support::{Backend, PLENTY, append, ask, asker, deadline, finish, id, question, second};

pub(crate) async fn lookup_finds_ids_by_their_prefix(backend: &impl Backend) {
    let store = backend.open().await;
    let ids: Vec<InteractionId> = [0xab0, 0xab1, 0xabf, 0xac0]
        .map(|start: u128| id((start << 116) + 5))
        .into_iter()
        .collect();
    for (number, &id) in (1..).zip(&ids) {
        let mut new = question(number);
        new.interaction.id = id;
        ask(&*store, new).await;
    }
    let found = async |prefix: &str, limit| store.ids_with_prefix(prefix, limit).await.unwrap();
    assert_eq!(found("ab", 10).await, ids[..3]);
    assert_eq!(found("ab", 2).await, ids[..2]);
    assert_eq!(found("abf", 10).await, ids[2..3]);
    assert_eq!(found("", 10).await, ids);
    assert_eq!(found(&ids[3].to_string(), 10).await, ids[3..]);
    for nothing in ["b", "AB", "ab%", "a_", "abf00z", &format!("{}0", ids[0])] {
        assert_eq!(found(nothing, 10).await, [], "{nothing:?}");
    }
}

pub(crate) async fn lookup_matches_only_the_same_question_of_the_same_asker(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let alike = |number, digest: &str, client: &str| {
        let mut interaction = question(number).interaction;
        interaction.asker = asker(client, "/src/shop");
        NewInteraction {
            interaction,
            digest: digest.into(),
            call: None,
        }
    };
    let first = ask(&*store, alike(1, "same", "codex")).await;
    let second_one = ask(&*store, alike(2, "same", "codex")).await;
    ask(&*store, alike(3, "other", "codex")).await;
    ask(&*store, alike(4, "same", "gemini")).await;
    let closed = ask(&*store, alike(5, "same", "codex")).await;
    append(&*store, &closed, &[Event::TimedOut], second(9)).await;

    let key = asker("codex", "/src/shop").scope_key();
    assert_eq!(
        store.pending_like(&key, "same").await.unwrap(),
        [first, second_one]
    );
    assert_eq!(store.pending_like(&key, "none").await.unwrap(), []);
    assert_eq!(store.pending_like("codex", "same").await.unwrap(), []);

    let closed = store.interaction(closed.interaction.id).await.unwrap();
    let lost = async |digest: &str, since| {
        let found = store.undelivered_like(&key, digest, since).await;
        found.unwrap()
    };
    assert_eq!(lost("same", second(9)).await, closed.clone().as_slice());
    assert_eq!(lost("same", second(10)).await, []);
    assert_eq!(lost("other", second(0)).await, []);
    append(&*store, &closed.unwrap(), &[Event::Delivered], second(10)).await;
    assert_eq!(lost("same", second(0)).await, [], "it has arrived");
}

pub(crate) async fn call_key_stores_one_question_per_principal(backend: &impl Backend) {
    let store = backend.open().await;
    let call = CallKey::from_random([7; 16]);
    let by = |number, uid| {
        let mut new = question(number);
        new.interaction.asker.principal = Principal::LocalUser { uid };
        new.call = Some(call);
        new
    };
    let first = ask(&*store, by(1, 1000)).await;
    let again = store.create(by(2, 1000), PLENTY).await.unwrap();
    assert_eq!(again, Create::Known(first.clone()));
    let other = ask(&*store, by(3, 1001)).await;
    let found = async |uid, call| {
        let principal = Principal::LocalUser { uid };
        store.stored_by_call(&principal, call).await.unwrap()
    };
    assert_eq!(found(1000, call).await, Some(first.clone()));
    assert_eq!(found(1001, call).await, Some(other));
    assert_eq!(found(1002, call).await, None);
    assert_eq!(found(1000, CallKey::from_random([8; 16])).await, None);

    append(&*store, &first, &[Event::TimedOut], second(9)).await;
    let again = store.create(by(4, 1000), PLENTY).await.unwrap();
    let decided = store.interaction(first.interaction.id).await.unwrap();
    assert_eq!(again, Create::Known(decided.unwrap()), "decided or not");
}

fn due(number: u32, deadline: Deadline) -> NewInteraction {
    let mut new = question(number);
    let pending = Pending {
        deadline: Some(deadline),
        ..Pending::default()
    };
    new.interaction.state = State::Pending(pending);
    new
}

pub(crate) async fn next_deadline_is_the_earliest_one(backend: &impl Backend) {
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    ask(&*store, due(2, deadline(1_000, 90_000))).await;
    let soonest = ask(&*store, due(3, deadline(50_000, 30_000))).await;
    ask(&*store, due(4, deadline(u64::MAX, u64::MAX))).await;
    let next = async || store.next_deadlines(1).await.unwrap().pop();
    assert_eq!(
        next().await,
        Some(DueAt {
            id: id(3),
            uptime_ms: 80_000
        })
    );

    let cause = DeadlineCause::Person {
        surface: Surface::Web,
    };
    let moved = Event::DeadlineMoved {
        deadline: Some(deadline(50_000, 60_000)),
        cause,
    };
    let moved = append(&*store, &soonest, &[moved], second(5)).await.stored;
    assert_eq!(
        next().await,
        Some(DueAt {
            id: id(2),
            uptime_ms: 91_000
        })
    );

    let second_one = store.interaction(id(2)).await.unwrap().unwrap();
    append(&*store, &second_one, &[Event::TimedOut], second(6)).await;
    assert_eq!(
        next().await,
        Some(DueAt {
            id: id(3),
            uptime_ms: 110_000
        })
    );

    let never = Event::DeadlineMoved {
        deadline: None,
        cause,
    };
    append(&*store, &moved, &[never], second(7)).await;
    assert_eq!(
        next().await,
        Some(DueAt {
            id: id(4),
            uptime_ms: i64::MAX as u64
        })
    );
}

pub(crate) async fn pending_questions_are_counted_and_listed_oldest_first(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.pending_count().await.unwrap(), 0);
    let mut asked: Vec<Stored> = Vec::new();
    for number in 1..=4 {
        asked.push(ask(&*store, question(number)).await);
    }
    let closed = asked.remove(1);
    append(&*store, &closed, &[Event::TimedOut], second(9)).await;
    assert_eq!(store.pending_count().await.unwrap(), 3);
    let left: Vec<InteractionId> = asked.iter().map(|stored| stored.interaction.id).collect();
    assert_eq!(store.pending_ids().await.unwrap(), left);
}

pub(crate) async fn log_returns_events_after_any_number(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    finish(&*store, 2, 61).await;
    let events = store.log_after(0, 100).await.unwrap();
    let entry = |seq, number, at, kind: &str| LogEntry {
        seq,
        subject: Subject::Interaction(id(number)),
        at: second(at),
        kind: kind.into(),
    };
    assert_eq!(
        events,
        [
            entry(1, 1, 1, "asked"),
            entry(2, 1, 60, "answered"),
            entry(3, 2, 2, "asked"),
            entry(4, 2, 61, "answered"),
        ]
    );
    assert_eq!(store.log_after(1, 2).await.unwrap(), events[1..3]);
    assert_eq!(store.log_after(4, 100).await.unwrap(), []);
    assert_eq!(store.log_after(u64::MAX, 100).await.unwrap(), []);
    let of_second = store.events_of(id(2)).await.unwrap();
    let numbers: Vec<u64> = of_second.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, [3, 4]);
}
