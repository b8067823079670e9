//! Sentences about questions that more than one view says.

use domain::display_safe;
use domain::interaction::AtDeadline;
use i18n::Key;
use protocol::{ApiError, ChosenView, DeliveryState, InteractionSummary, Winner};

use crate::decided;
use crate::model::question::{Missing, Question, SecondStep};
use crate::words::{Words, time_of_day};

/// A person does not type a label longer than this.
const TYPED_LABEL_CELLS_MAX: usize = 40;

/// Why Submit is off.
pub(crate) fn missing(missing: Missing, words: Words) -> String {
    let count = |key, bound: u32, chosen: u32| {
        let (bound, chosen) = (bound.to_string(), chosen.to_string());
        words.tell(
            key,
            &[("bound", (&bound).into()), ("chosen", (&chosen).into())],
        )
    };
    match missing {
        Missing::ChooseOne => words.say(Key::TuiMissingOne),
        Missing::TooFew { min, chosen } => count(Key::TuiMissingMore, min, chosen),
        Missing::TooMany { max, chosen } => count(Key::TuiMissingFewer, max, chosen),
        Missing::Text => words.say(Key::TuiMissingText),
        Missing::Anything => words.say(Key::TuiMissingAnything),
        Missing::Unread { lines } => unread(lines, words),
    }
}

/// How much of an action has not been on the screen.
pub(crate) fn unread(lines: usize, words: Words) -> String {
    let lines = lines.to_string();
    words.tell(Key::ApprovalUnread, &[("lines", (&lines).into())])
}

/// The label of each action of the confirmation. The texts are ours, never the agent's.
pub(crate) fn second_step(way: SecondStep) -> Key {
    match way {
        SecondStep::Confirm => Key::ConfirmYes,
        SecondStep::Change => Key::ConfirmChange,
        SecondStep::Decline => Key::ConfirmDecline,
    }
}

/// What awaits its confirmation.
pub(crate) fn you_chose(question: &Question, chosen: &ChosenView, words: Words) -> String {
    let label = |id: &String| {
        let option = question.options().iter().find(|option| option.id == *id);
        display_safe(option.map_or(id, |option| &option.label)).into_owned()
    };
    let labels: Vec<String> = chosen.selected_ids.iter().map(label).collect();
    let labels = labels.join(", ");
    words.tell(Key::ConfirmYouChose, &[("option", (&labels).into())])
}

/// Where and when it was chosen.
pub(crate) fn chosen_by(chosen: &ChosenView, words: Words, now_ms: i64) -> String {
    let surface = chosen.by.surface;
    let surface = surface.map_or_else(|| "-".into(), |at| words.say(at.into()));
    let at = time_of_day(&chosen.by.at, now_ms);
    words.tell(
        Key::ConfirmChosenOn,
        &[("surface", (&surface).into()), ("at", (&at).into())],
    )
}

/// How many are chosen, and how many may be; empty where that says nothing.
pub(crate) fn chosen(question: &Question, words: Words) -> String {
    let view = &question.detail.question;
    if !question.mode.has_bounds() || view.max_selections <= 1 {
        return String::new();
    }
    let chosen = question.draft.selected.len().to_string();
    let (min, max) = (
        view.min_selections.to_string(),
        view.max_selections.to_string(),
    );
    words.tell(
        Key::TuiChosen,
        &[
            ("chosen", (&chosen).into()),
            ("min", (&min).into()),
            ("max", (&max).into()),
        ],
    )
}

/// The words a destructive answer must be confirmed with: the label of what is chosen, or ours
/// where there is not exactly one that can be typed. `None` for any other question.
pub(crate) fn confirmation(question: &Question, words: Words) -> Option<String> {
    if !question.is_destructive() || question.refuses() {
        return None;
    }
    let chosen = match &question.draft.selected[..] {
        [id] => question.options().iter().find(|option| option.id == *id),
        _ => None,
    };
    let label = chosen.map(|option| option.label.trim()).filter(|label| {
        display_safe(label) == **label && crate::text::width(label) <= TYPED_LABEL_CELLS_MAX
    });
    Some(label.map_or_else(|| words.say(Key::TuiConfirmWord), str::to_owned))
}

/// What the hub said no to: the first thing that is wrong, and what to do about it.
pub(crate) fn refusal(error: &ApiError, words: Words) -> String {
    let (text, hint) = words.refusal(error);
    let text = match hint {
        Some(hint) => format!("{text}: {hint}"),
        None => text,
    };
    display_safe(&text).into_owned()
}

/// Who decided, where and when.
pub(crate) fn decided_by(winner: &Winner, words: Words, now_ms: i64) -> String {
    decided::ending(winner, words, &time_of_day(&winner.at, now_ms))
}

/// What became of an answer given here.
pub(crate) fn receipt(summary: &InteractionSummary, words: Words) -> String {
    let delivery = match summary.delivery {
        DeliveryState::Delivered => words.say(Key::DeliveryDelivered),
        DeliveryState::Saved | DeliveryState::Open => words.say(Key::DeliverySaved),
    };
    let title = display_safe(&summary.title);
    format!("{title}: {} · {delivery}", words.say(summary.status.into()))
}

/// Whether the draft holds anything a person has written.
pub(crate) fn has_words(question: &Question) -> bool {
    let body = question.draft.answer(&question.detail.question);
    body.text.is_some() || body.global_note.is_some() || !body.option_notes.is_empty()
}

/// What happens if the person does nothing.
pub(crate) fn consequence(then: AtDeadline) -> Key {
    match then {
        AtDeadline::TimesOut => Key::DeadlineTimesOut,
        AtDeadline::DefaultIsSent => Key::DeadlineDefaultIsSent,
    }
}

/// How long a question still waits, and what happens then.
pub(crate) fn time_left(summary: &InteractionSummary, words: Words) -> String {
    let Some(seconds) = summary.remaining_seconds else {
        return words.say(Key::CliNoDeadline);
    };
    let span = words.span(seconds);
    let left = words.tell(Key::CliTimeLeft, &[("span", (&span).into())]);
    match summary.at_deadline {
        Some(then) => format!("{left}, {}", words.say(consequence(then))),
        None => left,
    }
}
