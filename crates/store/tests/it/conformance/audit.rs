//! The record of outcomes: complete, and honest about what was done to it.

use domain::{Event, Surface};

use crate::support::{Backend, append, ask, finish, question, second};

pub(crate) async fn every_outcome_has_exactly_one_audit_row(backend: &impl Backend) {
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    assert_eq!(backend.number("SELECT count(*) FROM audit").await, 0);
    let closed = finish(&*store, 2, 60).await;
    append(&*store, &closed, &[Event::Delivered], second(61)).await;
    finish(&*store, 3, 62).await;

    let matching = "SELECT count(*) FROM audit a JOIN interaction i ON i.id = a.interaction_id
                    WHERE a.status = i.status AND a.at = i.closed_at AND a.status = 'submitted'
                      AND a.decided_by LIKE '%\"Ada\"%'";
    assert_eq!(backend.number(matching).await, 2);
    assert_eq!(backend.number("SELECT count(*) FROM audit").await, 2);
}

/// Three finished interactions with a few events each, and a pending one.
async fn some_history(backend: &impl Backend) {
    let store = backend.open().await;
    for number in 1..=3 {
        let asked = ask(&*store, question(number)).await;
        let viewed = Event::Viewed {
            surface: Surface::Web,
        };
        let viewed = append(&*store, &asked, &[viewed], second(50)).await.stored;
        let closed = append(&*store, &viewed, &[Event::TimedOut], second(60))
            .await
            .stored;
        append(&*store, &closed, &[Event::Delivered], second(61)).await;
    }
    ask(&*store, question(4)).await;
    store.close().await;
}

pub(crate) async fn an_untouched_store_has_nothing_to_report(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
    store.close().await;
    some_history(backend).await;
    let store = backend.open().await;
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn every_kind_of_tampering_is_found_and_named<B: Backend>(_: &B) {
    let first = "00000000000000000000000000000001";
    let second = "00000000000000000000000000000002";
    let closer_changed =
        format!("interaction {second}: the event that closed it is missing or changed");
    for (sql, expected) in [
        (
            "UPDATE audit SET status = 'cancelled' WHERE number = 2",
            vec![
                format!("audit row 2 (interaction {second}): its content was changed"),
                format!("interaction {second}: its outcome is not the audited one"),
            ],
        ),
        (
            "UPDATE audit SET decided_by = '{\"kind\":\"asker\"}' WHERE number = 1",
            vec![format!(
                "audit row 1 (interaction {first}): its content was changed"
            )],
        ),
        (
            "DELETE FROM audit WHERE number = 1",
            vec![
                format!("audit row 2 (interaction {second}): rows are missing before it"),
                format!(
                    "audit row 2 (interaction {second}): it does not continue the row before it"
                ),
                format!("interaction {first}: its audit row is missing"),
            ],
        ),
        (
            "DELETE FROM audit WHERE number = 3",
            vec!["interaction 00000000000000000000000000000003: its audit row is missing".into()],
        ),
        (
            "UPDATE interaction SET outcome = replace(outcome, '60000', '60001') WHERE number = 2",
            vec![format!(
                "interaction {second}: its outcome is not the audited one"
            )],
        ),
        (
            "UPDATE interaction SET closed_at = closed_at - 1 WHERE number = 2",
            vec![format!(
                "interaction {second}: its outcome is not the audited one"
            )],
        ),
        (
            "UPDATE interaction SET question = replace(question, 'step 2', 'step 9') WHERE number = 2",
            vec![
                format!(
                    "event 5 of interaction {second}: it, what was asked, or the event before it was changed"
                ),
                format!("interaction {second}: its question is not the audited one"),
            ],
        ),
        (
            "UPDATE event SET at = at + 1 WHERE seq = 6",
            vec![format!(
                "event 6 of interaction {second}: it, what was asked, or the event before it was changed"
            )],
        ),
        (
            "DELETE FROM event WHERE seq = 6",
            vec![format!(
                "event 7 of interaction {second}: it, what was asked, or the event before it was changed"
            )],
        ),
        (
            "DELETE FROM event WHERE seq = 8",
            vec![format!(
                "interaction {second}: its newest events are missing"
            )],
        ),
        (
            "DELETE FROM event WHERE seq IN (7, 8)",
            vec![
                format!("interaction {second}: its newest events are missing"),
                closer_changed,
            ],
        ),
        (
            "UPDATE interaction SET state = 'pending', status = 'pending', closed_at = NULL,
                                    delivered_at = NULL, outcome = NULL WHERE number = 1",
            vec![format!(
                "interaction {first}: it is pending, but an outcome is on record"
            )],
        ),
    ] {
        let backend = B::fresh().await;
        some_history(&backend).await;
        backend.tamper(sql).await;
        let store = backend.open().await;
        assert_eq!(store.verify_audit().await.unwrap(), expected, "{sql}");
    }
}
