//! What an authenticated socket is sent: what it missed, then every change, and the time.

use domain::interaction::ListFilter;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use engine::{Change, ChangedSubject, FeedItem, Followed};
use protocol::{ClientMessage, RemovedSubject, ServerMessage};
use store::{ListQuery, PAGE_ROWS_MAX, StoreError, StoredOutline};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use super::output::{self, Attempt, Refusal, STREAMS_MAX, Subscriptions};
use super::{End, Proof, Sources, WRITE_WITHIN};
use crate::countdown::Countdown;
use crate::follows::Follows;
use crate::thread_view::{task_summary, thread_view};

const PING_EVERY: Duration = Duration::from_secs(20);
/// Often enough that a wrong clock is not noticed, rarely enough to cost nothing.
const CLOCK_EVERY: Duration = Duration::from_secs(5);
const SILENT_MAX: Duration = Duration::from_secs(45);
/// What a client may say in one ping period; there is hardly anything to say.
const MESSAGES_PER_PERIOD_MAX: u32 = 400;
/// Changes that are replayed to a client that comes back; beyond it a snapshot is shorter.
const REPLAY_MAX: u32 = 256;

/// One socket that has authenticated.
pub(super) struct Live<'s> {
    pub(super) sources: Sources,
    pub(super) socket: &'s mut WebSocket,
    pub(super) proof: Proof,
    pub(super) follows: Follows,
    /// The last number this client has.
    pub(super) seq: u64,
    pub(super) countdown: Countdown,
    pub(super) outputs: Subscriptions,
}

/// Everything that can happen to a live socket.
enum Input {
    Feed(Result<Arc<FeedItem>, RecvError>),
    Client(Option<Result<Message, axum::Error>>),
    Tick,
    Clock,
    SessionEnded,
    Stop,
    Output(Result<(Attempt, Followed), StoreError>),
}

