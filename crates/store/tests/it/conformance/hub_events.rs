//! What happened to the hub itself: kept forever, once each, and honest.

use domain::HubEvent::{self, GuardOff, GuardOn};
use domain::Timestamp;
use domain::retention::Retention;
use store::{AuditRow, Store};

use crate::support::{Backend, finish, second};

async fn kept(store: &dyn Store) -> Vec<(u64, HubEvent, Timestamp)> {
    let events = store.hub_events(0, 100).await.unwrap().into_iter();
    events
        .map(|event| (event.number, event.event, event.at))
        .collect()
}

pub(crate) async fn hub_event_is_recorded_only_when_the_agent_guard_changes(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    for (event, at, is_new) in [
        // A hub begins with its guard on.
        (GuardOn, 1, false),
        (GuardOff, 2, true),
        (GuardOff, 3, false),
        (GuardOn, 4, true),
        (GuardOff, 5, true),
    ] {
        let noted = store.note_hub_event(event, second(at)).await.unwrap();
        assert_eq!(noted, is_new, "{event} at {at}");
    }
    let expected = [
        (1, GuardOff, second(2)),
        (2, GuardOn, second(4)),
        (3, GuardOff, second(5)),
    ];
    assert_eq!(kept(&*store).await, expected);
    let later = store.hub_events(2, 100).await.unwrap();
    assert_eq!(later.len(), 1);
    assert_eq!((later[0].number, later[0].hash.len()), (3, 64));
    store.close().await;
    let store = backend.open().await;
    assert!(!store.note_hub_event(GuardOff, second(6)).await.unwrap());
    assert_eq!(kept(&*store).await, expected);
}

pub(crate) async fn hub_events_come_last_in_the_audit_and_survive_retention(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    store.note_hub_event(GuardOff, second(2)).await.unwrap();
    finish(&*store, 1, 60).await;
    let everything = Retention {
        days: 3650,
        finished_max: 0,
    };
    store.prune(everything, second(70)).await.unwrap();
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.audit_page(cursor.as_deref(), 1).await.unwrap();
        rows.extend(page.rows);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let [AuditRow::Outcome(_), AuditRow::Hub(event)] = rows.as_slice() else {
        panic!("an outcome, then the hub: {rows:?}");
    };
    assert_eq!((event.number, event.event), (1, GuardOff));
}

pub(crate) async fn tampering_with_hub_events_is_refused_or_found_by_verify_audit<B: Backend>(
    _: &B,
) {
    for (sql, expected) in [
        (
            "UPDATE hub_event SET kind = 'guard_on' WHERE number = 1",
            &["hub event 1: it or the event before it was changed"][..],
        ),
        (
            "DELETE FROM hub_event WHERE number = 1",
            &["hub event 2: events are missing before it"],
        ),
        (
            "DELETE FROM hub_event WHERE number = 2",
            &["hub: 2 events were recorded, but the newest is number 1"],
        ),
    ] {
        let backend = B::fresh().await;
        let store = backend.open().await;
        store.note_hub_event(GuardOff, second(1)).await.unwrap();
        store.note_hub_event(GuardOn, second(2)).await.unwrap();
        assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
        backend.behind(sql).await.unwrap_err();
        store.close().await;
        backend.tamper(sql).await;
        let store = backend.open().await;
        assert_eq!(store.verify_audit().await.unwrap(), expected, "{sql}");
    }
}
