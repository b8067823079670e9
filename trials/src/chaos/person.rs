//! People on several surfaces: they answer, cancel, extend and type, and try again with the same
//! answer id when a crash swallowed the reply.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;

use super::asker::RECONNECT_PAUSE;
use super::history::{Act, ActReply, Deed};
use super::recorder::{Open, Recorder};
use super::wire;
use crate::calls::{self, Browser};
use crate::http::{Address, Reply, Request, Silence};
use crate::process::{Place, pause};
use crate::random::Random;

const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surface {
    Web,
    Cli,
    Terminal,
}

pub(crate) struct Person<'r> {
    pub(crate) place: Place,
    pub(crate) recorder: &'r Recorder,
    pub(crate) random: Random,
    pub(crate) surface: Surface,
}

/// How a person gets in.
pub(crate) struct Entrance {
    address: Address,
    headers: Vec<String>,
}

impl Person<'_> {
    pub(crate) fn run(mut self) {
        let Some(entrance) = self.enter() else {
            return;
        };
        while self.recorder.goes_on() {
            let questions = self.recorder.questions();
            let Some(open) = self.random.pick(&questions).cloned() else {
                pause(RECONNECT_PAUSE);
                continue;
            };
            match self.choose(&open) {
                Some(deed) => self.act(&entrance, &open.id, &deed),
                None => self.look(&entrance, &open.id),
            }
            pause(Duration::from_micros(self.random.below(4_000)));
        }
    }

    /// Decides what to do; `None` only looks.
    fn choose(&mut self, open: &Open) -> Option<Deed> {
        let answer_id = self.random.hex();
        let dice = self.random.below(100);
        if open.quiet {
            return (dice < 30).then_some(Deed::Extend);
        }
        match dice {
            0..45 => Some(Deed::Answer {
                answer_id,
                option: self.random.pick(&["a", "b", "c"])?.to_string(),
            }),
            45..53 => Some(Deed::Cancel { answer_id }),
            53..68 => Some(Deed::Extend),
            68..88 => Some(Deed::Draft { note: answer_id }),
            _ => None,
        }
    }

    /// Does it, again and again until a reply says what became of it.
    fn act(&self, entrance: &Entrance, id: &str, deed: &Deed) {
        while self.recorder.goes_on() {
            let reply = entrance.act(self.recorder, id, deed);
            match reply {
                None => {}
                Some(ActReply::Accepted { .. }) if deed.answer_id().is_none() => return,
                Some(ActReply::Accepted { .. } | ActReply::Lost(_)) => {
                    self.recorder.close(id);
                    return;
                }
                Some(ActReply::Refused(code)) => {
                    if code == "sign_in_required" {
                        self.recorder.sessions_lost.fetch_add(1, Ordering::Relaxed);
                    }
                    return;
                }
                // Only an act with its own id can be repeated without taking effect twice.
                Some(ActReply::Unknown) if deed.answer_id().is_none() => return,
                Some(ActReply::Unknown) => {}
            }
            pause(RECONNECT_PAUSE);
        }
    }

    fn look(&self, entrance: &Entrance, id: &str) {
        let look = calls::show(id);
        let (span, reply) = self.recorder.timed(|| entrance.send(look));
        if let Some(seen) = reply.ok().as_ref().and_then(wire::seen) {
            self.recorder.sighting(id, span, seen);
        }
    }

    fn enter(&self) -> Option<Entrance> {
        while self.recorder.goes_on() {
            if let Ok(entrance) = Entrance::of(&self.place, self.surface) {
                return Some(entrance);
            }
            pause(RECONNECT_PAUSE);
        }
        None
    }
}

impl Entrance {
    /// Enters where people on this surface do.
    pub(crate) fn of(place: &Place, surface: Surface) -> Result<Self> {
        let local = |name: &str| Self {
            address: place.local(),
            headers: vec![format!("X-Sayso-Surface: {name}")],
        };
        match surface {
            Surface::Cli => Ok(local("cli")),
            Surface::Terminal => Ok(local("terminal")),
            Surface::Web => Ok(Self {
                address: place.portal(),
                headers: Browser::sign_in(place)?.headers(place),
            }),
        }
    }

    /// Does it once and records what came of it; `None` when no hub was there.
    pub(crate) fn act(&self, recorder: &Recorder, id: &str, deed: &Deed) -> Option<ActReply> {
        let request = match deed {
            Deed::Answer { answer_id, option } => calls::answer(id, answer_id, option),
            Deed::Cancel { answer_id } => calls::cancel(id, answer_id),
            Deed::Extend => calls::extend(id),
            Deed::Draft { note } => calls::draft(id, note),
        };
        let (span, reply) = recorder.timed(|| self.send(request));
        let reply = match reply {
            Ok(reply) => wire::act_reply(&reply),
            Err(Silence::NoReply(_)) => ActReply::Unknown,
            Err(Silence::NotThere(_)) => return None,
        };
        recorder.act(Act {
            id: id.to_owned(),
            span,
            deed: deed.clone(),
            reply: reply.clone(),
        });
        Some(reply)
    }

    fn send(&self, request: Request) -> Result<Reply, Silence> {
        let request = request.with_all(&self.headers).within(PATIENCE);
        self.address.send(&request)
    }
}
