//! Keys in the settings view. A change is saved immediately and applies immediately, here and
//! elsewhere.

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent};
use i18n::Key;
use protocol::{SettingKind, SettingValue, SettingView};

use super::{is_control, leave, moved, warn};
use crate::field::Field;
use crate::message::Effect;
use crate::model::preferences::{Entry, next_value, read, written};
use crate::model::question::Stage;
use crate::model::{Cover, Model};

const PAGE: isize = 8;

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if is_control(key, 'c') {
        return leave(model);
    }
    let entries = model.entries();
    let cells = usize::from(model.size.0);
    let Some(Cover::Settings(view)) = &mut model.cover else {
        return Vec::new();
    };
    view.focus = view.focus.min(entries.len().saturating_sub(1));
    if let Some(field) = &mut view.typing {
        match key.code {
            KeyCode::Esc => view.typing = None,
            KeyCode::Enter => return typed(model, &entries),
            _ => {
                field.key(key, cells);
            }
        }
        return Vec::new();
    }
    let count = entries.len();
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => view.focus = moved(view.focus, 1, count),
        KeyCode::Up | KeyCode::Char('k') => view.focus = moved(view.focus, -1, count),
        KeyCode::PageDown => view.focus = moved(view.focus, PAGE, count),
        KeyCode::PageUp => view.focus = moved(view.focus, -PAGE, count),
        KeyCode::Home => view.focus = 0,
        KeyCode::End => view.focus = count.saturating_sub(1),
        KeyCode::Esc | KeyCode::Char('s' | 'q') => model.cover = None,
        KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => return change(model, &entries, 1),
        KeyCode::Left => return change(model, &entries, -1),
        KeyCode::Backspace | KeyCode::Delete => return reset(model, &entries),
        _ => {}
    }
    Vec::new()
}

fn focused<'e>(model: &Model, entries: &'e [Entry]) -> Option<&'e Entry> {
    match &model.cover {
        Some(Cover::Settings(view)) => entries.get(view.focus),
        Some(Cover::Help { .. }) | None => None,
    }
}

fn change(model: &mut Model, entries: &[Entry], step: isize) -> Vec<Effect> {
    match focused(model, entries) {
        None => {}
        Some(Entry::Hidden(at)) => hide(model, *at),
        Some(Entry::Setting(setting)) if is_locked(setting) => locked(model, setting),
        Some(Entry::Setting(setting)) => match next_value(setting, step) {
            Some(value) => return save(model, setting, Some(value)),
            None => {
                if let Some(Cover::Settings(view)) = &mut model.cover {
                    view.typing = Some(Field::new(&written(&setting.value)));
                }
            }
        },
    }
    Vec::new()
}

/// Takes an option off the table for this question, or brings it back.
fn hide(model: &mut Model, at: usize) {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return;
    };
    let Some(id) = question.options().get(at).map(|option| option.id.clone()) else {
        return;
    };
    if question.draft.is_hidden(&id) {
        question.draft.hidden.retain(|hidden| *hidden != id);
    } else {
        let left = question
            .options()
            .len()
            .saturating_sub(question.draft.hidden.len() + 1);
        let min = usize::try_from(question.detail.question.min_selections).unwrap_or(usize::MAX);
        if left < min {
            warn(model, Key::TuiHideTooMany);
            return;
        }
        question.draft.selected.retain(|selected| *selected != id);
        question.draft.hidden.push(id);
        super::answering::refocus(question);
    }
    question.touch(now);
}

fn typed(model: &mut Model, entries: &[Entry]) -> Vec<Effect> {
    let text = match &model.cover {
        Some(Cover::Settings(view)) => view.typing.as_ref().map(|field| field.text().to_owned()),
        Some(Cover::Help { .. }) | None => None,
    };
    let (Some(text), Some(Entry::Setting(setting))) = (text, focused(model, entries)) else {
        return Vec::new();
    };
    let value = read(&setting.kind, &text);
    let fits = match (&setting.kind, &value) {
        (SettingKind::Number { min, max }, Some(SettingValue::Number(number))) => {
            (min..=max).contains(&number)
        }
        (_, value) => value.is_some(),
    };
    if !fits {
        warn(model, Key::TuiSettingInvalid);
        return Vec::new();
    }
    if let Some(Cover::Settings(view)) = &mut model.cover {
        view.typing = None;
    }
    save(model, setting, value)
}

fn reset(model: &mut Model, entries: &[Entry]) -> Vec<Effect> {
    match focused(model, entries) {
        Some(Entry::Setting(setting)) if is_locked(setting) => {
            locked(model, setting);
            Vec::new()
        }
        Some(Entry::Setting(setting)) => save(model, setting, None),
        Some(Entry::Hidden(_)) | None => Vec::new(),
    }
}

fn save(model: &Model, setting: &SettingView, value: Option<SettingValue>) -> Vec<Effect> {
    let in_front = model
        .question
        .as_ref()
        .filter(|question| question.stage != Stage::Closed);
    vec![Effect::ChangeSettings {
        changes: BTreeMap::from([(setting.name.clone(), value)]),
        question: in_front.map(|question| question.id().to_owned()),
    }]
}

fn is_locked(setting: &SettingView) -> bool {
    setting.source == "environment"
}

fn locked(model: &mut Model, setting: &SettingView) {
    let variable = setting.environment.as_deref().unwrap_or_default();
    let args = [("name", variable.into())];
    let text = model.words.tell(Key::TuiSettingLocked, &args);
    model.say_for_a_while(text, crate::model::Tone::Warning);
}
