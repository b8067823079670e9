//! What is read out before the prompts: the question, and what will be sent.

use domain::{display::display_safe_lines, display_safe};
use i18n::Key;

use super::Visit;
use crate::appearance::Theme;
use crate::draw::action::{self, Pen};
use crate::draw::{tool, words_of};
use crate::text::markdown;
use crate::words::time_of_day;

/// Lines are kept this short where the width is not known.
pub(super) const CELLS: usize = 80;

impl Visit {
    pub(super) fn introduce(&mut self) {
        let now = jiff::Timestamp::now().as_millisecond();
        let words = self.words;
        let detail = self.question.detail.clone();
        let (view, summary) = (&detail.question, &detail.summary);
        let title = display_safe(&view.title);
        let mut lines = Vec::new();
        if self.question.is_destructive() {
            lines.push(words.say(Key::TuiDestructive));
        }
        if self.question.is_about_an_act() {
            lines.push(words.say(Key::ApprovalBadge));
            // Every line of it is written out below.
            self.question.reading.saw(0, 0, 0, 0);
        }
        lines.push(words.tell(Key::TuiPlainQuestion, &[("title", title.as_ref().into())]));
        let at = time_of_day(&summary.started_at, now);
        let asked = words.tell(Key::TuiAsked, &[("at", (&at).into())]);
        let origin = summary.origin();
        let args = [("origin", (&origin).into()), ("asked", (&asked).into())];
        lines.push(words.tell(Key::TuiPlainFrom, &args));
        let theme = Theme::none();
        let pen = Pen {
            words,
            theme: &theme,
            cells: CELLS,
        };
        let text = match (&view.action, &view.tool) {
            (Some(action), _) => action::lines(action, &view.prompt, pen),
            (None, Some(tool)) => tool::lines(tool, pen),
            (None, None) => markdown::lines(&view.prompt_blocks, CELLS, &theme),
        };
        lines.extend(
            text.iter()
                .map(|line| line.to_string().trim_end().to_owned()),
        );
        lines.extend(self.options());
        for line in lines {
            self.talk.say(&line);
        }
        self.say_time_left();
        self.say_commands();
    }

    pub(super) fn say_time_left(&mut self) {
        let text = words_of::time_left(&self.question.detail.summary, self.words);
        self.talk.say(&format!("{text}."));
    }

    fn options(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for at in self.question.shown() {
            let option = &self.question.options()[at];
            let mut words = Vec::new();
            words.extend(option.permission.map(|kind| self.words.say(kind.into())));
            if option.recommended {
                words.push(self.words.say(Key::TuiRecommended));
            }
            if self.question.draft.is_selected(&option.id) {
                words.push(self.words.say(Key::TuiPlainSelected));
            }
            let label = display_safe(&option.label);
            let words = match words.is_empty() {
                true => String::new(),
                false => format!(" ({})", words.join(", ")),
            };
            lines.push(format!("{}. {label}{words}", at + 1));
            let text = option.description.as_deref().map(display_safe_lines);
            lines.extend(
                text.iter()
                    .flat_map(|text| text.split('\n'))
                    .map(|line| format!("   {line}")),
            );
        }
        lines
    }

    /// Says what will be sent, wherever there is more to it than one choice.
    pub(super) fn review(&mut self) {
        let short = !self.question.needs_review() && !self.question.is_form();
        if short && self.question.draft.text.filled().is_none() {
            return;
        }
        let asker = display_safe(&self.question.detail.summary.agent).into_owned();
        let title = self
            .words
            .tell(Key::TuiReviewTitle, &[("asker", (&asker).into())]);
        self.talk.say(&title);
        let body = self.question.draft.answer(&self.question.detail.question);
        let mut lines = Vec::new();
        for option in self.question.options() {
            let note = body.option_notes.get(&option.id);
            if body.selected_ids.contains(&option.id) || note.is_some() {
                lines.push(format!("  {}", display_safe(&option.label)));
            }
            lines.extend(note.map(|note| format!("    {}", display_safe(note))));
        }
        for field in self.question.fields() {
            let value = body.fields.get(&field.name);
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let words = self.words.catalogue();
                let value = words.field_value(value, field.in_words(value));
                let title = field.shown(&field.title);
                lines.push(format!("  {title}: {}", display_safe_lines(&value)));
            }
        }
        let texts = body.text.iter().chain(&body.global_note);
        lines.extend(texts.map(|text| format!("  {}", display_safe_lines(text))));
        for line in lines {
            self.talk.say(&line);
        }
    }
}
