//! Askers at the socket: ask, wait, poll, leave in the middle, withdraw.

use std::time::Duration;

use super::history::{Act, ActReply, Ask, Deed, Seen};
use super::recorder::{Open, Recorder};
use super::wire;
use crate::calls::{self, question};
use crate::http::{Reply, Request, Silence};
use crate::process::{Place, pause};
use crate::random::Random;

/// Between two attempts to reach a hub that is not there.
pub(crate) const RECONNECT_PAUSE: Duration = Duration::from_millis(3);
/// A hub under crashes replies sooner, or never.
const PATIENCE: Duration = Duration::from_secs(3);
/// Polls before an asker leaves its question to itself.
const POLLS_MAX: usize = 6;
/// Questions of one name; a hub lets an agent ask fifty in a burst, then ten each second.
const QUESTIONS_PER_NAME: u64 = 20;

pub(crate) struct Asker<'r> {
    pub(crate) place: Place,
    pub(crate) recorder: &'r Recorder,
    pub(crate) random: Random,
    pub(crate) lane: u64,
}

impl Asker<'_> {
    /// Asks one question after the other until the storm is over.
    pub(crate) fn run(mut self) {
        let mut number = 0;
        while self.recorder.goes_on() {
            let client = format!("asker-{}-{}", self.lane, number / QUESTIONS_PER_NAME);
            let title = format!("{} of asker {}", number, self.lane);
            let quiet = self.random.chance(15);
            let timeout_seconds = match quiet {
                true => 1 + self.random.below(3),
                false => 120,
            };
            if let Some(id) = self.ask(&client, &title, timeout_seconds, quiet) {
                self.wait(&client, &id);
            }
            number += 1;
        }
    }

    fn ask(&self, client: &str, title: &str, seconds: u64, quiet: bool) -> Option<String> {
        while self.recorder.goes_on() {
            let ask = calls::ask(client, &question(title, seconds));
            let (span, reply) = self.recorder.timed(|| self.call(ask, PATIENCE));
            if matches!(reply, Err(Silence::NotThere(_))) {
                pause(RECONNECT_PAUSE);
                continue;
            }
            let asked = reply.ok().filter(|reply| matches!(reply.status, 200 | 201));
            let acknowledged = asked.and_then(|reply| wire::asked(&reply.json().ok()?));
            let id = acknowledged.as_ref().map(|asked| asked.id.clone());
            self.recorder.ask(Ask {
                title: title.to_owned(),
                span,
                acknowledged,
            });
            if let Some(id) = id {
                self.recorder.open(Open {
                    id: id.clone(),
                    quiet,
                });
                return Some(id);
            }
            pause(RECONNECT_PAUSE);
        }
        None
    }

    fn wait(&mut self, client: &str, id: &str) {
        for _ in 0..POLLS_MAX {
            if !self.recorder.goes_on() {
                return;
            }
            if self.random.chance(3) {
                self.withdraw(client, id);
            }
            // Hanging up in the middle of a wait is what a dying asker does.
            let patience = match self.random.chance(10) {
                true => Duration::from_millis(1 + self.random.below(40)),
                false => PATIENCE,
            };
            match self.poll(client, id, patience) {
                Some(Seen::Closed(_)) => {
                    if self.random.chance(50) {
                        self.poll(client, id, PATIENCE);
                    }
                    // Whether the hub heard it is seen in the trail, not here.
                    self.call(calls::receipt(client, id), PATIENCE).ok();
                    return;
                }
                Some(Seen::Absent) => return,
                Some(Seen::Pending) => {}
                None => pause(RECONNECT_PAUSE),
            }
        }
    }

    fn poll(&self, client: &str, id: &str, patience: Duration) -> Option<Seen> {
        let poll = calls::result(client, id, 1);
        let (span, reply) = self.recorder.timed(|| self.call(poll, patience));
        let seen = wire::seen(&reply.ok()?)?;
        self.recorder.sighting(id, span, seen.clone());
        Some(seen)
    }

    fn withdraw(&mut self, client: &str, id: &str) {
        let answer_id = self.random.hex();
        let withdraw = calls::withdraw(client, id, &answer_id);
        let (span, reply) = self.recorder.timed(|| self.call(withdraw, PATIENCE));
        if matches!(reply, Err(Silence::NotThere(_))) {
            return;
        }
        self.recorder.act(Act {
            id: id.to_owned(),
            span,
            deed: Deed::Cancel { answer_id },
            reply: reply.map_or(ActReply::Unknown, |reply| wire::act_reply(&reply)),
        });
    }

    fn call(&self, request: Request, patience: Duration) -> Result<Reply, Silence> {
        self.place.local().send(&request.within(patience))
    }
}
