//! How much of everything: the figures that are promised, and a short form of the same.

use std::time::Duration;

pub(super) struct Sizes {
    /// Where data directories are made, below `target`.
    pub(super) scratch: &'static str,
    pub(super) start_rounds: usize,
    pub(super) peer_rounds: usize,
    pub(super) cold_rounds: usize,
    pub(super) answer_rounds: usize,
    /// Requests of each kind that are compared; no more than a page may send in one go.
    pub(super) local_rounds: usize,
    /// Processes that wait at the same time.
    pub(super) callers: usize,
    /// How often each of them is answered at an even pace, before all are answered at the same
    /// time.
    pub(super) caller_rounds: usize,
    /// Questions pending, in growing steps.
    pub(super) pending: &'static [usize],
    /// How many callers are answered while the most are pending.
    pub(super) answered_among_pending: usize,
    /// Live sockets, in growing steps.
    pub(super) sockets: &'static [usize],
    pub(super) events: usize,
    /// Finished questions kept, in growing steps.
    pub(super) stored: &'static [u64],
    /// Requests per list.
    pub(super) list_rounds: usize,
    /// Answers given per step of the above.
    pub(super) answers_among_stored: usize,
    /// Jobs given one after the other.
    pub(super) jobs: usize,
    /// Agents that talk at the same time, how often a second, and for how many seconds.
    pub(super) talkers: usize,
    pub(super) updates_per_second: u64,
    pub(super) talk_seconds: u64,
    /// Lines that one agent prints.
    pub(super) log_lines: u64,
    pub(super) idle: Duration,
    /// The profile of the tools that are built along.
    pub(super) release: bool,
}

pub(super) const FULL: Sizes = Sizes {
    scratch: "load",
    start_rounds: 100,
    peer_rounds: 7,
    cold_rounds: 20,
    answer_rounds: 200,
    local_rounds: 300,
    callers: 500,
    caller_rounds: 2,
    pending: &[100, 1_000, 10_000],
    answered_among_pending: 200,
    sockets: &[10, 100, 1_000],
    events: 200,
    stored: &[1_000, 10_000, 100_000, 1_000_000],
    list_rounds: 500,
    answers_among_stored: 40,
    jobs: 40,
    talkers: 50,
    updates_per_second: 100,
    talk_seconds: 20,
    log_lines: 1_000_000,
    idle: Duration::from_secs(20),
    release: true,
};

pub(super) const SHORT: Sizes = Sizes {
    scratch: "load-short",
    start_rounds: 3,
    peer_rounds: 0,
    cold_rounds: 1,
    answer_rounds: 5,
    local_rounds: 3,
    callers: 8,
    caller_rounds: 1,
    pending: &[20, 100],
    answered_among_pending: 20,
    sockets: &[2, 20],
    events: 20,
    stored: &[100, 1_000],
    list_rounds: 20,
    answers_among_stored: 5,
    jobs: 2,
    talkers: 3,
    updates_per_second: 50,
    talk_seconds: 1,
    log_lines: 5_000,
    idle: Duration::from_secs(1),
    release: false,
};
