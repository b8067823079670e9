//! Choosing options: by key, by number, what is recommended, all or none.

use protocol::SettingValue;

use super::deciding;
use crate::message::Effect;
use crate::model::Model;
use crate::model::question::{Editing, Focus, Question};

/// How an option was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Press {
    Toggle,
    /// Choose, and go on to the next thing.
    Enter,
}

/// Up to nine options are chosen by their digit; with more, digits go to the option.
pub(super) fn number(model: &mut Model, digit: char) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let digit = usize::try_from(digit.to_digit(10).unwrap_or(0)).unwrap_or(0);
    let count = question.options().len();
    let typed = question.number * 10 + digit;
    let typed = if typed > count { digit } else { typed };
    let Some(at) = typed
        .checked_sub(1)
        .filter(|at| question.shown().contains(at))
    else {
        question.number = typed;
        return Vec::new();
    };
    question.focus = Focus::Option(at);
    if count > 9 {
        question.number = typed;
        return Vec::new();
    }
    choose(model, at, Press::Toggle)
}

pub(super) fn choose(model: &mut Model, at: usize, press: Press) -> Vec<Effect> {
    let now = model.clock.ms;
    let on_select = matches!(
        model.setting("annotation_focus"),
        Some(SettingValue::Text(when)) if when == "on_select"
    );
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let Some(id) = question.options().get(at).map(|option| option.id.clone()) else {
        return Vec::new();
    };
    let view = &question.detail.question;
    let one = view.max_selections <= 1;
    let at_once = view.single_submit_mode;
    let chosen = question.draft.is_selected(&id);
    let keep = one && (view.min_selections > 0 || press == Press::Enter || at_once);
    match (chosen, one) {
        (true, _) if keep => {}
        (true, _) => question.draft.selected.retain(|other| *other != id),
        (false, true) => question.draft.selected = vec![id.clone()],
        (false, false) => question.draft.selected.push(id.clone()),
    }
    let selected = question.draft.is_selected(&id);
    question.touch(now);
    if selected && at_once {
        return deciding::submit(model);
    }
    if selected && on_select && question.offers_notes() {
        question.editing = Some(Editing::Note(at));
    } else if press == Press::Enter && one && selected {
        question.focus = Focus::Submit;
    }
    Vec::new()
}

/// Chooses an option of a field of a form, or takes the choice back.
pub(super) fn field_option(question: &mut Question, at: usize, of: usize, now: u64) -> Vec<Effect> {
    question.toggle_field_option(at, of);
    question.touch(now);
    Vec::new()
}

/// Takes the recommended options, as many as may be chosen, and never submits.
pub(super) fn recommended(question: &mut Question, now: u64) {
    let max = usize::try_from(question.detail.question.max_selections).unwrap_or(usize::MAX);
    let shown = question.shown();
    let wanted: Vec<usize> = shown
        .into_iter()
        .filter(|at| question.options()[*at].recommended)
        .take(max)
        .collect();
    if let Some(first) = wanted.first() {
        question.focus = Focus::Option(*first);
        let options = question.options();
        question.draft.selected = wanted.iter().map(|at| options[*at].id.clone()).collect();
        question.touch(now);
    }
}

pub(super) fn all_or_none(question: &mut Question, now: u64) {
    if question.detail.question.max_selections <= 1 {
        return;
    }
    let shown = question.shown();
    let ids: Vec<String> = shown
        .iter()
        .map(|at| question.options()[*at].id.clone())
        .collect();
    if ids.iter().all(|id| question.draft.is_selected(id)) {
        question.draft.selected.retain(|id| !ids.contains(id));
    } else {
        let missing = ids.into_iter().filter(|id| !question.draft.is_selected(id));
        let missing: Vec<String> = missing.collect();
        question.draft.selected.extend(missing);
    }
    question.touch(now);
}
