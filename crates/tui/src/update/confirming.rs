//! Keys of the confirmation: confirm the choice, choose again, or decline.
//!
//! Esc goes back to the options and decides nothing. The hub knows the current choice.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{answering, deciding, is_control, moved};
use crate::message::Effect;
use crate::model::Model;
use crate::model::question::{Focus, Question, SecondStep, Stage};

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library's keys: those without a meaning do nothing"
)]
pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if is_control(key, 'c') {
        return deciding::open_cancel(model);
    }
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let Stage::Confirming { focus } = &mut question.stage else {
        return Vec::new();
    };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Down | KeyCode::Tab => *focus = step(*focus, 1),
        KeyCode::Up | KeyCode::BackTab => *focus = step(*focus, -1),
        KeyCode::Char('j') if !control => *focus = step(*focus, 1),
        KeyCode::Char('k') if !control => *focus = step(*focus, -1),
        KeyCode::Home => *focus = SecondStep::Confirm,
        KeyCode::End => *focus = SecondStep::Decline,
        KeyCode::Enter if key.modifiers.is_empty() => {
            let focus = *focus;
            return take(model, focus);
        }
        KeyCode::Char(digit @ '1'..='3') if !control => {
            let at = usize::from(digit as u8 - b'1');
            return take(model, SecondStep::ALL[at]);
        }
        KeyCode::Esc => choose_again(question),
        _ => return answering::around(model, key),
    }
    Vec::new()
}

fn step(focus: SecondStep, by: isize) -> SecondStep {
    let all = SecondStep::ALL;
    let at = all.iter().position(|one| *one == focus).unwrap_or(0);
    all[moved(at, by, all.len())]
}

fn take(model: &mut Model, what: SecondStep) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let id = question.id().to_owned();
    let effect = match what {
        SecondStep::Change => {
            choose_again(question);
            return Vec::new();
        }
        SecondStep::Confirm => {
            let Some(chosen) = question.awaiting() else {
                return Vec::new();
            };
            let chosen_id = chosen.answer_id.clone();
            Effect::Confirm { id, chosen_id }
        }
        SecondStep::Decline => Effect::Cancel { id, note: None },
    };
    question.stage = Stage::Sending;
    question.saving.due_ms = None;
    model.notice = None;
    vec![effect]
}

/// Back to the options, on the one that was chosen. It stays chosen until another one is.
fn choose_again(question: &mut Question) {
    let Some(chosen) = question.awaiting().cloned() else {
        return;
    };
    let at = question
        .options()
        .iter()
        .position(|option| chosen.selected_ids.contains(&option.id));
    question.focus = at.map_or(question.focus, Focus::Option);
    question.turned_from = Some(chosen.answer_id);
    question.stage = Stage::Answering;
    question.prompt_top = 0;
    answering::refocus(question);
}
