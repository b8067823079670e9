//! From asking to delivery, on one store and across a restart.

use domain::interaction::{AnswerDraft, Event, Interface};
use domain::interaction::{DeadlineCause, LeaveReason};
use domain::{Responder, Surface};
use store::{Append, Create, Recorded, StoreError, Stored, StoredEvent};

use crate::support::{
    Backend, PLENTY, answer, answer_id, append, ask, asker, deadline, finish, id, person, question,
    second, yes,
};

pub(crate) async fn stored_question_reads_back_as_it_was_asked(backend: &impl Backend) {
    let store = backend.open().await;
    let new = question(7);
    let interaction = new.interaction.clone();
    let stored = Stored {
        interaction,
        revision: 1,
        number: 1,
        digest: "digest-7".into(),
    };
    let asked = StoredEvent {
        seq: 1,
        interaction_id: id(7),
        at: second(7),
        event: Event::Asked,
    };

    let created = store.create(new, PLENTY).await.unwrap();

    let recorded = Recorded {
        stored: stored.clone(),
        events: vec![asked.clone()],
    };
    assert_eq!(created, Create::Done(recorded));
    assert_eq!(store.interaction(id(7)).await.unwrap(), Some(stored));
    assert_eq!(store.events_of(id(7)).await.unwrap(), [asked]);
}

pub(crate) async fn store_returns_nothing_for_an_unknown_question(backend: &impl Backend) {
    let store = backend.open().await;
    assert_eq!(store.interaction(id(1)).await.unwrap(), None);
    assert_eq!(store.events_of(id(1)).await.unwrap(), []);
    assert_eq!(store.draft(id(1)).await.unwrap(), None);
    assert_eq!(store.last_seq().await.unwrap(), 0);
    assert_eq!(store.next_deadlines(1).await.unwrap(), []);
}

pub(crate) async fn append_applies_and_numbers_its_events(backend: &impl Backend) {
    let store = backend.open().await;
    let first = ask(&*store, question(1)).await;
    ask(&*store, question(2)).await;
    let moved = Event::DeadlineMoved {
        deadline: Some(deadline(500, 60_000)),
        cause: DeadlineCause::Person {
            surface: Surface::Terminal,
        },
    };
    let events = [
        Event::Viewed {
            surface: Surface::Web,
        },
        Event::DraftStarted {
            surface: Surface::Web,
        },
        moved,
        Event::AskerLeft {
            reason: LeaveReason::Disconnected,
        },
        Event::InterfaceSwitched {
            to: Interface::Terminal,
            surface: Surface::Web,
        },
    ];

    let recorded = append(&*store, &first, &events, second(9)).await;

    let mut expected = first.interaction.clone();
    events
        .iter()
        .for_each(|event| expected.apply(event, second(9)));
    assert_eq!(
        recorded.stored,
        Stored {
            interaction: expected,
            revision: 2,
            ..first.clone()
        }
    );
    let numbered: Vec<StoredEvent> = (3..)
        .zip(events)
        .map(|(seq, event)| StoredEvent {
            seq,
            interaction_id: id(1),
            at: second(9),
            event,
        })
        .collect();
    assert_eq!(recorded.events, numbered);
    assert_eq!(
        store.interaction(id(1)).await.unwrap(),
        Some(recorded.stored)
    );
    assert_eq!(store.events_of(id(1)).await.unwrap()[1..], numbered);
    assert_eq!(store.last_seq().await.unwrap(), 7);
}

pub(crate) async fn append_without_events_changes_nothing(backend: &impl Backend) {
    let store = backend.open().await;
    let stored = ask(&*store, question(1)).await;
    let recorded = append(&*store, &stored, &[], second(5)).await;
    assert_eq!(
        recorded,
        Recorded {
            stored: stored.clone(),
            events: vec![]
        }
    );
    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(stored));
    assert_eq!(store.last_seq().await.unwrap(), 1);
}

