//! Keys on a question: moving, choosing, writing.
//!
//! While a field has the focus every letter goes into it; Esc only ever leaves a field or a view.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use i18n::Key;

use super::choosing::{self, Press};
use super::{
    back_to_list, confirming, deciding, is_control, leave, moved, open_help, open_settings, warn,
};
use crate::draw;
use crate::field::{Field, Typed};
use crate::message::Effect;
use crate::model::Model;
use crate::model::question::{Editing, Focus, Question, Stage};

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    if question.is_guarded(model.clock.ms) && !is_control(key, 'c') {
        return Vec::new();
    }
    match question.stage {
        Stage::Answering if is_control(key, 'c') => deciding::open_cancel(model),
        Stage::Answering if is_submit(key) => deciding::submit(model),
        Stage::Answering if question.editing.is_some() => type_key(model, key),
        Stage::Answering => command(model, key),
        Stage::Reviewing { .. } => deciding::review_key(model, key),
        Stage::Confirming { .. } => confirming::press(model, key),
        Stage::Cancelling => deciding::cancel_key(model, key),
        Stage::Sending if is_control(key, 'c') => leave(model),
        Stage::Sending => Vec::new(),
        Stage::Closed => deciding::closed_key(model, key),
    }
}

/// Submits from anywhere. Only some terminals can tell Ctrl+Enter from Enter; Ctrl+S always works.
pub(super) fn is_submit(key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    is_control(key, 's') || (control && key.code == KeyCode::Enter)
}

fn type_key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let plain = key.modifiers.is_empty();
    match (key.code, question.editing) {
        (KeyCode::Esc, Some(Editing::Filter)) => {
            question.filter = Field::default();
            question.editing = None;
            refocus(question);
        }
        (KeyCode::Esc, _) => question.editing = None,
        (KeyCode::Enter, Some(Editing::Text | Editing::GlobalNote)) if plain => {
            question.editing = None;
            question.focus = Focus::Submit;
        }
        (KeyCode::Enter, Some(Editing::Field(_))) if plain => next_field(question, 1),
        (KeyCode::Enter, _) if plain => question.editing = None,
        (KeyCode::Tab, Some(Editing::Field(_))) => next_field(question, 1),
        (KeyCode::BackTab, Some(Editing::Field(_))) => next_field(question, -1),
        (KeyCode::Tab | KeyCode::BackTab, Some(Editing::Text | Editing::GlobalNote)) => {
            let forward = key.code == KeyCode::Tab;
            question.editing = None;
            step(question, if forward { 1 } else { -1 });
        }
        (KeyCode::Tab | KeyCode::BackTab, _) => question.editing = None,
        (KeyCode::Char('g'), Some(editing)) if is_control(key, 'g') => {
            if editing == Editing::Filter {
                return Vec::new();
            }
            let text = question.field_mut().map(|field| field.text().to_owned());
            return text.map(Effect::Edit).into_iter().collect();
        }
        _ => type_into(model, key),
    }
    Vec::new()
}

/// Hands a key to the field in focus.
pub(super) fn type_into(model: &mut Model, key: KeyEvent) {
    let cells = draw::field_cells(model);
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return;
    };
    let typed = question.field_mut().map(|field| field.key(key, cells));
    if typed == Some(Typed::Changed) {
        written(question, now);
    }
}

pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    if question.is_guarded(now) {
        return Vec::new();
    }
    // Pasted text is text, wherever it lands: without a field it goes nowhere.
    match (&mut question.stage, question.editing) {
        (Stage::Reviewing { typed, .. }, _) => typed.insert(text),
        (Stage::Answering | Stage::Cancelling, Some(_)) => {
            if let Some(field) = question.field_mut() {
                field.insert(text);
                written(question, now);
            }
        }
        (Stage::Answering | Stage::Cancelling, None)
        | (Stage::Confirming { .. } | Stage::Sending | Stage::Closed, _) => {}
    }
    Vec::new()
}

