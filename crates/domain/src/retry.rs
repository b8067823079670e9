//! One policy for trying again: pauses that double, up to a bound.

/// Counts failures in a row and says how long to pause after each.
#[derive(Debug, Clone)]
pub struct Retry {
    first_ms: u64,
    max_ms: u64,
    failures: u32,
}

impl Retry {
    pub const fn new(first_ms: u64, max_ms: u64) -> Self {
        Self {
            first_ms,
            max_ms,
            failures: 0,
        }
    }

    /// Counts one more failure and returns the pause before the next attempt.
    pub fn failed(&mut self) -> u64 {
        let doubled = 1_u64.checked_shl(self.failures).unwrap_or(u64::MAX);
        self.failures = self.failures.saturating_add(1);
        self.first_ms.saturating_mul(doubled).min(self.max_ms)
    }

    /// Starts from the first pause again after a success.
    pub fn succeeded(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_doubles_its_pause_up_to_the_limit_until_a_success() {
        let mut retry = Retry::new(250, 1_500);
        let pauses: Vec<u64> = (0..100).map(|_| retry.failed()).collect();
        assert_eq!(pauses[..4], [250, 500, 1_000, 1_500]);
        assert!(pauses[4..].iter().all(|pause| *pause == 1_500));
        retry.succeeded();
        assert_eq!(retry.failed(), 250);
    }
}
