//! What the schema itself refuses, whichever program writes.

use domain::Responder;
use domain::interaction::LeaveReason;
use domain::interaction::{Event, OutcomeDelivery};

use crate::support::{Backend, answer_id, append, ask, finish, id, question, second, yes};

async fn refused(backend: &impl Backend, sql: &'static str) {
    let done = backend.behind(sql).await;
    assert!(done.is_err(), "{sql} was allowed: {done:?}");
}

pub(crate) async fn schema_refuses_a_second_outcome(backend: &impl Backend) {
    let store = backend.open().await;
    let closed = finish(&*store, 1, 60).await;
    let cancelled = Event::Cancelled {
        note: None,
        by: Responder::Asker,
        answer_id: answer_id(9),
    };
    for second_outcome in [yes(&closed), cancelled, Event::TimedOut] {
        store
            .append(&closed, &[second_outcome], second(61))
            .await
            .unwrap_err();
    }
    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(closed));
    assert_eq!(store.last_seq().await.unwrap(), 2);

    let pending = ask(&*store, question(2)).await;
    let twice = [yes(&pending), Event::TimedOut];
    store
        .append(&pending, &twice, second(62))
        .await
        .unwrap_err();
    assert_eq!(store.interaction(id(2)).await.unwrap(), Some(pending));
}

pub(crate) async fn schema_refuses_sql_that_changes_an_outcome(backend: &impl Backend) {
    let store = backend.open().await;
    let closed = finish(&*store, 1, 60).await;
    for sql in [
        "UPDATE interaction SET revision = revision + 1, outcome = '{}'",
        "UPDATE interaction SET revision = revision + 1, closed_at = closed_at + 1",
        "UPDATE interaction SET revision = revision + 1, state = 'custom_input'",
        "UPDATE interaction SET revision = revision + 1, status = 'auto_submitted'",
        "UPDATE interaction SET revision = revision + 1, state = 'timeout', status = 'timeout'",
        "UPDATE interaction SET revision = revision + 1, state = 'pending', status = 'pending',
                                closed_at = NULL, outcome = NULL",
        "UPDATE interaction SET revision = revision, course = course",
        "UPDATE interaction SET revision = revision + 1, state = 'answered'",
        "UPDATE outline SET given = 'something else'",
    ] {
        refused(backend, sql).await;
    }
    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(closed));
}

pub(crate) async fn schema_refuses_sql_that_changes_a_question(backend: &impl Backend) {
    let store = backend.open().await;
    let asked = ask(&*store, question(1)).await;
    for sql in [
        "UPDATE interaction SET revision = revision + 1, question = '{}'",
        "UPDATE interaction SET revision = revision + 1, title = 'Another'",
        "UPDATE interaction SET revision = revision + 1, scope_key = 'another'",
        "UPDATE interaction SET revision = revision + 1, id = '00000000000000000000000000000002'",
        "UPDATE interaction SET revision = revision + 1, asked_at = 0",
        "UPDATE outline SET gist = replace(gist, 'normal', 'destructive')",
        "DELETE FROM outline",
    ] {
        refused(backend, sql).await;
    }
    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(asked));
}

pub(crate) async fn schema_refuses_sql_that_removes_a_pending_question(backend: &impl Backend) {
    let store = backend.open().await;
    let asked = ask(&*store, question(1)).await;
    refused(backend, "DELETE FROM interaction").await;
    assert_eq!(store.pending_ids().await.unwrap(), [asked.interaction.id]);
}

pub(crate) async fn schema_refuses_to_close_a_question_without_an_audit_row(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let asked = ask(&*store, question(1)).await;
    refused(
        backend,
        "UPDATE interaction SET revision = revision + 1, state = 'timeout', status = 'timeout',
                                closed_at = 1, outcome = '{}'",
    )
    .await;
    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(asked));
}

pub(crate) async fn schema_keeps_events_and_audit_rows_append_only(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    let events = store.events_of(id(1)).await.unwrap();
    for sql in [
        "UPDATE event SET at = at + 1 WHERE seq = 1",
        "DELETE FROM event WHERE seq = 2",
        "INSERT INTO event (seq, subject_kind, subject_id, at, kind, data, hash)
         SELECT 4, subject_kind, subject_id, at, kind, data, hash FROM event WHERE seq = 2",
        "UPDATE audit SET status = 'cancelled'",
        "DELETE FROM audit",
        "INSERT INTO audit SELECT 3, 'x', status, decided_by, at, question_digest, outcome_digest,
                                  event_head, hash, hash FROM audit",
        "INSERT INTO audit SELECT 2, 'x', status, decided_by, at, question_digest, outcome_digest,
                                  event_head, previous, hash FROM audit",
        "INSERT INTO audit SELECT 2, interaction_id, status, decided_by, at, question_digest,
                                  outcome_digest, event_head, hash, hash FROM audit",
        "UPDATE counter SET value = 0 WHERE name = 'event'",
        "DELETE FROM counter",
    ] {
        refused(backend, sql).await;
    }
    assert_eq!(store.events_of(id(1)).await.unwrap(), events);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn delivery_can_be_recorded_after_the_outcome(backend: &impl Backend) {
    let store = backend.open().await;
    let closed = finish(&*store, 1, 60).await;
    let left = Event::AskerLeft {
        reason: LeaveReason::Disconnected,
    };
    let left = append(&*store, &closed, &[left], second(61)).await.stored;
    assert_eq!(left.interaction.asker_left_at, Some(second(61)));

    let events = [Event::AskerReturned, Event::Delivered];
    let delivered = append(&*store, &left, &events, second(62)).await.stored;

    let found = store.interaction(id(1)).await.unwrap().unwrap();
    assert_eq!(found, delivered);
    let outcome = found.interaction.closed().unwrap();
    assert_eq!(
        outcome.delivery,
        OutcomeDelivery::Delivered { at: second(62) }
    );
    assert_eq!(
        outcome.outcome,
        closed.interaction.closed().unwrap().outcome
    );
    assert_eq!(backend.number("SELECT count(*) FROM audit").await, 1);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}
