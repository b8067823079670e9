//! The stages of one attempt: talk, say goodbye, end the tree, read the rest.

use std::pin::pin;
use std::process::ExitStatus;
use std::time::Duration;

use domain::task::output::{Entry, Stream};
use tokio::process::{Child, ChildStderr};
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::ending::{Outcome, end};
use super::start::Started;
use super::{Ended, Link};
use crate::acp::{self, Extent};
use crate::agents::Kind;
use crate::attempt::{Order, Said};
use crate::command;
use crate::lines::Lines;
use crate::tree::{Patience, Stopped};

/// How long a program may take to leave after its turn, before it is asked to. Its input is closed by
/// then, and many leave when they see that.
const GOODBYE: Duration = Duration::from_millis(500);

/// What a program left behind has less time than one that is stopped in the middle of its work.
const LEFT_BEHIND: Patience = Patience {
    cancel: Duration::ZERO,
    terminate: Duration::from_secs(2),
    kill: Duration::from_secs(10),
};

/// How long to read from pipes that a process which could not be ended holds open.
const READ_ON: Duration = Duration::from_secs(1);

/// A longer line that a program prints is kept in pieces of this size.
pub(crate) const PRINTED_BYTES_MAX: usize = 16 * 1024;

pub(super) async fn run(
    order: Order,
    extent: Extent,
    mut started: Started,
    link: Link,
    stopping: watch::Receiver<Option<Patience>>,
) -> Ended {
    let stdin = started.child.stdin.take();
    let stdout = started.child.stdout.take();
    let stderr = started.child.stderr.take();
    let (over, is_over) = oneshot::channel();
    let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
        unreachable!("all three are piped");
    };
    let cancelled = link.cancelled.clone();
    let errors = link.clone();
    let talking = async {
        let outcome = match order.agent.kind {
            Kind::Acp => acp::talk(&order, extent, stdin, stdout, link).await,
            Kind::Command => command::talk(&order, stdin, stdout, link).await,
        };
        // The other end is gone once it has stopped waiting for this.
        let _ = over.send(());
        outcome
    };
    let reading = async { tokio::join!(talking, read_errors(stderr, errors)) };
    let ladder = Ladder {
        started,
        stopping,
        cancelled: cancelled.clone(),
        can_cancel: match order.agent.kind {
            Kind::Acp => true,
            Kind::Command => false,
        },
    };
    let mut reading = pin!(reading);
    let mut climbing = pin!(ladder.climb(is_over));
    let mut read = None;
    // Both go on together: a program that is being stopped may still have much to say.
    let (stopped, status) = loop {
        tokio::select! {
            both = &mut reading, if read.is_none() => read = Some(both),
            climbed = &mut climbing => break climbed,
        }
    };
    let read = match (read, &stopped) {
        (Some(read), _) => Some(read),
        (None, Stopped::Asked | Stopped::Killed) => Some(reading.await),
        (None, Stopped::Remains(_)) => timeout(READ_ON, reading).await.ok(),
    };
    let (outcome, last_error) = read.unwrap_or((Outcome::Exited { closing: None }, None));
    let ending = end(outcome, status, last_error, cancelled.is_cancelled());
    Ended { ending, stopped }
}

/// The steps that end an attempt, each harder than the one before.
struct Ladder {
    started: Started,
    stopping: watch::Receiver<Option<Patience>>,
    cancelled: CancellationToken,
    can_cancel: bool,
}

/// Why the ladder is climbed.
enum Reason {
    TalkOver,
    /// Others may still hold its pipes: the rest of its output is read after its tree has ended.
    Exited,
    Asked(Patience),
}

impl Ladder {
    async fn climb(
        mut self,
        mut talk_over: oneshot::Receiver<()>,
    ) -> (Stopped, Option<ExitStatus>) {
        let reason = tokio::select! {
            _ = &mut talk_over => Reason::TalkOver,
            _ = self.started.child.wait() => Reason::Exited,
            patience = asked(&mut self.stopping) => Reason::Asked(patience),
            () = self.cancelled.cancelled(), if !self.can_cancel => {
                Reason::Asked(Patience::default())
            }
        };
        let patience = match reason {
            Reason::TalkOver => {
                self.goodbye().await;
                LEFT_BEHIND
            }
            Reason::Exited => LEFT_BEHIND,
            Reason::Asked(patience) => {
                self.cancelled.cancel();
                if self.can_cancel {
                    // Whether it left in time shows in the next step.
                    let _ = timeout(patience.cancel, self.leaves(talk_over)).await;
                }
                patience
            }
        };
        let stopped = self.started.tree.stop(patience).await;
        let status = exit_status(&mut self.started.child, &stopped).await;
        (stopped, status)
    }

    async fn leaves(&mut self, talk_over: oneshot::Receiver<()>) {
        tokio::select! {
            _ = talk_over => self.goodbye().await,
            _ = self.started.child.wait() => {}
        }
    }

    /// Lets the program leave; if it stays, the next step ends it.
    async fn goodbye(&mut self) {
        let _ = timeout(GOODBYE, self.started.child.wait()).await;
    }
}

async fn asked(stopping: &mut watch::Receiver<Option<Patience>>) -> Patience {
    let asked = stopping.wait_for(Option::is_some).await;
    // The sender is gone only when the attempt and every control of it were dropped.
    asked
        .ok()
        .and_then(|patience| *patience)
        .unwrap_or_default()
}

async fn exit_status(child: &mut Child, stopped: &Stopped) -> Option<ExitStatus> {
    match stopped {
        Stopped::Asked | Stopped::Killed => child.wait().await.ok(),
        Stopped::Remains(_) => child.try_wait().ok().flatten(),
    }
}

/// Passes on what the program prints about its own troubles; returns the last line that says something.
async fn read_errors(stderr: ChildStderr, link: Link) -> Option<String> {
    let mut lines = Lines::new(stderr, PRINTED_BYTES_MAX);
    let mut last = None;
    while let Ok(Some(line)) = lines.next().await {
        let text = line.into_text();
        if !text.trim().is_empty() {
            last = Some(text.clone());
        }
        let stream = Stream::Stderr;
        link.say(Said::Entry(Entry::Printed { stream, text })).await;
    }
    last
}
