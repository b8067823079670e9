//! The record of outcomes: complete, and honest about what was done to it.

use domain::interaction::DeadlineCause;
use domain::interaction::{Event, Outcome, Status};
use domain::retention::Retention;
use domain::{Deadline, Moment, Surface};
use store::{AuditRow, Store, StoreError};

use crate::support::{
    Backend, append, ask, deadline, finish, id, person, question, second, with_timeout,
};

pub(crate) async fn audit_has_exactly_one_row_per_outcome(backend: &impl Backend) {
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
    let drafted = ask(&*store, question(4)).await;
    let typed = [
        Event::DraftStarted {
            surface: Surface::Web,
        },
        Event::DeadlineMoved {
            deadline: Some(Deadline {
                armed: Moment {
                    wall: second(54),
                    ..deadline(0, 0).armed
                },
                duration_ms: 60_000,
            }),
            cause: DeadlineCause::Typing,
        },
    ];
    append(&*store, &drafted, &typed, second(54)).await;
    ask(&*store, with_timeout(question(5), 60)).await;
    store.close().await;
}

pub(crate) async fn verify_audit_finds_no_problem_in_an_unchanged_store(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
    store.close().await;
    some_history(backend).await;
    let store = backend.open().await;
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn verify_audit_names_every_kind_of_tampering<B: Backend>(_: &B) {
    let first = "00000000000000000000000000000001";
    let second = "00000000000000000000000000000002";
    let fourth = "00000000000000000000000000000004";
    let fifth = "00000000000000000000000000000005";
    let closer_changed =
        format!("interaction {second}: the event that closed it is missing or changed");
    let delivery_changed =
        format!("interaction {second}: when it was delivered is not what its events say");
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
            vec![
                "audit: 3 outcomes were recorded, but the chain ends at row 2".into(),
                "interaction 00000000000000000000000000000003: its audit row is missing".into(),
            ],
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
                format!("interaction {second}: what is listed of it is not what was asked"),
                format!("interaction {second}: its question is not the audited one"),
            ],
        ),
        (
            "UPDATE outline SET gist = replace(gist, 'normal', 'destructive') WHERE interaction_id LIKE '%2'",
            vec![format!(
                "interaction {second}: what is listed of it is not what was asked"
            )],
        ),
        (
            "UPDATE outline SET given = 'No' WHERE interaction_id LIKE '%2'",
            vec![format!(
                "interaction {second}: what is listed as its answer is not its outcome"
            )],
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
            vec![
                format!("interaction {second}: its newest events are missing"),
                delivery_changed.clone(),
            ],
        ),
        (
            "DELETE FROM event WHERE seq IN (7, 8)",
            vec![
                format!("interaction {second}: its newest events are missing"),
                closer_changed,
                delivery_changed.clone(),
            ],
        ),
        (
            "UPDATE interaction SET state = 'pending', status = 'pending', closed_at = NULL,
                                    delivered_at = NULL, outcome = NULL WHERE number = 1",
            vec![
                format!("interaction {first}: when it was delivered is not what its events say"),
                format!("interaction {first}: it is pending, but an outcome is on record"),
            ],
        ),
        (
            "UPDATE interaction SET delivered_at = delivered_at + 1 WHERE number = 2",
            vec![delivery_changed.clone()],
        ),
        (
            "UPDATE interaction SET asked_at = asked_at - 1 WHERE number = 2",
            vec![format!(
                "interaction {second}: when it was asked is not what its events say"
            )],
        ),
        (
            "UPDATE interaction SET course = replace(course, '1700000054', '1700000055')
             WHERE number = 4",
            vec![format!(
                "interaction {fourth}: its course is not what its events say"
            )],
        ),
        (
            "UPDATE interaction SET course = replace(course, '60000', '60001') WHERE number = 5",
            vec![
                format!("interaction {fifth}: its course is not what its events say"),
                format!("interaction {fifth}: when it is due is not what its deadline says"),
            ],
        ),
        (
            "UPDATE interaction SET due_uptime_ms = due_uptime_ms + 1 WHERE number = 5",
            vec![format!(
                "interaction {fifth}: when it is due is not what its deadline says"
            )],
        ),
        (
            "UPDATE interaction SET course = replace(course, 'true', 'false') WHERE number = 4",
            vec![format!(
                "interaction {fourth}: its course is not what its events say"
            )],
        ),
        (
            "UPDATE interaction SET scope_key = 'another' WHERE number = 4",
            vec![format!(
                "interaction {fourth}: whom it is found for is not who asked"
            )],
        ),
        (
            "UPDATE interaction SET course = replace(course, 'web', 'wep') WHERE number = 4",
            vec![format!("interaction {fourth}: it cannot be read")],
        ),
        (
            "UPDATE interaction SET title = 'Another' WHERE number = 2",
            vec![format!(
                "interaction {second}: what is listed of it is not what was asked"
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

/// The chain that is left fits, so only the count beside it tells.
pub(crate) async fn verify_audit_reports_removed_rows_at_the_end(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.audit_head().await.unwrap(), None);
    finish(&*store, 1, 60).await;
    finish(&*store, 2, 61).await;
    let head = store.audit_head().await.unwrap().unwrap();
    assert_eq!((head.number, head.at), (2, second(61)));
    assert_eq!(store.audit_hash(2).await.unwrap(), Some(head.hash));
    assert_eq!(store.audit_hash(3).await.unwrap(), None);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
    store.close().await;

    // As if the second question had never been asked.
    backend
        .tamper(
            "DELETE FROM event WHERE seq > 2; DELETE FROM audit WHERE number = 2;
             DELETE FROM interaction WHERE number = 2",
        )
        .await;

    let store = backend.open().await;
    assert_eq!(
        store.verify_audit().await.unwrap(),
        ["audit: 2 outcomes were recorded, but the chain ends at row 1"]
    );
}

/// Reads the whole audit in pages of `limit`.
async fn whole_audit(store: &dyn Store, limit: u32) -> Vec<AuditRow> {
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.audit_page(cursor.as_deref(), limit).await.unwrap();
        assert!(page.rows.len() <= limit as usize);
        rows.extend(page.rows);
        assert!(rows.len() < 100, "the pages go round in a circle");
        cursor = page.next;
        if cursor.is_none() {
            return rows;
        }
    }
}

fn shown(row: &AuditRow) -> String {
    match row {
        AuditRow::Outcome(outcome) => {
            format!("{} {}", outcome.number, outcome.status.as_str())
        }
        AuditRow::Event(audited) => {
            let event = &audited.event;
            format!("{} {} {}", event.seq, event.event.kind(), audited.project)
        }
        AuditRow::Hub(event) => panic!("{event:?}"),
    }
}

pub(crate) async fn audit_is_read_in_pages_with_outcomes_first(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(whole_audit(&*store, 10).await, []);
    let closed = finish(&*store, 1, 60).await;
    append(&*store, &closed, &[Event::Delivered], second(61)).await;
    let asked = ask(&*store, question(2)).await;
    append(&*store, &asked, &[Event::TimedOut], second(62)).await;
    ask(&*store, question(3)).await;
    for limit in 1..=8 {
        let rows = whole_audit(&*store, limit).await;
        assert_eq!(
            rows.iter().map(shown).collect::<Vec<_>>(),
            [
                "1 submitted",
                "2 timeout",
                "1 asked shop",
                "2 answered shop",
                "3 delivered shop",
                "4 asked shop",
                "5 timed_out shop",
                "6 asked shop",
            ]
        );
    }
    let AuditRow::Outcome(first) = &whole_audit(&*store, 1).await[0] else {
        panic!("outcomes come first");
    };
    let kept = first.kept.as_ref().unwrap();
    assert_eq!((first.interaction_id, first.at), (id(1), second(60)));
    assert_eq!((&first.by, &first.imported), (&person(), &None));
    assert!(matches!(kept.outcome, Some(Outcome::Answered(_))));
    assert_eq!(kept.delivered_at, Some(second(61)));
    assert_eq!(kept.title, "Question 1");
    for digest in [&first.question_digest, &first.outcome_digest, &first.hash] {
        assert_eq!(digest.len(), 64);
    }
    for cursor in ["", "o", "x.1", "o.x", "e.1.2"] {
        let refused = store.audit_page(Some(cursor), 1).await;
        assert!(matches!(refused, Err(StoreError::BadCursor)), "{cursor:?}");
    }
}

pub(crate) async fn audit_keeps_an_outcome_after_its_question_is_removed(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    let everything = Retention {
        days: 3650,
        finished_max: 0,
    };
    store.prune(everything, second(70)).await.unwrap();
    let rows = whole_audit(&*store, 10).await;
    let [AuditRow::Outcome(outcome)] = rows.as_slice() else {
        panic!("one outcome and no event: {rows:?}");
    };
    assert_eq!(
        (outcome.interaction_id, outcome.status, &outcome.kept),
        (id(1), Status::Submitted, &None)
    );
}
