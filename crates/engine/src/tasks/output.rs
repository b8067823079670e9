//! Writes what attempts say, many records at a time, and tells watchers what is stored.
//!
//! Nothing is shown before it is stored, so a hub that dies takes nothing back. When the store is
//! slow, the queue fills up, drivers wait, and agents block on their pipes: slow is better than lost.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::TaskId;
use domain::task::output::Record;
use store::{NewOutput, StoreError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::Engine;
use crate::deadlines::store_retry;

/// Records that wait to be written, over all attempts.
const QUEUED_MAX: usize = 4_096;
/// How long at least is between two writes: soon enough to look live, long enough to be few. What
/// comes after a quiet time is written immediately.
const GATHER: Duration = Duration::from_millis(150);
/// Records per write; more than this are not gathered.
const WRITE_MAX: usize = 4_096;

/// One attempt of a task.
type Key = (TaskId, u32);

#[derive(Debug)]
enum Item {
    Record(Key, Box<Record>),
    /// Everything before this is to be stored now.
    Flush(oneshot::Sender<()>),
}

pub(super) struct OutputWriter {
    items: Mutex<Option<mpsc::Sender<Item>>>,
    stored: Arc<Stored>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

/// How far the output of each attempt is stored, for those who watch.
#[derive(Debug, Default)]
struct Stored(Mutex<HashMap<Key, watch::Sender<u64>>>);

impl OutputWriter {
    pub(super) fn start(engine: &Engine, stop: CancellationToken) -> Self {
        let (items, receiver) = mpsc::channel(QUEUED_MAX);
        let stored = Arc::<Stored>::default();
        let task = tokio::spawn(write(engine.clone(), receiver, Arc::clone(&stored), stop));
        Self {
            items: Mutex::new(Some(items)),
            stored,
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Waits until there is room for it.
    pub(super) async fn append(&self, task: TaskId, attempt: u32, record: Record) {
        self.send(Item::Record((task, attempt), Box::new(record)))
            .await;
    }

    /// Returns once everything that was appended before is stored.
    pub(super) async fn flush(&self) {
        let (done, is_done) = oneshot::channel();
        self.send(Item::Flush(done)).await;
        is_done.await.unwrap_or_default();
    }

    /// Lets the output of an attempt be watched from now on.
    pub(super) fn open(&self, task: TaskId, attempt: u32) {
        let key = (task, attempt);
        self.stored.lock().insert(key, watch::Sender::new(0));
    }

    /// Returns what tells how far the output of an attempt is stored; `None` when it is over.
    pub(super) fn watch(&self, task: TaskId, attempt: u32) -> Option<watch::Receiver<u64>> {
        let stored = self.stored.lock();
        stored.get(&(task, attempt)).map(watch::Sender::subscribe)
    }

    /// Nothing follows for this attempt: its watchers are let go.
    pub(super) fn end(&self, task: TaskId, attempt: u32) {
        self.stored.lock().remove(&(task, attempt));
    }

    pub(super) async fn close(&self) {
        self.items
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer of output ended badly");
        }
    }

    async fn send(&self, item: Item) {
        let items = self
            .items
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(items) = items {
            // Closed only after every attempt is over.
            items.send(item).await.unwrap_or_default();
        }
    }
}

impl Stored {
    fn reached(&self, key: Key, position: u64) {
        if let Some(stored) = self.lock().get(&key) {
            stored.send_replace(position);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, watch::Sender<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write(
    engine: Engine,
    mut items: mpsc::Receiver<Item>,
    stored: Arc<Stored>,
    stop: CancellationToken,
) {
    let mut batch = Vec::new();
    let mut next_write = Instant::now();
    while items.recv_many(&mut batch, WRITE_MAX).await > 0 {
        gather(&mut items, &mut batch, next_write).await;
        next_write = Instant::now() + GATHER;
        let (output, flushes) = sorted(&mut batch);
        store_output(&engine, &output, &stop).await;
        for output in output {
            if let Some(last) = output.records.last() {
                stored.reached((output.task, output.attempt), last.position);
            }
        }
        for flush in flushes {
            flush.send(()).unwrap_or_default();
        }
    }
}

/// Takes what comes before the next write is due, unless something waits for it to be stored.
async fn gather(items: &mut mpsc::Receiver<Item>, batch: &mut Vec<Item>, until: Instant) {
    let more = async {
        while batch.len() < WRITE_MAX && !batch.iter().any(is_flush) {
            let room = WRITE_MAX - batch.len();
            if items.recv_many(batch, room).await == 0 {
                return;
            }
        }
    };
    timeout_at(until, more).await.unwrap_or_default();
}

fn is_flush(item: &Item) -> bool {
    matches!(item, Item::Flush(_))
}

/// Sorts a batch by attempt; the records of each stay in order.
fn sorted(batch: &mut Vec<Item>) -> (Vec<NewOutput>, Vec<oneshot::Sender<()>>) {
    let mut output: BTreeMap<Key, Vec<Record>> = BTreeMap::new();
    let mut flushes = Vec::new();
    for item in batch.drain(..) {
        match item {
            Item::Record(key, record) => output.entry(key).or_default().push(*record),
            Item::Flush(done) => flushes.push(done),
        }
    }
    let output = output
        .into_iter()
        .map(|((task, attempt), records)| NewOutput {
            task,
            attempt,
            records,
        });
    (output.collect(), flushes)
}

/// Tries until it is stored; a hub that ends does not wait for a disk that is full.
async fn store_output(engine: &Engine, output: &[NewOutput], stop: &CancellationToken) {
    let mut retry = store_retry();
    let bytes_max = engine.rules().tasks.output_bytes_max;
    loop {
        let done = engine.inner.store.append_output(output.to_vec(), bytes_max);
        match done.await {
            Ok(()) => return,
            Err(error) if stop.is_cancelled() || is_final(&error) => {
                tracing::error!(%error, "output of attempts is lost");
                return;
            }
            Err(error) => {
                tracing::error!(%error, "cannot store output of attempts; trying again");
                engine.pause(retry.failed()).await;
            }
        }
    }
}

/// Whether only another start of the hub can help.
pub(super) fn is_final(error: &StoreError) -> bool {
    matches!(error, StoreError::Closed | StoreError::SyncFailed)
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;
    use domain::task::output::Entry;

    use super::*;

    fn item(position: u64) -> Item {
        let record = Record {
            position,
            at: Timestamp(0),
            entry: Entry::Heartbeat,
        };
        let key = (TaskId::from_random([1; 16]), 1);
        Item::Record(key, Box::new(record))
    }

    #[tokio::test(start_paused = true)]
    async fn first_record_after_a_quiet_time_is_not_held_back() {
        let (sender, mut items) = mpsc::channel(8);
        let begun = Instant::now();
        let mut batch = vec![item(1)];
        gather(&mut items, &mut batch, begun).await;
        assert_eq!((batch.len(), begun.elapsed()), (1, Duration::ZERO));
        // Right after a write, records are gathered until the next one is due.
        sender.send(item(3)).await.unwrap();
        let mut batch = vec![item(2)];
        gather(&mut items, &mut batch, begun + GATHER).await;
        assert_eq!((batch.len(), begun.elapsed()), (2, GATHER));
    }
}
