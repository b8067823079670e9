//! The reference: what an interaction should do, written as plainly as possible.

use domain::interaction::{Command, Interface};
use domain::interaction::{Confirm, DeadlineChange, LeaveReason};
use domain::{AnswerId, PersonalAct, Responder, Surface};
use proptest::prelude::*;
use proptest_state_machine::ReferenceStateMachine;

use crate::given::{UPTIME, WALL, agents_process, answer_id, person, selecting};

/// The names of the events that a command causes, or why it is refused.
pub(crate) type Verdict = Result<Vec<&'static str>, &'static str>;

#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a few thousand of them live at a time"
)]
pub(crate) enum Step {
    Pass {
        ms: u64,
    },
    JumpWall {
        ms: i64,
    },
    Reboot {
        off_ms: u64,
    },
    Settings {
        auto_submit: bool,
        unlimited_wait: bool,
    },
    Do(Command),
}

#[derive(Debug, Clone)]
pub(crate) struct Timer {
    boot: u32,
    armed_uptime_ms: u64,
    armed_wall: i64,
    pub(crate) duration_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Open,
    Answered(AnswerId),
    Cancelled(AnswerId),
    SubmittedByPolicy,
    TimedOut,
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) wall: i64,
    pub(crate) boot: u32,
    pub(crate) uptime_ms: u64,
    pub(crate) auto_submit: bool,
    pub(crate) unlimited_wait: bool,
    /// Whether the asker gave a default.
    pub(crate) suggested: bool,
    pub(crate) destructive: bool,
    /// Whether a selection needs a confirmation.
    pub(crate) twice: bool,
    pub(crate) timer: Option<Timer>,
    /// Whether these steps are mostly those of a person who types slowly; chance alone rarely types
    /// that long.
    typist: bool,
    /// What the latest command should have caused.
    pub(crate) verdict: Verdict,
    life: Life,
    seen_on: Vec<Surface>,
    drafting: bool,
    typed: u32,
    left: bool,
    delivered: bool,
    in_terminal: bool,
    chosen: Option<AnswerId>,
    refused_agents: u32,
}

impl ReferenceStateMachine for Model {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        let timeout = prop_oneof![1 => Just(None), 8 => (30_000_u64..400_000).prop_map(Some)];
        (timeout, any::<[bool; 6]>())
            .prop_map(
                |(timeout, [auto_submit, unlimited_wait, suggested, rare, typist, twice])| {
                    let mut model = Self {
                        wall: WALL,
                        boot: 1,
                        uptime_ms: UPTIME,
                        auto_submit,
                        unlimited_wait,
                        suggested,
                        destructive: rare && suggested,
                        twice,
                        timer: None,
                        typist,
                        verdict: Ok(vec![]),
                        life: Life::Open,
                        seen_on: vec![],
                        drafting: false,
                        typed: 0,
                        left: false,
                        delivered: false,
                        in_terminal: false,
                        chosen: None,
                        refused_agents: 0,
                    };
                    model.timer = timeout.map(|ms| model.timer(ms));
                    model
                },
            )
            .boxed()
    }

    fn transitions(model: &Self) -> BoxedStrategy<Step> {
        let anything = ANYTHING.with(BoxedStrategy::clone);
        if !model.typist {
            return anything;
        }
        // Pauses until time runs short, then types on.
        let spare = model.left_ms().unwrap_or(0).saturating_sub(60_000);
        let pause = (spare..spare + 60_000).prop_map(|ms| Step::Pass { ms });
        let typing = surface().prop_map(|surface| Step::Do(Command::Touch { surface }));
        prop_oneof![1 => anything, if spare > 0 { 9 } else { 1 } => pause, 9 => typing].boxed()
    }

    fn apply(mut model: Self, step: &Step) -> Self {
        match step {
            Step::Pass { ms } => {
                model.uptime_ms += ms;
                model.wall += i64::try_from(*ms).expect("a life is short");
            }
            Step::JumpWall { ms } => model.wall += ms,
            Step::Reboot { off_ms } => {
                model.boot += 1;
                model.uptime_ms = 0;
                model.wall += i64::try_from(*off_ms).expect("a life is short");
            }
            Step::Settings {
                auto_submit,
                unlimited_wait,
            } => {
                (model.auto_submit, model.unlimited_wait) = (*auto_submit, *unlimited_wait);
            }
            Step::Do(command) => {
                model.verdict = match model.life {
                    Life::Open => model.while_open(command),
                    Life::Answered(_)
                    | Life::Cancelled(_)
                    | Life::SubmittedByPolicy
                    | Life::TimedOut => model.once_closed(command),
                };
            }
        }
        model
    }
}

