//! Askers at the socket: ask, wait, poll, leave in the middle, take back.

use std::time::Duration;

use serde_json::{Value, json};

use super::history::{Act, ActReply, Ask, Asked, Deed, Seen};
use super::place::{Place, pause};
use super::random::Random;
use super::recorder::{Open, Recorder};
use super::wire;
use crate::local_http::{Reply, Request, Silence, asker_header};

/// Between two attempts to reach a hub that is not there.
pub(crate) const RECONNECT_PAUSE: Duration = Duration::from_millis(3);
/// Polls before an asker leaves its question to itself.
const POLLS_MAX: usize = 6;
/// Questions of one name; a hub lets an agent ask fifty at once, then ten each second.
const QUESTIONS_PER_NAME: u64 = 20;

pub(crate) struct Asker<'r> {
    pub(crate) place: Place,
    pub(crate) recorder: &'r Recorder,
    pub(crate) random: Random,
    pub(crate) lane: u64,
}

/// A question as the storm asks it.
pub(crate) fn question(title: &str, timeout_seconds: u64) -> Value {
    json!({
        "title": title,
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
        "interface": "web",
        "timeout_seconds": timeout_seconds,
    })
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
            let body = question(title, seconds);
            let call = || self.call(client, "POST", "/api/v1/asks", Some(&body), 3_000);
            let (span, reply) = self.recorder.timed(call);
            if matches!(reply, Err(Silence::NotThere(_))) {
                pause(RECONNECT_PAUSE);
                continue;
            }
            let asked = reply.ok().filter(|reply| matches!(reply.status, 200 | 201));
            let acknowledged = asked.and_then(|reply| {
                let interaction = reply.json().ok()?["interaction"].take();
                Some(Asked {
                    id: wire::text(&interaction["session_id"])?,
                    deadline_ms: wire::millis(&interaction["deadline_at"]),
                })
            });
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
            let patience_ms = match self.random.chance(10) {
                true => 1 + self.random.below(40),
                false => 3_000,
            };
            match self.poll(client, id, patience_ms) {
                Some(Seen::Closed(_)) => {
                    if self.random.chance(50) {
                        self.poll(client, id, 3_000);
                    }
                    let receipt = format!("/api/v1/asks/{id}/receipt");
                    // Whether the hub heard it is seen in the trail, not here.
                    let _ = self.call(client, "POST", &receipt, Some(&json!({})), 3_000);
                    return;
                }
                Some(Seen::Absent) => return,
                Some(Seen::Pending) => {}
                None => pause(RECONNECT_PAUSE),
            }
        }
    }

    fn poll(&self, client: &str, id: &str, patience_ms: u64) -> Option<Seen> {
        let path = format!("/api/v1/asks/{id}/result?wait_seconds=1");
        let call = || self.call(client, "GET", &path, None, patience_ms);
        let (span, reply) = self.recorder.timed(call);
        let seen = wire::seen(&reply.ok()?)?;
        self.recorder.sighting(id, span, seen.clone());
        Some(seen)
    }

    fn withdraw(&mut self, client: &str, id: &str) {
        let answer_id = self.random.hex();
        let path = format!("/api/v1/asks/{id}/cancel");
        let body = json!({"answer_id": answer_id, "note": answer_id});
        let call = || self.call(client, "POST", &path, Some(&body), 3_000);
        let (span, reply) = self.recorder.timed(call);
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

    fn call(
        &self,
        client: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
        patience_ms: u64,
    ) -> Result<Reply, Silence> {
        let request = Request {
            method,
            path,
            headers: vec![asker_header(client, "/src/chaos")],
            body: body.map(Value::to_string),
            patience: Some(Duration::from_millis(patience_ms)),
        };
        self.place.local().send(&request)
    }
}
