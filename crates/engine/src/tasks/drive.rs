//! Drives one attempt from its start to the proof that nothing of it lives.

use std::collections::VecDeque;

use domain::task::output::{Entry, Record, ToolStatus};
use domain::task::timeouts::Watch;
use domain::task::{Command, Expiry};
use domain::{InteractionId, TaskId, Thread};
use runner::attempt::{Ending, Request, RequestId, Said};
use runner::tree::{Patience, Stopped};
use runner::{Attempt, Control, Ended};
use store::{AttemptFact, StoredTask};
use tokio::sync::mpsc::Receiver;

use super::live::{Instruction, Report};
use super::{Marks, Tasks};

/// One attempt on its way.
pub(super) struct Drive {
    pub(super) tasks: Tasks,
    pub(super) task: TaskId,
    pub(super) number: u32,
    pub(super) thread: Thread,
    pub(super) control: Control,
    watch: Watch,
    /// The position of the newest record.
    position: u64,
    /// Tool calls that are at work.
    open_tools: Vec<String>,
    /// The request that the person is asked about.
    pub(super) asked: Option<Asked>,
    /// Requests that wait until that one is decided: a task asks one thing at a time.
    pub(super) requests: VecDeque<(RequestId, Request)>,
    pub(super) report: Option<Report>,
    /// The person refused something, and the agent has said nothing since.
    pub(super) is_refused: bool,
    is_stopping: bool,
}

/// A request of the agent, and the question that it became.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) request: RequestId,
    pub(super) about: Request,
    pub(super) interaction: InteractionId,
}

/// What happened next.
enum Next {
    Said(Said),
    Told(Instruction),
    Expired(Expiry),
    Over,
}

impl Tasks {
    pub(super) async fn drive(
        self,
        stored: StoredTask,
        thread: Thread,
        marks: Marks,
        instructions: Receiver<Instruction>,
    ) {
        let (task, number) = (stored.task.id, stored.task.attempt);
        let started = match self.order(&stored, &thread, &marks).await {
            Ok(order) => Attempt::start(order).map_err(|error| error.to_string()),
            Err(message) => Err(message),
        };
        let finished = match started {
            Ok(attempt) => {
                self.run(task, number, thread.clone(), attempt, instructions)
                    .await
            }
            Err(message) => Finished {
                ended: Ended {
                    ending: Ending::Failed { message },
                    stopped: Stopped::Asked,
                },
                report: None,
                is_refused: false,
            },
        };
        self.inner.output.flush().await;
        self.end(task, number, &thread, finished).await;
        self.inner.live.remove(task);
        self.inner.output.end(task, number);
        self.inner.queue_changed.notify_one();
    }

    async fn run(
        &self,
        task: TaskId,
        number: u32,
        thread: Thread,
        attempt: Attempt,
        instructions: Receiver<Instruction>,
    ) -> Finished {
        match serde_json::to_string(attempt.trace()) {
            Ok(trace) => self.note(task, number, AttemptFact::Trace(trace)).await,
            Err(error) => tracing::error!(%error, "the trace of an attempt is not plain values"),
        }
        let limits = thread.limits;
        let drive = Drive {
            tasks: self.clone(),
            task,
            number,
            control: attempt.control(),
            watch: Watch::start(limits, self.now().uptime_ms),
            thread,
            position: 0,
            open_tools: Vec::new(),
            asked: None,
            requests: VecDeque::new(),
            report: None,
            is_refused: false,
            is_stopping: false,
        };
        drive.run_to_the_end(attempt, instructions).await
    }

    async fn note(&self, task: TaskId, number: u32, fact: AttemptFact) {
        if let Err(error) = self.store().note_attempt(task, number, fact).await {
            tracing::error!(%task, number, %error, "cannot keep what was learned of an attempt");
        }
    }
}

/// An attempt of which nothing lives any more.
pub(super) struct Finished {
    pub(super) ended: Ended,
    pub(super) report: Option<Report>,
    /// It ended without a word about what the person had refused.
    pub(super) is_refused: bool,
}