thread_local! {
    // Built once: doing so for every step would take longer than all the rest.
    static ANYTHING: BoxedStrategy<Step> = any_step().boxed();
}

fn any_step() -> impl Strategy<Value = Step> {
    let jump = -10_000_000_i64..10_000_000;
    prop_oneof![
        6 => (0_u64..120_000).prop_map(|ms| Step::Pass { ms }),
        1 => jump.prop_map(|ms| Step::JumpWall { ms }),
        1 => (1_000_u64..600_000).prop_map(|off_ms| Step::Reboot { off_ms }),
        1 => any::<(bool, bool)>().prop_map(|(auto_submit, unlimited_wait)| Step::Settings {
            auto_submit,
            unlimited_wait,
        }),
        12 => command().prop_map(Step::Do),
    ]
}

fn surface() -> impl Strategy<Value = Surface> {
    prop::sample::select(Surface::ALL.to_vec())
}

/// Few ids, so that the same act is sent again now and then.
fn act() -> impl Strategy<Value = AnswerId> {
    (0_u8..4).prop_map(answer_id)
}

fn command() -> impl Strategy<Value = Command> {
    let change = prop_oneof![
        4 => (0_u64..200).prop_map(|seconds| DeadlineChange::Add { seconds }),
        3 => (0_u64..400).prop_map(|seconds| DeadlineChange::Set { seconds }),
        1 => Just(DeadlineChange::WaitForever),
    ];
    let reason = prop_oneof![
        Just(LeaveReason::Cancelled),
        Just(LeaveReason::Disconnected),
        Just(LeaveReason::HubRestarted)
    ];
    let responder = prop_oneof![
        4 => surface().prop_map(person),
        2 => Just(Responder::Asker),
        1 => Just(Responder::Policy),
    ];
    let confirmer = prop_oneof![4 => surface().prop_map(person), 1 => Just(Responder::Asker)];
    let now_or_later = prop_oneof![Just(Confirm::Now), Just(Confirm::Later)];
    let selected = prop_oneof![Just("a"), Just("unknown")];
    let interface = prop::sample::select(Interface::ALL.to_vec());
    let canceller = prop_oneof![
        1 => surface().prop_map(person),
        1 => Just(Responder::Asker),
        4 => Just(Responder::Policy),
    ];
    prop_oneof![
        2 => surface().prop_map(|surface| Command::View { surface }),
        8 => surface().prop_map(|surface| Command::Touch { surface }),
        3 => (change, surface())
            .prop_map(|(change, surface)| Command::SetDeadline { change, surface }),
        2 => Just(Command::Rearm),
        1 => (interface, surface())
            .prop_map(|(to, surface)| Command::SwitchInterface { to, surface }),
        2 => (selected, responder, act(), now_or_later).prop_map(
            |(id, by, answer_id, confirm)| Command::Answer {
                draft: selecting(&[id]),
                by,
                answer_id,
                confirm,
            },
        ),
        2 => (act(), confirmer, act()).prop_map(|(chosen, by, answer_id)| Command::Confirm {
            chosen,
            by,
            answer_id,
        }),
        2 => (canceller, act())
            .prop_map(|(by, answer_id)| Command::Cancel { note: None, by, answer_id }),
        6 => Just(Command::Expire),
        1 => reason.prop_map(|reason| Command::Leave { reason }),
        1 => Just(Command::Return),
        1 => Just(Command::ConfirmDelivery),
        1 => Just(Command::NoteAgentRefused {
            act: PersonalAct::Answer,
            process: agents_process(),
        }),
    ]
}

impl Model {
    fn timer(&self, duration_ms: u64) -> Timer {
        Timer {
            boot: self.boot,
            armed_uptime_ms: self.uptime_ms,
            armed_wall: self.wall,
            duration_ms,
        }
    }

    /// What is left: by the boot clock, or after a restart by the wall clock.
    fn left_ms(&self) -> Option<u64> {
        let timer = self.timer.as_ref()?;
        let passed = if timer.boot == self.boot {
            self.uptime_ms - timer.armed_uptime_ms
        } else {
            u64::try_from(self.wall - timer.armed_wall).unwrap_or(0)
        };
        Some(timer.duration_ms.saturating_sub(passed))
    }

