//! The real engine on SQLite in a temporary directory, with a clock that the test moves.

use std::sync::Arc;

use domain::interaction::{AnswerDraft, Interface};
use domain::{AnswerId, InteractionId, Surface};
use engine::{ChangedSubject, CommandError, Engine, FeedItem, Rules};
use store::{SqliteStore, Stored};
use tempfile::TempDir;

use crate::clock::ManualClock;
use crate::question::{asker, choice, person};

pub struct TestEngine {
    pub engine: Engine,
    pub clock: Arc<ManualClock>,
    directory: Arc<TempDir>,
    rules: Rules,
}

impl TestEngine {
    pub async fn start() -> Self {
        Self::start_with(Rules::default()).await
    }

    pub async fn start_with(rules: Rules) -> Self {
        let directory = Arc::new(tempfile::tempdir().expect("a temporary directory"));
        Self::open(directory, Arc::new(ManualClock::default()), rules).await
    }

    /// Ends this engine and starts another on the same database and clock.
    pub async fn restart(self) -> Self {
        self.engine.stop().await;
        Self::open(self.directory, self.clock, self.rules).await
    }

    async fn open(directory: Arc<TempDir>, clock: Arc<ManualClock>, rules: Rules) -> Self {
        let path = directory.path().join("test.db");
        let store = SqliteStore::open(&path).await.expect("a database");
        let engine = Engine::start(Arc::new(store), clock.clone(), rules.clone())
            .await
            .expect("an engine");
        Self {
            engine,
            clock,
            directory,
            rules,
        }
    }

    /// Asks an ordinary question with options `a` and `b` and this timeout.
    pub async fn ask_seconds(&self, timeout_seconds: i64) -> Stored {
        let request = choice("single", &["a", "b"], |spec| {
            spec.timeout_seconds = Some(timeout_seconds)
        });
        let asked = self
            .engine
            .ask(asker("codex", "/src/shop"), request, Interface::Web)
            .await;
        asked.expect("a question").stored
    }

    /// Answers with these options on the command line.
    pub async fn answer(
        &self,
        id: InteractionId,
        selected: &[&str],
    ) -> Result<Stored, CommandError> {
        let draft = AnswerDraft {
            selected_ids: selected.iter().map(|id| (*id).into()).collect(),
            ..AnswerDraft::default()
        };
        self.engine
            .answer(id, draft, fresh_answer_id(), None, person(Surface::Cli))
            .await
    }

    /// Waits until the interaction is in a state that `wanted` accepts.
    pub async fn until(&self, id: InteractionId, wanted: impl Fn(&Stored) -> bool) -> Stored {
        let mut feed = self.engine.watch();
        loop {
            let stored = self
                .engine
                .interaction(id)
                .await
                .expect("a database")
                .expect("the interaction");
            if wanted(&stored) {
                return stored;
            }
            loop {
                if let FeedItem::Change(change) = &*feed.recv().await.expect("the feed goes on") {
                    let ChangedSubject::Interaction { id: changed, .. } = &change.subject else {
                        continue;
                    };
                    if *changed == id {
                        break;
                    }
                }
            }
        }
    }
}

/// A new act of answering.
fn fresh_answer_id() -> AnswerId {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let mut bytes = [0; 16];
    bytes[8..].copy_from_slice(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    AnswerId::from_random(bytes)
}
