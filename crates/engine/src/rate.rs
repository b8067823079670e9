//! Limits on how fast one caller may call, loopback included.

use std::collections::HashMap;
use std::sync::Mutex;

/// How many callers are remembered before those with full credit are forgotten.
const CALLERS: usize = 4_096;

/// A burst, then a steady rate per second.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    pub burst: u32,
    pub per_second: u32,
}

impl Rate {
    /// A whole burst, in thousandths of a call.
    fn full_credit(self) -> u64 {
        u64::from(self.burst) * 1000
    }
}

#[derive(Default)]
pub struct Rates {
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    of: HashMap<String, Bucket>,
    /// How many were left when callers were last forgotten.
    kept: usize,
}

#[derive(Clone, Copy)]
struct Bucket {
    rate: Rate,
    /// Thousandths of a call.
    credit: u64,
    at_ms: u64,
}

impl Bucket {
    fn full(rate: Rate, at_ms: u64) -> Self {
        Self {
            rate,
            credit: rate.full_credit(),
            at_ms,
        }
    }

    fn credit_at(&self, uptime_ms: u64) -> u64 {
        let gained = uptime_ms
            .saturating_sub(self.at_ms)
            .saturating_mul(u64::from(self.rate.per_second));
        let full = self.rate.full_credit();
        self.credit.saturating_add(gained).min(full)
    }
}

impl Rates {
    /// Takes one call from `caller`'s credit; otherwise says in how many seconds to come back.
    pub fn take(&self, caller: &str, rate: Rate, uptime_ms: u64) -> Result<(), u64> {
        let mut buckets = self
            .buckets
            .lock()
            .expect("no code panics while it holds the buckets");
        buckets.forget_the_idle(uptime_ms);
        let bucket = buckets
            .of
            .entry(caller.to_owned())
            .or_insert_with(|| Bucket::full(rate, uptime_ms));
        let credit = bucket.credit_at(uptime_ms);
        let left = credit.checked_sub(1000);
        *bucket = Bucket {
            rate,
            credit: left.unwrap_or(credit),
            at_ms: uptime_ms,
        };
        match left {
            Some(_) => Ok(()),
            None => Err((1000 - credit)
                .div_ceil(u64::from(rate.per_second))
                .div_ceil(1000)
                .max(1)),
        }
    }
}

impl Buckets {
    /// Looks at all callers only when there are twice as many as after the last look, so that many
    /// names do not make every call slow.
    fn forget_the_idle(&mut self, uptime_ms: u64) {
        if self.of.len() < CALLERS.max(2 * self.kept) {
            return;
        }
        self.of
            .retain(|_, bucket| bucket.credit_at(uptime_ms) < bucket.rate.full_credit());
        self.kept = self.of.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_allow_a_burst_and_then_a_steady_rate() {
        let rates = Rates::default();
        let rate = Rate {
            burst: 3,
            per_second: 10,
        };
        assert!((0..3).all(|_| rates.take("a", rate, 0).is_ok()));
        assert_eq!(rates.take("a", rate, 0), Err(1));
        assert_eq!(rates.take("b", rate, 0), Ok(()));
        assert_eq!(rates.take("a", rate, 100), Ok(()));
        assert_eq!(rates.take("a", rate, 100), Err(1));
    }

    #[test]
    fn rates_remember_a_limited_caller_when_many_others_arrive() {
        let rates = Rates::default();
        let slow = Rate {
            burst: 100,
            per_second: 1,
        };
        let fast = Rate {
            burst: 1,
            per_second: 1000,
        };
        assert!((0..100).all(|_| rates.take("slow", slow, 0).is_ok()));
        for ms in 0..10 * CALLERS {
            rates.take(&ms.to_string(), fast, ms as u64).unwrap();
        }
        let remembered = rates.buckets.lock().unwrap().of.len();
        assert!(remembered <= 2 * CALLERS, "{remembered}");
        assert!((0..40).all(|_| rates.take("slow", slow, 40_000).is_ok()));
        assert!(rates.take("slow", slow, 40_000).is_err());
    }
}
