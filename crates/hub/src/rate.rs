//! Limits on how fast one caller may call, loopback included.

use std::collections::HashMap;
use std::sync::Mutex;

/// Callers remembered at a time. Beyond it the ones that are back at full credit are forgotten.
const CALLERS_MAX: usize = 4_096;

/// So many at once, then so many a second.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) per_second: u32,
}

/// New questions of one asker.
pub(crate) const ASKS: Rate = Rate {
    burst: 50,
    per_second: 10,
};
/// New questions of one principal, whatever names it asks under: at once as many as may be pending,
/// then as many as a machine full of agents needs.
pub(crate) const ASKS_OF_PRINCIPAL: Rate = Rate {
    burst: 10_000,
    per_second: 100,
};
/// Anything a browser session calls: fast typing with drafts stays far below.
pub(crate) const PORTAL: Rate = Rate {
    burst: 400,
    per_second: 100,
};
/// Requests to `/mcp` of one token.
pub(crate) const MCP: Rate = Rate {
    burst: 400,
    per_second: 100,
};

#[derive(Default)]
pub(crate) struct Rates {
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    /// Thousandths of a call.
    credit: u64,
    at_ms: u64,
}

impl Rates {
    /// Takes one call from `caller`'s credit; otherwise says in how many seconds to come back.
    pub(crate) fn take(&self, caller: &str, rate: Rate, uptime_ms: u64) -> Result<(), u64> {
        let mut buckets = self
            .buckets
            .lock()
            .expect("no code panics while it holds the buckets");
        let full = u64::from(rate.burst) * 1000;
        let refilled = |bucket: &Bucket| {
            let gained = uptime_ms
                .saturating_sub(bucket.at_ms)
                .saturating_mul(u64::from(rate.per_second));
            bucket.credit.saturating_add(gained).min(full)
        };
        if buckets.len() >= CALLERS_MAX && !buckets.contains_key(caller) {
            buckets.retain(|_, bucket| refilled(bucket) < full);
        }
        let bucket = buckets.entry(caller.to_owned()).or_insert(Bucket {
            credit: full,
            at_ms: uptime_ms,
        });
        let credit = refilled(bucket);
        *bucket = Bucket {
            credit: credit.saturating_sub(1000),
            at_ms: uptime_ms,
        };
        if credit >= 1000 {
            return Ok(());
        }
        bucket.credit = credit;
        Err((1000 - credit)
            .div_ceil(u64::from(rate.per_second))
            .div_ceil(1000)
            .max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
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
}
