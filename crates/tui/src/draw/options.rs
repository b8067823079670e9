//! The list below the prompt: options with their notes, the text field, the note on the whole.

use domain::{display::display_safe_lines, display_safe};
use i18n::Key;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::sheet::Content;
use crate::field::{Field, drawn};
use crate::model::Model;
use crate::model::question::{Editing, Focus, Question};
use crate::text::wrap::{Indent, wrap, wrap_text};

/// Fields stand this far in.
const FIELD_INDENT: usize = 6;

pub(super) fn content(model: &Model, question: &Question, cells: usize) -> Content {
    let mut list = List {
        model,
        question,
        cells,
        content: Content {
            field_cells: cells.saturating_sub(FIELD_INDENT),
            ..Content::default()
        },
    };
    list.filter();
    let shown = question.shown();
    let digits = question.options().len().to_string().len();
    for at in &shown {
        list.option(*at, digits);
    }
    list.form();
    if shown.is_empty() && question.mode.has_options() && !question.is_form() {
        list.push_soft(Key::TuiNoMatch);
    }
    if question.mode.has_text() {
        list.text();
    }
    if question.offers_notes() {
        list.global_note();
    }
    list.content
}

pub(super) struct List<'m> {
    pub(super) model: &'m Model,
    pub(super) question: &'m Question,
    pub(super) cells: usize,
    content: Content,
}

