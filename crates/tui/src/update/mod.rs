//! What follows from what happens: pure, so that every journey can be tested without a terminal.
//!
//! No rule of the product is decided here. The hub refuses, and the refusal is shown.

mod answering;
mod choosing;
mod confirming;
mod deciding;
mod hub;
mod inbox;
mod preferences;

#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use i18n::Key;

use crate::draw;
use crate::finish::Finish;
use crate::message::{Effect, Message};
use crate::model::{Cover, Link, Model, Tone};

/// Takes one message in and returns what is to be done, in order.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let mut effects = match message {
        Message::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
        Message::Key(key) => press(model, key),
        Message::Paste(text) => paste(model, &text),
        Message::Resized => Vec::new(),
        Message::Woke => woke(model),
        Message::Live(message) => hub::live(model, *message),
        Message::Linked => linked(model),
        Message::Lost => {
            model.link = Link::Down;
            Vec::new()
        }
        Message::Loaded(id, result) => hub::loaded(model, &id, result),
        Message::Settings(result) => hub::settings(model, result),
        Message::DraftSaved(id, result) => hub::draft_saved(model, &id, result),
        Message::Decided(id, result) => deciding::decided(model, &id, result),
        Message::Extended(id, result) => hub::extended(model, &id, result),
        Message::Switched(id, result) => hub::switched(model, &id, result),
        Message::Edited(text) => answering::edited(model, text),
        Message::HungUp => leave(model),
    };
    inbox::arrange(model);
    effects.extend(inbox::title(model));
    effects.extend(inbox::load_preview(model));
    draw::follow_focus(model);
    effects
}

fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if is_control(key, 'c') && model.inbox.is_some() {
        return leave(model);
    }
    match (&model.cover, &model.question) {
        (Some(Cover::Help { .. }), _) => help(model, key),
        (Some(Cover::Settings(_)), _) => preferences::press(model, key),
        (None, Some(_)) => answering::press(model, key),
        (None, None) => inbox::press(model, key),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
fn help(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let page = usize::from(model.size.1 / 2);
    let Some(Cover::Help { top }) = &mut model.cover else {
        return Vec::new();
    };
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => *top += 1,
        KeyCode::Up | KeyCode::Char('k') => *top = top.saturating_sub(1),
        KeyCode::PageDown => *top += page,
        KeyCode::PageUp => *top = top.saturating_sub(page),
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('?' | 'q') => model.cover = None,
        KeyCode::Char('c') if is_control(key, 'c') => model.cover = None,
        _ => {}
    }
    Vec::new()
}

fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    match &mut model.cover {
        Some(Cover::Help { .. }) => return Vec::new(),
        Some(Cover::Settings(preferences)) => {
            if let Some(field) = &mut preferences.typing {
                field.insert(text);
            }
            return Vec::new();
        }
        None => {}
    }
    if model.question.is_some() {
        return answering::paste(model, text);
    }
    if let Some(inbox) = model.inbox.as_mut().filter(|inbox| inbox.searching) {
        inbox.search.insert(text);
    }
    Vec::new()
}

fn woke(model: &mut Model) -> Vec<Effect> {
    let now = model.clock.ms;
    if model
        .notice
        .as_ref()
        .is_some_and(|notice| notice.until_ms <= now)
    {
        model.notice = None;
    }
    hub::save_if_due(model, now)
}

fn linked(model: &mut Model) -> Vec<Effect> {
    model.link = Link::Up;
    let mut effects = vec![Effect::LoadSettings];
    if let Some(question) = &mut model.question {
        if question.saving.due_ms.is_some() {
            question.saving.due_ms = Some(model.clock.ms);
        }
        effects.push(Effect::Load(question.id().to_owned()));
    }
    effects.extend(hub::save_if_due(model, model.clock.ms));
    effects
}

/// Ends the visit and decides nothing. Typed text is saved on the hub first.
fn leave(model: &mut Model) -> Vec<Effect> {
    let mut effects = hub::save_before_leaving(model);
    let finish = match (&model.inbox, &model.question) {
        (None, Some(question)) => Finish::Undecided {
            session_id: question.id().to_owned(),
        },
        _ => Finish::Left,
    };
    effects.push(Effect::Finish(finish));
    effects
}

/// Goes back from a question to the list.
fn back_to_list(model: &mut Model) -> Vec<Effect> {
    let effects = hub::save_before_leaving(model);
    model.question = None;
    effects
}

fn open_help(model: &mut Model) -> Vec<Effect> {
    model.cover = Some(Cover::Help { top: 0 });
    Vec::new()
}

fn open_settings(model: &mut Model) -> Vec<Effect> {
    model.cover = Some(Cover::Settings(Default::default()));
    vec![Effect::LoadSettings]
}

fn warn(model: &mut Model, key: Key) {
    let text = model.words.say(key);
    model.say_for_a_while(text, Tone::Warning);
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

/// Moves a place in a list of `count` by `step`, stopping at the ends.
fn moved(at: usize, step: isize, count: usize) -> usize {
    at.saturating_add_signed(step).min(count.saturating_sub(1))
}
