//! The keys that work right now, as many as fit, the most useful first.

use i18n::Key;
use ratatui::text::{Line, Span};

use crate::model::Model;
use crate::model::question::{Editing, Focus, Question, Stage};
use crate::text::width;

type Hint = (&'static str, Key);

const NEW_LINE: Hint = ("Alt+Enter", Key::TuiDoNewLine);
const EDITOR: Hint = ("Ctrl+G", Key::TuiDoEditor);
const SETTINGS: Hint = ("s", Key::TuiDoSettings);
const HELP: Hint = ("?", Key::TuiDoHelp);

pub(super) fn of_question(model: &Model, question: &Question) -> Line<'static> {
    // The keys appear when they begin to work.
    if !model.flag("navigation_hints", true) || question.is_guarded(model.clock.ms) {
        return Line::default();
    }
    let hints: Vec<Hint> = match &question.stage {
        Stage::Answering => answering(question, model.inbox.is_some()),
        Stage::Reviewing { .. } => vec![
            ("Enter", Key::TuiDoSend),
            ("Esc", Key::TuiDoBack),
            ("↑↓", Key::TuiDoScroll),
        ],
        Stage::Confirming { .. } => vec![
            ("↑↓", Key::TuiDoMove),
            ("Enter", Key::TuiDoChoose),
            ("Esc", Key::TuiDoBack),
            SETTINGS,
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
        Stage::Closed if model.inbox.is_some() => vec![("Enter", Key::TuiDoBack)],
        Stage::Closed => vec![("Enter", Key::TuiDoLeave)],
    };
    line(model, &hints)
}

fn answering(question: &Question, from_list: bool) -> Vec<Hint> {
    match question.editing {
        // Its prompt has its own hints.
        Some(Editing::CancelReason) => {}
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
        Some(Editing::Field(_)) => {
            return vec![
                ("Enter", Key::TuiDoDone),
                NEW_LINE,
                ("Tab", Key::TuiDoMove),
                ("Ctrl+S", Key::TuiDoSubmit),
                ("Esc", Key::TuiDoBack),
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
    if question.unread().is_some() {
        hints.push(("PgDn", Key::TuiDoScroll));
    }
    hints.push(act_on_focus(question));
    // Every question shows where its settings are, also where there is room for little else.
    hints.push(SETTINGS);
    if matches!(question.focus, Focus::Option(_)) {
        hints.push(("Ctrl+S", Key::TuiDoSubmit));
        if question.offers_notes() {
            hints.push(("Tab", Key::TuiDoNote));
        }
    }
    if question.due_ms.is_some() {
        hints.push(("+", Key::TuiDoMoreTime));
    }
    hints.push(("c", Key::TuiDoCancel));
    if from_list {
        hints.push(("Esc", Key::TuiDoBack));
    }
    hints.push(HELP);
    hints
}

/// What the main key does where the focus is.
fn act_on_focus(question: &Question) -> Hint {
    let request = &question.detail.question;
    match question.focus {
        Focus::Option(_) if request.single_submit_mode => ("Enter", Key::TuiDoSend),
        Focus::Option(_) if request.max_selections <= 1 => ("Enter", Key::TuiDoChoose),
        Focus::Option(_) => ("Space", Key::TuiDoChoose),
        Focus::FieldOption(..) => ("Space", Key::TuiDoChoose),
        Focus::Field(_) | Focus::Text | Focus::GlobalNote => ("Enter", Key::TuiDoWrite),
        Focus::Submit if question.needs_review() => ("Enter", Key::TuiDoReview),
        Focus::Submit => ("Enter", Key::TuiDoSend),
        Focus::Cancel => ("Enter", Key::TuiDoCancel),
    }
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
        SETTINGS,
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