impl Live<'_> {
    pub(super) async fn run(
        mut self,
        mut feed: Receiver<Arc<FeedItem>>,
        resume: Option<u64>,
    ) -> End {
        if let Err(end) = self.begin(resume).await {
            return end;
        }
        let mut ended = self.sources.access.sessions.ended();
        let mut ticks: Interval = interval(PING_EVERY);
        ticks.tick().await;
        let mut clocks = interval(CLOCK_EVERY);
        clocks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        clocks.tick().await;
        let mut heard_at = Instant::now();
        let mut heard_count = 0;
        loop {
            let counts = self.counts();
            let input = tokio::select! {
                // Output comes last: a talkative agent must not delay a question.
                biased;
                () = self.sources.stop.cancelled() => Input::Stop,
                item = feed.recv() => Input::Feed(item),
                message = self.socket.recv() => Input::Client(message),
                _ = ended.changed() => Input::SessionEnded,
                _ = ticks.tick() => Input::Tick,
                _ = clocks.tick(), if counts => Input::Clock,
                followed = self.outputs.next(), if !self.outputs.are_none() => Input::Output(followed),
            };
            let handled = match input {
                Input::Stop => Err(End::HubStops),
                Input::Feed(Ok(item)) => self.relay(&item).await,
                Input::Feed(Err(RecvError::Lagged(_))) => self.resync().await,
                Input::Feed(Err(RecvError::Closed)) => Err(End::HubStops),
                Input::Client(None | Some(Err(_)) | Some(Ok(Message::Close(_)))) => Err(End::Gone),
                Input::Client(Some(Ok(message))) => {
                    heard_at = Instant::now();
                    heard_count += 1;
                    if heard_count > MESSAGES_PER_PERIOD_MAX {
                        Err(End::TooTalkative)
                    } else {
                        self.hear(&message).await
                    }
                }
                Input::Clock => self.tell_time().await,
                Input::SessionEnded => self.check_session(),
                Input::Output(Ok((attempt, followed))) => {
                    self.send(&output::message(attempt, followed)).await
                }
                Input::Output(Err(error)) => Err(failed(error)),
                Input::Tick if heard_at.elapsed() > SILENT_MAX => Err(End::Gone),
                Input::Tick => {
                    heard_count = 0;
                    self.ping().await
                }
            };
            if let Err(end) = handled {
                return end;
            }
        }
    }

    /// Brings the client up to date, and tells a page what time it is.
    async fn begin(&mut self, resume: Option<u64>) -> Result<(), End> {
        self.catch_up(resume).await?;
        match &self.proof {
            Proof::Local => Ok(()),
            Proof::KeyOf(_) => {
                for stored in page(&self.sources, ListFilter::Active, PAGE_ROWS_MAX).await? {
                    self.countdown.note(&stored.outline);
                }
                self.tell_time().await
            }
        }
    }

    /// Whether time has to be told: programs on this machine have the hub's clock already.
    fn counts(&self) -> bool {
        match &self.proof {
            Proof::Local => false,
            Proof::KeyOf(_) => self.countdown.runs(),
        }
    }

    async fn tell_time(&mut self) -> Result<(), End> {
        let message = self.countdown.message(&self.sources.engine.clock().now());
        self.send(&message).await
    }

    /// Sends what the client missed, or everything.
    async fn catch_up(&mut self, resume: Option<u64>) -> Result<(), End> {
        let Some(seen) = resume else {
            return self.snapshot().await;
        };
        let newest = self.sources.engine.last_seq().await.map_err(failed)?;
        let missed = self.sources.engine.changes_after(seen, REPLAY_MAX + 1);
        let missed = missed.await.map_err(failed)?;
        let complete = missed.len() as u64 == newest.saturating_sub(seen)
            && missed.len() <= REPLAY_MAX as usize;
        if seen > newest || !complete {
            return self.resync().await;
        }
        self.seq = seen;
        for change in missed {
            self.relay(&FeedItem::Change(change)).await?;
        }
        Ok(())
    }

    async fn resync(&mut self) -> Result<(), End> {
        self.send(&ServerMessage::Resync).await?;
        self.snapshot().await
    }

    async fn snapshot(&mut self) -> Result<(), End> {
        // The number first: a change in between is then sent once more, which does no harm.
        let seq = self.sources.engine.last_seq().await.map_err(failed)?;
        let rows = rows(&self.sources, self.follows).await?;
        let interactions = rows
            .iter()
            .map(|stored| self.sources.views.row(stored))
            .collect();
        let pending = self.sources.engine.pending_count().await.map_err(failed)?;
        self.seq = seq;
        self.send(&ServerMessage::Snapshot {
            seq,
            interactions,
            pending,
        })
        .await
    }

    async fn relay(&mut self, item: &FeedItem) -> Result<(), End> {
        let message = match item {
            FeedItem::Change(change) if change.seq <= self.seq => return Ok(()),
            FeedItem::Change(change) if change.seq > self.seq + 1 => return self.resync().await,
            FeedItem::Change(change) => {
                self.seq = change.seq;
                self.note(change);
                self.change_message(change)
            }
            FeedItem::Draft { id, surface, draft } => ServerMessage::DraftChanged {
                session_id: id.to_string(),
                surface: *surface,
                draft: draft.clone(),
            },
            FeedItem::Presence(stored) => ServerMessage::AskerChanged {
                interaction: self.sources.views.row(stored),
            },
            FeedItem::Settings => ServerMessage::SettingsChanged,
        };
        match self.follows.sees(item) {
            true => self.send(&message).await,
            false => Ok(()),
        }
    }

    /// Records the deadline of a changed question.
    fn note(&mut self, change: &Change) {
        match &change.subject {
            ChangedSubject::Interaction {
                outline: Some(stored),
                ..
            } => self.countdown.note(&stored.outline),
            ChangedSubject::Interaction { id, outline: None } => self.countdown.forget(*id),
            ChangedSubject::Thread { .. } | ChangedSubject::Task { .. } => {}
        }
    }

    fn change_message(&self, change: &Change) -> ServerMessage {
        let seq = change.seq;
        let subject = match &change.subject {
            ChangedSubject::Interaction { id, outline } => match outline {
                Some(stored) => Ok(protocol::ChangedSubject::Interaction {
                    interaction: self.sources.views.row(stored),
                }),
                None => Err(RemovedSubject::Interaction {
                    session_id: id.to_string(),
                }),
            },
            ChangedSubject::Thread { id, stored } => match stored {
                Some(stored) => Ok(protocol::ChangedSubject::Thread {
                    thread: thread_view(stored),
                }),
                None => Err(RemovedSubject::Thread {
                    thread_id: id.to_string(),
                }),
            },
            ChangedSubject::Task { id, outline } => match outline {
                Some(outline) => Ok(protocol::ChangedSubject::Task {
                    task: task_summary(outline),
                }),
                None => Err(RemovedSubject::Task {
                    task_id: id.to_string(),
                }),
            },
        };
        match subject {
            Ok(subject) => ServerMessage::Changed {
                seq,
                event: change.event.clone(),
                subject,
            },
            Err(subject) => ServerMessage::Removed { seq, subject },
        }
    }

    /// Does what a client asks for after it has authenticated.
    async fn hear(&mut self, message: &Message) -> Result<(), End> {
        let Message::Text(text) = message else {
            return Ok(()); // the answer to a ping
        };
        match serde_json::from_str(text) {
            Ok(ClientMessage::Resync) => self.resync().await,
            Ok(ClientMessage::Subscribe {
                task_id,
                attempt: number,
                after,
            }) => self.subscribe(Attempt { task_id, number }, after).await,
            Ok(ClientMessage::Unsubscribe {
                task_id,
                attempt: number,
            }) => {
                self.outputs.close(&Attempt { task_id, number });
                Ok(())
            }
            Ok(ClientMessage::Auth { .. }) | Err(_) => {
                self.send(&ServerMessage::Refused {
                    code: "unknown_message".into(),
                    message: "the hub does not understand this message".into(),
                    task_id: None,
                    attempt: None,
                })
                .await
            }
        }
    }

    /// Lets those follow an attempt who may see every task.
    async fn subscribe(&mut self, attempt: Attempt, after: u64) -> Result<(), End> {
        let opened = match self.follows {
            Follows::Everything => {
                let tasks = &self.sources.tasks;
                let opened = self.outputs.open(tasks, attempt.clone(), after).await;
                opened.map_err(failed)?
            }
            Follows::Question(_) => Err(Refusal::UnknownAttempt),
        };
        let (code, message) = match opened {
            Ok(()) => return Ok(()),
            Err(Refusal::UnknownAttempt) => {
                ("unknown_attempt", "there is no such attempt".to_owned())
            }
            Err(Refusal::TooMany) => {
                let message = format!("at most {STREAMS_MAX} attempts at the same time");
                ("too_many_streams", message)
            }
        };
        self.send(&ServerMessage::Refused {
            code: code.into(),
            message,
            task_id: Some(attempt.task_id),
            attempt: Some(attempt.number),
        })
        .await
    }

    fn check_session(&self) -> Result<(), End> {
        let now = self.sources.engine.clock().now().wall;
        match &self.proof {
            Proof::Local => Ok(()),
            Proof::KeyOf(session) if self.sources.access.sessions.is_live(session, now) => Ok(()),
            Proof::KeyOf(_) => Err(End::SignedOut),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        self.check_session()?;
        self.write(Message::Ping(bytes::Bytes::new())).await
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).expect("messages are plain values");
        self.write(Message::text(text)).await
    }

    async fn write(&mut self, message: Message) -> Result<(), End> {
        match timeout(WRITE_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}

/// What a snapshot shows.
async fn rows(sources: &Sources, follows: Follows) -> Result<Vec<StoredOutline>, End> {
    match follows {
        Follows::Everything => {
            let recent = sources.settings.current().settings.recent_completed;
            let mut rows = page(sources, ListFilter::Active, PAGE_ROWS_MAX).await?;
            if recent > 0 {
                rows.extend(page(sources, ListFilter::Completed, recent).await?);
            }
            Ok(rows)
        }
        Follows::Question(id) => {
            let found = sources.engine.outline(id).await.map_err(failed)?;
            Ok(found.into_iter().collect())
        }
    }
}

async fn page(
    sources: &Sources,
    filter: ListFilter,
    limit: u32,
) -> Result<Vec<StoredOutline>, End> {
    let query = ListQuery {
        filter,
        limit,
        ..ListQuery::default()
    };
    Ok(sources.engine.list(&query).await.map_err(failed)?.rows)
}

fn failed(error: StoreError) -> End {
    tracing::error!(
        error = &error as &dyn std::error::Error,
        "a live socket cannot read the store"
    );
    End::HubFailed
}
