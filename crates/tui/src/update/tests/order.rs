//! The order of the list, by the table of `domain`, and what follows from it.

use protocol::InteractionSummary;
use serde_json::Value;

use super::*;
use i18n::Language;

const CASES: &str = include_str!("../../../../domain/tests/order.json");

fn row(number: u64, left_seconds: Option<u64>) -> InteractionSummary {
    let due_at = |seconds: u64| domain::Timestamp(i64::try_from(seconds * 1000).unwrap());
    InteractionSummary {
        number,
        remaining_seconds: left_seconds,
        deadline_at: left_seconds.map(|seconds| protocol::rfc3339(due_at(seconds))),
        ..summary(&number.to_string(), "t")
    }
}

fn listing(interactions: Vec<InteractionSummary>) -> Model {
    let mut model = model(Language::En, (80, 24));
    model.inbox = Some(Inbox::default());
    let pending = interactions.len() as u64;
    let snapshot = ServerMessage::Snapshot {
        seq: 1,
        interactions,
        pending,
    };
    update(&mut model, live(snapshot));
    model
}

fn numbers(model: &Model) -> Vec<u64> {
    let inbox = model.inbox.as_ref().unwrap();
    inbox.rows.iter().map(|row| row.summary.number).collect()
}

#[test]
fn inbox_has_the_same_order_as_every_list() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    for case in cases.as_array().unwrap() {
        let rows = case["rows"].as_array().unwrap().iter().map(|one| {
            row(
                one["number"].as_u64().unwrap(),
                one["left_seconds"].as_u64(),
            )
        });
        let model = listing(rows.collect());
        let order: Vec<u64> = serde_json::from_value(case["order"].clone()).unwrap();
        assert_eq!(numbers(&model), order, "{}", case["name"]);
        let first = order.first().map(u64::to_string);
        assert_eq!(model.inbox.unwrap().focused, first, "{}", case["name"]);
    }
}

#[test]
fn inbox_moves_a_question_up_when_it_becomes_due_soon_and_keeps_the_focus() {
    let mut model = listing(vec![row(1, None), row(2, Some(601))]);
    assert_eq!(numbers(&model), [1, 2]);
    type_keys(&mut model, "j");
    model.clock.ms += 1000;
    update(&mut model, Message::Woke);
    assert_eq!(numbers(&model), [2, 1]);
    assert_eq!(model.inbox.unwrap().focused.as_deref(), Some("2"));
}

#[test]
fn inbox_lists_finished_questions_after_waiting_ones() {
    let mut model = listing(vec![row(1, Some(30)), row(2, None), row(3, None)]);
    let decided = |number, at: &str| {
        let interaction = InteractionSummary {
            status: domain::interaction::Status::Submitted,
            completed_at: Some(at.into()),
            revision: 2,
            ..row(number, None)
        };
        live(ServerMessage::AskerChanged { interaction })
    };
    update(&mut model, decided(1, "2026-11-15T10:00:00.000Z"));
    update(&mut model, decided(2, "2026-11-15T10:00:01.000Z"));
    assert_eq!(numbers(&model), [3, 2, 1]);
}

#[test]
fn next_and_previous_keys_follow_the_order_of_the_list() {
    let model = listing(vec![row(1, None), row(2, Some(300)), row(3, Some(60))]);
    let inbox = model.inbox.unwrap();
    for (from, step, to) in [("3", 1, "2"), ("2", 1, "1"), ("1", 1, "3"), ("3", -1, "1")] {
        assert_eq!(inbox.neighbour(from, step).as_deref(), Some(to), "{from}");
    }
}
