//! The hashes that make the record tamper-evident. Pure: no database here.
//!
//! Every part is hashed with its length, so that no two different records hash alike by moving
//! bytes from one field to the next.

use domain::SubjectKind;
use sha2::{Digest, Sha256};

pub(super) type Hash = [u8; 32];

/// What the first audit row continues, and the hub's first event.
pub(super) const CHAIN_START: Hash = [0; 32];

/// One event as its hash covers it. The kind of its subject is in what the chain starts from.
pub(super) struct EventRecord<'a> {
    pub(super) subject_id: &'a str,
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) kind: &'a str,
    pub(super) data: &'a str,
}

/// One outcome as its hash covers it.
pub(super) struct AuditRecord {
    pub(super) number: i64,
    pub(super) interaction_id: String,
    pub(super) status: String,
    pub(super) decided_by: String,
    pub(super) at: i64,
    pub(super) question_digest: Vec<u8>,
    pub(super) outcome_digest: Vec<u8>,
    pub(super) event_head: Vec<u8>,
}

/// One thing that happened to the hub, as its hash covers it.
pub(super) struct HubRecord<'a> {
    pub(super) number: i64,
    pub(super) at: i64,
    pub(super) kind: &'a str,
}

/// Returns the digest of a question or an outcome as stored.
pub(super) fn text_digest(text: &str) -> Hash {
    hash(&[b"text", text.as_bytes()])
}

/// Returns what the first event of an interaction continues: its name and its question.
pub(super) fn events_start(id: &str, question_digest: &[u8]) -> Hash {
    hash(&[b"question", id.as_bytes(), question_digest])
}

/// Returns what the first event of a thread or a task continues: its kind, its name, and what never
/// changes of it.
pub(super) fn subject_start(kind: SubjectKind, id: &str, fixed: &str) -> Hash {
    hash(&[kind.as_str().as_bytes(), id.as_bytes(), fixed.as_bytes()])
}

impl EventRecord<'_> {
    pub(super) fn hash(&self, previous: &[u8]) -> Hash {
        hash(&[
            b"event",
            previous,
            self.subject_id.as_bytes(),
            &self.seq.to_be_bytes(),
            &self.at.to_be_bytes(),
            self.kind.as_bytes(),
            self.data.as_bytes(),
        ])
    }
}

impl AuditRecord {
    pub(super) fn hash(&self, previous: &[u8]) -> Hash {
        hash(&[
            b"audit",
            previous,
            &self.number.to_be_bytes(),
            self.interaction_id.as_bytes(),
            self.status.as_bytes(),
            self.decided_by.as_bytes(),
            &self.at.to_be_bytes(),
            &self.question_digest,
            &self.outcome_digest,
            &self.event_head,
        ])
    }
}

impl HubRecord<'_> {
    pub(super) fn hash(&self, previous: &[u8]) -> Hash {
        hash(&[
            b"hub",
            previous,
            &self.number.to_be_bytes(),
            &self.at.to_be_bytes(),
            self.kind.as_bytes(),
        ])
    }
}

fn hash(parts: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chain_hash_changes_when_bytes_move_between_fields() {
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
        assert_ne!(hash(&[b"ab"]), hash(&[b"ab", b""]));
        assert_ne!(text_digest("a"), text_digest("b"));
    }
}
