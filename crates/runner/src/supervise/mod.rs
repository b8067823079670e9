//! Runs one attempt: starts its program, lets an executor talk to it, and ends the whole process
//! tree, whether the turn ended, the program exited or the hub asked to stop.
//!
//! One task owns the process and its tree. It reads the pipes until they are closed, so nothing
//! that the program wrote is lost; when the receiver does not take what was read, it stops reading
//! and the program blocks.

mod ending;
mod stages;
mod start;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use processes::Identity;

use crate::acp::Extent;
use crate::attempt::{Ending, Order, Reply, RequestId, Said};
use crate::requests::Requests;
use crate::tree::{Cgroup, Patience, Stopped, Tree};

pub(crate) use ending::Outcome;
pub(crate) use stages::PRINTED_BYTES_MAX;
pub use start::StartError;

/// What was said and not taken yet. When it is full, we stop reading and the agent blocks on its
/// pipe: slow is better than lost.
const SAID_MAX: usize = 256;

/// One start of an executor. Dropping it stops the agent.
#[derive(Debug)]
pub struct Attempt {
    said: mpsc::Receiver<Said>,
    control: Control,
    trace: Trace,
    task: JoinHandle<Ended>,
}

/// The data to find the processes of an attempt again after the hub that started them has exited.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Trace {
    /// The value of [`MARK`](crate::tree::MARK).
    pub name: String,
    pub root: Identity,
    /// The directory of its control group, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cgroup: Option<std::path::PathBuf>,
}

impl Trace {
    /// Returns what is left of the attempt.
    pub fn find(&self) -> Tree {
        let cgroup = self.cgroup.clone().and_then(Cgroup::open);
        Tree::found_again(self.name.clone(), Some(self.root), cgroup)
    }
}

/// How an attempt was over, and how its processes ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub ending: Ending,
    pub stopped: Stopped,
}

impl Attempt {
    /// Starts the program of `order`. Needs a tokio runtime around it.
    pub fn start(order: Order) -> Result<Self, StartError> {
        Self::start_to(order, Extent::WholeTurn)
    }

    pub(crate) fn start_to(order: Order, extent: Extent) -> Result<Self, StartError> {
        let started = start::start(&order)?;
        let trace = started.trace.clone();
        let (sender, said) = mpsc::channel(SAID_MAX);
        let (stop, stopping) = watch::channel(None);
        let control = Control {
            requests: Requests::default(),
            cancelled: CancellationToken::new(),
            stop,
        };
        let link = Link {
            said: sender,
            requests: control.requests.clone(),
            cancelled: control.cancelled.clone(),
        };
        let task = tokio::spawn(stages::run(order, extent, started, link, stopping));
        Ok(Self {
            said,
            control,
            trace,
            task,
        })
    }

    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Returns what the agent says next; `None` once everything was said and all its processes have
    /// ended. Safe to cancel.
    pub async fn next(&mut self) -> Option<Said> {
        self.said.recv().await
    }

    /// Ends the attempt, if it has not ended yet, and returns how. Drops what [`Self::next`] has not
    /// taken: to keep everything, call [`Control::stop`] and take until `None` first.
    pub async fn finish(mut self, patience: Patience) -> Ended {
        self.control.stop(patience);
        while self.said.recv().await.is_some() {}
        match (&mut self.task).await {
            Ok(ended) => ended,
            Err(error) => {
                tracing::error!(%error, "the task of an attempt failed");
                let stopped = self.trace.find().stop(patience).await;
                let message = "sayso itself failed while it ran the agent".to_owned();
                Ended {
                    ending: Ending::Failed { message },
                    stopped,
                }
            }
        }
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        self.control.stop(Patience::default());
    }
}

/// Reaches a running attempt from elsewhere.
#[derive(Debug, Clone)]
pub struct Control {
    requests: Requests,
    cancelled: CancellationToken,
    stop: watch::Sender<Option<Patience>>,
}

impl Control {
    /// Answers a request; `false` when the agent does not wait for it any more.
    pub fn reply(&self, id: RequestId, reply: Reply) -> bool {
        self.requests.reply(id, reply)
    }

    /// Asks the agent to end its turn, in the way of its protocol. A plain program has no such way
    /// and is terminated.
    pub fn cancel(&self) {
        self.cancelled.cancel();
    }

    /// Ends the attempt: cancels it, then terminates, then kills what is left. The first call counts.
    pub fn stop(&self, patience: Patience) {
        self.stop.send_if_modified(|stop| {
            let first = stop.is_none();
            stop.get_or_insert(patience);
            first
        });
    }
}

/// What an executor reaches of its attempt.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    said: mpsc::Sender<Said>,
    pub(crate) requests: Requests,
    pub(crate) cancelled: CancellationToken,
}

impl Link {
    /// Waits until there is room for it.
    pub(crate) async fn say(&self, said: Said) {
        // The receiver is gone once the attempt is dropped; the attempt is being stopped then.
        let _ = self.said.send(said).await;
    }
}
