//! Imports questions that were asked and decided with another program.

use domain::AnswerId;
use domain::interaction::record::Record;
use domain::interaction::{Ask, Interaction, Pending, State};
use store::{Import, Recording, StoreError};

use crate::Engine;
use crate::ask::{digest, random_bytes, random_id};

/// What became of the records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    pub new: u64,
    /// Imported before.
    pub known: u64,
    /// Finished so long ago that retention would remove them immediately; left out.
    pub expired: u64,
}

impl Engine {
    /// Stores finished questions under new ids, all of them or none. Questions that were imported
    /// before, or that are older than retention allows, are counted and left out.
    pub async fn import(&self, records: Vec<Record>) -> Result<Imported, StoreError> {
        let now = self.inner.clock.now().wall;
        let cutoff = self.rules().retention.cutoff(now);
        let handed_in = records.len();
        let recordings: Vec<Recording> = records
            .into_iter()
            .filter(|record| record.closed_at >= cutoff)
            .map(recording)
            .collect();
        let mut counts = Imported {
            expired: (handed_in - recordings.len()) as u64,
            ..Imported::default()
        };
        for import in self.inner.store.import(recordings, now).await? {
            match import {
                Import::Done(recorded) => {
                    counts.new += 1;
                    self.publish(recorded);
                }
                Import::Known(_) => counts.known += 1,
            }
        }
        Ok(counts)
    }
}

fn recording(record: Record) -> Recording {
    let closed = record.closing_event(AnswerId::from_random(random_bytes()));
    let timeout_seconds = record.ask.timeout_seconds;
    let ask = Ask::from(record.ask);
    let digest = digest(&ask);
    Recording {
        interaction: Interaction {
            id: random_id(),
            asker: record.asker,
            question: ask.question,
            interface: record.interface,
            asked_at: record.asked_at,
            timeout_seconds,
            asker_left_at: None,
            state: State::Pending(Pending::default()),
        },
        digest,
        origin: record.origin,
        closed,
        closed_at: record.closed_at,
        was_delivered: record.was_delivered,
    }
}
