//! Percentiles of many rounds.

use std::time::Duration;

pub(super) struct Figures(Vec<Duration>);

impl Figures {
    pub(super) fn new(mut rounds: Vec<Duration>) -> Self {
        rounds.sort_unstable();
        Self(rounds)
    }

    /// Returns the value that `percent` of the rounds do not exceed.
    pub(super) fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        let rank = (self.0.len() * percent).div_ceil(100).saturating_sub(1);
        self.0.get(rank.min(last)).copied().unwrap_or_default()
    }

    pub(super) fn describe(&self) -> String {
        let ms = |percent| self.percentile(percent).as_secs_f64() * 1000.0;
        format!(
            "p50 {:.2} ms, p99 {:.2} ms ({} rounds)",
            ms(50),
            ms(99),
            self.0.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let figures = Figures::new((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(figures.percentile(50), Duration::from_millis(100));
        assert_eq!(figures.percentile(99), Duration::from_millis(198));
        assert_eq!(Figures::new(Vec::new()).percentile(50), Duration::ZERO);
    }
}
