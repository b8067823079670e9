//! A little work on a hub, and what must still be true of it afterwards.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::super::asker::question;
use super::super::place::Place;
use super::super::recorder::Recorder;
use super::super::storm::{read_everything, verify};
use super::super::wire;
use crate::local_http::{Reply, Request, asker_header};

/// Asks a question and returns its id.
pub(super) fn ask(place: &Place, title: &str, timeout_seconds: u64) -> Result<String> {
    let reply = try_ask(place, title, timeout_seconds)?;
    let asked = reply.json()?;
    wire::text(&asked["interaction"]["session_id"])
        .with_context(|| format!("not asked: {} {}", reply.status, reply.body))
}

pub(super) fn try_ask(place: &Place, title: &str, timeout_seconds: u64) -> Result<Reply> {
    Ok(place.local().send(&Request {
        method: "POST",
        path: "/api/v1/asks",
        // A name for each question: nobody is too fast.
        headers: vec![asker_header(title, "/src/chaos")],
        body: Some(question(title, timeout_seconds).to_string()),
        patience: Some(super::super::place::PATIENCE),
    })?)
}

/// Answers as a person; the note is the answer's id.
pub(super) fn answer(place: &Place, id: &str, answer_id: &str) -> Result<Reply> {
    let answer = json!({"selected_ids": ["a"], "global_note": answer_id});
    let body = json!({"answer_id": answer_id, "answer": answer});
    place.send(
        "POST",
        &format!("/api/v1/interactions/{id}/answer"),
        Some(body),
    )
}

pub(super) fn show(place: &Place, id: &str) -> Result<Value> {
    place.get(&format!("/api/v1/interactions/{id}"))
}

/// Asks `count` questions; of each four one is answered, one cancelled, one drafted, one left.
pub(super) fn some(place: &Place, count: usize) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for number in 0..count {
        let id = ask(place, &format!("question {number}"), 3_600)?;
        let act_id = format!("{number:032x}");
        let reply = match number % 4 {
            0 => answer(place, &id, &act_id)?,
            1 => place.send(
                "POST",
                &format!("/api/v1/interactions/{id}/cancel"),
                Some(json!({"answer_id": act_id, "note": act_id})),
            )?,
            2 => place.send(
                "PUT",
                &format!("/api/v1/interactions/{id}/draft"),
                Some(json!({"selected_ids": ["b"], "global_note": act_id})),
            )?,
            _ => place.send("GET", &format!("/api/v1/interactions/{id}"), None)?,
        };
        ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
        ids.push(id);
    }
    Ok(ids)
}

/// Everything stored, without what depends on the moment of reading.
pub(super) fn contents(place: &Place) -> Result<Vec<Value>> {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let mut page = place.get(&format!("/api/v1/export?limit=100{cursor}"))?;
        for row in page["interactions"].as_array_mut().context("no rows")? {
            let mut row = row.take();
            let fields = row.as_object_mut().context("no row")?;
            for of_the_moment in ["remaining_seconds", "asker_state", "hand_off"] {
                fields.remove(of_the_moment);
            }
            rows.push(row);
        }
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return Ok(rows),
        }
    }
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