impl Drive {
    async fn run_to_the_end(
        mut self,
        mut attempt: Attempt,
        mut instructions: Receiver<Instruction>,
    ) -> Finished {
        loop {
            match self.next(&mut attempt, &mut instructions).await {
                Next::Said(said) => self.hear(said).await,
                Next::Told(instruction) => self.obey(instruction).await,
                Next::Expired(expiry) => self.expire(expiry).await,
                Next::Over => break,
            }
        }
        let ended = attempt.finish(Patience::default()).await;
        if let Stopped::Remains(left) = &ended.stopped {
            let pids: Vec<String> = left.iter().map(|left| left.pid.to_string()).collect();
            let text = self.tasks.inner.words.remains(&pids.join(", "));
            self.record(Entry::Notice { text }).await;
        }
        Finished {
            ended,
            report: self.report,
            is_refused: self.is_refused,
        }
    }

    async fn next(&self, attempt: &mut Attempt, instructions: &mut Receiver<Instruction>) -> Next {
        let clock = self.tasks.inner.engine.clock();
        let expired = async {
            loop {
                match self.watch.next_look_ms().filter(|_| !self.is_stopping) {
                    Some(look) => clock.sleep_until(look).await,
                    None => std::future::pending().await,
                }
                if let Some(expiry) = self.watch.expired(clock.now().uptime_ms) {
                    return expiry;
                }
            }
        };
        tokio::select! {
            biased;
            Some(instruction) = instructions.recv() => Next::Told(instruction),
            said = attempt.next() => said.map_or(Next::Over, Next::Said),
            expiry = expired => Next::Expired(expiry),
        }
    }

    async fn hear(&mut self, said: Said) {
        match said {
            Said::Session { id, .. } => {
                let tasks = self.tasks.clone();
                let fact = AttemptFact::Session(id.clone());
                tasks.note(self.task, self.number, fact).await;
                let kept = tasks.store().keep_session(self.thread.id, Some(id)).await;
                if let Err(error) = kept {
                    tracing::error!(%error, "cannot keep the session of a thread");
                }
            }
            Said::Entry(entry) => {
                if matches!(entry, Entry::Text { .. }) {
                    self.is_refused = false;
                }
                self.note_progress(&entry);
                self.record(entry).await;
            }
            Said::Request { id, request } => {
                self.requests.push_back((id, request));
                self.ask_next().await;
            }
            Said::Withdrawn { id } => self.forget_request(id).await,
        }
    }

    fn note_progress(&mut self, entry: &Entry) {
        let now_ms = self.tasks.now().uptime_ms;
        if let Entry::Tool(tool) = entry {
            let known = self.open_tools.iter().position(|known| *known == tool.id);
            match (known, tool.status) {
                (None, ToolStatus::Pending | ToolStatus::InProgress) => {
                    self.open_tools.push(tool.id.clone());
                    self.watch.tool_opened(now_ms);
                }
                (Some(known), ToolStatus::Completed | ToolStatus::Failed) => {
                    self.open_tools.swap_remove(known);
                    self.watch.tool_closed(now_ms);
                }
                (Some(_), ToolStatus::Pending | ToolStatus::InProgress)
                | (None, ToolStatus::Completed | ToolStatus::Failed) => {
                    self.watch.progress(now_ms);
                }
            }
        } else if entry.progress().is_some() {
            self.watch.progress(now_ms);
        }
    }

    pub(super) async fn record(&mut self, entry: Entry) {
        self.position += 1;
        let record = Record {
            position: self.position,
            at: self.tasks.now().wall,
            entry,
        };
        let output = &self.tasks.inner.output;
        output.append(self.task, self.number, record).await;
    }

    async fn obey(&mut self, instruction: Instruction) {
        match instruction {
            Instruction::Stop => self.stop(),
            Instruction::Decided(interaction) => self.deliver(interaction).await,
            Instruction::Reported(report) => self.report = Some(report),
            Instruction::Asks => self.watch.person_asked(self.tasks.now().uptime_ms),
        }
    }

    /// Ends the attempt. What it says until then is still taken.
    fn stop(&mut self) {
        self.is_stopping = true;
        self.requests.clear();
        self.asked = None;
        self.control.stop(Patience::default());
    }

    async fn expire(&mut self, expiry: Expiry) {
        let attempt = self.number;
        let expired = Command::Expire { attempt, expiry };
        // The task says by an instruction whether the attempt is to be stopped for it.
        if let Err(error) = self.tasks.command(self.task, expired).await {
            tracing::error!(task = %self.task, %error, "cannot write down that time is up");
            self.stop();
        }
    }

    pub(super) fn person_asked(&mut self) {
        self.watch.person_asked(self.tasks.now().uptime_ms);
    }

    pub(super) fn person_done(&mut self) {
        self.watch.person_done(self.tasks.now().uptime_ms);
    }
}
