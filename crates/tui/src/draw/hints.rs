//! The keys that work right now, as many as fit, the most useful first.

use i18n::Key;
use ratatui::text::{Line, Span};

use crate::model::Model;
use crate::model::question::{Editing, Focus, Question, Stage};
use crate::text::width;

type Hint = (&'static str, Key);

const NEW_LINE: Hint = ("Alt+Enter", Key::TuiDoNewLine);
const EDITOR: Hint = ("Ctrl+G", Key::TuiDoEditor);
const HELP: Hint = ("?", Key::TuiDoHelp);

pub(super) fn of_question(model: &Model, question: &Question) -> Line<'static> {
    // The keys appear when they begin to work.
    if !model.flag("navigation_hints", true) || question.is_guarded(model.clock.ms) {
        return Line::default();
    }
    let hints: Vec<Hint> = match &question.stage {
        Stage::Answering => answering(question),
        Stage::Reviewing { .. } => vec![
            ("Enter", Key::TuiDoSend),
            ("Esc", Key::TuiDoBack),
            ("↑↓", Key::TuiDoScroll),
        ],
        Stage::Confirming { .. } => vec![
            ("↑↓", Key::TuiDoMove),
            ("Enter", Key::TuiDoChoose),
            ("Esc", Key::TuiDoBack),
            ("c", Key::TuiDoCancel),
            HELP,
        ],
        Stage::Cancelling => vec![
            ("Enter", Key::TuiDoCancel),
            ("Esc", Key::TuiDoBack),
            ("Ctrl+C", Key::TuiDoLeave),
            NEW_LINE,
        ],
        Stage::Sending => vec![("Ctrl+C", Key::TuiDoLeave)],
        Stage::Closed => vec![("Enter", Key::TuiDoLeave)],
    };
    line(model, &hints)
}

fn answering(question: &Question) -> Vec<Hint> {
    match question.editing {
        Some(Editing::Filter) => {
            return vec![("Enter", Key::TuiDoKeepFilter), ("Esc", Key::TuiDoClear)];
        }
        Some(Editing::Note(_)) => {
            return vec![
                ("Enter", Key::TuiDoDone),
                NEW_LINE,
                EDITOR,
                ("Ctrl+S", Key::TuiDoSubmit),
            ];
        }
        Some(Editing::Text | Editing::GlobalNote) => {
            return vec![
                ("Enter", Key::TuiDoDone),
                NEW_LINE,
                EDITOR,
                ("Ctrl+S", Key::TuiDoSubmit),
                ("Esc", Key::TuiDoBack),
            ];
        }
        None => {}
    }
    let mut hints = vec![("↑↓", Key::TuiDoMove)];
    match question.focus {
        Focus::Option(_) => {
            let one = question.detail.question.max_selections <= 1;
            hints.push((if one { "Enter" } else { "Space" }, Key::TuiDoChoose));
            if question.offers_notes() {
                hints.push(("Tab", Key::TuiDoNote));
            }
            hints.push(("Ctrl+S", Key::TuiDoSubmit));
        }
        Focus::Text | Focus::GlobalNote => hints.push(("Enter", Key::TuiDoWrite)),
        Focus::Submit => hints.push(("Enter", Key::TuiDoSend)),
        Focus::Cancel => hints.push(("Enter", Key::TuiDoCancel)),
    }
    if question.unread().is_some() {
        hints.insert(1, ("PgDn", Key::TuiDoScroll));
    }
    if question.due_ms.is_some() {
        hints.push(("+", Key::TuiDoMoreTime));
    }
    hints.push(("c", Key::TuiDoCancel));
    hints.push(HELP);
    hints
}

/// The hints of the list.
pub(super) fn of_inbox(model: &Model) -> Line<'static> {
    let now = model.clock.ms;
    let inbox = model.inbox.as_ref();
    let searching = inbox.is_some_and(|inbox| inbox.searching);
    let guarded = inbox.is_some_and(|inbox| inbox.is_guarded(now));
    if !model.flag("navigation_hints", true) || guarded {
        return Line::default();
    }
    if searching {
        return line(
            model,
            &[("Enter", Key::TuiDoKeepFilter), ("Esc", Key::TuiDoClear)],
        );
    }
    let keys = [
        ("↑↓", Key::TuiDoMove),
        ("Enter", Key::TuiDoOpen),
        ("/", Key::TuiDoSearch),
        ("s", Key::TuiDoSettings),
        ("q", Key::TuiDoLeave),
        HELP,
    ];
    line(model, &keys)
}

/// Puts as many hints into one line as there is room for; the last one always has a place.
pub(super) fn line(model: &Model, hints: &[Hint]) -> Line<'static> {
    let theme = &model.theme;
    let cells = usize::from(model.size.0).saturating_sub(2);
    let shown = |(key, word): &Hint| format!("{key} {}", model.words.say(*word));
    let last = hints.last().map_or(0, |hint| width(&shown(hint)) + 3);
    let mut used = 0;
    let mut spans = vec![Span::raw(" ")];
    for (at, hint) in hints.iter().enumerate() {
        let text = shown(hint);
        let is_last = at + 1 == hints.len();
        let wanted = used + width(&text) + if is_last { 0 } else { 3 + last };
        if wanted > cells && !is_last {
            continue;
        }
        if used > 0 {
            spans.push(Span::styled(" · ", theme.soft));
            used += 3;
        }
        used += width(&text);
        spans.push(Span::styled(hint.0, theme.ink));
        spans.push(Span::styled(
            format!(" {}", model.words.say(hint.1)),
            theme.soft,
        ));
    }
    Line::from(spans)
}
