//! How a question ended, for the person: who decided, where and when.
//!
//! The agent has its own sentence in the result; these words speak to the person.

use domain::interaction::Status;
use domain::{DecidedBy, display_safe};
use i18n::Key;
use protocol::Winner;

use crate::words::Words;

/// Says how the question ended, `at` a time that is written already. Without a name it was the
/// person this hub belongs to.
pub(crate) fn ending(winner: &Winner, words: Words, at: &str) -> String {
    let place = match winner.surface.map(|surface| words.say(surface.into())) {
        Some(surface) => format!("{surface}, {at}"),
        None => at.to_owned(),
    };
    let name = winner.name.as_deref().map(display_safe);
    let args = [
        ("place", (&place).into()),
        ("name", name.as_deref().unwrap_or_default().into()),
    ];
    let (place, named) = (&args[..1], &args[..]);
    let (key, args) = match (winner.status, winner.kind, &name) {
        (Status::Timeout, _, _) => (Key::DecidedTimeout, place),
        (Status::Cancelled, DecidedBy::Asker, _) => (Key::DecidedWithdrawn, place),
        (Status::Cancelled, DecidedBy::Person | DecidedBy::Policy, None) => {
            (Key::DecidedCancelledYou, place)
        }
        (Status::Cancelled, DecidedBy::Person | DecidedBy::Policy, Some(_)) => {
            (Key::DecidedCancelledName, named)
        }
        (Status::AutoSubmitted, _, _) => (Key::DecidedAutomatic, place),
        (Status::Submitted | Status::Pending, _, None) => (Key::DecidedAnsweredYou, place),
        (Status::Submitted | Status::Pending, _, Some(_)) => (Key::DecidedAnsweredName, named),
    };
    words.tell(key, args)
}

#[cfg(test)]
mod tests {
    use domain::Surface;

    use super::*;

    #[test]
    fn ending_text_addresses_the_person_for_every_outcome() {
        let words = Words::new(i18n::Language::En);
        let winner = |status, kind, surface, name: Option<&str>| Winner {
            status,
            kind,
            surface,
            name: name.map(Into::into),
            at: String::new(),
            summary: "The agent may ask again.".into(),
        };
        for (winner, expected) in [
            (
                winner(Status::Timeout, DecidedBy::Policy, None, None),
                "timed out (10:00)",
            ),
            (
                winner(Status::AutoSubmitted, DecidedBy::Policy, None, None),
                "answered automatically at its time limit (10:00)",
            ),
            (
                winner(
                    Status::Submitted,
                    DecidedBy::Person,
                    Some(Surface::Web),
                    None,
                ),
                "answered by you (web portal, 10:00)",
            ),
            (
                winner(
                    Status::Submitted,
                    DecidedBy::Person,
                    Some(Surface::Web),
                    Some("Ann\u{1b}"),
                ),
                "answered by Ann<ESC> (web portal, 10:00)",
            ),
            (
                winner(
                    Status::Cancelled,
                    DecidedBy::Person,
                    Some(Surface::Terminal),
                    None,
                ),
                "cancelled by you (terminal, 10:00)",
            ),
            (
                winner(
                    Status::Cancelled,
                    DecidedBy::Person,
                    Some(Surface::Terminal),
                    Some("Ann"),
                ),
                "cancelled by Ann (terminal, 10:00)",
            ),
            (
                winner(Status::Cancelled, DecidedBy::Asker, None, None),
                "withdrawn by the agent (10:00)",
            ),
        ] {
            assert_eq!(ending(&winner, words, "10:00"), expected);
        }
    }
}
