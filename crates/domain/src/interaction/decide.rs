//! Decides what a command causes. Pure: the state, the command, the person's policy and `now`
//! are all there is.

use super::command::{Confirm, DeadlineChange};
use super::{
    Closed, Command, DeadlineCause, Event, Interaction, Interface, Outcome, OutcomeDelivery,
    Pending, PreferredDelivery, Refusal, State,
};
use crate::id::AnswerId;
use crate::interaction::choice::{Answer, AnswerDraft};
use crate::limits::{AGENT_REFUSALS_MAX, DEADLINE_SECONDS_MAX};
use crate::policy::{Policy, TYPING_EXTENDS_TO_MS, TYPING_EXTENSIONS_MAX, TYPING_KEEPS_OPEN_MS};
use crate::responder::{Responder, Surface};
use crate::time::{Deadline, Moment};

type Decision = Result<Vec<Event>, Refusal>;

const NOTHING: Decision = Ok(Vec::new());

impl Interaction {
    /// Returns the events that `command` causes, in order; none when there is nothing to change.
    pub fn decide(&self, command: Command, policy: &Policy, now: &Moment) -> Decision {
        match &self.state {
            State::Pending(pending) => self.decide_pending(pending, command, policy, now),
            State::Closed(closed) => self.decide_closed(closed, command),
        }
    }

    fn decide_pending(
        &self,
        pending: &Pending,
        command: Command,
        policy: &Policy,
        now: &Moment,
    ) -> Decision {
        let overdue = pending
            .deadline
            .as_ref()
            .is_some_and(|deadline| deadline.is_due(now));
        match command {
            Command::Expire if overdue => Ok(vec![self.expire(policy)]),
            Command::Expire => Err(Refusal::NotDue),
            Command::Rearm => Ok(rearm(pending, now)),
            Command::Leave { reason } if self.can_be_left() => {
                Ok(vec![Event::AskerLeft { reason }])
            }
            Command::Return if self.asker_left_at.is_some() => Ok(vec![Event::AskerReturned]),
            Command::Leave { .. } | Command::Return => NOTHING,
            Command::ConfirmDelivery => Err(Refusal::StillPending),
            Command::NoteAgentRefused { act, process }
                if pending.agent_refusals < AGENT_REFUSALS_MAX =>
            {
                Ok(vec![Event::AgentRefused { act, process }])
            }
            Command::NoteAgentRefused { .. } => NOTHING,
            // From here on a person acts, and the deadline is part of the decision itself: what
            // arrives after it must not contradict what the asker is about to be told.
            Command::View { .. }
            | Command::Touch { .. }
            | Command::SetDeadline { .. }
            | Command::SwitchInterface { .. }
            | Command::Answer { .. }
            | Command::Confirm { .. }
            | Command::Cancel { .. }
                if overdue =>
            {
                Err(Refusal::TooLate)
            }
            act if act.surface() == Some(Surface::AgentTerminal)
                && !self.may_be_decided_in_agents_terminal() =>
            {
                Err(Refusal::NotInAgentsTerminal)
            }
            Command::View { surface } if pending.seen_on.contains(&surface) => NOTHING,
            Command::View { surface } => Ok(vec![Event::Viewed { surface }]),
            Command::Touch { surface } => Ok(touch(pending, surface, now)),
            Command::SetDeadline { .. } if !self.question.may_have_a_deadline() => {
                Err(Refusal::WaitsForever)
            }
            Command::SetDeadline { change, surface } => {
                set_deadline(pending, change, surface, policy, now)
            }
            Command::SwitchInterface { to, surface } => self.switch(to, surface),
            Command::Answer {
                draft,
                by,
                answer_id,
                confirm,
            } => self.answer(pending, draft, Act { by, answer_id }, confirm, policy),
            Command::Confirm {
                chosen,
                by,
                answer_id,
            } => self.confirm(pending, chosen, Act { by, answer_id }, policy),
            Command::Cancel {
                note,
                by,
                answer_id,
            } => self.cancel(note, by, answer_id, policy),
        }
    }

