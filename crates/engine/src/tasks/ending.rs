//! What a finished attempt means for its task.

use domain::interaction::Question;
use domain::interaction::reply::Reply;
use domain::task::closing::{Closing, closing};
use domain::task::{Command, Ending, Expiry, Layer, State, StopReason, Task, TurnOutcome};
use domain::{InteractionId, TaskId, Thread};
use runner::attempt::{self, Stop};
use runner::tree::Stopped;
use store::{AttemptEnd, NewInteraction, TaskStep, TaskStepped};

use super::conversation::NEEDS_LOGIN;
use super::drive::Finished;
use super::live::Report;
use super::output::is_final;
use super::settle::ways_on;
use super::step::STEP_ATTEMPTS_MAX;
use super::{Halt, TaskError, Tasks};
use crate::ask::random_id;
use crate::deadlines::store_retry;

/// What an attempt left behind, before it is known what else is true of the task by then.
enum Result {
    Asks {
        by: Layer,
        /// The sentence that asks; empty where only the agent said that it does.
        question: String,
        /// What the person is shown with it.
        text: String,
        options: Vec<String>,
    },
    Complete {
        by: Layer,
    },
    Failed {
        message: String,
    },
    NeedsLogin {
        message: String,
    },
    Stopped {
        after_refusal: bool,
    },
}

impl Tasks {
    pub(super) async fn end(&self, task: TaskId, number: u32, thread: &Thread, finished: Finished) {
        let output = match &finished.ended.ending {
            attempt::Ending::Turn { closing, .. } => {
                Some(last_words(closing, finished.report.as_ref()).to_owned())
            }
            attempt::Ending::Failed { .. }
            | attempt::Ending::NeedsLogin { .. }
            | attempt::Ending::Stopped => None,
        };
        let result = self.result(&finished);
        let mut retry = store_retry();
        loop {
            let ended = self.end_with(task, number, thread, &result, output.clone());
            let Err(error) = ended.await else {
                return;
            };
            tracing::error!(%task, number, %error, "the end of an attempt was not written down");
            // A full disk has room again some time; until then the task is not over.
            let may_succeed = matches!(&error, TaskError::Store(error) if !is_final(error));
            if !may_succeed || self.inner.stop.is_cancelled() {
                return;
            }
            self.inner.engine.pause(retry.failed()).await;
        }
    }

    fn result(&self, finished: &Finished) -> Result {
        if let Stopped::Remains(left) = &finished.ended.stopped {
            let pids: Vec<String> = left.iter().map(|left| left.pid.to_string()).collect();
            let message = self.inner.words.remains(&pids.join(", "));
            return Result::Failed { message };
        }
        match &finished.ended.ending {
            attempt::Ending::Turn { stop, closing } => match stop {
                // There are agents that just end their turn when they may not do something.
                Stop::EndTurn if finished.is_refused && finished.report.is_none() => {
                    Result::Stopped {
                        after_refusal: true,
                    }
                }
                Stop::EndTurn => of_turn(closing, finished.report.as_ref()),
                Stop::Cancelled => Result::Stopped {
                    after_refusal: finished.is_refused,
                },
                Stop::MaxTokens | Stop::MaxTurnRequests | Stop::Refusal => Result::Failed {
                    message: self.inner.words.broken_off(*stop),
                },
            },
            attempt::Ending::Failed { message } => Result::Failed {
                message: message.clone(),
            },
            attempt::Ending::NeedsLogin { message } => Result::NeedsLogin {
                message: message.clone(),
            },
            attempt::Ending::Stopped => Result::Stopped {
                after_refusal: false,
            },
        }
    }

    async fn end_with(
        &self,
        id: TaskId,
        attempt: u32,
        thread: &Thread,
        result: &Result,
        output: Option<String>,
    ) -> std::result::Result<(), TaskError> {
        // Decided anew from the start as often as something else was first: an answer or a message
        // that comes at the last moment changes how the attempt ends.
        for _ in 0..STEP_ATTEMPTS_MAX {
            let current = self.stored(id).await?;
            let queued = self.store().messages(id).await?;
            let is_queued = queued.iter().any(|message| message.attempt.is_none());
            let untold = self.untold(id, attempt).await?;
            let goes_on = is_queued || !untold.is_empty();
            let (ending, asks) = self.ending(&current.task, thread, result, goes_on);
            let ends = AttemptEnd {
                number: attempt,
                ending: word(&ending).into(),
                output: output.clone(),
            };
            let events = current.task.decide(Command::End { attempt, ending })?;
            let step = TaskStep {
                at: self.now().wall,
                // Only what is waited for is asked: a cancelled task needs no more questions.
                asks: asks.filter(|new| waits_for(&events, new.interaction.id)),
                ends: Some(ends),
                messages: match goes_on_some_time(&events) {
                    true => untold.clone(),
                    false => Vec::new(),
                },
                needs_empty_queue: !is_queued,
                events,
                ..TaskStep::default()
            };
            let is_told = !step.messages.is_empty();
            match self.store().step_task(&current, step).await? {
                TaskStepped::Done(recorded) => {
                    self.publish(recorded).await;
                    if is_told {
                        self.told(&untold).await;
                    }
                    return Ok(());
                }
                TaskStepped::Conflict => {}
            }
        }
        Err(TaskError::Contended)
    }

