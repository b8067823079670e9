//! Random sequences of steps on an interaction, checked against a small model and the invariants.
//!
//! Steps are commands, passing time, wall-clock jumps, reboots and changed settings. The model (in
//! `model`) predicts the events; the invariants below are checked on the real interaction only.

mod model;

use domain::interaction::{Closed, DeadlineCause};
use domain::interaction::{Command, Event, Interaction, Outcome, Risk, State};
use domain::{AnswerId, Deadline, Moment, Policy, Responder};
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use self::model::{Model, Step, Verdict};
use crate::given::{asked, choice, confirmed_question, ids, moment, put};

prop_state_machine! {
    #![proptest_config(Config { cases: 192, failure_persistence: None, ..Config::default() })]

    #[test]
    fn interaction_keeps_its_invariants_under_random_commands(sequential 1..60 => Lives);
}

struct Lives;

/// The latest deadline that was told, and what has happened to the clocks since.
struct Promise {
    told_at_ms: u64,
    duration_ms: u64,
    wall_jumped: bool,
    rebooted: bool,
}

/// The real interaction with all that an outside observer would have written down.
struct Watched {
    interaction: Interaction,
    /// Time that has really passed, which no clock of the machine shows.
    passed_ms: u64,
    promise: Option<Promise>,
    decided: Option<Closed>,
    terminal_events: u32,
    typing_extensions: u32,
    /// Acts of answering that were acknowledged.
    acknowledged: Vec<AnswerId>,
}

impl StateMachineTest for Lives {
    type SystemUnderTest = Watched;
    type Reference = Model;

    fn init_test(model: &Model) -> Watched {
        let question = choice("single", |s| {
            s.default_selection_ids = model.suggested.then(|| ids(&["a"]));
            s.risk = model.destructive.then(|| "destructive".into());
        });
        let mut interaction = if model.twice {
            put(confirmed_question(), None)
        } else {
            asked(question, None)
        };
        let duration_ms = model.timer.as_ref().map(|timer| timer.duration_ms);
        if let State::Pending(pending) = &mut interaction.state {
            pending.deadline = duration_ms.map(|ms| Deadline::after(&now(model), ms));
        }
        Watched {
            interaction,
            passed_ms: 0,
            promise: duration_ms.map(|ms| Promise::told(0, ms)),
            decided: None,
            terminal_events: 0,
            typing_extensions: 0,
            acknowledged: Vec::new(),
        }
    }

    fn apply(mut watched: Watched, model: &Model, step: Step) -> Watched {
        match step {
            Step::Pass { ms } => watched.passed_ms += ms,
            Step::JumpWall { .. } => {
                watched
                    .promise
                    .iter_mut()
                    .for_each(|promise| promise.wall_jumped = true);
            }
            Step::Reboot { off_ms } => {
                watched.passed_ms += off_ms;
                watched
                    .promise
                    .iter_mut()
                    .for_each(|promise| promise.rebooted = true);
            }
            Step::Settings { .. } => {}
            Step::Do(command) => watched.carry_out(command, model),
        }
        watched
    }

    fn check_invariants(watched: &Watched, model: &Model) {
        if watched.interaction.is_pending() {
            let deadline = watched.interaction.deadline();
            let timer = model.timer.as_ref();
            assert_eq!(
                deadline.map(|deadline| deadline.duration_ms),
                timer.map(|timer| timer.duration_ms)
            );
        }
        assert!(watched.terminal_events <= 1, "one outcome only");
        let closed = watched.interaction.closed().map(undelivered);
        assert_eq!(closed, watched.decided, "the outcome never changes");
        assert!(
            watched.typing_extensions <= 10,
            "typing extends at most ten times"
        );
        let stored = serde_json::to_string(&watched.interaction).expect("it can be stored");
        let read: Interaction = serde_json::from_str(&stored).expect("it can be read");
        assert_eq!(read, watched.interaction);
    }
}

impl Promise {
    fn told(at_ms: u64, duration_ms: u64) -> Self {
        Self {
            told_at_ms: at_ms,
            duration_ms,
            wall_jumped: false,
            rebooted: false,
        }
    }

    /// Whether it was kept. Only a jump of the wall clock *and* a restart, which leaves nothing
    /// else to measure by, can shorten it.
    fn is_kept(&self, passed_ms: u64) -> bool {
        (self.wall_jumped && self.rebooted) || passed_ms - self.told_at_ms >= self.duration_ms
    }
}

impl Watched {
    fn carry_out(&mut self, command: Command, model: &Model) {
        let now = now(model);
        let policy = policy(model);
        let was_pending = self.interaction.is_pending();
        let decision = self.interaction.decide(command.clone(), &policy, &now);
        assert_eq!(verdict(&decision), model.verdict, "{command:?}");
        let Ok(events) = decision else { return };
        for event in &events {
            self.check_event(event, &policy, was_pending);
            self.interaction.apply(event, now.wall);
            self.write_down(event);
        }
        self.check_repeat(&command, &events);
        if let (Command::Touch { .. }, Some(deadline)) = (&command, self.interaction.deadline()) {
            let promised = deadline.remaining_ms(&now) >= 60_000;
            assert!(
                promised || self.typing_extensions == 10,
                "typing keeps it open"
            );
        }
    }

