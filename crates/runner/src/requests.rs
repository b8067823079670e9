//! What an agent waits for, and the way an answer gets back to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::attempt::{Reply, RequestId};

/// Requests that may be open at the same time in one attempt. A person answers one after the other;
/// an agent that opens more has lost its way.
const OPEN_MAX: usize = 64;

/// The open requests of one attempt.
#[derive(Debug, Clone, Default)]
pub(crate) struct Requests {
    open: Arc<Mutex<Open>>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    waiting: BTreeMap<RequestId, oneshot::Sender<Reply>>,
}

impl Requests {
    /// Opens a request; `None` when too many are open. The receiver fails once it was withdrawn.
    pub(crate) fn open(&self) -> Option<(RequestId, oneshot::Receiver<Reply>)> {
        let mut open = self.lock();
        if open.waiting.len() == OPEN_MAX {
            return None;
        }
        open.last += 1;
        let id = RequestId(open.last);
        let (sender, receiver) = oneshot::channel();
        open.waiting.insert(id, sender);
        Some((id, receiver))
    }

    /// Answers a request; `false` when it is not open.
    pub(crate) fn reply(&self, id: RequestId, reply: Reply) -> bool {
        let waiting = self.lock().waiting.remove(&id);
        waiting.is_some_and(|waiting| waiting.send(reply).is_ok())
    }

    pub(crate) fn withdraw(&self, id: RequestId) {
        self.lock().waiting.remove(&id);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // Each critical section leaves the map consistent, so a panic elsewhere spoils nothing.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
