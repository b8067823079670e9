//! Named moments at which a test ends this process as a crash would. Only with the feature
//! `fail-points`; every call is behind it too, so that no shipped program contains any of this.
//!
//! `SAYSO_FAIL_POINT=after_commit:3` names one point and the pass that counts, from 1.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Names the point; see the module.
pub const VARIABLE: &str = "SAYSO_FAIL_POINT";

struct Plan {
    point: String,
    pass: u64,
    passes: AtomicU64,
}

fn plan() -> Option<&'static Plan> {
    static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
    PLAN.get_or_init(|| Plan::parse(&std::env::var(VARIABLE).ok()?))
        .as_ref()
}

impl Plan {
    fn parse(text: &str) -> Option<Self> {
        let (point, pass) = text.split_once(':').unwrap_or((text, "1"));
        Some(Self {
            point: point.to_owned(),
            pass: pass.parse().ok()?,
            passes: AtomicU64::new(0),
        })
    }

    fn counts(&self, point: &str) -> bool {
        self.point == point && self.passes.fetch_add(1, Ordering::Relaxed) + 1 == self.pass
    }
}

/// Ends the process here, without any cleaning up, if this is the pass that was asked for.
pub fn pass(point: &str) {
    if is_due(point) {
        std::process::abort();
    }
}

/// Returns whether this is the pass that was asked for, where something else than an end is
/// provoked.
pub fn is_due(point: &str) -> bool {
    plan().is_some_and(|plan| plan.counts(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fail_point_triggers_only_at_the_named_pass_of_the_named_point() {
        let plan = Plan::parse("after_commit:3").unwrap();
        let counted: Vec<bool> = ["after_commit", "other", "after_commit", "after_commit"]
            .map(|point| plan.counts(point))
            .into();
        assert_eq!(counted, [false, false, false, true]);
        assert!(!plan.counts("after_commit"));
        assert!(Plan::parse("once").unwrap().counts("once"));
        assert!(Plan::parse("x:many").is_none());
    }
}
