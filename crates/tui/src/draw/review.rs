//! The two pages before an end: what will be sent, and the reason for a cancellation.

use domain::{display::display_safe_lines, display_safe};
use i18n::Key;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::sheet::Content;
use super::words_of;
use crate::field::{Field, drawn};
use crate::model::Model;
use crate::model::question::Question;
use crate::text::wrap::{Indent, wrap_text};

const FIELD_INDENT: usize = 3;

pub(super) fn answer(model: &Model, question: &Question, typed: &Field, cells: usize) -> Content {
    let theme = &model.theme;
    let asker = display_safe(&question.detail.summary.agent).into_owned();
    let heading = model
        .words
        .tell(Key::TuiReviewTitle, &[("asker", (&asker).into())]);
    let mut lines = vec![Line::styled(heading, theme.title), Line::default()];
    lines.extend(what_is_sent(model, question, cells));
    let mut content = Content {
        lines,
        field_cells: cells.saturating_sub(FIELD_INDENT),
        ..Content::default()
    };
    if let Some(needed) = words_of::confirmation(question, model.words) {
        content.lines.push(Line::default());
        let text = model
            .words
            .tell(Key::TuiTypeToConfirm, &[("words", (&needed).into())]);
        content
            .lines
            .extend(wrap_text(&text, theme.danger, cells, &Indent::default()));
        field(&mut content, model, typed);
    }
    content
}

/// The answer as the asker will get it, in the person's words.
pub(super) fn what_is_sent(model: &Model, question: &Question, cells: usize) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let body = question.draft.answer(&question.detail.question);
    let mut lines = Vec::new();
    let mut add = |lead: &'static str, text: &str, style: Style| {
        let rest = " ".repeat(crate::text::width(lead));
        let indent = Indent {
            first: vec![Span::styled(lead, theme.accent)],
            rest: vec![Span::raw(rest)],
        };
        lines.extend(wrap_text(&display_safe_lines(text), style, cells, &indent));
    };
    for option in question.options() {
        let note = body.option_notes.get(&option.id);
        let chosen = body.selected_ids.contains(&option.id);
        match (chosen, note) {
            (true, _) => add("  • ", &option.label, theme.title),
            // A note on what was not chosen is sent as well.
            (false, Some(_)) => add("    ", &option.label, theme.soft),
            (false, None) => {}
        }
        if let Some(note) = note {
            add("    ✎ ", note, theme.ink);
        }
    }
    for field in question.fields() {
        let Some(value) = body
            .fields
            .get(&field.name)
            .filter(|value| !value.is_empty())
        else {
            continue;
        };
        add("", field.shown(&field.title), theme.soft);
        let words = field.in_words(value);
        add(
            "  ✎ ",
            &model.words.catalogue().field_value(value, words),
            theme.ink,
        );
    }
    if let Some(text) = &body.text {
        add("", &model.words.say(Key::TuiYourWords), theme.soft);
        add("  ✎ ", text, theme.ink);
    }
    if let Some(note) = &body.global_note {
        add("", &model.words.say(Key::TuiGlobalNote), theme.soft);
        add("  ✎ ", note, theme.ink);
    }
    if !body.hidden_ids.is_empty() {
        let label = |id: &String| {
            let option = question.options().iter().find(|option| option.id == *id);
            option.map_or(id.clone(), |option| option.label.clone())
        };
        let hidden: Vec<String> = body.hidden_ids.iter().map(label).collect();
        let hidden = hidden.join(", ");
        let text = model
            .words
            .tell(Key::TuiReviewHidden, &[("options", (&hidden).into())]);
        add("", &text, theme.soft);
    }
    lines
}

pub(super) fn cancellation(model: &Model, question: &Question, cells: usize) -> Content {
    let theme = &model.theme;
    let words = model.words;
    let asker = display_safe(&question.detail.summary.agent).into_owned();
    let effect = words.tell(Key::TuiCancelEffect, &[("asker", (&asker).into())]);
    let mut lines = vec![Line::styled(words.say(Key::TuiCancelTitle), theme.title)];
    lines.extend(wrap_text(&effect, theme.ink, cells, &Indent::default()));
    lines.push(Line::default());
    let mut content = Content {
        lines,
        field_cells: cells.saturating_sub(FIELD_INDENT),
        ..Content::default()
    };
    if question.offers_notes() {
        content
            .lines
            .push(Line::styled(words.say(Key::TuiCancelNote), theme.soft));
        field(&mut content, model, &question.cancel_reason);
    }
    content
}

fn field(content: &mut Content, model: &Model, field: &Field) {
    let start = content.lines.len();
    let drawn = drawn(field, content.field_cells);
    for row in drawn.rows {
        let lead = Span::styled("✎  ", model.theme.accent);
        content.lines.push(Line::from(vec![lead, Span::raw(row)]));
    }
    let (row, column) = drawn.cursor;
    content.cursor = Some((start + row, column + FIELD_INDENT));
    content.focus = Some(start + row..start + row + 1);
}
