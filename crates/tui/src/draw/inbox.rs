//! The list: what waits, of whom, since when and for how long still.

use domain::display_safe;
use domain::interaction::{QuestionKind, Risk};
use i18n::Key;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::header::urgency;
use super::sheet::{Content, Pane, Part, Sheet, between, text_cells};
use super::{body, footer, hints, words_of};
use crate::model::inbox::{Inbox, Preview, Row};
use crate::model::question::Focus;
use crate::model::{Link, Model, seconds_left};
use crate::text::width;
use crate::text::wrap::{Indent, wrap};
use crate::words::{countdown, seconds_since};

/// Columns between the list and the question beside it.
const PREVIEW_GAP: u16 = 2;

pub(super) fn sheet(model: &Model) -> Sheet {
    let empty = Inbox::default();
    let inbox = model.inbox.as_ref().unwrap_or(&empty);
    let header = header(model, inbox);
    let rule = Line::styled("─".repeat(usize::from(model.size.0)), model.theme.line);
    let footer = vec![rule, footer::last_line(model, hints::of_inbox(model))];
    let space = between(model, header.len(), footer.len());
    let (list, beside) = halves(model, space);
    let cells = text_cells(list.width);
    let content = rows(model, inbox, cells);
    let mut panes = vec![Pane::new(Part::List, content, inbox.top, list)];
    panes.extend(beside.and_then(|area| preview(model, inbox, area)));
    Sheet {
        header,
        panes,
        footer,
        field_cells: cells,
    }
}

/// The list, and on a wide screen the place of the focused question.
fn halves(model: &Model, space: Rect) -> (Rect, Option<Rect>) {
    if !Inbox::has_preview(model.size.0) {
        return (space, None);
    }
    let list = Rect {
        width: space.width * 2 / 5,
        ..space
    };
    let beside = Rect {
        x: list.x + list.width + PREVIEW_GAP,
        width: space.width - list.width - PREVIEW_GAP,
        ..space
    };
    (list, Some(beside))
}

/// The focused question as it will open, with nothing in focus.
fn preview(model: &Model, inbox: &Inbox, area: Rect) -> Option<Pane> {
    let Some(Preview::Shown(question)) = &inbox.preview else {
        return None;
    };
    let focused = inbox.focused.as_deref();
    if focused != Some(question.id()) {
        return None;
    }
    let mut still = (**question).clone();
    still.focus = Focus::Submit;
    still.editing = None;
    let cells = text_cells(area.width);
    let mut content = Content {
        lines: body::prompt(model, &still, cells).lines,
        ..Content::default()
    };
    content.lines.push(Line::default());
    content.lines.extend(body::list(model, &still, cells).lines);
    Some(Pane::new(Part::Preview, content, 0, area))
}

fn header(model: &Model, inbox: &Inbox) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let waiting = inbox.waiting();
    let title = match waiting {
        0 => model.words.say(Key::TuiInboxEmpty),
        _ => {
            let shown = waiting.to_string();
            let args = [("count", waiting.into()), ("shown", (&shown).into())];
            model.words.tell(Key::TuiInboxWaiting, &args)
        }
    };
    let mut lines = vec![Line::styled(format!(" {title}"), theme.title)];
    if model.link == Link::Down {
        let text = format!(" {}", model.words.say(Key::TuiReconnecting));
        lines.push(Line::styled(text, theme.amber));
    }
    lines.push(Line::default());
    lines
}

fn rows(model: &Model, inbox: &Inbox, cells: usize) -> Content {
    let theme = &model.theme;
    let mut content = Content::default();
    if inbox.searching || !inbox.search.text().is_empty() {
        let text = display_safe(inbox.search.text()).into_owned();
        if inbox.searching {
            content.cursor = Some((0, 2 + width(&text)));
        }
        let spans = vec![Span::styled("/ ", theme.accent), Span::raw(text)];
        content.lines.extend([Line::from(spans), Line::default()]);
    }
    let focused = inbox.focused_at();
    for (at, row) in inbox.shown().into_iter().enumerate() {
        let start = content.lines.len();
        content
            .lines
            .extend(row_lines(model, inbox, row, at == focused, cells));
        if at == focused {
            content.focus = Some(start..content.lines.len());
        }
        content.lines.push(Line::default());
    }
    if inbox.shown().is_empty() {
        let key = if inbox.rows.is_empty() {
            Key::TuiInboxHint
        } else {
            Key::TuiNoMatch
        };
        let text = Span::styled(model.words.say(key), theme.soft);
        content
            .lines
            .extend(wrap(&[text], cells, &Indent::default()));
    }
    content
}

fn row_lines(
    model: &Model,
    inbox: &Inbox,
    row: &Row,
    focused: bool,
    cells: usize,
) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let summary = &row.summary;
    let bar = if focused { "▌ " } else { "  " };
    let indent = Indent::every(vec![Span::styled(bar, theme.accent)]);
    let mut title = Vec::new();
    if row.is_open() && summary.risk == Risk::Destructive {
        let word = model.words.say(Key::TuiDestructive);
        title.push(Span::styled(format!("{word} "), theme.danger));
    }
    if let Some(badge) = badge(summary.kind) {
        let word = model.words.say(badge);
        title.push(Span::styled(format!("{word} "), theme.amber));
    }
    let style = match (row.is_open(), focused) {
        (true, true) => theme.title,
        (true, false) => theme.ink,
        (false, _) => theme.soft,
    };
    title.push(Span::styled(
        display_safe(&summary.title).into_owned(),
        style,
    ));
    let mut lines = wrap(&title, cells, &indent);
    let mut facts = vec![Span::styled(format!("{} · ", summary.origin()), theme.soft)];
    facts.extend(state(model, inbox, row));
    lines.extend(wrap(&facts, cells, &indent));
    lines
}

/// How long it waits already and still may, or how it ended.
fn state(model: &Model, inbox: &Inbox, row: &Row) -> Vec<Span<'static>> {
    let theme = &model.theme;
    let words = model.words;
    let summary = &row.summary;
    if !row.is_open() {
        let text = match inbox.winners.get(&summary.session_id) {
            Some(winner) => words_of::decided_by(winner, words, model.clock.wall_ms),
            None => words.say(summary.status.into()),
        };
        return vec![Span::styled(text, theme.soft)];
    }
    let age = words.span(seconds_since(&summary.started_at, model.clock.wall_ms));
    let age = words.tell(Key::CliSpanAgo, &[("span", (&age).into())]);
    let mut spans = vec![Span::styled(format!("{age} · "), theme.soft)];
    if summary.awaiting_confirmation {
        let text = words.say(Key::ConfirmWaiting);
        spans.push(Span::styled(format!("{text} · "), theme.amber));
    }
    spans.push(match row.due_ms {
        Some(due) => {
            let left = seconds_left(due, model.clock.ms);
            let time = countdown(left);
            let text = words.tell(Key::TuiLeft, &[("time", (&time).into())]);
            Span::styled(text, urgency(left, theme))
        }
        None => Span::styled(words.say(Key::CliNoDeadline), theme.soft),
    });
    spans
}

/// What sort of question it is, where that matters in the list.
fn badge(kind: QuestionKind) -> Option<Key> {
    match kind {
        QuestionKind::Choice | QuestionKind::Request => None,
        QuestionKind::Approval | QuestionKind::Permission => Some(Key::ApprovalBadge),
        QuestionKind::Reply => Some(Key::ReplyBadge),
        QuestionKind::Form => Some(Key::FormBadge),
    }
}