    fn check_event(&self, event: &Event, policy: &Policy, was_pending: bool) {
        match event {
            Event::Answered { by, .. } => match by {
                Responder::Person { .. } => {}
                Responder::Policy => {
                    assert!(policy.auto_submit, "silence is never consent");
                    let question = &self.interaction.question;
                    assert!(question.may_answer_itself());
                    assert_ne!(question.choice().risk(), Risk::Destructive);
                    self.check_promise();
                }
                Responder::Asker => panic!("an agent answered"),
            },
            Event::Chosen { .. } => assert!(was_pending, "chosen after it was decided"),
            Event::Confirmed { .. } => {
                let chosen = self.interaction.chosen();
                assert!(chosen.is_some(), "nothing was there to confirm");
            }
            Event::TimedOut => self.check_promise(),
            Event::Delivered => assert!(!was_pending, "delivered before it was decided"),
            Event::Asked
            | Event::Viewed { .. }
            | Event::DraftStarted { .. }
            | Event::DeadlineMoved { .. }
            | Event::InterfaceSwitched { .. }
            | Event::Cancelled { .. }
            | Event::AskerLeft { .. }
            | Event::AskerReturned => {}
            Event::AgentRefused { .. } => {
                assert!(was_pending, "nobody decides twice");
                let State::Pending(pending) = &self.interaction.state else {
                    unreachable!("it is pending");
                };
                assert!(pending.agent_refusals < 10, "a trail cannot be flooded");
            }
            Event::Imported(_) => panic!("no command imports"),
        }
    }

    /// Never before the last acknowledged extension.
    fn check_promise(&self) {
        let promise = self
            .promise
            .as_ref()
            .expect("without a deadline nothing expires");
        assert!(promise.is_kept(self.passed_ms), "it fired early");
    }

    /// An acknowledged act of answering, sent again, is nothing new.
    fn check_repeat(&mut self, command: &Command, events: &[Event]) {
        // Where a confirmation follows, choosing again is a change of mind, not a repetition.
        if self.interaction.question.needs_confirmation() {
            return;
        }
        if let Command::Answer { answer_id, .. } | Command::Cancel { answer_id, .. } = command {
            let repeated = self.acknowledged.contains(answer_id);
            assert_eq!(
                events.is_empty(),
                repeated,
                "a repeated answer is nothing new"
            );
            self.acknowledged.push(*answer_id);
        }
    }

    fn write_down(&mut self, event: &Event) {
        if let Event::DeadlineMoved { deadline, cause } = event {
            let typing = *cause == DeadlineCause::Typing;
            self.typing_extensions += u32::from(typing);
            let duration = deadline.as_ref().map(|deadline| deadline.duration_ms);
            self.promise = duration.map(|ms| Promise::told(self.passed_ms, ms));
        }
        if event.is_terminal() {
            self.terminal_events += 1;
            self.decided = self.interaction.closed().map(undelivered);
        }
    }
}

/// What must never change: everything but whether it was delivered.
fn undelivered(closed: &Closed) -> Closed {
    Closed {
        delivery: domain::interaction::OutcomeDelivery::Saved,
        ..closed.clone()
    }
}

fn now(model: &Model) -> Moment {
    moment(&format!("boot {}", model.boot), model.wall, model.uptime_ms)
}

fn policy(model: &Model) -> Policy {
    Policy {
        auto_submit: model.auto_submit,
        unlimited_wait: model.unlimited_wait,
        // A form answers harmless questions like any other surface.
        delivery: domain::interaction::PreferredDelivery::Elicitation,
        ..Policy::default()
    }
}

fn verdict(decision: &Result<Vec<Event>, domain::interaction::Refusal>) -> Verdict {
    use domain::interaction::Refusal::*;
    match decision {
        Ok(events) => Ok(events.iter().map(|event| event.kind().as_str()).collect()),
        Err(refusal) => Err(match refusal {
            Closed(winner) => match winner.outcome {
                Outcome::Answered(_) => "lost to an answer",
                Outcome::Cancelled { .. } => "lost to a cancel",
                Outcome::TimedOut => "lost to the clock",
            },
            TooLate => "too late",
            NotDue => "not due",
            StillPending => "pending",
            InvalidAnswer(_) => "invalid",
            NothingChosen => "nothing chosen",
            OtherChosen => "other chosen",
            AnswerIdReused => "reused",
            NotAPerson => "no person",
            NotByForm => "not by form",
            NotInAgentsTerminal => "agent's terminal",
            InterfaceNotShowable => "not showable",
            DeadlineOutOfRange { .. } => "out of range",
            UnlimitedWaitNotAllowed => "not forever",
            WaitsForever => "no time limit",
        }),
    }
}

/// The model must be able to reach what the invariants speak of, or they would hold for nothing.
#[test]
fn random_commands_reach_every_kind_of_outcome() {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut ends = std::collections::BTreeSet::new();
    for _ in 0..192 {
        let tree = Model::sequential_strategy(1..60)
            .new_tree(&mut runner)
            .expect("a life");
        let (mut model, steps, _) = tree.current();
        for step in &steps {
            model = Model::apply(model, step);
            ends.insert(model.end());
        }
    }
    let expected = [
        "answered",
        "cancelled",
        "chosen",
        "delivered",
        "open",
        "submitted by policy",
        "timed out",
        "typed out",
    ];
    assert_eq!(ends, expected.into_iter().collect());
}