    fn decide_closed(&self, closed: &Closed, command: Command) -> Decision {
        let refused = || Err(Refusal::Closed(Box::new(closed.clone())));
        match command {
            // The same act sent again is not a second one. An answer that reuses the id with other
            // content is told so, because its sender would otherwise take the first content for its
            // own.
            Command::Answer {
                draft, answer_id, ..
            } if closed.was_answered_by(answer_id) => match &closed.outcome {
                Outcome::Answered(answer) if !self.says_the_same(&draft, answer) => {
                    Err(Refusal::AnswerIdReused)
                }
                Outcome::Answered(_) | Outcome::Cancelled { .. } | Outcome::TimedOut => NOTHING,
            },
            Command::Confirm { answer_id, .. } if closed.was_answered_by(answer_id) => NOTHING,
            Command::Cancel {
                note, answer_id, ..
            } if closed.was_cancelled_by(answer_id) => match &closed.outcome {
                Outcome::Cancelled { note: first } if !self.notes_the_same(&note, first) => {
                    Err(Refusal::AnswerIdReused)
                }
                Outcome::Answered(_) | Outcome::Cancelled { .. } | Outcome::TimedOut => NOTHING,
            },
            Command::Answer { .. } | Command::Confirm { .. } | Command::Cancel { .. } => refused(),
            Command::Touch { .. }
            | Command::SetDeadline { .. }
            | Command::SwitchInterface { .. } => refused(),
            Command::Expire
            | Command::Rearm
            | Command::View { .. }
            | Command::NoteAgentRefused { .. } => NOTHING,
            Command::Leave { reason } => match closed.delivery {
                OutcomeDelivery::Saved if self.can_be_left() => {
                    Ok(vec![Event::AskerLeft { reason }])
                }
                OutcomeDelivery::Saved | OutcomeDelivery::Delivered { .. } => NOTHING,
            },
            Command::Return if self.asker_left_at.is_some() => Ok(vec![Event::AskerReturned]),
            Command::Return => NOTHING,
            Command::ConfirmDelivery => match closed.delivery {
                OutcomeDelivery::Saved => Ok(vec![Event::Delivered]),
                OutcomeDelivery::Delivered { .. } => NOTHING,
            },
        }
    }

    /// Whether a call can leave it: one that has not left yet. A task waits without a call.
    fn can_be_left(&self) -> bool {
        self.asker_left_at.is_none() && self.question.task().is_none()
    }

    /// Whether there is something that auto-submit may send. Which notes the person allows does not
    /// change that.
    pub(super) fn answers_itself(&self) -> bool {
        let allowed = Policy {
            auto_submit: true,
            ..Policy::default()
        };
        self.automatic_answer(&allowed).is_some()
    }

    /// Silence is never consent: only the person's own standing instruction submits anything.
    fn automatic_answer(&self, policy: &Policy) -> Option<Answer> {
        if !policy.auto_submit || !self.question.may_answer_itself() {
            return None;
        }
        let choice = self.question.choice();
        let draft = choice.automatic_draft(policy.annotations, policy.placeholder_visible)?;
        self.question.accept(draft, policy.annotations).ok()
    }

    fn expire(&self, policy: &Policy) -> Event {
        match self.automatic_answer(policy) {
            Some(answer) => Event::Answered {
                answer,
                by: Responder::Policy,
                answer_id: None,
            },
            None => Event::TimedOut,
        }
    }

    fn answer(
        &self,
        pending: &Pending,
        draft: AnswerDraft,
        act: Act,
        confirm: Confirm,
        policy: &Policy,
    ) -> Decision {
        let surface = act.surface()?;
        self.check_relayed(&act.by, policy)?;
        let answer = self
            .question
            .accept(draft, policy.annotations)
            .map_err(Refusal::InvalidAnswer)?;
        if !self.question.needs_confirmation() {
            return Ok(vec![act.answered(answer)]);
        }
        // The same act of choosing sent again is not a second choice.
        let before = pending.chosen.as_ref();
        let again = before.filter(|chosen| chosen.answer_id == act.answer_id);
        if again.is_some_and(|chosen| chosen.answer != answer) {
            return Err(Refusal::AnswerIdReused);
        }
        let mut events = Vec::new();
        if again.is_none() {
            events.push(Event::Chosen {
                answer: answer.clone(),
                by: act.by.clone(),
                answer_id: act.answer_id,
            });
        }
        if confirm == Confirm::Now {
            events.push(Event::Confirmed { surface });
            events.push(act.answered(answer));
        }
        Ok(events)
    }

    /// Whether a draft is the answer that was accepted. Settings may have changed since, so it
    /// counts with notes and without.
    fn says_the_same(&self, draft: &AnswerDraft, answer: &Answer) -> bool {
        [true, false].into_iter().any(|annotations| {
            let accepted = self.question.accept(draft.clone(), annotations);
            accepted.is_ok_and(|accepted| accepted == *answer)
        })
    }

    fn notes_the_same(&self, note: &Option<String>, first: &Option<String>) -> bool {
        let choice = self.question.choice();
        [true, false].into_iter().any(|annotations| {
            let accepted = choice.accept_cancel_note(note.clone(), annotations);
            accepted.is_ok_and(|accepted| accepted == *first)
        })
    }

    /// The person confirms what was on the screen: another choice since then is not it.
    fn confirm(&self, pending: &Pending, chosen: AnswerId, act: Act, policy: &Policy) -> Decision {
        let surface = act.surface()?;
        self.check_relayed(&act.by, policy)?;
        let current = pending.chosen.as_ref().ok_or(Refusal::NothingChosen)?;
        if current.answer_id != chosen {
            return Err(Refusal::OtherChosen);
        }
        let confirmed = Event::Confirmed { surface };
        Ok(vec![confirmed, act.answered(current.answer.clone())])
    }