    /// Decides how the attempt ended, and which question goes with it.
    fn ending(
        &self,
        task: &Task,
        thread: &Thread,
        result: &Result,
        goes_on: bool,
    ) -> (Ending, Option<NewInteraction>) {
        match result {
            // The agent left its own question open: that is the wait, also where a message is queued.
            // The agent would take the message for the answer.
            Result::Asks { .. } | Result::Complete { .. } if task.awaiting().is_some() => {
                let open = task.awaiting().map(|awaiting| awaiting.interaction);
                let interaction = open.unwrap_or_else(random_id);
                let by = Layer::OpenRequest;
                (Ending::Asks { by, interaction }, None)
            }
            Result::Asks { .. } | Result::Complete { .. } if goes_on => (Ending::Continues, None),
            Result::Asks {
                by,
                question,
                text,
                options,
            } => {
                let reply = Reply::new(task.id, question, text, options.clone());
                let new = self.new_question(thread, Question::Reply(reply));
                let interaction = new.interaction.id;
                (
                    Ending::Asks {
                        by: *by,
                        interaction,
                    },
                    Some(new),
                )
            }
            Result::Complete { by } => (Ending::Complete { by: *by }, None),
            Result::Failed { message } => (
                Ending::Failed {
                    message: message.clone(),
                },
                None,
            ),
            Result::NeedsLogin { message } => {
                let message = message.clone();
                let new = self.halted(thread, &Halt::NeedsLogin { message });
                let interaction = new.interaction.id;
                (Ending::NeedsLogin { interaction }, Some(new))
            }
            Result::Stopped { after_refusal } => {
                let new = self.halted(thread, &halt(task, thread, *after_refusal));
                let interaction = new.interaction.id;
                (Ending::Stopped { interaction }, Some(new))
            }
        }
    }

    /// Makes the question how to go on.
    pub(super) fn halted(&self, thread: &Thread, halt: &Halt) -> NewInteraction {
        let words = self.inner.words.ways_on(halt, thread);
        self.new_question(thread, ways_on(words))
    }
}

pub(super) fn waits_for(events: &[domain::task::Event], interaction: InteractionId) -> bool {
    use domain::task::Event;
    events.iter().any(|event| match event {
        Event::Asked(awaiting) => awaiting.interaction == interaction,
        Event::Started { .. }
        | Event::Answered { .. }
        | Event::Withdrawn { .. }
        | Event::StopRequested { .. }
        | Event::Queued
        | Event::Completed { .. }
        | Event::Failed { .. }
        | Event::Cancelled => false,
    })
}

/// Whether the task needs what its agent has not been told yet.
fn goes_on_some_time(events: &[domain::task::Event]) -> bool {
    use domain::task::Event;
    events.iter().any(|event| match event {
        Event::Asked(_) | Event::Queued => true,
        Event::Started { .. }
        | Event::Answered { .. }
        | Event::Withdrawn { .. }
        | Event::StopRequested { .. }
        | Event::Completed { .. }
        | Event::Failed { .. }
        | Event::Cancelled => false,
    })
}

/// The last words of a turn: those of the report where the agent said nothing else.
fn last_words<'t>(closing: &'t str, report: Option<&'t Report>) -> &'t str {
    match report {
        Some(report) if closing.trim().is_empty() => &report.message,
        Some(_) | None => closing,
    }
}

/// The agent's own word counts more than the rules on its text.
fn of_turn(text: &str, report: Option<&Report>) -> Result {
    let asks = match closing(text) {
        Closing::Asks {
            question, options, ..
        } => Some((question, options)),
        Closing::Ends { .. } => None,
    };
    match (report, asks) {
        (None, None) => Result::Complete { by: Layer::Rules },
        (None, Some((question, options))) => Result::Asks {
            by: Layer::Rules,
            question,
            text: text.to_owned(),
            options,
        },
        (Some(report), asks) => match report.outcome {
            TurnOutcome::Done => Result::Complete { by: Layer::Report },
            TurnOutcome::NeedsReply => {
                let (found, options) = asks.unwrap_or_default();
                let reported = report.message.trim().lines().next();
                Result::Asks {
                    by: Layer::Report,
                    question: reported.map_or(found, str::to_owned),
                    text: with_question(text, &report.message),
                    options,
                }
            }
        },
    }
}

/// Adds the question that an agent reported, unless its last words have it already.
fn with_question(text: &str, question: &str) -> String {
    match (text.trim().is_empty(), text.contains(question.trim())) {
        (true, _) => question.to_owned(),
        (false, true) => text.to_owned(),
        (false, false) => format!("{text}\n\n{question}"),
    }
}

/// Why a stopped attempt was stopped, as far as the task knows.
fn halt(task: &Task, thread: &Thread, after_refusal: bool) -> Halt {
    match &task.state {
        State::Stopping {
            why: StopReason::Expired { expiry },
        } => {
            let ms = match expiry {
                Expiry::Idle => thread.limits.idle_ms,
                Expiry::Hard => thread.limits.hard_ms,
            };
            Halt::Expired {
                expiry: *expiry,
                after_seconds: ms / 1000,
            }
        }
        State::Running | State::Awaiting(_) if after_refusal => Halt::Refused,
        State::Stopping {
            why: StopReason::Cancelled | StopReason::Drained,
        }
        | State::Queued
        | State::Running
        | State::Awaiting(_)
        | State::Complete { .. }
        | State::Error { .. }
        | State::Cancelled => Halt::Interrupted,
    }
}

fn word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Complete { .. } => "complete",
        Ending::Asks { .. } => "asks",
        Ending::Continues => "continues",
        Ending::Failed { .. } => "failed",
        Ending::NeedsLogin { .. } => NEEDS_LOGIN,
        Ending::Stopped { .. } => "stopped",
    }
}
