//! The fields of a form, one below the other.

use domain::display::display_safe_lines;
use i18n::Key;
use protocol::{FieldKind, FieldView};
use ratatui::text::{Line, Span};

use super::options::List;
use crate::model::form::{is_typed, options_of};
use crate::model::question::{Editing, Focus};
use crate::text::wrap::{Indent, wrap, wrap_text};

impl List<'_> {
    pub(super) fn form(&mut self) {
        let question = self.question;
        for (at, field) in question.fields().iter().enumerate() {
            self.gap();
            self.field_heading(at, field);
            if is_typed(field) {
                self.typed(at, field);
            }
            for of in 0..options_of(field) {
                self.field_option(at, of, field);
            }
        }
    }

    /// Title, what it takes, and the agent's words about it.
    fn field_heading(&mut self, at: usize, field: &FieldView) {
        let theme = &self.model.theme;
        let focus = Focus::Field(at);
        let within = match self.question.focus {
            Focus::Field(focused) | Focus::FieldOption(focused, _) => focused == at,
            Focus::Option(_) | Focus::Text | Focus::GlobalNote | Focus::Submit | Focus::Cancel => {
                false
            }
        };
        let words = self.model.words;
        let hint = words.catalogue().field_hint(&field.kind);
        let required = field.required.then(|| words.say(Key::FormRequired));
        let about: Vec<String> = [required, Some(hint)].into_iter().flatten().collect();
        let style = if within { theme.title } else { theme.ink };
        let spans = vec![
            Span::styled(field.shown(&field.title).to_owned(), style),
            Span::styled(format!("  {}", about.join(", ")), theme.soft),
        ];
        let lead = vec![self.bar(self.is_focused(focus)), Span::raw(" ")];
        let indent = Indent::every(lead);
        let mut lines = wrap(&spans, self.cells, &indent);
        if let Some(description) = &field.description {
            let text = field.shown(description).to_owned();
            lines.extend(wrap_text(&text, theme.soft, self.cells, &indent));
        }
        self.push(focus, lines);
    }

    fn typed(&mut self, at: usize, field: &FieldView) {
        let focus = Focus::Field(at);
        let text = self.question.typed_text(&field.name);
        if self.question.editing == Some(Editing::Field(at)) {
            let typed = self.question.draft.typed.get(&field.name).cloned();
            self.field(focus, &typed.unwrap_or_default(), Key::TuiWriteHere);
        } else if text.is_empty() {
            let bar = self.bar(self.is_focused(focus));
            let hint = self.model.words.say(Key::TuiWriteHere);
            let hint = Span::styled(format!("     {hint}"), self.model.theme.soft);
            self.push(focus, vec![Line::from(vec![bar, hint])]);
        } else {
            let rest = vec![self.bar(self.is_focused(focus)), Span::raw("   ")];
            self.written(focus, &text, rest);
        }
    }

    fn field_option(&mut self, at: usize, of: usize, field: &FieldView) {
        let theme = &self.model.theme;
        let focus = Focus::FieldOption(at, of);
        let focused = self.is_focused(focus);
        let chosen = self.question.is_field_option_chosen(at, of);
        let several = matches!(field.kind, FieldKind::Several { .. });
        let mark = match (several, chosen) {
            (false, true) => "◉ ",
            (false, false) => "○ ",
            (true, true) => "[x] ",
            (true, false) => "[ ] ",
        };
        let mark_style = if chosen { theme.accent } else { theme.soft };
        let bar = self.bar(focused);
        let hang = " ".repeat(3 + crate::text::width(mark));
        let indent = Indent {
            first: vec![
                bar.clone(),
                Span::raw("   "),
                Span::styled(mark, mark_style),
            ],
            rest: vec![bar, Span::raw(hang)],
        };
        let label = match field.options().get(of) {
            Some(option) => field.shown(option.label()).to_owned(),
            None if of == 0 => self.model.words.say(Key::FormYes),
            None => self.model.words.say(Key::FormNo),
        };
        let style = if focused || chosen {
            theme.title
        } else {
            theme.ink
        };
        let mut lines = wrap(&[Span::styled(label, style)], self.cells, &indent);
        let described = field.options().get(of);
        if let Some(text) = described.and_then(|option| option.description.as_ref()) {
            let text = display_safe_lines(text);
            let indent = Indent::every(indent.rest);
            lines.extend(wrap_text(&text, theme.soft, self.cells, &indent));
        }
        self.push(focus, lines);
    }
}