    fn cancel(
        &self,
        note: Option<String>,
        by: Responder,
        answer_id: AnswerId,
        policy: &Policy,
    ) -> Decision {
        match by {
            Responder::Person { .. } | Responder::Asker => {}
            // The clock has its own outcome, and a standing instruction never cancels.
            Responder::Policy => return Err(Refusal::NotAPerson),
        }
        self.check_relayed(&by, policy)?;
        let note = self
            .question
            .choice()
            .accept_cancel_note(note, policy.annotations)
            .map_err(Refusal::InvalidAnswer)?;
        Ok(vec![Event::Cancelled {
            note,
            by,
            answer_id,
        }])
    }

    /// What a form in the asker's client gave back is only as good as the person's word for that
    /// client, and a form has no second gesture.
    fn check_relayed(&self, by: &Responder, policy: &Policy) -> Result<(), Refusal> {
        let relayed = by.surface() == Some(Surface::Elicitation);
        if relayed
            && !(policy.delivery == PreferredDelivery::Elicitation
                && self.question.may_be_answered_by_form())
        {
            return Err(Refusal::NotByForm);
        }
        Ok(())
    }

    fn switch(&self, to: Interface, surface: Surface) -> Decision {
        match to {
            Interface::Web | Interface::Terminal if to == self.interface => NOTHING,
            Interface::Web | Interface::Terminal => {
                Ok(vec![Event::InterfaceSwitched { to, surface }])
            }
            Interface::Auto | Interface::Elicitation => Err(Refusal::InterfaceNotShowable),
        }
    }
}

/// One act of a person, or of what claims to be one.
struct Act {
    by: Responder,
    answer_id: AnswerId,
}

impl Act {
    /// Returns where the person acts; only persons answer.
    fn surface(&self) -> Result<Surface, Refusal> {
        match &self.by {
            Responder::Person { surface, .. } => Ok(*surface),
            Responder::Policy | Responder::Asker => Err(Refusal::NotAPerson),
        }
    }

    fn answered(self, answer: Answer) -> Event {
        Event::Answered {
            answer,
            by: self.by,
            answer_id: Some(self.answer_id),
        }
    }
}

fn rearm(pending: &Pending, now: &Moment) -> Vec<Event> {
    let stale = pending
        .deadline
        .as_ref()
        .filter(|deadline| deadline.armed.boot != now.boot);
    let moved = stale.map(|deadline| Event::DeadlineMoved {
        deadline: Some(deadline.rearmed(now)),
        cause: DeadlineCause::Reboot,
    });
    moved.into_iter().collect()
}

fn touch(pending: &Pending, surface: Surface, now: &Moment) -> Vec<Event> {
    let mut events = Vec::new();
    if !pending.draft_started {
        events.push(Event::DraftStarted { surface });
    }
    let short = pending
        .deadline
        .as_ref()
        .is_some_and(|deadline| deadline.remaining_ms(now) < TYPING_KEEPS_OPEN_MS);
    if short && pending.typing_extensions < TYPING_EXTENSIONS_MAX {
        events.push(Event::DeadlineMoved {
            deadline: Some(Deadline::after(now, TYPING_EXTENDS_TO_MS)),
            cause: DeadlineCause::Typing,
        });
    }
    events
}

fn set_deadline(
    pending: &Pending,
    change: DeadlineChange,
    surface: Surface,
    policy: &Policy,
    now: &Moment,
) -> Decision {
    // A deadline of an earlier boot counts as what it would be once armed again.
    let remaining_ms = pending.deadline.as_ref().map(|deadline| {
        let stale = deadline.armed.boot != now.boot;
        if stale {
            deadline.rearmed(now).duration_ms
        } else {
            deadline.remaining_ms(now)
        }
    });
    let wanted_ms = match (change, remaining_ms) {
        // There is nothing to add to forever.
        (DeadlineChange::Add { .. }, None) => return NOTHING,
        (DeadlineChange::Add { seconds }, Some(left)) => {
            Some(seconds.saturating_mul(1000).saturating_add(left))
        }
        (DeadlineChange::Set { seconds }, _) => Some(seconds.saturating_mul(1000)),
        (DeadlineChange::WaitForever, _) if !policy.unlimited_wait => {
            return Err(Refusal::UnlimitedWaitNotAllowed);
        }
        (DeadlineChange::WaitForever, _) => None,
    };
    let in_range = |ms: u64| (1000..=DEADLINE_SECONDS_MAX * 1000).contains(&ms);
    if !wanted_ms.is_none_or(in_range) {
        return Err(Refusal::DeadlineOutOfRange {
            max_seconds: DEADLINE_SECONDS_MAX,
        });
    }
    Ok(vec![Event::DeadlineMoved {
        deadline: wanted_ms.map(|ms| Deadline::after(now, ms)),
        cause: DeadlineCause::Person { surface },
    }])
}
