//! Keys and news on the list of everything that waits.

use crossterm::event::{KeyCode, KeyEvent};
use domain::display_safe;
use domain::interaction::Status;
use i18n::Key;
use protocol::InteractionSummary;

use super::{back_to_list, leave, moved, open_help, open_settings, warn};
use crate::field::{Field, Typed};
use crate::message::Effect;
use crate::model::Model;
use crate::model::inbox::{Inbox, Preview};

/// A screenful, about.
const PAGE: isize = 8;

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let now = model.clock.ms;
    let cells = usize::from(model.size.0);
    let Some(inbox) = &mut model.inbox else {
        return Vec::new();
    };
    if inbox.searching {
        match key.code {
            KeyCode::Esc => {
                inbox.search = Field::default();
                inbox.searching = false;
            }
            KeyCode::Enter | KeyCode::Tab => inbox.searching = false,
            _ if inbox.search.key(key, cells) == Typed::Changed => inbox.focus_at(0),
            _ => {}
        }
        return Vec::new();
    }
    let count = inbox.shown().len();
    let at = inbox.focused_at();
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => inbox.focus_at(moved(at, 1, count)),
        KeyCode::Up | KeyCode::Char('k') => inbox.focus_at(moved(at, -1, count)),
        KeyCode::PageDown => inbox.focus_at(moved(at, PAGE, count)),
        KeyCode::PageUp => inbox.focus_at(moved(at, -PAGE, count)),
        KeyCode::Home => inbox.focus_at(0),
        KeyCode::End => inbox.focus_at(count),
        KeyCode::Char('/') => inbox.searching = true,
        KeyCode::Esc => inbox.search = Field::default(),
        KeyCode::Char('s') => return open_settings(model),
        KeyCode::Char('?') => return open_help(model),
        KeyCode::Char('q') => return leave(model),
        KeyCode::Enter if !inbox.is_guarded(now) => return open_focused(model),
        _ => {}
    }
    Vec::new()
}

fn open_focused(model: &mut Model) -> Vec<Effect> {
    let Some(inbox) = &mut model.inbox else {
        return Vec::new();
    };
    let shown = inbox.shown();
    let Some(row) = shown.get(inbox.focused_at()) else {
        return Vec::new();
    };
    let id = row.summary.session_id.clone();
    inbox.opening = Some(id.clone());
    vec![Effect::Load(id)]
}

/// Goes to the next or previous waiting question without passing the list.
pub(super) fn switch(model: &mut Model, step: isize) -> Vec<Effect> {
    let (Some(inbox), Some(question)) = (&mut model.inbox, &model.question) else {
        return Vec::new();
    };
    let Some(next) = inbox.neighbour(question.id(), step) else {
        warn(model, Key::TuiNoOther);
        return Vec::new();
    };
    inbox.opening = Some(next.clone());
    let mut effects = back_to_list(model);
    effects.push(Effect::Load(next));
    effects
}

pub(super) fn snapshot(model: &mut Model, interactions: &[InteractionSummary]) -> Vec<Effect> {
    let Some(inbox) = &model.inbox else {
        return Vec::new();
    };
    // A question that was waiting and is missing from the new list has been decided.
    let gone = inbox.rows.iter().filter(|row| {
        let id = &row.summary.session_id;
        row.is_open() && !interactions.iter().any(|summary| summary.session_id == *id)
    });
    let mut effects: Vec<Effect> = gone
        .map(|row| Effect::Load(row.summary.session_id.clone()))
        .collect();
    for summary in interactions {
        effects.extend(changed(model, summary));
    }
    let now = model.clock.ms;
    if let Some(inbox) = &mut model.inbox {
        inbox.filled = true;
        inbox.arrange(now);
        if inbox.focused.is_none() {
            inbox.focus_at(0);
        }
    }
    effects
}

pub(super) fn changed(model: &mut Model, summary: &InteractionSummary) -> Vec<Effect> {
    let now = model.clock.ms;
    let bell = model.flag("terminal_bell", true);
    let Some(inbox) = &mut model.inbox else {
        return Vec::new();
    };
    let id = &summary.session_id;
    let was_open = inbox
        .rows
        .iter()
        .any(|row| row.summary.session_id == *id && row.is_open());
    let open = summary.status == Status::Pending;
    let arrived = inbox.put(summary.clone(), now);
    inbox.preview.take_if(|preview| match preview {
        Preview::Loading(_) => false,
        Preview::Shown(question) => {
            question.id() == id && question.detail.summary.revision < summary.revision
        }
    });
    // Before the whole list is there, its first row is not known.
    if inbox.filled && inbox.focused.is_none() {
        inbox.focus_at(0);
    }
    if arrived && inbox.filled && bell {
        return vec![Effect::Ring(display_safe(&summary.title).into_owned())];
    }
    // Decided: ask who did it, so that the row can say so.
    (was_open && !open)
        .then(|| Effect::Load(id.clone()))
        .into_iter()
        .collect()
}

/// Asks for the focused question where there is room to show it beside the list.
pub(super) fn load_preview(model: &mut Model) -> Option<Effect> {
    let visible = model.question.is_none() && Inbox::has_preview(model.size.0);
    let inbox = model.inbox.as_mut().filter(|_| visible)?;
    let id = inbox.preview_wanted()?;
    inbox.preview = Some(Preview::Loading(id.clone()));
    Some(Effect::Load(id))
}

/// Keeps the list in order: news and time itself change it. The focus stays on its question.
pub(super) fn arrange(model: &mut Model) {
    let now = model.clock.ms;
    if let Some(inbox) = &mut model.inbox {
        inbox.arrange(now);
    }
}

/// Keeps the number of waiting questions in the window's title.
pub(super) fn title(model: &mut Model) -> Option<Effect> {
    let inbox = model.inbox.as_mut()?;
    let waiting = inbox.waiting();
    if !inbox.filled || inbox.titled == Some(waiting) {
        return None;
    }
    inbox.titled = Some(waiting);
    Some(Effect::Title(match waiting {
        0 => "sayso".to_owned(),
        waiting => format!("({waiting}) sayso"),
    }))
}
