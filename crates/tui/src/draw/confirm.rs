//! The confirmation: the choice and where it was made, the agent's text, and the three actions.

use domain::display_safe;
use i18n::Key;
use protocol::ChosenView;
use ratatui::text::{Line, Span};

use super::action::{Pen, framed};
use super::sheet::Content;
use super::words_of;
use crate::model::Model;
use crate::model::question::{Question, SecondStep};
use crate::text::wrap::{Indent, wrap_text};

pub(super) fn about(model: &Model, question: &Question, cells: usize) -> Content {
    let theme = &model.theme;
    let Some(chosen) = question.awaiting() else {
        return Content::default();
    };
    let mut lines = vec![Line::styled(
        model.words.say(Key::ConfirmTitle),
        theme.title,
    )];
    let pen = Pen {
        words: model.words,
        theme,
        cells,
    };
    lines.extend(chosen_lines(model, question, chosen, cells));
    if let Some(message) = message(question) {
        let asker = display_safe(&question.detail.summary.agent).into_owned();
        let args = [("asker", (&asker).into())];
        let says = model.words.tell(Key::ConfirmAskerSays, &args);
        lines.push(Line::default());
        lines.push(Line::styled(says, theme.soft));
        lines.extend(framed(message, pen));
    }
    Content {
        lines,
        ..Content::default()
    }
}

fn message(question: &Question) -> Option<&str> {
    let confirmation = question.detail.question.confirmation.as_ref()?;
    confirmation.message.as_deref()
}

fn chosen_lines(
    model: &Model,
    question: &Question,
    chosen: &ChosenView,
    cells: usize,
) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let said = words_of::you_chose(question, chosen, model.words);
    let mut lines = wrap_text(&said, theme.ink, cells, &Indent::default());
    let by = words_of::chosen_by(chosen, model.words, model.clock.wall_ms);
    lines.extend(wrap_text(&by, theme.soft, cells, &Indent::default()));
    lines
}

pub(super) fn ways(model: &Model, focus: Option<SecondStep>) -> Content {
    let theme = &model.theme;
    let mut content = Content::default();
    for (at, way) in SecondStep::ALL.into_iter().enumerate() {
        let focused = Some(way) == focus;
        if focused {
            content.focus = Some(at..at + 1);
        }
        let style = if focused { theme.title } else { theme.ink };
        content.lines.push(Line::from(vec![
            Span::styled(if focused { "▌ " } else { "  " }, theme.accent),
            Span::styled(format!("{} ", at + 1), theme.soft),
            Span::styled(model.words.say(words_of::second_step(way)), style),
        ]));
    }
    content
}
