//! Concurrent calls: the committed state is always one that some order of the calls explains.

use std::sync::Arc;

use domain::interaction::Event;
use domain::{Asker, Principal, Responder};
use store::{Append, Create, PendingLimits, SharedStore};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::support::{
    Backend, PLENTY, answer_id, append, ask, asker, id, person, question, second, titled,
};

const CALLERS: u32 = 40;

/// Runs `call` in that many tasks that start together, and returns what each returned.
async fn together<F, Fut>(callers: u32, call: F) -> Vec<Fut::Output>
where
    F: Fn(u32) -> Fut,
    Fut: Future + Send + 'static,
    Fut::Output: Send + 'static,
{
    let start = Arc::new(Barrier::new(callers as usize));
    let mut tasks = JoinSet::new();
    for caller in 0..callers {
        let (start, work) = (Arc::clone(&start), call(caller));
        tasks.spawn(async move {
            start.wait().await;
            work.await
        });
    }
    tasks.join_all().await
}

pub(crate) async fn store_records_exactly_one_of_many_concurrent_answers(backend: &impl Backend) {
    let store = backend.open().await;
    let stored = ask(&*store, question(1)).await;
    let cancel = |caller: u32| Event::Cancelled {
        note: Some(format!("caller {caller}")),
        by: person(),
        answer_id: answer_id(u128::from(caller)),
    };

    let results = together(CALLERS, |caller| {
        let (store, stored) = (Arc::clone(&store), stored.clone());
        let event = cancel(caller);
        async move { store.append(&stored, &[event], second(2)).await.unwrap() }
    })
    .await;

    let won: Vec<_> = results
        .into_iter()
        .filter_map(|result| match result {
            Append::Done(recorded) => Some(recorded),
            Append::Conflict => None,
        })
        .collect();
    let [winner] = &won[..] else {
        panic!("{} won", won.len())
    };
    assert_eq!(
        store.interaction(id(1)).await.unwrap().as_ref(),
        Some(&winner.stored)
    );
    assert_eq!(store.events_of(id(1)).await.unwrap()[1..], winner.events);
    assert_eq!(store.last_seq().await.unwrap(), 2);
    assert_eq!(backend.number("SELECT count(*) FROM audit").await, 1);
}

pub(crate) async fn sequence_numbers_have_no_gaps_under_concurrent_writes(backend: &impl Backend) {
    let store = backend.open().await;
    together(CALLERS, |caller| {
        let store: SharedStore = Arc::clone(&store);
        async move {
            let stored = ask(&*store, question(caller + 1)).await;
            // A refused write must not use a number up.
            store
                .create(question(caller + 1), PLENTY)
                .await
                .unwrap_err();
            let lost = store
                .append(&stored, &[Event::TimedOut, Event::TimedOut], second(2))
                .await;
            lost.unwrap_err();
            let event = Event::Cancelled {
                note: None,
                by: Responder::Asker,
                answer_id: answer_id(1),
            };
            store.append(&stored, &[event], second(3)).await.unwrap();
        }
    })
    .await;

    let events = store.log_after(0, 1000).await.unwrap();
    let numbers: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=u64::from(2 * CALLERS)).collect::<Vec<_>>());
    assert_eq!(store.last_seq().await.unwrap(), u64::from(2 * CALLERS));
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn question_limits_hold_under_concurrent_asking(backend: &impl Backend) {
    let store = backend.open().await;
    let limits = PendingLimits {
        per_asker: 3,
        per_store: 5,
        ..PLENTY
    };
    let results = together(CALLERS, |caller| {
        let store = Arc::clone(&store);
        let mut new = question(caller + 1);
        new.interaction.asker = asker(["codex", "gemini"][caller as usize % 2], "/src/shop");
        async move { store.create(new, limits).await.unwrap() }
    })
    .await;

    let done = results
        .iter()
        .filter(|result| matches!(result, Create::Done(_)))
        .count();
    assert_eq!(done, 5);
    assert_eq!(store.pending_count().await.unwrap(), 5);
    assert_eq!(store.last_seq().await.unwrap(), 5);
}

pub(crate) async fn asker_at_its_limit_does_not_block_other_askers(backend: &impl Backend) {
    let store = backend.open().await;
    let limits = PendingLimits {
        per_asker: 2,
        per_store: 3,
        ..PLENTY
    };
    let create = async |number: u32, client: &str| {
        let mut new = question(number);
        new.interaction.asker = asker(client, "/src/shop");
        store.create(new, limits).await.unwrap()
    };
    assert!(matches!(create(1, "codex").await, Create::Done(_)));
    assert!(matches!(create(2, "codex").await, Create::Done(_)));
    assert_eq!(create(3, "codex").await, Create::AskerFull);
    assert!(matches!(create(4, "gemini").await, Create::Done(_)));
    assert_eq!(create(5, "gemini").await, Create::StoreFull);

    // An outcome makes room again.
    let first = store.interaction(id(1)).await.unwrap().unwrap();
    store
        .append(&first, &[Event::TimedOut], second(9))
        .await
        .unwrap();
    assert!(matches!(create(6, "codex").await, Create::Done(_)));
}

pub(crate) async fn principal_has_one_byte_budget_under_all_its_client_names(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let token = |id: &str| Principal::Token { id: id.into() };
    let long = |number: u32, client: &str, principal: Principal| {
        let mut new = titled(number, &"long ".repeat(30));
        new.interaction.asker = Asker {
            principal,
            ..asker(client, "/src/shop")
        };
        new
    };
    let local = || Principal::LocalUser { uid: 1000 };
    ask(&*store, long(1, "a", local())).await;
    let bytes = backend.number("SELECT sum(bytes) FROM pending_load").await;
    let one = u64::try_from(bytes).unwrap();
    let limits = PendingLimits {
        bytes_per_principal: 3 * one,
        bytes_per_store: 5 * one,
        ..PLENTY
    };
    let create = async |number, client: &str, principal| {
        store
            .create(long(number, client, principal), limits)
            .await
            .unwrap()
    };
    assert!(matches!(create(2, "b", local()).await, Create::Done(_)));
    assert!(matches!(create(3, "c", local()).await, Create::Done(_)));
    assert_eq!(create(4, "d", local()).await, Create::PrincipalBytesFull);
    assert!(matches!(create(5, "d", token("x")).await, Create::Done(_)));
    assert!(matches!(create(6, "d", token("x")).await, Create::Done(_)));
    assert_eq!(create(7, "d", token("y")).await, Create::StoreBytesFull);

    // An outcome makes room again, and nothing is left of a principal that has none pending.
    for number in [5, 6] {
        let stored = store.interaction(id(number)).await.unwrap().unwrap();
        append(&*store, &stored, &[Event::TimedOut], second(9)).await;
    }
    assert_eq!(backend.number("SELECT count(*) FROM pending_load").await, 1);
    assert!(matches!(create(8, "d", token("y")).await, Create::Done(_)));
}

pub(crate) async fn dropped_call_does_not_stop_other_writes(backend: &impl Backend) {
    let store = backend.open().await;
    let mut tasks = JoinSet::new();
    for number in 1..=CALLERS {
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.create(question(number), PLENTY).await });
    }
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let panicked = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            ask(&*store, question(1000)).await;
            panic!("a caller's own fault")
        }
    });
    panicked.await.unwrap_err();

    ask(&*store, question(1001)).await;

    let events = store.log_after(0, 1000).await.unwrap();
    assert_eq!(events.len() as u64, store.pending_count().await.unwrap());
    assert_eq!(store.last_seq().await.unwrap(), events.len() as u64);
}
