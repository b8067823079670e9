//! When each hub of a storm is killed. Comes from the seed alone, so that a storm can be repeated.

use std::time::Duration;

use crate::random::Random;

/// The moments the program knows by name.
pub(crate) const FAIL_POINTS: [&str; 6] = [
    "before_commit",
    "after_commit",
    "before_acknowledge",
    "after_acknowledge",
    "before_notify",
    "after_notify",
];
/// A fail point comes within so many passes.
const PASSES_MAX: u64 = 25;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Death {
    /// `kill -9` this long after it began to serve.
    Serving { after: Duration },
    /// `kill -9` this long after it was spawned, ready or not.
    Starting { after: Duration },
    /// Its own end at this pass of a fail point.
    At { point: &'static str, pass: u64 },
}

impl Death {
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Serving { .. } => "at a random moment",
            Self::Starting { .. } => "while starting",
            Self::At { point, .. } => point,
        }
    }
}

/// Returns how each of `kills` hubs is ended.
pub(crate) fn deaths(seed: u64, kills: usize) -> Vec<Death> {
    let mut random = Random::new(seed, u64::MAX);
    let next = |_| match random.below(100) {
        0..42 => Death::Serving {
            after: Duration::from_micros(random.below(120_000)),
        },
        42..50 => Death::Starting {
            after: Duration::from_micros(random.below(60_000)),
        },
        _ => Death::At {
            point: random.pick(&FAIL_POINTS).copied().unwrap_or(FAIL_POINTS[0]),
            pass: 1 + random.below(PASSES_MAX),
        },
    };
    (0..kills).map(next).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn chaos_plan_repeats_for_a_seed_and_contains_every_kind_of_crash() {
        let planned = deaths(1, 200);
        assert_eq!(planned, deaths(1, 200));
        assert_ne!(planned, deaths(2, 200));
        let kinds: BTreeSet<&str> = planned.iter().map(|death| death.kind()).collect();
        assert_eq!(kinds.len(), FAIL_POINTS.len() + 2);
    }
}
