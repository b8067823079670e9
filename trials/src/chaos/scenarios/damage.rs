//! Damaged files: refused and left as they are, or served correctly, or found out when met. Never
//! replaced by a new one, never wrong without an error.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::super::storm::verify;
use super::{Stage, work};
use crate::process::{Hub, Place};
use crate::random::Random;

const CUTS: u64 = 20;
const FLIPS: u64 = 60;
const QUESTIONS: usize = 40;

/// A database that was closed in order, and everything in it.
struct Original {
    place: Place,
    bytes: Vec<u8>,
    contents: Vec<Value>,
}

/// What nothing is kept of a second time: a person sees their draft before they send it, and the
/// next three only decide whether an answer fits what was on the screen. Where a hub cannot read
/// that the asker has left, it records that again when it starts.
const UNCHECKED: [&str; 5] = ["draft", "problems", "digest", "revision", "asker_left_at"];

#[derive(Default)]
struct Tally {
    refused: usize,
    correct: usize,
    found_out: usize,
    /// In [`UNCHECKED`] fields, or in the name of the boot, which only arms a deadline again.
    unchecked: usize,
}

impl Original {
    fn make(stage: &Stage<'_>) -> Result<Self> {
        let place = Place::made_in(stage.sayso, &stage.directory, "")?;
        let hub = place.started()?;
        work::some(&place, QUESTIONS)?;
        let contents = work::contents(&place)?;
        // In order, so that everything is in the one file.
        ensure!(place.stop(), "it does not stop");
        drop(hub);
        let bytes = fs::read(place.database())?;
        Ok(Self {
            place,
            bytes,
            contents,
        })
    }

    /// Lets a hub loose on `damaged` and judges what it does.
    fn judge(&self, damaged: &[u8], what: &str, tally: &mut Tally) -> Result<()> {
        for suffix in ["-wal", "-shm", ".new"] {
            let mut beside = self.place.database().into_os_string();
            beside.push(suffix);
            if fs::exists(&beside)? {
                fs::remove_file(&beside)?;
            }
        }
        fs::write(self.place.database(), damaged)?;
        let spawned = self.place.serve()?.spawn()?;
        let Some(hub) = Hub::settled(&self.place, spawned)? else {
            ensure!(
                fs::read(self.place.database())? == damaged,
                "{what}: refused, but still changed"
            );
            tally.refused += 1;
            return Ok(());
        };
        let contents = work::contents(&self.place);
        let audit = verify(&self.place)?;
        hub.kill()?;
        match contents {
            Ok(found) if found == self.contents && audit.is_empty() => tally.correct += 1,
            Ok(_) if !audit.is_empty() => tally.found_out += 1,
            // An error says that something is wrong; it must not be an empty success.
            Err(_) => tally.found_out += 1,
            Ok(found) if checked(&found) == checked(&self.contents) => tally.unchecked += 1,
            Ok(found) => bail!(
                "{what}: wrong without a word: {}",
                first_difference(&self.contents, &found)
            ),
        }
        Ok(())
    }
}

pub(super) fn truncated(stage: &Stage<'_>) -> Result<String> {
    let original = Original::make(stage)?;
    let mut random = Random::new(stage.seed, 400);
    let mut tally = Tally::default();
    let length = original.bytes.len() as u64;
    for _ in 0..CUTS {
        // An empty file is what a fresh one looks like before its first write; see below.
        let kept = usize::try_from(1 + random.below(length - 1))?;
        let what = format!("cut to {kept} of {length} bytes");
        original.judge(&original.bytes[..kept], &what, &mut tally)?;
    }
    ensure!(
        tally.refused as u64 == CUTS,
        "{} were not refused",
        CUTS - tally.refused as u64
    );
    Ok(format!(
        "{CUTS} places (seeded): all refused, not a byte changed"
    ))
}

pub(super) fn flipped(stage: &Stage<'_>) -> Result<String> {
    let original = Original::make(stage)?;
    let mut random = Random::new(stage.seed, 401);
    let mut tally = Tally::default();
    // Bits that nothing is stored in prove nothing: most places are drawn where there is data.
    let used: Vec<usize> = (0..original.bytes.len())
        .filter(|place| original.bytes[*place] != 0)
        .collect();
    for _ in 0..FLIPS {
        let place = *random.pick(&used).context("an empty file")?;
        let bit = random.below(8);
        let mut damaged = original.bytes.clone();
        damaged[place] ^= 1 << bit;
        let what = format!("bit {bit} of byte {place}");
        original.judge(&damaged, &what, &mut tally)?;
    }
    Ok(format!(
        "{FLIPS} bits in used bytes (seeded): {} refused and left as they were, {} found by the \
         audit or an error, {} without effect on what is stored, {} in what has no check \
         (drafts, digests, the name of a boot); no question, outcome or deadline wrong without a word",
        tally.refused, tally.found_out, tally.correct, tally.unchecked
    ))
}

/// The rows without what has no check.
fn checked(rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    for fields in rows.iter_mut().filter_map(Value::as_object_mut) {
        fields.retain(|name, _| !UNCHECKED.contains(&name.as_str()));
        if let Some(events) = fields.get_mut("events").and_then(Value::as_array_mut) {
            let is_of_the_start = |event: &Value| {
                event["data"]["cause"]["kind"] == "reboot"
                    || event["data"]["reason"] == "hub_restarted"
            };
            events.retain(|event| !is_of_the_start(event));
        }
    }
    rows
}

fn first_difference(expected: &[Value], found: &[Value]) -> String {
    if expected.len() != found.len() {
        return format!("{} rows instead of {}", found.len(), expected.len());
    }
    for (expected, found) in expected.iter().zip(found) {
        let Some(fields) = expected.as_object() else {
            continue;
        };
        for (name, value) in fields {
            if found[name] != *value {
                return format!("{name}: {value} became {}", found[name]);
            }
        }
    }
    "a field is new".to_owned()
}
