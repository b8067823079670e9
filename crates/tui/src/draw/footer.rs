//! The footer: the line that shrinks, Submit and Cancel, and the keys that work right now.

use i18n::Key;
use ratatui::text::{Line, Span};

use super::header::urgency;
use super::{hints, words_of};
use crate::model::question::{Focus, Question, Stage};
use crate::model::{Model, Tone, seconds_left};
use crate::text::{line_width, shorten, width};

pub(super) fn lines(model: &Model, question: &Question) -> Vec<Line<'static>> {
    let mut lines = vec![rule(model, question), buttons(model, question)];
    lines.push(last_line(model, hints::of_question(model, question)));
    lines
}

/// A thin line; what is left of the time is drawn thicker.
fn rule(model: &Model, question: &Question) -> Line<'static> {
    let theme = &model.theme;
    let cells = usize::from(model.size.0);
    let total = question
        .detail
        .question
        .timeout_seconds
        .filter(|total| *total > 0);
    let open = question.stage != Stage::Closed;
    let (Some(due), Some(total), true) = (question.due_ms, total, open) else {
        return Line::styled("─".repeat(cells), theme.line);
    };
    let left = seconds_left(due, model.clock.ms);
    let share = left.min(total).saturating_mul(cells as u64) / total;
    let thick = usize::try_from(share).unwrap_or(cells).min(cells);
    Line::from(vec![
        Span::styled("━".repeat(thick), urgency(left, theme)),
        Span::styled("─".repeat(cells - thick), theme.line),
    ])
}

fn buttons(model: &Model, question: &Question) -> Line<'static> {
    let theme = &model.theme;
    let words = model.words;
    match question.stage {
        Stage::Sending => {
            return Line::styled(format!(" {}", words.say(Key::TuiSending)), theme.soft);
        }
        Stage::Closed => {
            return Line::styled(format!(" {}", words.say(Key::TuiClosed)), theme.soft);
        }
        Stage::Confirming { .. } => {
            return Line::styled(format!(" {}", words.say(Key::ConfirmWaiting)), theme.soft);
        }
        Stage::Answering | Stage::Reviewing { .. } | Stage::Cancelling => {}
    }
    let focused = |focus| match question.stage {
        Stage::Answering => question.focus == focus && question.editing.is_none(),
        Stage::Reviewing { .. } => focus == Focus::Submit,
        Stage::Cancelling => focus == Focus::Cancel,
        Stage::Confirming { .. } | Stage::Sending | Stage::Closed => false,
    };
    let missing = question.missing();
    let mut spans = Vec::new();
    for (focus, key) in [
        (Focus::Submit, Key::TuiSubmit),
        (Focus::Cancel, Key::TuiCancel),
    ] {
        let style = match (focused(focus), focus == Focus::Submit && missing.is_some()) {
            (true, _) => theme.accent,
            (false, true) => theme.soft,
            (false, false) => theme.ink,
        };
        spans.push(Span::styled(
            if focused(focus) { "▌" } else { " " },
            theme.accent,
        ));
        spans.push(Span::styled(format!("{}  ", words.say(key)), style));
    }
    let state = match (question.unread(), missing) {
        (Some(lines), _) => words_of::unread(lines, words),
        (None, Some(missing)) => words_of::missing(missing, words),
        (None, None) => words_of::chosen(question, words),
    };
    let line = Line::from(spans);
    let room = usize::from(model.size.0).saturating_sub(line_width(&line) + 1);
    let state = shorten(&state, room);
    let gap = room.saturating_sub(width(&state));
    let mut spans = line.spans;
    spans.push(Span::raw(" ".repeat(gap)));
    spans.push(Span::styled(state, theme.soft));
    Line::from(spans)
}

/// A notice while there is one, else the keys.
pub(super) fn last_line(model: &Model, hints: Line<'static>) -> Line<'static> {
    let theme = &model.theme;
    let cells = usize::from(model.size.0).saturating_sub(2);
    match &model.notice {
        Some(notice) => {
            let style = match notice.tone {
                Tone::Calm => theme.accent,
                Tone::Warning => theme.amber,
            };
            Line::styled(format!(" {}", shorten(&notice.text, cells)), style)
        }
        None => hints,
    }
}
