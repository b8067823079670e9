//! Taking records over: counted, published, and subject to the same retention.

use domain::interaction::ListFilter;
use domain::interaction::record::Record;
use domain::interaction::{AnswerDraft, Interface, Origin, Outcome, Status};
use domain::retention::Retention;
use domain::{Asker, Responder, Surface, Timestamp};
use engine::{ChangedSubject, FeedItem, Imported, Rules};
use store::ListQuery;
use testkit::{TestEngine, asker, choice};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A question that was answered with `b` elsewhere, `days` before the test's now.
fn answered(engine: &TestEngine, original_id: &str, days: i64) -> Record {
    let ask = choice("single", &["a", "b"], |_| {});
    let draft = AnswerDraft {
        selected_ids: vec!["b".into()],
        ..AnswerDraft::default()
    };
    let answer = ask.choice.accept(draft, true).expect("it fits");
    let now = engine.engine.clock().now().wall;
    let asker: Asker = asker("another-server", "/src/shop");
    Record {
        origin: Origin {
            source: "another-server".into(),
            original_id: original_id.into(),
        },
        asker,
        ask,
        interface: Interface::Web,
        asked_at: Timestamp(now.0 - days * DAY_MS - 1_000),
        outcome: Outcome::Answered(answer),
        by: Responder::Person {
            surface: Surface::Web,
            name: None,
            process: None,
        },
        closed_at: Timestamp(now.0 - days * DAY_MS),
        was_delivered: true,
    }
}

fn counts(new: u64, known: u64, expired: u64) -> Imported {
    Imported {
        new,
        known,
        expired,
    }
}

#[tokio::test]
async fn import_counts_records_as_new_known_or_too_old() {
    let engine = TestEngine::start().await;
    let records = || {
        vec![
            answered(&engine, "one", 1),
            answered(&engine, "two", 29),
            answered(&engine, "old", 31),
        ]
    };
    let imported = engine.engine.import(records()).await.unwrap();
    assert_eq!(imported, counts(2, 0, 1));
    let again = engine.engine.import(records()).await.unwrap();
    assert_eq!(again, counts(0, 2, 1));
    assert_eq!(engine.engine.import(vec![]).await.unwrap(), counts(0, 0, 0));
    let query = ListQuery {
        filter: ListFilter::All,
        limit: 10,
        ..ListQuery::default()
    };
    let rows = engine.engine.list(&query).await.unwrap().rows;
    let statuses: Vec<Status> = rows.iter().map(|row| row.outline.status()).collect();
    assert_eq!(statuses, [Status::Submitted, Status::Submitted]);
    assert_eq!(
        engine.engine.verify_audit(None).await.unwrap(),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn feed_shows_an_imported_question_in_its_final_state() {
    let engine = TestEngine::start().await;
    let mut feed = engine.engine.watch();
    let record = answered(&engine, "one", 1);
    engine.engine.import(vec![record]).await.unwrap();
    let mut kinds = Vec::new();
    while kinds.len() < 4 {
        if let FeedItem::Change(change) = &*feed.recv().await.unwrap() {
            let ChangedSubject::Interaction { outline, .. } = &change.subject else {
                panic!("{change:?}");
            };
            let status = outline.as_ref().unwrap().outline.status();
            assert_ne!(status, Status::Pending);
            kinds.push(change.event.clone());
        }
    }
    assert_eq!(kinds, ["asked", "imported", "answered", "delivered"]);
}

#[tokio::test]
async fn import_above_the_limit_removes_the_oldest_finished_questions_and_no_pending_one() {
    let rules = Rules {
        retention: Retention {
            finished_max: 1,
            ..Retention::default()
        },
        ..Rules::default()
    };
    let engine = TestEngine::start_with(rules).await;
    let pending = engine.ask_seconds(600).await;
    let records = vec![answered(&engine, "older", 2), answered(&engine, "newer", 1)];
    let kept_closed_at = records[1].closed_at;
    engine.engine.import(records).await.unwrap();
    let query = ListQuery {
        filter: ListFilter::All,
        limit: 10,
        ..ListQuery::default()
    };
    // Retention runs behind the import.
    let rows = loop {
        let rows = engine.engine.list(&query).await.unwrap().rows;
        if rows.len() == 2 {
            break rows;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(rows[0].outline.id, pending.interaction.id);
    assert_eq!(rows[1].outline.closed_at(), Some(kept_closed_at));
}
