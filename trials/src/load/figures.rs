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

    /// Returns the same in milliseconds.
    pub(super) fn ms(&self, percent: usize) -> f64 {
        self.percentile(percent).as_secs_f64() * 1000.0
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "p50 {:.2} ms, p99 {:.2} ms ({} rounds)",
            self.ms(50),
            self.ms(99),
            thousands(self.0.len() as u64)
        )
    }
}

/// Returns a number with its digits in groups of three.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values() {
        let figures = Figures::new((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(figures.percentile(50), Duration::from_millis(100));
        assert_eq!(figures.percentile(99), Duration::from_millis(198));
        assert_eq!(Figures::new(Vec::new()).percentile(50), Duration::ZERO);
    }

    #[test]
    fn thousands_are_grouped_from_the_right() {
        let shown = [0, 999, 1_000, 1_000_000].map(thousands);
        assert_eq!(shown, ["0", "999", "1,000", "1,000,000"]);
    }
}
