//! Compares the state in an interaction's row with the state that its events lead to.
//!
//! Hubs work with the row, but only the events are hashed. A damaged or changed copy in the row,
//! above all of a deadline, must therefore be found by comparison.

use domain::interaction::Pending;
use domain::interaction::{Event, Interaction, State};
use domain::{Deadline, Timestamp};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::rows::{self, as_integer};
use crate::StoreError;

/// Names what of `row` does not follow from its question and its events, in order.
pub(super) fn verify(
    row: &SqliteRow,
    id: &str,
    events: &[(Event, Timestamp)],
    problems: &mut Vec<String>,
) -> Result<(), StoreError> {
    let Ok(stored) = rows::stored(row) else {
        problems.push(format!("interaction {id}: it cannot be read"));
        return Ok(());
    };
    let found = stored.interaction;
    if found.asker.scope_key() != row.try_get::<&str, _>("scope_key")? {
        problems.push(format!(
            "interaction {id}: whom it is found for is not who asked"
        ));
    }
    if !followed(&found, events) {
        problems.push(format!(
            "interaction {id}: its course is not what its events say"
        ));
    }
    let due: Option<i64> = row.try_get("due_uptime_ms")?;
    let deadline = found.deadline();
    if due != deadline.map(|deadline| as_integer(deadline.due_uptime_ms())) {
        problems.push(format!(
            "interaction {id}: when it is due is not what its deadline says"
        ));
    }
    Ok(())
}

/// Lets the events happen again and compares.
fn followed(found: &Interaction, events: &[(Event, Timestamp)]) -> bool {
    let was_moved = events
        .iter()
        .any(|(event, _)| matches!(event, Event::DeadlineMoved { .. }));
    let was_switched = events
        .iter()
        .any(|(event, _)| matches!(event, Event::InterfaceSwitched { .. }));
    // Values that no event contains are taken from the row, and must fit the question.
    let deadline = found.deadline().filter(|_| !was_moved).cloned();
    if !was_moved && found.is_pending() && !is_the_first(deadline.as_ref(), found) {
        return false;
    }
    let mut replayed = Interaction {
        asker_left_at: None,
        state: State::Pending(Pending {
            deadline,
            ..Pending::default()
        }),
        ..found.clone()
    };
    for (event, at) in events {
        replayed.apply(event, *at);
    }
    let same_interface = !was_switched || replayed.interface == found.interface;
    let same_pending = match (&replayed.state, &found.state) {
        (State::Pending(replayed), State::Pending(found)) => replayed == found,
        // Outcomes have their own record.
        (State::Closed(_), _) | (_, State::Closed(_)) => true,
    };
    same_interface && same_pending && replayed.asker_left_at == found.asker_left_at
}

/// Whether this is the deadline that a question begins with.
fn is_the_first(deadline: Option<&Deadline>, found: &Interaction) -> bool {
    let granted_ms = found.timeout_seconds.map(|s| s.saturating_mul(1000));
    deadline.map(|deadline| deadline.duration_ms) == granted_ms
        && deadline.is_none_or(|deadline| deadline.armed.wall == found.asked_at)
}
