//! Decides what a command causes. Pure: the state and the command are all there is.

use super::{
    Awaiting, AwaitingAttempt, Command, Ending, Event, Expiry, GoOn, Layer, Mark, Refusal, State,
    StopReason, Task, WaitReason,
};
use crate::id::InteractionId;

type Decision = Result<Vec<Event>, Refusal>;

const NOTHING: Decision = Ok(Vec::new());

impl Task {
    /// Returns the events that `command` causes, in order; none when there is nothing to change.
    pub fn decide(&self, command: Command) -> Decision {
        match command {
            Command::Start => self.start(),
            Command::Ask {
                attempt,
                reason,
                interaction,
            } => self.ask(attempt, reason, interaction),
            Command::End { attempt, ending } => self.end(attempt, ending),
            Command::Expire { attempt, expiry } => self.expire(attempt, expiry),
            Command::Drain => self.drain(),
            Command::Lose { interaction } => self.lose(interaction),
            Command::Answer { interaction, go_on } => self.answer(interaction, go_on),
            Command::Cancel => self.cancel(),
            Command::Mark(mark) => self.mark(mark),
        }
    }

    fn start(&self) -> Decision {
        match &self.state {
            State::Queued => Ok(vec![Event::Started {
                attempt: self.attempt + 1,
            }]),
            State::Running
            | State::Stopping { .. }
            | State::Awaiting(_)
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => self.not_now(),
        }
    }

    fn ask(&self, attempt: u32, reason: WaitReason, interaction: InteractionId) -> Decision {
        self.fenced(attempt)?;
        if !is_asked_while_running(reason) {
            return Err(Refusal::NoReasonToAsk);
        }
        match &self.state {
            State::Running => Ok(vec![Event::Asked(Awaiting {
                reason,
                interaction,
                by: Some(Layer::OpenRequest),
                attempt: AwaitingAttempt::Lives,
            })]),
            State::Awaiting(awaiting) if awaiting.attempt == AwaitingAttempt::Lives => {
                match awaiting.interaction == interaction {
                    true => NOTHING,
                    false => Err(Refusal::AlreadyAsking {
                        open: awaiting.interaction,
                    }),
                }
            }
            State::Queued
            | State::Stopping { .. }
            | State::Awaiting(_)
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => self.not_now(),
        }
    }

    fn end(&self, attempt: u32, ending: Ending) -> Decision {
        self.fenced(attempt)?;
        match &self.state {
            State::Running => Ok(vec![after(ending)]),
            State::Awaiting(_) if !self.has_live_attempt() => self.not_now(),
            // It left with its question open, to be told the answer in the next attempt.
            State::Awaiting(awaiting) if ending.asks() == Some(awaiting.interaction) => {
                Ok(vec![after(ending)])
            }
            State::Awaiting(awaiting) => Ok(vec![withdrawn(awaiting), after(ending)]),
            State::Stopping { why } => Ok(vec![stopped(*why, ending)]),
            State::Queued | State::Complete { .. } | State::Error { .. } | State::Cancelled => {
                self.not_now()
            }
        }
    }

    fn expire(&self, attempt: u32, expiry: Expiry) -> Decision {
        self.fenced(attempt)?;
        match &self.state {
            State::Running => Ok(vec![Event::StopRequested {
                why: StopReason::Expired { expiry },
            }]),
            State::Stopping { .. } => NOTHING,
            // The clocks stand still while a person is asked.
            State::Queued
            | State::Awaiting(_)
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => self.not_now(),
        }
    }

    fn drain(&self) -> Decision {
        let stop = Event::StopRequested {
            why: StopReason::Drained,
        };
        match &self.state {
            State::Running => Ok(vec![stop]),
            State::Awaiting(awaiting) if self.has_live_attempt() => {
                Ok(vec![withdrawn(awaiting), stop])
            }
            State::Queued
            | State::Stopping { .. }
            | State::Awaiting(_)
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => NOTHING,
        }
    }

    fn lose(&self, interaction: InteractionId) -> Decision {
        let waits = waits(WaitReason::Interrupted, interaction);
        match &self.state {
            State::Running => Ok(vec![waits]),
            State::Awaiting(awaiting) if self.has_live_attempt() => {
                Ok(vec![withdrawn(awaiting), waits])
            }
            State::Stopping { why } => Ok(vec![stopped(*why, Ending::Stopped { interaction })]),
            State::Queued
            | State::Awaiting(_)
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => NOTHING,
        }
    }

    fn answer(&self, interaction: InteractionId, go_on: GoOn) -> Decision {
        let State::Awaiting(awaiting) = &self.state else {
            return self.not_now();
        };
        if awaiting.interaction != interaction {
            return Err(Refusal::OtherInteraction {
                open: awaiting.interaction,
            });
        }
        Ok(vec![match (awaiting.attempt, go_on) {
            (AwaitingAttempt::Lives, GoOn::Continue | GoOn::Complete) => {
                Event::Answered { interaction }
            }
            (AwaitingAttempt::Lives, GoOn::GiveUp) => Event::StopRequested {
                why: StopReason::Cancelled,
            },
            (AwaitingAttempt::Ended, GoOn::Continue) => Event::Queued,
            (AwaitingAttempt::Ended, GoOn::Complete) => Event::Completed { by: Layer::Person },
            (AwaitingAttempt::Ended, GoOn::GiveUp) => Event::Cancelled,
        }])
    }

