//! Random numbers that a seed repeats: schedules, workloads, kill times and bad messages come from
//! here. How the threads of several processes meet does not.

/// SplitMix64: small, and good enough to spread choices.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Each `lane` of one seed gives other numbers.
    pub(crate) fn new(seed: u64, lane: u64) -> Self {
        let mut random = Self(seed ^ lane.wrapping_mul(0xa076_1d64_78bd_642f));
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end`, which is not reached.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// The same for lengths and places.
    pub(crate) fn index(&mut self, end: usize) -> usize {
        usize::try_from(self.below(end as u64)).unwrap_or(0)
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns one of `choices`; `None` when there are none.
    pub(crate) fn pick<'t, T>(&mut self, choices: &'t [T]) -> Option<&'t T> {
        choices.get(self.index(choices.len()))
    }

    /// Returns one of `choices`, of which there is at least one.
    pub(crate) fn of<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        &choices[self.index(choices.len())]
    }

    /// Returns 32 hexadecimal digits, as answer ids have.
    pub(crate) fn hex(&mut self) -> String {
        format!("{:016x}{:016x}", self.next(), self.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_repeats_for_a_seed_and_differs_between_lanes() {
        let draw = |seed, lane| {
            let mut random = Random::new(seed, lane);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
        assert_ne!(draw(7, 1), draw(8, 1));
        assert_eq!(Random::new(1, 1).pick::<u8>(&[]), None);
    }
}
