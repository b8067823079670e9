//! The few keys that end a question: submit with its review, cancel with its reason.

use crossterm::event::{KeyCode, KeyEvent};
use i18n::Key;
use protocol::InteractionDetail;

use super::answering::{is_submit, type_into};
use super::{back_to_list, is_control, leave, warn};
use crate::draw::words_of;
use crate::field::Field;
use crate::finish::{Finish, not_ours};
use crate::message::{Effect, Trouble};
use crate::model::question::{Editing, Stage};
use crate::model::{Model, Tone};

pub(super) fn submit(model: &mut Model) -> Vec<Effect> {
    let words = model.words;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    question.editing = None;
    if let Some(missing) = question.missing() {
        model.say_for_a_while(words_of::missing(missing, words), Tone::Warning);
        return Vec::new();
    }
    if question.needs_review() {
        question.stage = Stage::Reviewing {
            typed: Field::default(),
            top: 0,
        };
        return Vec::new();
    }
    send(model)
}

fn send(model: &mut Model) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    question.stage = Stage::Sending;
    question.saving.due_ms = None;
    model.notice = None;
    vec![Effect::Answer {
        id: question.id().to_owned(),
        digest: question.detail.digest.clone(),
        answer: question.draft.answer(&question.detail.question),
    }]
}

pub(super) fn review_key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if is_control(key, 'c') {
        return open_cancel(model);
    }
    let words = model.words;
    let cells = crate::draw::field_cells(model);
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let needed = words_of::confirmation(question, words);
    let Stage::Reviewing { typed, top } = &mut question.stage else {
        return Vec::new();
    };
    match (key.code, needed) {
        (KeyCode::Esc, _) => question.stage = Stage::Answering,
        (KeyCode::Down, _) => *top += 1,
        (KeyCode::Up, _) => *top = top.saturating_sub(1),
        (KeyCode::PageDown, _) => *top += 10,
        (KeyCode::PageUp, _) => *top = top.saturating_sub(10),
        (KeyCode::Enter, needed) if key.modifiers.is_empty() || is_submit(key) => {
            return confirm(model, needed.as_deref());
        }
        (KeyCode::Char('s'), needed) if is_submit(key) => return confirm(model, needed.as_deref()),
        (_, Some(_)) => {
            typed.key(key, cells);
        }
        (_, None) => {}
    }
    Vec::new()
}

/// Sends what was reviewed; `needed` are the words a destructive answer takes.
fn confirm(model: &mut Model, needed: Option<&str>) -> Vec<Effect> {
    let typed = match model.question.as_ref().map(|question| &question.stage) {
        Some(Stage::Reviewing { typed, .. }) => typed.text().trim(),
        _ => return Vec::new(),
    };
    if needed.is_some_and(|needed| needed.trim() != typed) {
        warn(model, Key::TuiTypedDiffers);
        return Vec::new();
    }
    send(model)
}

pub(super) fn open_cancel(model: &mut Model) -> Vec<Effect> {
    if let Some(question) = &mut model.question {
        question.stage = Stage::Cancelling;
        question.editing = question.offers_notes().then_some(Editing::CancelReason);
        // The overall note is a likely reason, and can be edited.
        if question.cancel_reason.filled().is_none() {
            question.cancel_reason = question.draft.global.clone();
        }
        model.notice = None;
    }
    Vec::new()
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
pub(super) fn cancel_key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if is_control(key, 'c') {
        return leave(model);
    }
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    match key.code {
        KeyCode::Esc => {
            question.stage = question.resting();
            question.editing = None;
        }
        KeyCode::Enter if key.modifiers.is_empty() => {
            question.stage = Stage::Sending;
            question.editing = None;
            question.saving.due_ms = None;
            let note = question.cancel_reason.filled().map(str::to_owned);
            return vec![Effect::Cancel {
                id: question.id().to_owned(),
                note,
            }];
        }
        KeyCode::Char('g') if is_control(key, 'g') => {
            let text = question.field_mut().map(|field| field.text().to_owned());
            return text.map(Effect::Edit).into_iter().collect();
        }
        _ => type_into(model, key),
    }
    Vec::new()
}

/// A decided question only waits to be left.
pub(super) fn closed_key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let leaves = matches!(key.code, KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q'));
    match (leaves || is_control(key, 'c'), key.code) {
        (true, _) if model.inbox.is_some() => back_to_list(model),
        (true, _) => finish_closed(model),
        (false, KeyCode::Char('[')) => super::inbox::switch(model, -1),
        (false, KeyCode::Char(']')) => super::inbox::switch(model, 1),
        (false, _) => Vec::new(),
    }
}

pub(super) fn finish_closed(model: &mut Model) -> Vec<Effect> {
    let finish = model
        .question
        .as_ref()
        .and_then(|question| not_ours(&question.detail));
    match finish {
        Some(finish) => {
            vec![Effect::Finish(finish)]
        }
        None => leave(model),
    }
}

pub(super) fn add_time(model: &mut Model) -> Vec<Effect> {
    let Some(question) = &model.question else {
        return Vec::new();
    };
    if question.due_ms.is_none() {
        let text = model.words.say(Key::CliNoDeadline);
        model.say_for_a_while(text, Tone::Calm);
        return Vec::new();
    }
    vec![Effect::AddTime(question.id().to_owned())]
}

/// The hub's reply to an answer or a cancellation.
pub(super) fn decided(
    model: &mut Model,
    id: &str,
    result: Result<Box<InteractionDetail>, Trouble>,
) -> Vec<Effect> {
    if model
        .question
        .as_ref()
        .is_none_or(|question| question.id() != id)
    {
        return Vec::new();
    }
    match result {
        Ok(detail) => accepted(model, *detail),
        Err(Trouble::Lost) => {
            resume(model);
            warn(model, Key::TuiNotSent);
            Vec::new()
        }
        Err(Trouble::Refused(error)) => {
            resume(model);
            let again = error.winner.is_some()
                || matches!(
                    error.code.as_str(),
                    "stale_view"
                        | "too_late"
                        | "already_decided"
                        | "other_chosen"
                        | "nothing_chosen"
                );
            if error.winner.is_none() {
                model.say_for_a_while(words_of::refusal(&error, model.words), Tone::Warning);
            }
            again
                .then(|| Effect::Load(id.to_owned()))
                .into_iter()
                .collect()
        }
    }
}

fn resume(model: &mut Model) {
    let now = model.clock.ms;
    if let Some(question) = &mut model.question {
        question.rest(now);
        question.touch(now);
    }
}

fn accepted(model: &mut Model, detail: InteractionDetail) -> Vec<Effect> {
    let now = model.clock.ms;
    if detail.result.is_none() && detail.chosen.is_some() {
        if let Some(inbox) = &mut model.inbox {
            inbox.put(detail.summary.clone(), now);
        }
        if let Some(question) = &mut model.question {
            question.take_detail(detail, now);
            question.rest(now);
        }
        return Vec::new();
    }
    if let Some(inbox) = &mut model.inbox {
        let text = words_of::receipt(&detail.summary, model.words);
        inbox.put(detail.summary, now);
        model.question = None;
        model.say_for_a_while(text, Tone::Calm);
        return Vec::new();
    }
    let finish = match detail.result {
        Some(result) => Finish::Decided(Box::new(result.into_decided())),
        None => Finish::Undecided {
            session_id: detail.summary.session_id,
        },
    };
    vec![Effect::Finish(finish)]
}