impl List<'_> {
    pub(super) fn is_focused(&self, focus: Focus) -> bool {
        self.question.focus == focus
    }

    pub(super) fn bar(&self, focused: bool) -> Span<'static> {
        if focused {
            Span::styled("▌", self.model.theme.accent)
        } else {
            Span::raw(" ")
        }
    }

    /// Adds lines that belong to `focus`, and remembers them if it has it.
    pub(super) fn push(&mut self, focus: Focus, lines: Vec<Line<'static>>) {
        let start = self.content.lines.len();
        self.content.lines.extend(lines);
        if self.is_focused(focus) && self.content.cursor.is_none() {
            let from = self.content.focus.take().map_or(start, |range| range.start);
            self.content.focus = Some(from..self.content.lines.len());
        }
    }

    fn push_soft(&mut self, key: Key) {
        let line = Line::styled(
            format!("  {}", self.model.words.say(key)),
            self.model.theme.soft,
        );
        self.content.lines.push(line);
    }

    pub(super) fn gap(&mut self) {
        if !self.content.lines.is_empty() {
            self.content.lines.push(Line::default());
        }
    }

    fn filter(&mut self) {
        let editing = self.question.editing == Some(Editing::Filter);
        if !editing && self.question.filter.text().is_empty() {
            return;
        }
        let shown = display_safe(self.question.filter.text()).into_owned();
        if editing {
            let column = 4 + crate::text::width(&shown);
            self.content.cursor = Some((self.content.lines.len(), column));
            self.content.focus = Some(0..1);
        }
        let spans = vec![
            Span::styled("  / ", self.model.theme.accent),
            Span::raw(shown),
        ];
        self.content.lines.push(Line::from(spans));
    }

    fn option(&mut self, at: usize, digits: usize) {
        let theme = &self.model.theme;
        let option = &self.question.options()[at];
        let focus = Focus::Option(at);
        let focused = self.is_focused(focus);
        let chosen = self.question.draft.is_selected(&option.id);
        let one = self.question.detail.question.max_selections <= 1;
        let mark = match (one, chosen) {
            (true, true) => "◉",
            (true, false) => "○",
            (false, true) => "[x]",
            (false, false) => "[ ]",
        };
        let mark_style = if chosen { theme.accent } else { theme.soft };
        let number = format!(" {:>digits$} ", at + 1);
        let hang = crate::text::width(mark) + crate::text::width(&number) + 1;
        let rest = vec![self.bar(focused), Span::raw(" ".repeat(hang))];
        let indent = Indent {
            first: vec![
                self.bar(focused),
                Span::raw(" "),
                Span::styled(mark, mark_style),
                Span::styled(number, theme.soft),
            ],
            rest: rest.clone(),
        };
        let label_style = match option.permission {
            // What lets a tool run and what does not are told apart at a glance.
            Some(kind) if kind.allows() => theme.good,
            Some(_) => theme.danger,
            None if focused || chosen => theme.title,
            None => theme.ink,
        };
        let mut spans = vec![Span::styled(
            display_safe(&option.label).into_owned(),
            label_style,
        )];
        if option.recommended {
            let word = self.model.words.say(Key::TuiRecommended);
            spans.push(Span::styled(format!("  {word}"), theme.good));
        }
        let mut lines = wrap(&spans, self.cells, &indent);
        let meaning = option
            .permission
            .map(|kind| self.model.words.say(kind.into()));
        let described = option.description.as_deref().map(display_safe_lines);
        let described = described.map(std::borrow::Cow::into_owned);
        if let Some(text) = meaning.or(described) {
            lines.extend(wrap_text(
                &text,
                theme.soft,
                self.cells,
                &Indent::every(rest.clone()),
            ));
        }
        let note = self.question.draft.note(&option.id).map(str::to_owned);
        self.push(focus, lines);
        if self.question.editing == Some(Editing::Note(at)) {
            let field = self
                .question
                .draft
                .notes
                .get(&option.id)
                .cloned()
                .unwrap_or_default();
            self.field(focus, &field, Key::TuiNoteOnOption);
        } else if let Some(note) = note.filter(|_| self.question.offers_notes()) {
            self.written(focus, &note, rest);
        }
    }

    /// A note as it stands, below what it is about.
    pub(super) fn written(&mut self, focus: Focus, note: &str, rest: Vec<Span<'static>>) {
        let theme = &self.model.theme;
        let pencil = vec![Span::styled("✎ ", theme.accent)];
        let indent = Indent::every(rest).with(pencil, vec![Span::raw("  ")]);
        let text = display_safe_lines(note);
        let style = theme.ink.add_modifier(Modifier::ITALIC);
        let lines = wrap_text(&text, style, self.cells, &indent);
        self.push(focus, lines);
    }

    /// A field with the cursor in it.
    pub(super) fn field(&mut self, focus: Focus, field: &Field, label: Key) {
        let theme = &self.model.theme;
        let start = self.content.lines.len();
        let drawn = drawn(field, self.cells.saturating_sub(FIELD_INDENT));
        let mut lines = Vec::new();
        for (at, row) in drawn.rows.iter().enumerate() {
            let lead = if at == 0 { "✎ " } else { "  " };
            let mut spans = vec![
                self.bar(true),
                Span::raw("   "),
                Span::styled(lead, theme.accent),
            ];
            if field.text().is_empty() {
                spans.push(Span::styled(self.model.words.say(label), theme.soft));
            }
            spans.push(Span::raw(row.clone()));
            lines.push(Line::from(spans));
        }
        self.push(focus, lines);
        let (row, column) = drawn.cursor;
        let at = start + row;
        self.content.cursor = Some((at, column + FIELD_INDENT));
        self.content.focus = Some(at.saturating_sub(1).min(start)..at + 1);
        if row > 0 {
            self.content.focus = Some(at..at + 1);
        }
    }

    fn heading(&mut self, focus: Focus, key: Key) {
        let focused = self.is_focused(focus);
        let style: Style = if focused {
            self.model.theme.title
        } else {
            self.model.theme.ink
        };
        let spans = vec![
            self.bar(focused),
            Span::raw(" "),
            Span::styled(self.model.words.say(key), style),
        ];
        self.gap();
        self.push(focus, vec![Line::from(spans)]);
    }

    fn text(&mut self) {
        self.heading(Focus::Text, Key::TuiYourWords);
        let view = &self.question.detail.question;
        let placeholder = view.placeholder.as_ref();
        let placeholder = placeholder.filter(|_| self.question.draft.placeholder_shown);
        let field = self.question.draft.text.clone();
        let empty = field.text().is_empty();
        if self.question.editing == Some(Editing::Text) {
            self.field(Focus::Text, &field, Key::TuiWriteHere);
        } else if !empty {
            let rest = vec![self.bar(self.is_focused(Focus::Text)), Span::raw("   ")];
            self.written(Focus::Text, field.text(), rest);
        } else if placeholder.is_none() {
            let bar = self.bar(self.is_focused(Focus::Text));
            let hint = self.model.words.say(Key::TuiWriteHere);
            let hint = Span::styled(format!("     {hint}"), self.model.theme.soft);
            self.push(Focus::Text, vec![Line::from(vec![bar, hint])]);
        }
        if let Some(example) = placeholder.filter(|_| empty) {
            let example = display_safe_lines(example).into_owned();
            let bar = self.bar(self.is_focused(Focus::Text));
            let indent = Indent::every(vec![bar, Span::raw("     ")]);
            let style = self.model.theme.soft.add_modifier(Modifier::ITALIC);
            let lines = wrap_text(&example, style, self.cells, &indent);
            self.push(Focus::Text, lines);
        }
    }

    fn global_note(&mut self) {
        let field = self.question.draft.global.clone();
        self.heading(Focus::GlobalNote, Key::TuiGlobalNote);
        if self.question.editing == Some(Editing::GlobalNote) {
            self.field(Focus::GlobalNote, &field, Key::TuiNoteOnWhole);
        } else if field.filled().is_some() {
            let rest = vec![
                self.bar(self.is_focused(Focus::GlobalNote)),
                Span::raw("   "),
            ];
            self.written(Focus::GlobalNote, field.text(), rest);
        }
    }
}
