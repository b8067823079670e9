//! The order of waiting questions, by the table that the portal and the store are held to as well.

use domain::Timestamp;
use domain::interaction::Place;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    rows: Vec<Row>,
    order: Vec<u64>,
}

#[derive(Deserialize)]
struct Row {
    number: u64,
    left_seconds: Option<u64>,
}

#[test]
fn place_orders_questions_due_soon_first_and_then_the_oldest() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../order.json")).unwrap();
    for case in cases {
        let mut places: Vec<Place> = case
            .rows
            .iter()
            .map(|row| {
                let left_ms = row.left_seconds.map(|seconds| seconds * 1000);
                let due_at = left_ms.map(|left| Timestamp(i64::try_from(left).unwrap()));
                Place::of(row.number, due_at, left_ms)
            })
            .collect();
        places.sort();
        let order: Vec<u64> = places
            .into_iter()
            .map(|place| match place {
                Place::DueSoon { number, .. } | Place::Waiting { number } => number,
            })
            .collect();
        assert_eq!(order, case.order, "{}", case.name);
    }
}
