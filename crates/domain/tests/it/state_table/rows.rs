//! The states, the commands, and what is expected of each pair.

use domain::interaction::{Choice, Command, Event, Interaction, Interface, OptionSpec, State};
use domain::interaction::{Confirm, DeadlineChange, LeaveReason, Pending};
use domain::{Moment, PersonalAct, Policy, Responder, Surface, Timestamp};

use crate::given::{
    WALL, after, agents_process, answer_id, asked, choice, moment, option, person, selecting,
};

/// One question with a recommended option, so that auto-submit has something to send.
fn question() -> Choice {
    choice("single", |s| {
        let recommended = OptionSpec {
            recommended: Some(true),
            ..option("b")
        };
        s.options = Some(vec![option("a"), recommended, option("c")]);
    })
}

pub(crate) fn policy() -> Policy {
    Policy::default()
}

fn pending(
    timeout_seconds: Option<u64>,
    edit: impl FnOnce(&mut Interaction, &mut Pending),
) -> Interaction {
    let mut interaction = asked(question(), timeout_seconds);
    let State::Pending(mut pending) = interaction.state.clone() else {
        unreachable!("it was just asked");
    };
    edit(&mut interaction, &mut pending);
    interaction.state = State::Pending(pending);
    interaction
}

/// The columns of the pending table: how it stands, and when the command arrives.
pub(crate) fn pending_states() -> [(&'static str, Interaction, Moment); 7] {
    let plain = || pending(Some(300), |_, _| {});
    let left = pending(Some(300), |interaction, _| {
        interaction.asker_left_at = Some(Timestamp(WALL));
    });
    let typing = pending(Some(300), |_, pending| {
        pending.seen_on = vec![Surface::Web];
        pending.draft_started = true;
        pending.typing_extensions = 10;
    });
    [
        ("no deadline", pending(None, |_, _| {}), after(100_000)),
        ("far", plain(), after(100_000)),
        ("near", plain(), after(290_000)),
        ("overdue", plain(), after(300_000)),
        ("other boot", plain(), moment("second", WALL + 100_000, 5)),
        ("asker left", left, after(100_000)),
        ("typed on", typing, after(290_000)),
    ]
}

pub(crate) struct Row<const N: usize> {
    pub(crate) policy: Policy,
    pub(crate) command: Command,
    pub(crate) cells: [&'static str; N],
}

fn row<const N: usize>(command: Command, cells: [&'static str; N]) -> Row<N> {
    Row {
        policy: policy(),
        command,
        cells,
    }
}

fn under<const N: usize>(policy: Policy, command: Command, cells: [&'static str; N]) -> Row<N> {
    Row {
        policy,
        command,
        cells,
    }
}

fn view() -> Command {
    Command::View {
        surface: Surface::Web,
    }
}

fn touch() -> Command {
    Command::Touch {
        surface: Surface::Web,
    }
}

fn set(change: DeadlineChange) -> Command {
    Command::SetDeadline {
        change,
        surface: Surface::Cli,
    }
}

fn switch(to: Interface) -> Command {
    Command::SwitchInterface {
        to,
        surface: Surface::Web,
    }
}

fn answer(selected: &str, by: Responder, number: u8) -> Command {
    Command::Answer {
        draft: selecting(&[selected]),
        by,
        answer_id: answer_id(number),
        confirm: Confirm::Later,
    }
}

fn confirm(chosen: u8, by: Responder, number: u8) -> Command {
    Command::Confirm {
        chosen: answer_id(chosen),
        by,
        answer_id: answer_id(number),
    }
}

fn cancel(note: Option<&str>, by: Responder, number: u8) -> Command {
    Command::Cancel {
        note: note.map(str::to_owned),
        by,
        answer_id: answer_id(number),
    }
}

fn note_agent() -> Command {
    Command::NoteAgentRefused {
        act: PersonalAct::Answer,
        process: agents_process(),
    }
}

fn leave(reason: LeaveReason) -> Command {
    Command::Leave { reason }
}

/// Cells that are the same in every column but the overdue one.
const fn unless_overdue(cell: &'static str) -> [&'static str; 7] {
    [cell, cell, cell, "! too late", cell, cell, cell]
}

fn deadline_rows() -> Vec<Row<7>> {
    use DeadlineChange::{Add, Set, WaitForever};
    let patient = Policy {
        unlimited_wait: true,
        ..policy()
    };
    let automatic = Policy {
        auto_submit: true,
        ..policy()
    };
    let late = "! too late";
    let far = "! out of range";
    let due = "! not due";
    vec![
        row(
            touch(),
            [
                "draft web",
                "draft web",
                "draft web + 120s by typing",
                late,
                "draft web",
                "draft web",
                "-",
            ],
        ),
        row(
            set(Add { seconds: 60 }),
            [
                "-",
                "260s by cli",
                "70s by cli",
                late,
                "260s by cli",
                "260s by cli",
                "70s by cli",
            ],
        ),
        row(
            set(Add { seconds: u64::MAX }),
            ["-", far, far, late, far, far, far],
        ),
        row(set(Set { seconds: 5 }), unless_overdue("5s by cli")),
        row(set(Set { seconds: 0 }), unless_overdue(far)),
        row(set(Set { seconds: u64::MAX }), unless_overdue(far)),
        row(set(WaitForever), unless_overdue("! not forever")),
        under(patient, set(WaitForever), unless_overdue("never by cli")),
        row(
            Command::Rearm,
            ["-", "-", "-", "-", "200s by reboot", "-", "-"],
        ),
        row(Command::Expire, [due, due, due, "timed out", due, due, due]),
        under(
            automatic,
            Command::Expire,
            [due, due, due, "b by Policy", due, due, due],
        ),
    ]
}

fn acting_rows() -> Vec<Row<7>> {
    let web = || person(Surface::Web);
    let quiet = Policy {
        annotations: false,
        ..policy()
    };
    let relaying = || Policy {
        delivery: domain::interaction::PreferredDelivery::Elicitation,
        ..policy()
    };
    let form = || person(Surface::Elicitation);
    let mut empty = answer("a", web(), 1);
    if let Command::Answer { draft, .. } = &mut empty {
        draft.selected_ids.clear();
    }
    let viewed = "viewed web";
    vec![
        row(
            view(),
            [viewed, viewed, viewed, "! too late", viewed, viewed, "-"],
        ),
        row(switch(Interface::Web), unless_overdue("-")),
        row(
            switch(Interface::Terminal),
            unless_overdue("to terminal by web"),
        ),
        row(switch(Interface::Auto), unless_overdue("! not showable")),
        row(
            switch(Interface::Elicitation),
            unless_overdue("! not showable"),
        ),
        row(answer("a", web(), 1), unless_overdue("a by Person")),
        row(
            answer("z", web(), 1),
            unless_overdue("! unknown_option, too_few_selections"),
        ),
        row(empty, unless_overdue("! too_few_selections")),
        row(
            answer("a", Responder::Asker, 1),
            unless_overdue("! no person"),
        ),
        row(
            answer("a", Responder::Policy, 1),
            unless_overdue("! no person"),
        ),
        row(confirm(1, web(), 2), unless_overdue("! nothing chosen")),
        row(
            confirm(1, Responder::Asker, 2),
            unless_overdue("! no person"),
        ),
        row(answer("a", form(), 1), unless_overdue("! not by form")),
        under(
            relaying(),
            answer("a", form(), 1),
            unless_overdue("a by Person"),
        ),
        row(cancel(None, form(), 1), unless_overdue("! not by form")),
        // They were asked on the web; `forms` has the rest of this rule.
        row(
            answer("a", person(Surface::AgentTerminal), 1),
            unless_overdue("! agent's terminal"),
        ),
        under(
            relaying(),
            cancel(None, form(), 1),
            unless_overdue("cancelled by Person"),
        ),
        row(
            cancel(None, web(), 1),
            unless_overdue("cancelled by Person"),
        ),
        row(
            cancel(Some(" "), web(), 1),
            unless_overdue("cancelled by Person"),
        ),
        row(
            cancel(Some("no"), web(), 1),
            unless_overdue("cancelled by Person (no)"),
        ),
        under(
            quiet,
            cancel(Some("no"), web(), 1),
            unless_overdue("! notes_hidden"),
        ),
        row(
            cancel(None, Responder::Asker, 1),
            unless_overdue("cancelled by Asker"),
        ),
        row(
            cancel(None, Responder::Policy, 1),
            unless_overdue("! no person"),
        ),
    ]
}

fn asker_rows() -> Vec<Row<7>> {
    let gone = "left (gone)";
    let given_up = "left (cancelled)";
    let restarted = "left (hub restarted)";
    vec![
        row(
            leave(LeaveReason::Disconnected),
            [gone, gone, gone, gone, gone, "-", gone],
        ),
        row(
            leave(LeaveReason::Cancelled),
            [
                given_up, given_up, given_up, given_up, given_up, "-", given_up,
            ],
        ),
        row(
            leave(LeaveReason::HubRestarted),
            [
                restarted, restarted, restarted, restarted, restarted, "-", restarted,
            ],
        ),
        row(Command::Return, ["-", "-", "-", "-", "-", "returned", "-"]),
        row(Command::ConfirmDelivery, ["! pending"; 7]),
        // Overdue or not: what was tried is written down.
        row(note_agent(), ["refused /usr/bin/sayso"; 7]),
    ]
}

pub(crate) fn pending_rows() -> Vec<Row<7>> {
    [deadline_rows(), acting_rows(), asker_rows()]
        .into_iter()
        .flatten()
        .collect()
}

/// The act of answering that won where a person, or the asker, decided.
pub(crate) const WINNER: u8 = 1;

/// Every way to be closed, by the command that closed it.
pub(crate) fn outcomes() -> [(&'static str, Interaction); 5] {
    let automatic = Policy {
        auto_submit: true,
        ..policy()
    };
    let closed = |policy: &Policy, command: Command| {
        let mut interaction = pending(Some(300), |_, _| {});
        let due = matches!(command, Command::Expire);
        let now = if due { after(300_000) } else { after(100_000) };
        for event in interaction
            .decide(command, policy, &now)
            .expect("it can be decided")
        {
            interaction.apply(&event, now.wall);
        }
        interaction
    };
    [
        (
            "answered",
            closed(&policy(), answer("a", person(Surface::Web), WINNER)),
        ),
        ("auto-submitted", closed(&automatic, Command::Expire)),
        (
            "cancelled",
            closed(&policy(), cancel(None, person(Surface::Cli), WINNER)),
        ),
        (
            "withdrawn",
            closed(&policy(), cancel(None, Responder::Asker, WINNER)),
        ),
        ("timed out", closed(&policy(), Command::Expire)),
    ]
}

/// The columns of the closed table: saved or delivered, with the asker there or gone.
pub(crate) fn closed_states(interaction: &Interaction) -> [Interaction; 4] {
    [(false, false), (false, true), (true, false), (true, true)].map(|(delivered, left)| {
        let mut interaction = interaction.clone();
        if left {
            interaction.apply(
                &Event::AskerLeft {
                    reason: LeaveReason::Disconnected,
                },
                Timestamp(WALL),
            );
        }
        if delivered {
            interaction.apply(&Event::Delivered, Timestamp(WALL + 310_000));
        }
        interaction
    })
}

/// Columns: saved, saved and left, delivered, delivered and left.
pub(crate) fn closed_rows(outcome: &str) -> Vec<Row<4>> {
    let person = || person(Surface::Terminal);
    let automatic = Policy {
        auto_submit: true,
        ..policy()
    };
    let decided = "! decided";
    let told = |own: &[&str], words| {
        if own.contains(&outcome) {
            [words; 4]
        } else {
            [decided; 4]
        }
    };
    let repeated = |own: &[&str]| told(own, "-");
    let reused = |own: &[&str]| told(own, "! reused");
    vec![
        row(view(), ["-"; 4]),
        row(touch(), [decided; 4]),
        row(set(DeadlineChange::Add { seconds: 60 }), [decided; 4]),
        row(set(DeadlineChange::Set { seconds: 60 }), [decided; 4]),
        row(set(DeadlineChange::WaitForever), [decided; 4]),
        row(Command::Rearm, ["-"; 4]),
        row(note_agent(), ["-"; 4]),
        row(switch(Interface::Terminal), [decided; 4]),
        row(answer("b", person(), 9), [decided; 4]),
        row(answer("b", Responder::Asker, 9), [decided; 4]),
        row(confirm(WINNER, person(), 9), [decided; 4]),
        row(confirm(9, person(), WINNER), repeated(&["answered"])),
        row(cancel(None, person(), 9), [decided; 4]),
        row(cancel(None, Responder::Asker, 9), [decided; 4]),
        // The same act again does not count twice, and no act passes for another.
        row(answer("a", person(), WINNER), repeated(&["answered"])),
        row(
            cancel(None, person(), WINNER),
            repeated(&["cancelled", "withdrawn"]),
        ),
        // Other content under the id of the act that won is told that the first content stays.
        row(answer("b", person(), WINNER), reused(&["answered"])),
        row(answer("unknown", person(), WINNER), reused(&["answered"])),
        row(
            cancel(Some("changed my mind"), person(), WINNER),
            reused(&["cancelled", "withdrawn"]),
        ),
        row(Command::Expire, ["-"; 4]),
        under(automatic, Command::Expire, ["-"; 4]),
        row(
            leave(LeaveReason::Disconnected),
            ["left (gone)", "-", "-", "-"],
        ),
        row(Command::Return, ["-", "returned", "-", "returned"]),
        row(
            Command::ConfirmDelivery,
            ["delivered", "delivered", "-", "-"],
        ),
    ]
}
