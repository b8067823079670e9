//! A little work on a hub, and what must still be true of it afterwards.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::super::recorder::Recorder;
use super::super::storm::{FAIL_POINT, read_everything, verify};
use super::super::wire;
use crate::calls::{self, question};
use crate::http::Reply;
use crate::process::{Hub, Place};

/// Asks a question and returns its id.
pub(super) fn ask(place: &Place, title: &str, timeout_seconds: u64) -> Result<String> {
    let reply = try_ask(place, title, timeout_seconds)?;
    let asked = reply.json()?;
    wire::text(&asked["interaction"]["session_id"])
        .with_context(|| format!("not asked: {} {}", reply.status, reply.body))
}

pub(super) fn try_ask(place: &Place, title: &str, timeout_seconds: u64) -> Result<Reply> {
    // A name for each question: no agent is too fast.
    let ask = calls::ask(title, &question(title, timeout_seconds));
    Ok(place.local().send(&ask)?)
}

/// Answers as a person; the note is the answer's id.
pub(super) fn answer(place: &Place, id: &str, answer_id: &str) -> Result<Reply> {
    Ok(place.local().send(&calls::answer(id, answer_id, "a"))?)
}

pub(super) fn show(place: &Place, id: &str) -> Result<Value> {
    place.call(&calls::show(id))
}

/// Asks `count` questions; of each four one is answered, one cancelled, one drafted, one left.
pub(super) fn some(place: &Place, count: usize) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for number in 0..count {
        let title = format!("question {number}");
        let id = ask(place, &title, 3_600)?;
        // Left, so that a hub that starts has nothing to note about it.
        place.call(&calls::leave(&title, &id))?;
        let act_id = format!("{number:032x}");
        place.call(&match number % 4 {
            0 => calls::answer(&id, &act_id, "a"),
            1 => calls::cancel(&id, &act_id),
            2 => calls::draft(&id, &act_id),
            _ => calls::show(&id),
        })?;
        ids.push(id);
    }
    Ok(ids)
}

/// Everything stored, without what depends on the moment of reading.
pub(super) fn contents(place: &Place) -> Result<Vec<Value>> {
    let mut rows = place.export()?;
    for row in &mut rows {
        let fields = row.as_object_mut().context("no row")?;
        for of_the_moment in ["remaining_seconds", "asker_state", "hand_off"] {
            fields.remove(of_the_moment);
        }
    }
    Ok(rows)
}

/// Starts a hub that ends itself at this fail point; `None` when it did so before it was ready.
pub(super) fn start_with(place: &Place, fail_point: &str) -> Result<Option<Hub>> {
    let spawned = place.serve()?.env(FAIL_POINT, fail_point).spawn()?;
    Hub::settled(place, spawned)
}

/// Requires a clean audit and numbers without gap.
pub(super) fn require_sound(place: &Place) -> Result<()> {
    let audit = verify(place)?;
    ensure!(audit.is_empty(), "the audit says: {audit}");
    let recorder = Recorder::new();
    read_everything(place, &recorder)?;
    let history = recorder.history();
    let mut numbers: Vec<u64> = history
        .end
        .values()
        .flat_map(|ending| ending.events.iter().map(|event| event.seq))
        .collect();
    numbers.sort_unstable();
    let expected: Vec<u64> = (1..).take(numbers.len()).collect();
    ensure!(numbers == expected, "event numbers have a gap");
    Ok(())
}
