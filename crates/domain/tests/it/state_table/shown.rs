//! The words of the tables' cells.

use domain::interaction::{DeadlineCause, LeaveReason};
use domain::interaction::{Event, Interaction, Refusal};
use domain::{Moment, Responder};

use crate::kinds::responder_kind;

pub(crate) fn shown(
    interaction: &Interaction,
    now: &Moment,
    decision: Result<Vec<Event>, Refusal>,
) -> String {
    match decision {
        Ok(events) if events.is_empty() => "-".into(),
        Ok(events) => events
            .iter()
            .map(|event| shown_event(event, now))
            .collect::<Vec<_>>()
            .join(" + "),
        Err(refusal) => format!("! {}", shown_refusal(interaction, refusal)),
    }
}

fn shown_event(event: &Event, now: &Moment) -> String {
    match event {
        Event::Asked => "asked".into(),
        Event::Viewed { surface } => format!("viewed {}", surface.as_str()),
        Event::DraftStarted { surface } => format!("draft {}", surface.as_str()),
        Event::DeadlineMoved { deadline, cause } => {
            assert!(
                deadline.iter().all(|deadline| deadline.armed == *now),
                "counted from now"
            );
            let left = deadline.as_ref().map_or("never".into(), |deadline| {
                format!("{}s", deadline.duration_ms / 1000)
            });
            match cause {
                DeadlineCause::Person { surface } => format!("{left} by {}", surface.as_str()),
                DeadlineCause::Typing => format!("{left} by typing"),
                DeadlineCause::Reboot => format!("{left} by reboot"),
            }
        }
        Event::InterfaceSwitched { to, surface } => {
            format!("to {} by {}", to.as_str(), surface.as_str())
        }
        Event::Chosen { answer, by, .. } => format!(
            "chosen {} by {}",
            answer.selected_ids().join("+"),
            responder_kind(by)
        ),
        Event::Confirmed { surface } => format!("confirmed {}", surface.as_str()),
        Event::Answered {
            answer,
            by,
            answer_id,
        } => {
            assert_eq!(answer_id.is_some(), matches!(by, Responder::Person { .. }));
            format!(
                "{} by {}",
                answer.selected_ids().join("+"),
                responder_kind(by)
            )
        }
        Event::Cancelled {
            note,
            by,
            answer_id: _,
        } => {
            let note = note
                .as_ref()
                .map_or(String::new(), |note| format!(" ({note})"));
            format!("cancelled by {}{note}", responder_kind(by))
        }
        Event::TimedOut => "timed out".into(),
        Event::AskerLeft { reason } => match reason {
            LeaveReason::Cancelled => "left (cancelled)".into(),
            LeaveReason::Disconnected => "left (gone)".into(),
            LeaveReason::HubRestarted => "left (hub restarted)".into(),
        },
        Event::AskerReturned => "returned".into(),
        Event::Delivered => "delivered".into(),
        Event::AgentRefused { process, .. } => format!("refused {}", process.program),
        Event::Imported(origin) => format!("imported {}", origin.original_id),
    }
}

fn shown_refusal(interaction: &Interaction, refusal: Refusal) -> String {
    match refusal {
        Refusal::Closed(winner) => {
            assert_eq!(
                Some(&*winner),
                interaction.closed(),
                "the loser learns who won"
            );
            "decided".into()
        }
        Refusal::TooLate => "too late".into(),
        Refusal::NotDue => "not due".into(),
        Refusal::StillPending => "pending".into(),
        Refusal::InvalidAnswer(problems) => problems
            .iter()
            .map(|problem| problem.code())
            .collect::<Vec<_>>()
            .join(", "),
        Refusal::NothingChosen => "nothing chosen".into(),
        Refusal::OtherChosen => "other chosen".into(),
        Refusal::AnswerIdReused => "reused".into(),
        Refusal::NotAPerson => "no person".into(),
        Refusal::NotByForm => "not by form".into(),
        Refusal::NotInAgentsTerminal => "agent's terminal".into(),
        Refusal::InterfaceNotShowable => "not showable".into(),
        Refusal::DeadlineOutOfRange { .. } => "out of range".into(),
        Refusal::UnlimitedWaitNotAllowed => "not forever".into(),
        Refusal::WaitsForever => "no time limit".into(),
    }
}