    fn cancel(&self) -> Decision {
        let stop = Event::StopRequested {
            why: StopReason::Cancelled,
        };
        match &self.state {
            State::Queued => Ok(vec![Event::Cancelled]),
            State::Running => Ok(vec![stop]),
            State::Stopping {
                why: StopReason::Cancelled,
            }
            | State::Cancelled => NOTHING,
            // The person's word counts more than the clock's.
            State::Stopping {
                why: StopReason::Expired { .. } | StopReason::Drained,
            } => Ok(vec![stop]),
            State::Awaiting(awaiting) => Ok(vec![
                withdrawn(awaiting),
                match awaiting.attempt {
                    AwaitingAttempt::Lives => stop,
                    AwaitingAttempt::Ended => Event::Cancelled,
                },
            ]),
            State::Complete { .. } | State::Error { .. } => self.not_now(),
        }
    }

    fn mark(&self, mark: Mark) -> Decision {
        match (&self.state, mark) {
            (State::Complete { .. }, Mark::Complete) => NOTHING,
            (State::Complete { .. }, Mark::NeedsReply { interaction }) => {
                Ok(vec![Event::Asked(Awaiting {
                    reason: WaitReason::Question,
                    interaction,
                    by: Some(Layer::Person),
                    attempt: AwaitingAttempt::Ended,
                })])
            }
            (State::Awaiting(awaiting), Mark::Complete)
                if awaiting.reason == WaitReason::Question
                    && awaiting.attempt == AwaitingAttempt::Ended =>
            {
                let done = Event::Completed { by: Layer::Person };
                Ok(vec![withdrawn(awaiting), done])
            }
            (State::Awaiting(awaiting), Mark::NeedsReply { .. })
                if awaiting.reason == WaitReason::Question =>
            {
                NOTHING
            }
            (
                State::Queued
                | State::Running
                | State::Stopping { .. }
                | State::Awaiting(_)
                | State::Error { .. }
                | State::Cancelled,
                Mark::Complete | Mark::NeedsReply { .. },
            ) => self.not_now(),
        }
    }

    /// Refuses what another attempt than the newest says.
    fn fenced(&self, attempt: u32) -> Result<(), Refusal> {
        match attempt == self.attempt {
            true => Ok(()),
            false => Err(Refusal::StaleAttempt {
                given: attempt,
                newest: self.attempt,
            }),
        }
    }

    fn not_now(&self) -> Decision {
        Err(Refusal::NotNow {
            status: self.status(),
        })
    }
}

/// Whether an attempt holds its breath for this. The other reasons stand at its end.
fn is_asked_while_running(reason: WaitReason) -> bool {
    match reason {
        WaitReason::Question | WaitReason::Permission | WaitReason::Elicitation => true,
        WaitReason::TimeoutIdle
        | WaitReason::TimeoutHard
        | WaitReason::Interrupted
        | WaitReason::AuthRequired
        | WaitReason::RollbackConflict
        | WaitReason::LoopExhausted => false,
    }
}

fn after(ending: Ending) -> Event {
    match ending {
        Ending::Complete { by } => Event::Completed { by },
        Ending::Asks { by, interaction } => Event::Asked(Awaiting {
            reason: WaitReason::Question,
            interaction,
            by: Some(by),
            attempt: AwaitingAttempt::Ended,
        }),
        Ending::Continues => Event::Queued,
        Ending::Failed { message } => Event::Failed { message },
        Ending::NeedsLogin { interaction } => waits(WaitReason::AuthRequired, interaction),
        // The task was not asked to stop, so something else stopped it.
        Ending::Stopped { interaction } => waits(WaitReason::Interrupted, interaction),
    }
}

/// What an attempt that was to be stopped leaves behind.
fn stopped(why: StopReason, ending: Ending) -> Event {
    match (why, ending) {
        (StopReason::Cancelled, _) => Event::Cancelled,
        (StopReason::Expired { expiry }, Ending::Stopped { interaction }) => {
            let reason = match expiry {
                Expiry::Idle => WaitReason::TimeoutIdle,
                Expiry::Hard => WaitReason::TimeoutHard,
            };
            waits(reason, interaction)
        }
        // Drained; or the attempt ended a moment before it was stopped.
        (StopReason::Drained | StopReason::Expired { .. }, ending) => after(ending),
    }
}

fn waits(reason: WaitReason, interaction: InteractionId) -> Event {
    Event::Asked(Awaiting {
        reason,
        interaction,
        by: None,
        attempt: AwaitingAttempt::Ended,
    })
}

fn withdrawn(awaiting: &Awaiting) -> Event {
    Event::Withdrawn {
        interaction: awaiting.interaction,
    }
}
