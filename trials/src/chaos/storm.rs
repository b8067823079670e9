//! The storm itself: askers, agents and people at work while one hub after the other is killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::agent::Agent;
use super::asker::Asker;
use super::history::{History, Recovery};
use super::person::{Person, Surface};
use super::plan::{Death, deaths};
use super::recorder::{Recorder, wall_ms};
use super::wire;
use crate::process::{Hub, Place, pause, until};
use crate::random::Random;
use xtask::process;

/// Where a program built with fail points looks for the one that ends it.
pub(crate) const FAIL_POINT: &str = "SAYSO_FAIL_POINT";
const ASKERS: u64 = 6;
const AGENTS: u64 = 2;
const PEOPLE: [Surface; 5] = [
    Surface::Web,
    Surface::Web,
    Surface::Cli,
    Surface::Cli,
    Surface::Terminal,
];
/// How long a fail point may keep us waiting before the hub is killed after all.
const FAIL_POINT_MAX: Duration = Duration::from_millis(300);
/// Attempts to get a hub up again; a fail point may end one while it starts.
const STARTS_MAX: usize = 20;
/// Time is short in a storm: questions may end after a second. Nothing is forgotten.
const SETTINGS: &str = "timeout_min_seconds = 1\nmax_sessions = 1000000\n";

/// What a storm left behind.
pub(crate) struct Aftermath {
    pub(crate) history: History,
    /// How often hubs were ended, by kind.
    pub(crate) deaths: BTreeMap<&'static str, usize>,
    pub(crate) agents_killed: u64,
    pub(crate) sessions_lost: u64,
    /// From spawning a hub until the pending list was there, in order of length.
    pub(crate) restarts: Vec<Duration>,
    /// What `sayso audit verify` said; empty when everything fits.
    pub(crate) audit: String,
    pub(crate) lasted: Duration,
}

/// Lets `kills` hubs die over one data directory.
pub(crate) fn run(sayso: &Path, directory: &Path, seed: u64, kills: usize) -> Result<Aftermath> {
    let place = Place::fresh(sayso, directory, SETTINGS)?;
    let begun = Instant::now();
    let recorder = Recorder::new();
    let mut storm = Storm {
        place: &place,
        recorder: &recorder,
        deaths: BTreeMap::new(),
        restarts: Vec::new(),
    };
    let killed = std::thread::scope(|scope| {
        for lane in 0..ASKERS {
            let asker = Asker {
                place: place.clone(),
                recorder: &recorder,
                random: Random::new(seed, lane),
                lane,
            };
            scope.spawn(|| asker.run());
        }
        for lane in 0..AGENTS {
            let agent = Agent {
                place: place.clone(),
                recorder: &recorder,
                random: Random::new(seed, 100 + lane),
                lane,
            };
            scope.spawn(|| agent.run());
        }
        for (lane, surface) in (200..).zip(PEOPLE) {
            let person = Person {
                place: place.clone(),
                recorder: &recorder,
                random: Random::new(seed, lane),
                surface,
            };
            scope.spawn(|| person.run());
        }
        let killed = deaths(seed, kills)
            .into_iter()
            .try_for_each(|death| storm.let_one_die(death));
        recorder.stop();
        killed
    });
    if killed.is_err() {
        // A client may have started the one that still runs.
        place.stop();
    }
    killed?;
    let Storm {
        deaths, restarts, ..
    } = storm;
    let end = place.started()?;
    let_deadlines_pass(&place)?;
    read_everything(&place, &recorder)?;
    let audit = verify(&place)?;
    end.kill()?;
    let mut restarts = restarts;
    restarts.sort_unstable();
    Ok(Aftermath {
        history: recorder.history().clone(),
        deaths,
        agents_killed: recorder.agents_killed.load(Ordering::Relaxed),
        sessions_lost: recorder.sessions_lost.load(Ordering::Relaxed),
        restarts,
        audit,
        lasted: begun.elapsed(),
    })
}

struct Storm<'r> {
    place: &'r Place,
    recorder: &'r Recorder,
    deaths: BTreeMap<&'static str, usize>,
    restarts: Vec<Duration>,
}

impl Storm<'_> {
    fn let_one_die(&mut self, death: Death) -> Result<()> {
        for _ in 0..STARTS_MAX {
            if self.attempt(death)? {
                *self.deaths.entry(death.kind()).or_default() += 1;
                return Ok(());
            }
        }
        bail!(
            "no hub came up in {STARTS_MAX} attempts; see {}",
            self.place.log_path().display()
        )
    }

    /// Starts one hub and sees it die; false when it did not come so far.
    fn attempt(&mut self, death: Death) -> Result<bool> {
        let (begun, spawned_ms) = (Instant::now(), wall_ms());
        let point = match death {
            Death::At { point, pass } => Some(format!("{point}:{pass}")),
            Death::Serving { .. } | Death::Starting { .. } => None,
        };
        let mut serve = self.place.serve()?;
        if let Some(point) = &point {
            serve.env(FAIL_POINT, point);
        }
        let mut child = serve.spawn().context("cannot start a hub")?;
        if let Death::Starting { after } = death {
            pause(after);
            child.kill()?;
            child.wait()?;
            return Ok(true);
        }
        let Some(mut hub) = Hub::settled(self.place, child)? else {
            // Its fail point came before it was ready: that is a death too.
            return Ok(point.is_some());
        };
        let spawned_ms = match hub.is_own() {
            true => spawned_ms,
            false => i64::MIN,
        };
        if self.look(spawned_ms) {
            self.restarts.push(begun.elapsed());
        }
        match death {
            Death::Serving { after } => pause(after),
            Death::Starting { .. } => {}
            Death::At { .. } => {
                if hub.ended_within(FAIL_POINT_MAX)?.is_some() {
                    return Ok(true);
                }
            }
        }
        hub.kill()?;
        Ok(true)
    }

    /// Reads what the new hub has pending.
    fn look(&self, spawned_ms: i64) -> bool {
        let from_ms = wall_ms();
        let (span, rows) = self.recorder.timed(|| self.place.pending());
        let Ok(rows) = rows else {
            return false;
        };
        let pending = rows
            .iter()
            .filter_map(|row| Some((wire::text(&row["session_id"])?, wire::pending_row(row))))
            .collect();
        self.recorder.recovery(Recovery {
            span,
            spawned_ms,
            from_ms,
            until_ms: wall_ms(),
            pending,
        });
        true
    }
}

/// Waits until nothing can time out while it is being read.
fn let_deadlines_pass(place: &Place) -> Result<()> {
    until("the end of what is due", || {
        let is_near = |row: &Value| row["remaining_seconds"].as_u64().is_some_and(|s| s < 5);
        Ok((!place.pending()?.iter().any(is_near)).then_some(()))
    })
}

/// Reads every interaction with its whole trail.
pub(crate) fn read_everything(place: &Place, recorder: &Recorder) -> Result<()> {
    for row in place.export()? {
        let id = wire::text(&row["session_id"]).context("no id")?;
        recorder.history().end.insert(id, wire::ending(&row)?);
    }
    Ok(())
}

/// Returns what is wrong with the audit; empty when everything fits.
pub(crate) fn verify(place: &Place) -> Result<String> {
    let mut command = place.command(&["audit", "verify"]);
    let line = process::line(&command);
    let output = command.output().with_context(|| format!("`{line}`"))?;
    if output.status.success() {
        return Ok(String::new());
    }
    let said = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&said).trim().to_owned())
}
