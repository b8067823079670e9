//! The settings view: every setting that matters here, its value, and what it does.

use domain::display_safe;
use i18n::Key;
use protocol::SettingValue;
use ratatui::text::{Line, Span};

use super::sheet::{Content, Pane, Part, Sheet, between, text_cells};
use super::{footer, hints};
use crate::field::drawn;
use crate::model::Model;
use crate::model::preferences::{Entry, Preferences, written};
use crate::text::wrap::{Indent, wrap};

const HINTS: [(&str, Key); 4] = [
    ("↑↓", Key::TuiDoMove),
    ("Space", Key::TuiDoChange),
    ("Backspace", Key::TuiDoDefault),
    ("Esc", Key::TuiDoBack),
];
const TYPING: [(&str, Key); 2] = [("Enter", Key::TuiDoSave), ("Esc", Key::TuiDoBack)];

pub(super) fn sheet(model: &Model, view: &Preferences) -> Sheet {
    let theme = &model.theme;
    let title = format!(" {}", model.words.say(Key::TuiSettingsTitle));
    let header = vec![Line::styled(title, theme.title), Line::default()];
    let rule = Line::styled("─".repeat(usize::from(model.size.0)), theme.line);
    let keys: &[_] = if view.typing.is_some() {
        &TYPING
    } else {
        &HINTS
    };
    let footer = vec![rule, footer::last_line(model, hints::line(model, keys))];
    let space = between(model, header.len(), footer.len());
    let cells = text_cells(space.width);
    let content = content(model, view, cells);
    Sheet {
        header,
        panes: vec![Pane::new(Part::Page, content, view.top, space)],
        footer,
        field_cells: cells,
    }
}

fn content(model: &Model, view: &Preferences, cells: usize) -> Content {
    let mut content = Content::default();
    let mut group = String::new();
    let entries = model.entries();
    let focus = view.focus.min(entries.len().saturating_sub(1));
    for (at, entry) in entries.iter().enumerate() {
        let start = content.lines.len();
        let next = group_of(model, entry);
        if next != group {
            if at > 0 {
                content.lines.push(Line::default());
            }
            content
                .lines
                .push(Line::styled(next.clone(), model.theme.soft));
            group = next;
        }
        let typing = view.typing.as_ref().filter(|_| at == focus);
        if let Some(field) = typing {
            let drawn = drawn(field, cells.saturating_sub(4));
            let value = drawn.rows.concat();
            content
                .lines
                .extend(entry_lines(model, entry, true, &value, cells));
            let last = content.lines.len().saturating_sub(1);
            let column = content.lines.last().map_or(0, crate::text::line_width);
            content.cursor = Some((last, column));
        } else {
            let value = value_of(model, entry);
            content
                .lines
                .extend(entry_lines(model, entry, at == focus, &value, cells));
        }
        if at == focus {
            content.lines.extend(detail(model, entry, cells));
            content.focus = Some(start..content.lines.len());
        }
    }
    content
}

fn group_of(model: &Model, entry: &Entry) -> String {
    match entry {
        Entry::Hidden(_) => model.words.say(Key::TuiSettingsHide),
        Entry::Setting(setting) => model.words.setting_group(&setting.group),
    }
}

fn value_of(model: &Model, entry: &Entry) -> String {
    let question = model.question.as_ref();
    let yes_no = |yes: bool| model.words.say(if yes { Key::TuiOn } else { Key::TuiOff });
    match entry {
        Entry::Hidden(at) => yes_no(question.is_some_and(|question| {
            let option = question.options().get(*at);
            option.is_some_and(|option| question.draft.is_hidden(&option.id))
        })),
        Entry::Setting(setting) => shown(model, &setting.value),
    }
}

fn shown(model: &Model, value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(true) => model.words.say(Key::TuiOn),
        SettingValue::Flag(false) => model.words.say(Key::TuiOff),
        SettingValue::Number(_) | SettingValue::Text(_) | SettingValue::Numbers(_) => {
            display_safe(&written(value)).into_owned()
        }
    }
}

fn label_of(model: &Model, entry: &Entry) -> String {
    match entry {
        Entry::Hidden(at) => {
            let options = model
                .question
                .iter()
                .flat_map(|question| question.options());
            let label = options.map(|option| option.label.as_str()).nth(*at);
            display_safe(label.unwrap_or_default()).into_owned()
        }
        Entry::Setting(setting) => model.words.setting_help(&setting.name),
    }
}

fn entry_lines(
    model: &Model,
    entry: &Entry,
    focused: bool,
    value: &str,
    cells: usize,
) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let bar = Span::styled(if focused { "▌ " } else { "  " }, theme.accent);
    let indent = Indent::every(vec![bar]);
    let style = if focused { theme.title } else { theme.ink };
    let spans = [
        Span::styled(label_of(model, entry), style),
        Span::styled("  ", theme.soft),
        Span::styled(value.to_owned(), theme.accent),
    ];
    wrap(&spans, cells, &indent)
}

/// More on the setting in focus: its name, where its value is from, what it would be untouched.
fn detail(model: &Model, entry: &Entry, cells: usize) -> Vec<Line<'static>> {
    let Entry::Setting(setting) = entry else {
        return Vec::new();
    };
    let source = model.words.setting_source(&setting.source);
    let usual = shown(model, &setting.default);
    let text = model.words.tell(
        Key::TuiSettingDetail,
        &[
            ("name", (&setting.name).into()),
            ("source", (&source).into()),
            ("default", (&usual).into()),
        ],
    );
    let indent = Indent::every(vec![Span::styled("▌   ", model.theme.accent)]);
    wrap(&[Span::styled(text, model.theme.soft)], cells, &indent)
}
