//! One-time login codes: made for the local user, exchanged once by a browser within a minute.

use std::sync::Mutex;

use super::secret::{Secret, same};

pub(crate) const CODE_SECONDS: u64 = 60;
/// Codes alive at a time; a newer one replaces the oldest.
const CODES_MAX: usize = 3;
/// Wrong codes per minute that are reported as wrong; further ones are only told to wait. A code
/// has 160 bits, so guessing is hopeless at any speed. The right code always works, so wrong codes
/// from others cannot lock its owner out.
const TRIES_MAX: usize = 5;
const MINUTE_MS: u64 = 60_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExchangeRefusal {
    /// Unknown, used or expired; the caller is not told which.
    Unknown,
    TooManyTries,
}

#[derive(Default)]
pub(crate) struct LoginCodes {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    codes: Vec<Code>,
    failed_at_ms: Vec<u64>,
}

struct Code {
    hash: [u8; 32],
    expires_at_ms: u64,
}

impl LoginCodes {
    pub(crate) fn create(&self, uptime_ms: u64) -> Secret {
        let code = Secret::random::<20>("");
        let mut state = self.lock();
        state.codes.retain(|code| code.expires_at_ms > uptime_ms);
        if state.codes.len() >= CODES_MAX {
            state.codes.remove(0);
        }
        state.codes.push(Code {
            hash: code.hash(),
            expires_at_ms: uptime_ms + CODE_SECONDS * 1000,
        });
        code
    }

    /// Uses a code up.
    pub(crate) fn exchange(&self, offered: &Secret, uptime_ms: u64) -> Result<(), ExchangeRefusal> {
        let mut state = self.lock();
        state.codes.retain(|code| code.expires_at_ms > uptime_ms);
        let hash = offered.hash();
        if let Some(found) = state.codes.iter().position(|code| same(&code.hash, &hash)) {
            state.codes.remove(found);
            return Ok(());
        }
        let failed = &mut state.failed_at_ms;
        failed.retain(|at| uptime_ms.saturating_sub(*at) < MINUTE_MS);
        if failed.len() >= TRIES_MAX {
            return Err(ExchangeRefusal::TooManyTries);
        }
        failed.push(uptime_ms);
        Err(ExchangeRefusal::Unknown)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("no code panics while it holds the codes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn login_code_works_once_and_only_for_a_minute() {
        let codes = LoginCodes::default();
        let code = codes.create(0);
        assert_eq!(codes.exchange(&code, 59_999), Ok(()));
        assert_eq!(codes.exchange(&code, 59_999), Err(ExchangeRefusal::Unknown));
        let late = codes.create(0);
        assert_eq!(codes.exchange(&late, 60_000), Err(ExchangeRefusal::Unknown));
    }

    #[test]
    fn wrong_login_codes_are_rate_limited_without_locking_out_the_right_one() {
        let codes = LoginCodes::default();
        let code = codes.create(0);
        let wrong = Secret::offered("wrong");
        for _ in 0..TRIES_MAX {
            assert_eq!(codes.exchange(&wrong, 0), Err(ExchangeRefusal::Unknown));
        }
        for _ in 0..100 {
            let refused = codes.exchange(&wrong, 59_999);
            assert_eq!(refused, Err(ExchangeRefusal::TooManyTries));
        }
        assert_eq!(codes.exchange(&code, 59_999), Ok(()));
        let later = codes.exchange(&wrong, MINUTE_MS);
        assert_eq!(later, Err(ExchangeRefusal::Unknown));
    }

    #[test]
    fn login_codes_are_revoked_except_for_the_three_newest() {
        let codes = LoginCodes::default();
        let oldest = codes.create(0);
        let newer: Vec<_> = (0..3).map(|_| codes.create(0)).collect();
        assert_eq!(codes.exchange(&oldest, 0), Err(ExchangeRefusal::Unknown));
        assert!(newer.iter().all(|code| codes.exchange(code, 0).is_ok()));
    }
}
