//! Who asks, what for, since when, and how long there is still: the three seconds that count.

use domain::display_safe;
use i18n::Key;
use protocol::AskerState;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::words_of;
use crate::appearance::Theme;
use crate::model::question::{Question, Stage};
use crate::model::{Link, Model, seconds_left};
use crate::text::wrap::{Indent, wrap};
use crate::text::{line_width, width};
use crate::words::{countdown, time_of_day};

/// Under this many seconds the countdown asks for attention; under the second, for it now.
const SOON_SECONDS: u64 = 60;
const NOW_SECONDS: u64 = 10;

pub(super) fn lines(model: &Model, question: &Question) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let cells = usize::from(model.size.0).saturating_sub(2);
    let clock = clock(model, question);
    let reserved = clock.as_ref().map_or(0, |clock| width(&clock.content) + 2);
    let mut title = Vec::new();
    if question.is_destructive() {
        let word = model.words.say(Key::TuiDestructive);
        title.push(Span::styled(format!(" {word} "), theme.danger));
        title.push(Span::raw(" "));
    }
    if question.is_about_an_act() {
        let word = model.words.say(Key::ApprovalBadge);
        title.push(Span::styled(format!("{word} "), theme.amber));
    }
    let text = display_safe(&question.detail.question.title).into_owned();
    title.push(Span::styled(text, theme.title));
    let mut lines = wrap(&title, cells.saturating_sub(reserved), &Indent::spaces(1));
    if let (Some(first), Some(clock)) = (lines.first_mut(), clock) {
        let gap = (cells + 1).saturating_sub(line_width(first) + width(&clock.content));
        first.spans.push(Span::raw(" ".repeat(gap)));
        first.spans.push(clock);
    }
    let facts = Span::styled(facts(model, question), theme.soft);
    lines.extend(wrap(&[facts], cells, &Indent::spaces(1)));
    if model.link == Link::Down {
        let text = format!(" {}", model.words.say(Key::TuiReconnecting));
        lines.push(Line::styled(text, theme.amber));
    }
    if question.is_destructive() {
        lines.push(Line::styled("─".repeat(cells + 2), theme.danger));
    } else {
        lines.push(Line::default());
    }
    lines
}

/// What is left, in the colour of how urgent it is.
fn clock(model: &Model, question: &Question) -> Option<Span<'static>> {
    if question.stage == Stage::Closed {
        return None;
    }
    let left = seconds_left(question.due_ms?, model.clock.ms);
    let time = countdown(left);
    let text = model.words.tell(Key::TuiLeft, &[("time", (&time).into())]);
    Some(Span::styled(text, urgency(left, &model.theme)))
}

/// The colour of what is left.
pub(super) fn urgency(seconds: u64, theme: &Theme) -> Style {
    match seconds {
        0..NOW_SECONDS => theme.danger,
        NOW_SECONDS..SOON_SECONDS => theme.amber,
        SOON_SECONDS.. => theme.soft,
    }
}

fn facts(model: &Model, question: &Question) -> String {
    let summary = &question.detail.summary;
    let words = model.words;
    let at = time_of_day(&summary.started_at, model.clock.wall_ms);
    let mut parts = vec![summary.origin()];
    parts.push(words.tell(Key::TuiAsked, &[("at", (&at).into())]));
    match summary.asker_state {
        AskerState::Disconnected => parts.push(words.say(Key::AskerDisconnected)),
        AskerState::Waiting | AskerState::Away => {}
    }
    if question.stage != Stage::Closed {
        parts.extend(
            summary
                .at_deadline
                .map(|then| words.say(words_of::consequence(then))),
        );
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
