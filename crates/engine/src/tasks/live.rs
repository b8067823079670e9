//! The attempts that this hub runs right now, and the way to them. Memory only.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard};

use domain::task::TurnOutcome;
use domain::{InteractionId, TaskId, ThreadId};
use tokio::sync::mpsc;

/// Instructions that a driver has not taken yet. They come at the pace of a person, so more than this
/// means that it does not listen any more.
const INSTRUCTIONS_MAX: usize = 64;

/// What the driver of an attempt is told.
#[derive(Debug)]
pub(super) enum Instruction {
    /// The attempt is to be ended.
    Stop,
    /// The agent has asked the person by one of the hub's tools.
    Asks,
    /// This question is decided.
    Decided(InteractionId),
    /// The agent has said itself how its turn ends.
    Reported(Report),
}

/// What an agent says of its turn, with the tool for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub outcome: TurnOutcome,
    /// A summary, or the question; may be empty.
    pub message: String,
}

#[derive(Debug, Clone)]
pub(super) struct LiveAttempt {
    pub(super) number: u32,
    pub(super) thread: ThreadId,
    pub(super) directory: String,
    /// What proves that a caller is the agent of this attempt.
    pub(super) secret: String,
    /// Questions whose outcome its own calls have taken. They say so to the hub only afterwards,
    /// and the attempt may be over by then.
    taken: BTreeSet<InteractionId>,
    instructions: mpsc::Sender<Instruction>,
}

impl LiveAttempt {
    pub(super) fn new(
        number: u32,
        thread: ThreadId,
        directory: String,
        secret: String,
    ) -> (Self, mpsc::Receiver<Instruction>) {
        let (instructions, receiver) = mpsc::channel(INSTRUCTIONS_MAX);
        let live = Self {
            number,
            thread,
            directory,
            secret,
            taken: BTreeSet::new(),
            instructions,
        };
        (live, receiver)
    }
}

#[derive(Debug, Default)]
pub(super) struct LiveAttempts(Mutex<HashMap<TaskId, LiveAttempt>>);

impl LiveAttempts {
    pub(super) fn insert(&self, task: TaskId, attempt: LiveAttempt) {
        self.lock().insert(task, attempt);
    }

    pub(super) fn remove(&self, task: TaskId) {
        self.lock().remove(&task);
    }

    /// Tells the driver of an attempt; one that is over needs to hear nothing.
    pub(super) fn tell(&self, task: TaskId, attempt: u32, instruction: Instruction) {
        let live = self.lock();
        if let Some(found) = live.get(&task).filter(|found| found.number == attempt)
            && let Err(error) = found.instructions.try_send(instruction)
        {
            tracing::debug!(%task, attempt, %error, "an attempt that ends was told something");
        }
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.lock().len()).unwrap_or(u32::MAX)
    }

    /// Returns the task that works in a directory.
    pub(super) fn in_directory(&self, directory: &str) -> Option<TaskId> {
        let live = self.lock();
        let mut found = live
            .iter()
            .filter(|(_, found)| found.directory == directory);
        found.next().map(|(task, _)| *task)
    }

    /// Returns the attempt whose agent holds this secret.
    pub(super) fn by_secret(&self, secret: &str) -> Option<(TaskId, LiveAttempt)> {
        let live = self.lock();
        let mut found = live.iter().filter(|(_, found)| found.secret == secret);
        found.next().map(|(task, found)| (*task, found.clone()))
    }

    /// Returns the secret of the attempt that runs in a thread.
    pub(super) fn secret_in(&self, thread: ThreadId) -> Option<String> {
        let live = self.lock();
        let mut found = live.values().filter(|found| found.thread == thread);
        found.next().map(|found| found.secret.clone())
    }

    /// Notes that the agent of a thread takes the outcome of its question.
    pub(super) fn take(&self, thread: ThreadId, question: InteractionId) {
        let mut live = self.lock();
        if let Some(found) = live.values_mut().find(|found| found.thread == thread) {
            found.taken.insert(question);
        }
    }

    /// Notes that the agent of a thread had given up before the outcome reached it.
    pub(super) fn give_back(&self, thread: ThreadId, question: InteractionId) {
        let mut live = self.lock();
        if let Some(found) = live.values_mut().find(|found| found.thread == thread) {
            found.taken.remove(&question);
        }
    }

    pub(super) fn has_taken(&self, task: TaskId, question: InteractionId) -> bool {
        let live = self.lock();
        live.get(&task)
            .is_some_and(|found| found.taken.contains(&question))
    }

    pub(super) fn all(&self) -> Vec<(TaskId, u32)> {
        let live = self.lock();
        live.iter()
            .map(|(task, found)| (*task, found.number))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TaskId, LiveAttempt>> {
        self.0
            .lock()
            .expect("no code panics while it holds the attempts")
    }
}