    fn is_stale(&self) -> bool {
        self.timer
            .as_ref()
            .is_some_and(|timer| timer.boot != self.boot)
    }

    fn is_due(&self) -> bool {
        !self.is_stale() && self.left_ms() == Some(0)
    }

    fn while_open(&mut self, command: &Command) -> Verdict {
        match command {
            Command::Expire if self.is_due() => Ok(vec![self.expire()]),
            Command::Expire => Err("not due"),
            Command::Rearm if self.is_stale() => {
                let left = self.left_ms().unwrap_or(0).max(30_000);
                self.timer = Some(self.timer(left));
                Ok(vec!["deadline_moved"])
            }
            Command::Rearm => Ok(vec![]),
            Command::Leave { .. } if self.left => Ok(vec![]),
            Command::Leave { .. } => {
                self.left = true;
                Ok(vec!["asker_left"])
            }
            Command::Return => Ok(self.come_back()),
            Command::ConfirmDelivery => Err("pending"),
            Command::NoteAgentRefused { .. } if self.refused_agents == 10 => Ok(vec![]),
            Command::NoteAgentRefused { .. } => {
                self.refused_agents += 1;
                Ok(vec!["agent_refused"])
            }
            _ if self.is_due() => Err("too late"),
            act if self.refuses_agents_terminal(act) => Err("agent's terminal"),
            Command::View { surface } if self.seen_on.contains(surface) => Ok(vec![]),
            Command::View { surface } => {
                self.seen_on.push(*surface);
                Ok(vec!["viewed"])
            }
            Command::Touch { .. } => Ok(self.touch()),
            Command::SetDeadline { change, .. } => self.set_deadline(*change),
            Command::SwitchInterface { to, .. } => self.switch(*to),
            Command::Answer {
                draft,
                by,
                answer_id,
                confirm,
            } => match by {
                Responder::Asker | Responder::Policy => Err("no person"),
                Responder::Person { .. } if self.refuses_forms(by) => Err("not by form"),
                Responder::Person { .. } if draft.selected_ids != ["a"] => Err("invalid"),
                Responder::Person { .. } => Ok(self.answer(*answer_id, *confirm)),
            },
            Command::Confirm {
                chosen,
                by,
                answer_id,
            } => match (by, self.chosen) {
                (Responder::Asker | Responder::Policy, _) => Err("no person"),
                (Responder::Person { .. }, _) if self.refuses_forms(by) => Err("not by form"),
                (Responder::Person { .. }, None) => Err("nothing chosen"),
                (Responder::Person { .. }, Some(act)) if act != *chosen => Err("other chosen"),
                (Responder::Person { .. }, Some(_)) => {
                    self.life = Life::Answered(*answer_id);
                    Ok(vec!["confirmed", "answered"])
                }
            },
            Command::Cancel {
                by: Responder::Policy,
                ..
            } => Err("no person"),
            Command::Cancel { by, .. } if self.refuses_forms(by) => Err("not by form"),
            Command::Cancel { answer_id, .. } => {
                self.life = Life::Cancelled(*answer_id);
                Ok(vec!["cancelled"])
            }
        }
    }

    fn refuses_forms(&self, by: &Responder) -> bool {
        (self.destructive || self.twice) && *by == person(Surface::Elicitation)
    }

    fn refuses_agents_terminal(&self, act: &Command) -> bool {
        let there = match act {
            Command::View { surface }
            | Command::Touch { surface }
            | Command::SetDeadline { surface, .. }
            | Command::SwitchInterface { surface, .. } => *surface == Surface::AgentTerminal,
            Command::Answer { by, .. }
            | Command::Confirm { by, .. }
            | Command::Cancel { by, .. } => *by == person(Surface::AgentTerminal),
            Command::Rearm
            | Command::Expire
            | Command::Leave { .. }
            | Command::Return
            | Command::ConfirmDelivery
            | Command::NoteAgentRefused { .. } => false,
        };
        there && (!self.in_terminal || self.destructive || self.twice)
    }

