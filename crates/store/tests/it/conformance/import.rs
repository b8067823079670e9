//! Imported records: as if they had happened here, and only once.

use domain::interaction::ListFilter;
use domain::interaction::{AnswerDraft, Event, Interface, Origin, OutcomeDelivery, Status};
use domain::retention::Retention;
use domain::{InteractionId, Responder, Surface};
use store::{AuditRow, Import, ListQuery, Recording, Store};

use crate::support::{Backend, answer_id, asker, choice, finish, id, question, second};

const SOURCE: &str = "another-server";

/// The question `number`, asked in that second and answered in second `closed`.
fn answered(number: u32, closed: i64) -> Recording {
    let new = question(number);
    let asked = new.interaction.question.choice();
    let draft = AnswerDraft {
        selected_ids: vec!["no".into()],
        ..AnswerDraft::default()
    };
    let answer = asked.accept(draft, true).unwrap();
    Recording {
        interaction: domain::interaction::Interaction {
            asker: asker("interactive-choice", "/src/blog"),
            interface: Interface::Terminal,
            ..new.interaction
        },
        digest: new.digest,
        origin: origin(number),
        closed: Event::Answered {
            answer,
            by: Responder::Person {
                surface: Surface::Terminal,
                name: None,
                process: None,
            },
            answer_id: None,
        },
        closed_at: second(closed),
        was_delivered: true,
    }
}

fn origin(number: u32) -> Origin {
    Origin {
        source: SOURCE.into(),
        original_id: format!("theirs-{number}"),
    }
}

async fn import(store: &dyn Store, recordings: &[Recording]) -> Vec<Import> {
    store
        .import(recordings.to_vec(), second(5_000))
        .await
        .unwrap()
}

fn done(import: &Import) -> InteractionId {
    match import {
        Import::Done(recorded) => recorded.stored.interaction.id,
        Import::Known(id) => panic!("{id} was there before"),
    }
}

pub(crate) async fn imported_record_reads_back_with_its_original_times(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    let cancelled = Recording {
        closed: Event::Cancelled {
            note: Some("not now".into()),
            by: Responder::Asker,
            answer_id: answer_id(7),
        },
        was_delivered: false,
        ..answered(3, 80)
    };
    let imported = import(&*store, &[answered(2, 70), cancelled]).await;
    assert_eq!(
        imported.iter().map(done).collect::<Vec<_>>(),
        [id(2), id(3)]
    );

    let first = store.interaction(id(2)).await.unwrap().unwrap();
    assert_eq!(first.interaction.asked_at, second(2));
    let closed = first.interaction.closed().unwrap();
    assert_eq!(
        (closed.at, closed.status()),
        (second(70), Status::Submitted)
    );
    assert_eq!(
        closed.delivery,
        OutcomeDelivery::Delivered { at: second(70) }
    );
    assert_eq!(choice(&first).title(), "Question 2");
    assert!(matches!(&imported[0], Import::Done(recorded) if recorded.stored == first));
    let other = store.interaction(id(3)).await.unwrap().unwrap();
    assert_eq!(other.interaction.status(), Status::Cancelled);
    assert_eq!(
        other.interaction.closed().unwrap().delivery,
        OutcomeDelivery::Saved
    );

    let trail = store.events_of(id(2)).await.unwrap();
    let trail: Vec<_> = trail
        .iter()
        .map(|row| (row.event.kind().as_str(), row.at))
        .collect();
    assert_eq!(
        trail,
        [
            ("asked", second(2)),
            ("imported", second(5_000)),
            ("answered", second(70)),
            ("delivered", second(70)),
        ]
    );
    assert_eq!(store.pending_count().await.unwrap(), 0);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn audit_row_of_an_imported_record_is_marked_as_imported(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    import(&*store, &[answered(2, 70)]).await;
    let rows = store.audit_page(None, 100).await.unwrap().rows;
    let origins: Vec<_> = rows
        .into_iter()
        .map(|row| match row {
            AuditRow::Outcome(outcome) => (outcome.number, outcome.imported),
            AuditRow::Event(_) | AuditRow::Hub(_) => panic!("{row:?}"),
        })
        .collect();
    assert_eq!(origins, [(1, None), (2, Some(origin(2)))]);
}

pub(crate) async fn import_adds_nothing_the_second_time_even_after_retention(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    import(&*store, &[answered(1, 70)]).await;
    let before = (store.last_seq().await.unwrap(), listed(&*store).await);
    let again = Recording {
        interaction: domain::interaction::Interaction {
            id: id(99),
            ..answered(1, 70).interaction
        },
        ..answered(1, 70)
    };
    let repeated = import(&*store, &[again.clone(), answered(2, 71)]).await;
    assert_eq!(repeated[0], Import::Known(id(1)));
    assert_eq!(done(&repeated[1]), id(2));
    assert_eq!(before, (4, vec![id(1)]));
    assert_eq!(listed(&*store).await, [id(2), id(1)]);

    let nothing_kept = Retention {
        days: 3650,
        finished_max: 0,
    };
    store.prune(nothing_kept, second(80)).await.unwrap();
    assert_eq!(import(&*store, &[again]).await, [Import::Known(id(1))]);
    assert_eq!(listed(&*store).await, []);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

pub(crate) async fn import_stores_all_records_or_none(backend: &impl Backend) {
    let store = backend.open().await;
    finish(&*store, 1, 60).await;
    let endless = Recording {
        closed: Event::Delivered,
        ..answered(3, 80)
    };
    // The second one takes an id that is in use, or ends nothing.
    for broken in [answered(1, 80), endless] {
        let recordings = vec![answered(2, 70), broken];
        store.import(recordings, second(5_000)).await.unwrap_err();
        assert_eq!(listed(&*store).await, [id(1)]);
        assert_eq!(store.last_seq().await.unwrap(), 2);
        assert_eq!(store.pending_count().await.unwrap(), 0);
    }
    assert_eq!(done(&import(&*store, &[answered(2, 70)]).await[0]), id(2));
}

pub(crate) async fn schema_refuses_sql_that_changes_an_import_record(backend: &impl Backend) {
    let store = backend.open().await;
    import(&*store, &[answered(1, 70)]).await;
    for sql in [
        "DELETE FROM imported",
        "UPDATE imported SET original_id = 'another'",
        "UPDATE interaction SET revision = revision + 1, closed_at = closed_at + 1",
    ] {
        let refused = backend.behind(sql).await;
        assert!(refused.is_err(), "{sql} was allowed");
    }
}

async fn listed(store: &dyn Store) -> Vec<InteractionId> {
    let query = ListQuery {
        filter: ListFilter::All,
        limit: 100,
        ..ListQuery::default()
    };
    let rows = store.list(&query).await.unwrap().rows;
    rows.iter().map(|row| row.outline.id).collect()
}
