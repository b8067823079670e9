//! The trace of what was refused: a count by reason, and lines in the log, not too many.
//!
//! Neither holds anything that a caller wrote: reasons are our own codes, and of a path only the
//! words that our routes have.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use domain::{Moment, Timestamp};
use engine::Clock;
use protocol::{RefusalCount, rfc3339};

use crate::gate::Peer;
use crate::routes;

/// A reason has a line in the log at most this often; the next line says how many it stands for.
const LINE_EVERY_MS: u64 = 10_000;
/// Of a longer path the beginning says enough.
const WORDS_MAX: usize = 6;

/// Why a request was refused, on its way from the refusal to the connection loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) &'static str);

pub(crate) struct Refusals {
    clock: Arc<dyn Clock>,
    by_reason: Mutex<BTreeMap<&'static str, Trace>>,
}

struct Trace {
    count: u64,
    last_at: Timestamp,
    last_route: String,
    last_door: &'static str,
    /// When the log last had a line, and how many there were up to then.
    line: Option<(u64, u64)>,
}

impl Refusals {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            by_reason: Mutex::default(),
        }
    }

    /// Counts a refusal, and writes it down unless the log has just had one like it.
    pub(crate) fn note(&self, refused: Refused, path: &str, peer: Peer) {
        self.note_at(self.clock.now(), refused, path, peer);
    }

    fn note_at(&self, now: Moment, refused: Refused, path: &str, peer: Peer) {
        let Refused(reason) = refused;
        let (route, door) = (route(path), peer.door());
        let mut by_reason = self.lock();
        let trace = by_reason.entry(reason).or_insert_with(|| Trace {
            count: 0,
            last_at: now.wall,
            last_route: String::new(),
            last_door: door,
            line: None,
        });
        trace.count += 1;
        trace.last_at = now.wall;
        trace.last_route.clone_from(&route);
        trace.last_door = door;
        let (due, written) = match trace.line {
            None => (true, 0),
            Some((at_ms, count)) => (now.uptime_ms.saturating_sub(at_ms) >= LINE_EVERY_MS, count),
        };
        if due {
            let times = trace.count - written;
            trace.line = Some((now.uptime_ms, trace.count));
            tracing::warn!(reason, route, door, times, "refused");
        }
    }

    /// What was refused since the hub started, by reason.
    pub(crate) fn counts(&self) -> Vec<RefusalCount> {
        let by_reason = self.lock();
        let counts = by_reason.iter().map(|(reason, trace)| RefusalCount {
            reason: (*reason).to_owned(),
            count: trace.count,
            last_at: rfc3339(trace.last_at),
            last_route: trace.last_route.clone(),
            last_door: trace.last_door.to_owned(),
        });
        counts.collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, Trace>> {
        self.by_reason
            .lock()
            .expect("no code panics while it holds the refusals")
    }
}

/// The words that our own routes consist of.
static WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let paths = routes::paths();
    let words = paths.into_iter().flat_map(|path| path.split('/'));
    words.filter(|word| !word.starts_with('{')).collect()
});

/// A path without what may be a secret, an id or a stranger's text.
fn route(path: &str) -> String {
    let mut words = path.split('/').skip(1);
    let mut route = String::new();
    for word in words.by_ref().take(WORDS_MAX) {
        route.push('/');
        route.push_str(if WORDS.contains(word) { word } else { "…" });
    }
    if words.next().is_some() {
        route.push_str("/…");
    }
    route
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(uptime_ms: u64) -> Moment {
        Moment {
            wall: Timestamp(i64::try_from(uptime_ms).unwrap()),
            boot: domain::BootId("boot".into()),
            uptime_ms,
        }
    }

    #[test]
    fn refusal_log_keeps_only_known_words_of_a_path() {
        for (path, kept) in [
            ("/", "/"),
            ("/api/v1/interactions", "/api/v1/interactions"),
            (
                "/api/v1/interactions/ab12/answer",
                "/api/v1/interactions/…/answer",
            ),
            ("/plain/5ec4e7/choice/ab12", "/plain/…/choice/…"),
            ("/nowhere?code=1", "/…"),
            ("/a\u{1b}[2J", "/…"),
            ("/1/2/3/4/5/6/7", "/…/…/…/…/…/…/…"),
        ] {
            assert_eq!(route(path), kept, "{path}");
        }
    }

    #[test]
    fn refusals_are_counted_by_reason_with_the_time_and_path_of_the_last() {
        let refusals = Refusals::new(Arc::new(engine::SystemClock::new()));
        for (reason, path, uptime_ms) in [
            ("cross_site", "/", 0),
            ("cross_site", "/api/v1/status", 1_000),
            ("json_only", "/mcp", 2_000),
        ] {
            refusals.note_at(at(uptime_ms), Refused(reason), path, Peer::Portal);
        }
        let counts = refusals.counts();
        let told: Vec<_> = counts
            .iter()
            .map(|count| {
                (
                    count.reason.as_str(),
                    count.count,
                    count.last_route.as_str(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                ("cross_site", 2, "/api/v1/status"),
                ("json_only", 1, "/mcp")
            ]
        );
        assert_eq!(counts[0].last_at, rfc3339(Timestamp(1_000)));
        assert_eq!(counts[0].last_door, "portal");
    }

    #[test]
    fn refusal_log_lines_are_rate_limited() {
        let refusals = Refusals::new(Arc::new(engine::SystemClock::new()));
        let lines = |refusals: &Refusals| refusals.lock()["cross_site"].line;
        for (uptime_ms, line) in [
            (0, (0, 1)),
            (1, (0, 1)),
            (LINE_EVERY_MS - 1, (0, 1)),
            (LINE_EVERY_MS, (LINE_EVERY_MS, 4)),
        ] {
            refusals.note_at(at(uptime_ms), Refused("cross_site"), "/", Peer::Portal);
            assert_eq!(lines(&refusals), Some(line), "{uptime_ms}");
        }
    }
}