    fn once_closed(&mut self, command: &Command) -> Verdict {
        let lost = match self.life {
            Life::Answered(_) | Life::SubmittedByPolicy => "lost to an answer",
            Life::Cancelled(_) => "lost to a cancel",
            Life::TimedOut => "lost to the clock",
            Life::Open => unreachable!("it is closed"),
        };
        match command {
            Command::Answer {
                draft, answer_id, ..
            } if self.life == Life::Answered(*answer_id) => match &draft.selected_ids[..] {
                [id] if id == "a" => Ok(vec![]),
                _ => Err("reused"),
            },
            Command::Confirm { answer_id, .. } if self.life == Life::Answered(*answer_id) => {
                Ok(vec![])
            }
            Command::Cancel { answer_id, .. } if self.life == Life::Cancelled(*answer_id) => {
                Ok(vec![])
            }
            Command::Answer { .. }
            | Command::Confirm { .. }
            | Command::Cancel { .. }
            | Command::Touch { .. }
            | Command::SetDeadline { .. }
            | Command::SwitchInterface { .. } => Err(lost),
            Command::View { .. }
            | Command::Rearm
            | Command::Expire
            | Command::NoteAgentRefused { .. } => Ok(vec![]),
            Command::Leave { .. } if self.left || self.delivered => Ok(vec![]),
            Command::Leave { .. } => {
                self.left = true;
                Ok(vec!["asker_left"])
            }
            Command::Return => Ok(self.come_back()),
            Command::ConfirmDelivery if self.delivered => Ok(vec![]),
            Command::ConfirmDelivery => {
                self.delivered = true;
                Ok(vec!["delivered"])
            }
        }
    }

    fn expire(&mut self) -> &'static str {
        if self.auto_submit && self.suggested && !self.destructive && !self.twice {
            self.life = Life::SubmittedByPolicy;
            "answered"
        } else {
            self.life = Life::TimedOut;
            "timed_out"
        }
    }

    fn answer(&mut self, act: AnswerId, confirm: Confirm) -> Vec<&'static str> {
        if !self.twice {
            self.life = Life::Answered(act);
            return vec!["answered"];
        }
        let mut caused = vec![];
        if self.chosen != Some(act) {
            self.chosen = Some(act);
            caused.push("chosen");
        }
        if confirm == Confirm::Now {
            self.life = Life::Answered(act);
            caused.extend(["confirmed", "answered"]);
        }
        caused
    }

    fn come_back(&mut self) -> Vec<&'static str> {
        let was_left = std::mem::take(&mut self.left);
        if was_left {
            vec!["asker_returned"]
        } else {
            vec![]
        }
    }

    fn touch(&mut self) -> Vec<&'static str> {
        let mut caused = vec![];
        if !self.drafting {
            self.drafting = true;
            caused.push("draft_started");
        }
        if self.left_ms().is_some_and(|left| left < 60_000) && self.typed < 10 {
            self.typed += 1;
            self.timer = Some(self.timer(120_000));
            caused.push("deadline_moved");
        }
        caused
    }

    fn set_deadline(&mut self, change: DeadlineChange) -> Verdict {
        let grace = if self.is_stale() { 30_000 } else { 0 };
        let wanted = match (change, self.left_ms()) {
            (DeadlineChange::WaitForever, _) if self.unlimited_wait => None,
            (DeadlineChange::WaitForever, _) => return Err("not forever"),
            (DeadlineChange::Add { .. }, None) => return Ok(vec![]),
            (DeadlineChange::Add { seconds }, Some(left)) => Some(seconds * 1000 + left.max(grace)),
            (DeadlineChange::Set { seconds }, _) => Some(seconds * 1000),
        };
        if wanted.is_some_and(|ms| ms < 1000) {
            return Err("out of range");
        }
        self.timer = wanted.map(|ms| self.timer(ms));
        Ok(vec!["deadline_moved"])
    }

    fn switch(&mut self, to: Interface) -> Verdict {
        let to_terminal = match to {
            Interface::Auto | Interface::Elicitation => return Err("not showable"),
            Interface::Web => false,
            Interface::Terminal => true,
        };
        let moves = self.in_terminal != to_terminal;
        self.in_terminal = to_terminal;
        Ok(if moves {
            vec!["interface_switched"]
        } else {
            vec![]
        })
    }

    /// Names how far this life has come.
    pub(crate) fn end(&self) -> &'static str {
        match self.life {
            _ if self.delivered => "delivered",
            Life::Open if self.chosen.is_some() => "chosen",
            Life::Open if self.typed == 10 => "typed out",
            Life::Open => "open",
            Life::Answered(_) => "answered",
            Life::Cancelled(_) => "cancelled",
            Life::SubmittedByPolicy => "submitted by policy",
            Life::TimedOut => "timed out",
        }
    }
}
