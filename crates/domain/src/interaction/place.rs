//! The order of waiting questions, the same in every list.

use crate::Timestamp;

/// A question that is due within this time is listed before all others.
pub const DUE_SOON_MS: u64 = 10 * 60 * 1000;

/// A waiting question's place in a list: first what is due soon, the soonest first; then the rest,
/// the oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    DueSoon { due_at: Timestamp, number: u64 },
    Waiting { number: u64 },
}

impl Place {
    /// `left_ms` is what is left by the hub's clock; `None` without a deadline.
    pub fn of(number: u64, due_at: Option<Timestamp>, left_ms: Option<u64>) -> Self {
        match (due_at, left_ms) {
            (Some(due_at), Some(left_ms)) if left_ms <= DUE_SOON_MS => {
                Self::DueSoon { due_at, number }
            }
            _ => Self::Waiting { number },
        }
    }
}