pub(crate) async fn append_reports_a_conflict_on_an_older_revision(backend: &impl Backend) {
    let store = backend.open().await;
    let old = ask(&*store, question(1)).await;
    let viewed = Event::Viewed {
        surface: Surface::Web,
    };
    let new = append(&*store, &old, std::slice::from_ref(&viewed), second(2))
        .await
        .stored;

    for event in [yes(&old), Event::TimedOut, viewed] {
        assert_eq!(
            store.append(&old, &[event], second(3)).await.unwrap(),
            Append::Conflict
        );
    }

    assert_eq!(store.interaction(id(1)).await.unwrap(), Some(new));
    assert_eq!(store.last_seq().await.unwrap(), 2);
    let unknown = Stored {
        interaction: question(9).interaction,
        ..old
    };
    let appended = store
        .append(&unknown, &[Event::TimedOut], second(3))
        .await
        .unwrap();
    assert_eq!(appended, Append::Conflict);
}

pub(crate) async fn stored_outcome_reads_back_as_it_was_decided(backend: &impl Backend) {
    let store = backend.open().await;
    for (number, make) in (1..).zip(outcomes()) {
        let mut new = question(number);
        new.interaction.asker = asker("claude-code", "/src/blog");
        let asked = ask(&*store, new).await;
        let event = make(&asked);
        let mut expected = asked.interaction.clone();
        expected.apply(&event, second(50));
        let status = expected.status();

        let closed = append(&*store, &asked, &[event], second(50)).await.stored;

        assert_eq!(closed.interaction, expected);
        let found = store
            .interaction(asked.interaction.id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(found, closed);
        assert_eq!(found.interaction.status(), status);
    }
}

fn outcomes() -> Vec<fn(&Stored) -> Event> {
    let text = |stored: &Stored| {
        let mut draft = AnswerDraft {
            text: Some("Neither: 等一下 \u{1F6D1}".into()),
            ..Default::default()
        };
        draft.option_notes.insert("no".into(), "too early".into());
        draft.global_note = Some("ask again on Monday".into());
        Event::Answered {
            answer: answer(stored, draft),
            by: person(),
            answer_id: Some(answer_id(2)),
        }
    };
    let automatic = |stored: &Stored| {
        let draft = AnswerDraft {
            selected_ids: vec!["no".into()],
            ..AnswerDraft::default()
        };
        Event::Answered {
            answer: answer(stored, draft),
            by: Responder::Policy,
            answer_id: None,
        }
    };
    let cancelled = |_: &Stored| Event::Cancelled {
        note: Some("not now".into()),
        by: Responder::Asker,
        answer_id: answer_id(3),
    };
    vec![yes, text, automatic, cancelled, |_| Event::TimedOut]
}

pub(crate) async fn closed_store_refuses_calls_and_keeps_everything_for_the_next_opening(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let pending = ask(&*store, question(1)).await;
    let finished = finish(&*store, 2, 60).await;
    let events = store.log_after(0, 100).await.unwrap();
    store.close().await;
    store.close().await;
    let read = store.interaction(id(1)).await;
    assert!(matches!(read, Err(StoreError::Closed)), "{read:?}");
    let written = store.create(question(3), PLENTY).await;
    assert!(matches!(written, Err(StoreError::Closed)), "{written:?}");

    let store = backend.open().await;

    assert_eq!(
        store.interaction(id(1)).await.unwrap(),
        Some(pending.clone())
    );
    assert_eq!(store.interaction(id(2)).await.unwrap(), Some(finished));
    assert_eq!(store.log_after(0, 100).await.unwrap(), events);
    assert_eq!(store.pending_count().await.unwrap(), 1);
    let next = append(&*store, &pending, &[Event::TimedOut], second(70)).await;
    assert_eq!(next.events[0].seq, 4);
    assert_eq!(ask(&*store, question(3)).await.number, 3);
}

pub(crate) async fn create_refuses_an_id_that_is_stored_already(backend: &impl Backend) {
    let store = backend.open().await;
    let stored = ask(&*store, question(1)).await;
    store.create(question(1), PLENTY).await.unwrap_err();
    assert_eq!(store.pending_ids().await.unwrap(), [stored.interaction.id]);
    assert_eq!(store.pending_count().await.unwrap(), 1);
    assert_eq!(store.last_seq().await.unwrap(), 1);
}