pub(super) fn edited(model: &mut Model, text: Option<String>) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(text) = text else {
        warn(model, Key::TuiEditorFailed);
        return Vec::new();
    };
    if let Some(question) = &mut model.question
        && let Some(field) = question.field_mut()
        && field.text() != text
    {
        *field = Field::new(&text);
        written(question, now);
    }
    Vec::new()
}

/// A field has changed.
fn written(question: &mut Question, now: u64) {
    match question.editing {
        Some(Editing::Filter) => refocus(question),
        Some(Editing::CancelReason) => {}
        Some(Editing::Field(at)) => {
            question.take_typed(at);
            question.has_own_words = true;
            question.touch(now);
        }
        Some(Editing::Text | Editing::GlobalNote | Editing::Note(_)) | None => {
            question.has_own_words = true;
            question.touch(now);
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
fn command(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if !matches!(key.code, KeyCode::Char('0'..='9')) {
        question.number = 0;
    }
    match key.code {
        KeyCode::Down => step(question, 1),
        KeyCode::Up => step(question, -1),
        KeyCode::Char(_) if control => return around(model, key),
        KeyCode::Char('j') => step(question, 1),
        KeyCode::Char('k') => step(question, -1),
        KeyCode::Left | KeyCode::Right => sideways(question),
        KeyCode::Home => focus_stop(question, 0),
        KeyCode::End => focus_last_choice(question),
        KeyCode::Tab if question.is_form() => next_field(question, 1),
        KeyCode::BackTab if question.is_form() => next_field(question, -1),
        KeyCode::Tab | KeyCode::Char('n') => edit_note(question),
        KeyCode::Char('N') => edit(question, Focus::GlobalNote),
        KeyCode::Char('o') => edit(question, Focus::Text),
        KeyCode::Char('/') if !question.options().is_empty() => {
            question.editing = Some(Editing::Filter)
        }
        KeyCode::Char('r') => choosing::recommended(question, now),
        KeyCode::Char('a') => choosing::all_or_none(question, now),
        KeyCode::Char(digit @ '0'..='9') => return choosing::number(model, digit),
        KeyCode::Char(' ') => return space(model),
        KeyCode::Enter => return enter(model),
        KeyCode::Esc => return escape(model),
        _ => return around(model, key),
    }
    Vec::new()
}

/// Keys that do the same on the options and in the confirmation.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
pub(super) fn around(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let page = isize::from(draw::prompt_page(model)).max(1);
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('d') if control => scroll(question, page / 2),
        KeyCode::Char('u') if control => scroll(question, -page / 2),
        KeyCode::Char(_) if control => {}
        KeyCode::PageDown => scroll(question, page),
        KeyCode::PageUp => scroll(question, -page),
        KeyCode::Char('+') => return deciding::add_time(model),
        KeyCode::Char('c') => return deciding::open_cancel(model),
        KeyCode::Char('s') => return open_settings(model),
        KeyCode::Char('w') => return vec![Effect::SwitchToWeb(question.id().to_owned())],
        KeyCode::Char('?') => return open_help(model),
        KeyCode::Char('q') => return quit(model),
        KeyCode::Char('[') => return super::inbox::switch(model, -1),
        KeyCode::Char(']') => return super::inbox::switch(model, 1),
        _ => {}
    }
    Vec::new()
}

fn quit(model: &mut Model) -> Vec<Effect> {
    if model.inbox.is_some() {
        return back_to_list(model);
    }
    leave(model)
}

/// Leaves the filter, or in the inbox the question. Never decides.
fn escape(model: &mut Model) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    if !question.filter.text().is_empty() {
        question.filter = Field::default();
        return Vec::new();
    }
    if model.inbox.is_some() {
        return back_to_list(model);
    }
    let text = model.words.say(Key::TuiEscapeDecidesNothing);
    model.say_for_a_while(text, crate::model::Tone::Calm);
    Vec::new()
}

fn step(question: &mut Question, by: isize) {
    let stops = question.stops();
    let at = stops.iter().position(|stop| *stop == question.focus);
    focus_stop(question, moved(at.unwrap_or(0), by, stops.len()));
}

/// Goes to the next field of a form, and into it where it takes text.
fn next_field(question: &mut Question, by: isize) {
    question.editing = None;
    let of = |stop: &Focus| match stop {
        Focus::Field(at) | Focus::FieldOption(at, _) => Some(*at),
        Focus::Option(_) | Focus::Text | Focus::GlobalNote | Focus::Submit | Focus::Cancel => None,
    };
    let from = of(&question.focus);
    let before = question.focus;
    step(question, by);
    while from.is_some() && of(&question.focus) == from && question.focus != before {
        let at = question.focus;
        step(question, by);
        if question.focus == at {
            break;
        }
    }
    question.edit_focused_field();
}

fn focus_stop(question: &mut Question, at: usize) {
    if let Some(stop) = question.stops().get(at) {
        question.focus = *stop;
    }
}

/// The last option, or what stands in its place.
fn focus_last_choice(question: &mut Question) {
    let is_choice = |stop: &Focus| match stop {
        Focus::Option(_) | Focus::Text | Focus::Field(_) | Focus::FieldOption(..) => true,
        Focus::GlobalNote | Focus::Submit | Focus::Cancel => false,
    };
    let last = question.stops().into_iter().rfind(is_choice);
    question.focus = last.unwrap_or(Focus::Submit);
}

fn sideways(question: &mut Question) {
    question.focus = match question.focus {
        Focus::Submit => Focus::Cancel,
        Focus::Cancel => Focus::Submit,
        other @ (Focus::Option(_)
        | Focus::Field(_)
        | Focus::FieldOption(..)
        | Focus::Text
        | Focus::GlobalNote) => other,
    };
}

/// Keeps the focus on something that is in view.
pub(super) fn refocus(question: &mut Question) {
    let stops = question.stops();
    if !stops.contains(&question.focus) {
        focus_stop(question, 0);
    }
}

fn scroll(question: &mut Question, by: isize) {
    question.prompt_top = question.prompt_top.saturating_add_signed(by);
}

fn edit_note(question: &mut Question) {
    match question.focus {
        Focus::Option(at) if question.offers_notes() => question.editing = Some(Editing::Note(at)),
        Focus::Option(_) | Focus::FieldOption(..) | Focus::Submit | Focus::Cancel => {}
        Focus::Field(_) | Focus::Text | Focus::GlobalNote => edit(question, question.focus),
    }
}

fn edit(question: &mut Question, field: Focus) {
    if !question.stops().contains(&field) {
        return;
    }
    question.focus = field;
    question.editing = match field {
        Focus::Text => Some(Editing::Text),
        Focus::GlobalNote => Some(Editing::GlobalNote),
        Focus::Field(at) => Some(Editing::Field(at)),
        Focus::Option(_) | Focus::FieldOption(..) | Focus::Submit | Focus::Cancel => None,
    };
    question.edit_focused_field();
}

fn space(model: &mut Model) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    match question.focus {
        Focus::Option(at) => choosing::choose(model, at, Press::Toggle),
        Focus::FieldOption(at, of) => choosing::field_option(question, at, of, now),
        Focus::Field(_) | Focus::Text | Focus::GlobalNote => {
            edit(question, question.focus);
            Vec::new()
        }
        // Only Enter presses a button: Space is typed without looking.
        Focus::Submit | Focus::Cancel => Vec::new(),
    }
}

fn enter(model: &mut Model) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    match question.focus {
        Focus::Option(at) => choosing::choose(model, at, Press::Enter),
        Focus::FieldOption(at, of) => {
            if !question.is_field_option_chosen(at, of) {
                choosing::field_option(question, at, of, now);
            }
            next_field(question, 1);
            Vec::new()
        }
        Focus::Field(_) | Focus::Text | Focus::GlobalNote => {
            edit(question, question.focus);
            Vec::new()
        }
        Focus::Submit => deciding::submit(model),
        Focus::Cancel => deciding::open_cancel(model),
    }
}
