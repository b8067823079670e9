//! Follows one task: what its attempts print, then what the task itself comes to.
//!
//! Output is read by position, so that nothing is lost or told twice when the hub restarts. The
//! live stream only says when to look at the task again.

use std::io;
use std::time::Instant;

use client::{ClientError, HubClient, LiveStream, Losses};
use domain::task::Status;
use protocol::{ChangedSubject, OutputReply, RecordView, ServerMessage, TaskSummary};

pub(crate) struct Follower {
    client: HubClient,
    live: LiveStream,
    task: TaskSummary,
    /// The attempt that is being read; 0 before the first.
    attempt: u32,
    /// The last record that was returned.
    position: u64,
    /// Whether all of the attempt was returned.
    is_read: bool,
    /// The revision of the task that was returned last.
    told: Option<u64>,
    losses: Losses,
    connected: Instant,
}

/// What happened next.
pub(crate) enum Step {
    Output {
        attempt: u32,
        records: Vec<RecordView>,
        /// Whether earlier records were dropped before they could be read.
        is_cut: bool,
    },
    /// The task has changed, and all that it printed before was returned.
    Task(Box<TaskSummary>),
}

impl Follower {
    /// Follows from the beginning of an attempt on; from the first one for 1.
    pub(crate) async fn start(
        client: &HubClient,
        id: &str,
        from_attempt: u32,
    ) -> Result<Self, ClientError> {
        let (live, task) = client::until_answered(|| look(client, id)).await?;
        Ok(Self {
            client: client.clone(),
            live,
            task,
            attempt: from_attempt.saturating_sub(1),
            position: 0,
            is_read: true,
            told: None,
            losses: Losses::default(),
            connected: Instant::now(),
        })
    }

    /// Waits for the next step, through restarts of the hub.
    pub(crate) async fn next(&mut self) -> Result<Step, ClientError> {
        loop {
            if self.is_read && self.attempt < self.task.attempt {
                self.attempt += 1;
                (self.position, self.is_read) = (0, false);
            }
            let error = match self.advance().await {
                Ok(Some(step)) => return Ok(step),
                Ok(None) => continue,
                Err(error) if error.is_connection_loss() => error,
                Err(error) => return Err(error),
            };
            let Some(pause) = self.losses.pause_after(self.connected.elapsed()) else {
                return Err(error);
            };
            tracing::debug!(%error, "lost the hub while following a task");
            tokio::time::sleep(pause).await;
            let (client, id) = (&self.client, &self.task.task_id);
            (self.live, self.task) = client::until_answered(|| look(client, id)).await?;
            self.connected = Instant::now();
        }
    }

    async fn advance(&mut self) -> Result<Option<Step>, ClientError> {
        let is_news = self.told != Some(self.task.revision);
        if is_news && self.is_read {
            return Ok(Some(self.tell()));
        }
        if is_news && self.attempt == self.task.attempt && rests(self.task.status) {
            // The attempt may go on once the person has answered, so its end is not waited for.
            let (id, after) = (&self.task.task_id, self.position);
            let so_far = self.client.output_so_far(id, self.attempt, after).await?;
            return Ok(Some(match self.take(so_far) {
                Some(step) => step,
                None => self.tell(),
            }));
        }
        let (id, after) = (&self.task.task_id, self.position);
        tokio::select! {
            output = self.client.output_after(id, self.attempt, after), if !self.is_read => {
                Ok(self.take(output?))
            }
            message = self.live.next() => {
                self.notice(message?)?;
                Ok(None)
            }
        }
    }

    fn tell(&mut self) -> Step {
        self.told = Some(self.task.revision);
        Step::Task(Box::new(self.task.clone()))
    }

    fn take(&mut self, output: OutputReply) -> Option<Step> {
        let Some(last) = output.records.last() else {
            self.is_read = output.ended;
            return None;
        };
        let is_cut = output.cut > self.position;
        self.position = last.position;
        Some(Step::Output {
            attempt: output.attempt,
            records: output.records,
            is_cut,
        })
    }

    fn notice(&mut self, message: Option<ServerMessage>) -> Result<(), ClientError> {
        match message {
            Some(ServerMessage::Changed {
                subject: ChangedSubject::Task { task },
                ..
            }) if task.task_id == self.task.task_id => {
                self.task = task;
                Ok(())
            }
            // What was missed is seen by looking again.
            Some(ServerMessage::Resync) | None => Err(lost()),
            Some(_) => Ok(()),
        }
    }
}

/// Whether nothing goes on before a person does something.
fn rests(status: Status) -> bool {
    match status {
        Status::Queued | Status::Running => false,
        Status::AwaitingResponse | Status::Complete | Status::Error | Status::Cancelled => true,
    }
}

/// Opens the live stream and then reads the task, so that no change falls in between.
async fn look(client: &HubClient, id: &str) -> Result<(LiveStream, TaskSummary), ClientError> {
    let mut live = client.live(None).await?;
    loop {
        match live.next().await? {
            Some(ServerMessage::Snapshot { .. }) => break,
            Some(_) => {}
            None => return Err(lost()),
        }
    }
    Ok((live, client.task(id).await?.summary))
}

fn lost() -> ClientError {
    ClientError::Broken(Box::new(io::Error::from(io::ErrorKind::UnexpectedEof)))
}
