//! Tells a waiting client that it still waits for a person, and where they can answer.
//!
//! Only for calls that brought a token. The figure strictly grows, and nothing is sent once the
//! call has its result.

use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

const EVERY: Duration = Duration::from_secs(10);

/// What the messages are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    Asked {
        title: String,
        url: String,
        remaining_seconds: Option<u64>,
    },
    Polled {
        session_id: String,
    },
}

pub(crate) struct Progress {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    subject: Subject,
    ticks: Interval,
    began: Instant,
    last: f64,
}

impl Progress {
    pub(crate) fn new(peer: Peer<RoleServer>, token: ProgressToken, subject: Subject) -> Self {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            peer,
            token,
            subject,
            ticks,
            began: Instant::now(),
            last: -1.0,
        }
    }

    /// Returns when the next message is due; the first is due immediately and shows the link.
    pub(crate) async fn due(&mut self) {
        self.ticks.tick().await;
    }

    pub(crate) async fn send(&mut self) {
        let elapsed = self.began.elapsed();
        self.last = elapsed.as_secs_f64().floor().max(self.last + 1.0);
        let param = ProgressNotificationParam::new(self.token.clone(), self.last)
            .with_message(message(&self.subject, elapsed.as_secs()));
        if let Err(error) = self.peer.notify_progress(param).await {
            // The result will meet the same trouble and is the one that counts.
            tracing::debug!(%error, "progress was not sent");
        }
    }
}

fn message(subject: &Subject, elapsed_seconds: u64) -> String {
    match subject {
        Subject::Asked {
            title,
            url,
            remaining_seconds,
        } => {
            let left = remaining_seconds.and_then(|given| given.checked_sub(elapsed_seconds));
            let left = left
                .map(|left| format!(" ({} left)", duration(left)))
                .unwrap_or_default();
            format!("Waiting for the person to decide \"{title}\": {url}{left}")
        }
        Subject::Polled { session_id } => {
            format!("Still waiting for the person to answer question {session_id}")
        }
    }
}

fn duration(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_message_names_question_link_and_remaining_time() {
        let asked = |remaining_seconds| Subject::Asked {
            title: "Which schema?".into(),
            url: "http://localhost:7297/choice/1".into(),
            remaining_seconds,
        };
        let start =
            "Waiting for the person to decide \"Which schema?\": http://localhost:7297/choice/1";
        for (subject, elapsed, expected) in [
            (asked(Some(300)), 10, format!("{start} (4 min 50 s left)")),
            (asked(Some(30)), 20, format!("{start} (10 s left)")),
            (
                asked(Some(86_400)),
                60,
                format!("{start} (23 h 59 min left)"),
            ),
            // The person may have extended it since.
            (asked(Some(30)), 40, start.to_owned()),
            (asked(None), 40, start.to_owned()),
            (
                Subject::Polled {
                    session_id: "abc".into(),
                },
                0,
                "Still waiting for the person to answer question abc".into(),
            ),
        ] {
            assert_eq!(message(&subject, elapsed), expected);
        }
    }
}
