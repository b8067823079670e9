//! A question that was decided while it was in view: by whom, and what had been written here.

use domain::display_safe;
use i18n::Key;
use ratatui::text::Line;

use super::review::what_is_sent;
use super::sheet::Content;
use super::words_of;
use crate::finish::winner;
use crate::model::Model;
use crate::model::question::Question;
use crate::text::wrap::{Indent, wrap_text};

pub(super) fn content(model: &Model, question: &Question, cells: usize) -> Content {
    let theme = &model.theme;
    let mut lines = Vec::new();
    if let Some(winner) = winner(&question.detail) {
        let by = words_of::decided_by(&winner, model.words, model.clock.wall_ms);
        lines.extend(wrap_text(&by, theme.title, cells, &Indent::default()));
        let summary = display_safe(&winner.summary);
        lines.extend(wrap_text(&summary, theme.ink, cells, &Indent::default()));
    }
    if question.has_own_words && words_of::has_words(question) {
        lines.push(Line::default());
        lines.push(Line::styled(model.words.say(Key::TuiYourDraft), theme.soft));
        lines.extend(what_is_sent(model, question, cells));
    }
    Content {
        lines,
        ..Content::default()
    }
}
