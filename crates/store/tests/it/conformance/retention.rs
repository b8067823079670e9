//! What retention removes, and what it never touches.

use domain::interaction::AnswerDraft;
use domain::interaction::ListFilter;
use domain::retention::Retention;
use domain::{InteractionId, Surface, Timestamp};
use store::{ListQuery, Pruned, Store, StoredDraft};

use crate::support::{Backend, ask, finish, id, question, second};

const DAY: i64 = 24 * 60 * 60;

async fn kept(store: &dyn Store) -> Vec<InteractionId> {
    let query = ListQuery {
        filter: ListFilter::All,
        limit: 500,
        ..ListQuery::default()
    };
    let rows = store.list(&query).await.unwrap().rows;
    rows.iter().map(|row| row.outline.id).collect()
}

/// How many finished ones the schema has counted.
async fn counted(backend: &impl Backend) -> i64 {
    let counted = "SELECT value FROM counter WHERE name = 'finished'";
    backend.number(counted).await
}

pub(crate) async fn retention_removes_questions_that_finished_before_the_cutoff(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let retention = Retention {
        days: 30,
        finished_max: 100,
    };
    let now = second(40 * DAY);
    ask(&*store, question(1)).await;
    finish(&*store, 2, 10 * DAY).await;
    finish(&*store, 3, 10 * DAY - 1).await;
    finish(&*store, 4, 39 * DAY).await;
    finish(&*store, 5, 0).await;
    let draft = StoredDraft {
        draft: AnswerDraft::default(),
        surface: Surface::Web,
        at: now,
    };
    store.save_draft(id(3), &draft).await.unwrap();

    let pruned = store.prune(retention, now).await.unwrap();

    assert_eq!(
        pruned,
        Pruned {
            ids: vec![id(5), id(3)]
        }
    );
    assert_eq!(kept(&*store).await, [id(1), id(4), id(2)]);
    assert_eq!(store.interaction(id(3)).await.unwrap(), None);
    assert_eq!(store.events_of(id(3)).await.unwrap(), []);
    assert_eq!(store.draft(id(3)).await.unwrap(), None);
    assert_eq!(
        store.prune(retention, now).await.unwrap(),
        Pruned { ids: vec![] }
    );
    assert_eq!(store.pending_count().await.unwrap(), 1);
}

pub(crate) async fn retention_removes_the_oldest_finished_questions_above_the_limit(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    for number in [1, 2] {
        ask(&*store, question(number)).await;
    }
    for (number, at) in [(3, 50), (4, 20), (5, 40), (6, 20)] {
        finish(&*store, number, at).await;
    }
    let prune = async |finished_max| {
        let retention = Retention {
            days: 3650,
            finished_max,
        };
        store.prune(retention, second(60)).await.unwrap().ids
    };
    assert_eq!(prune(4).await, []);
    assert_eq!(prune(3).await, [id(4)]);
    assert_eq!(kept(&*store).await, [id(1), id(2), id(3), id(5), id(6)]);
    assert_eq!(counted(backend).await, 3);
    assert_eq!(prune(0).await, [id(6), id(5), id(3)]);
    assert_eq!(counted(backend).await, 0);
    assert_eq!(kept(&*store).await, [id(1), id(2)]);
}

pub(crate) async fn retention_removes_many_questions_and_keeps_the_audit(backend: &impl Backend) {
    let store = backend.open().await;
    let count = 600;
    for number in 1..=count {
        finish(&*store, number, i64::from(number)).await;
    }
    let last_seq = store.last_seq().await.unwrap();

    let everything = Retention {
        days: 0,
        finished_max: 1000,
    };
    let pruned = store.prune(everything, Timestamp(i64::MAX)).await.unwrap();

    assert_eq!(
        pruned.ids,
        (1..=count)
            .map(|number| id(number.into()))
            .collect::<Vec<_>>()
    );
    assert_eq!(kept(&*store).await, []);
    assert_eq!(
        backend.number("SELECT count(*) FROM audit").await,
        i64::from(count)
    );
    assert_eq!(backend.number("SELECT count(*) FROM event").await, 0);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
    // Numbers are never given out twice.
    assert_eq!(store.last_seq().await.unwrap(), last_seq);
    assert_eq!(
        ask(&*store, question(count + 1)).await.number,
        u64::from(count) + 1
    );
}
