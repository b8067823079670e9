//! The history as a decision log that people read: what was asked, what was decided, by whom.
//!
//! Text of agents stays text: odd characters are spelled out, nothing becomes markup, and
//! a prompt cannot leave its quotation.

use std::fmt::Write;

use domain::{display::display_safe_lines, display_safe};
use i18n::{Catalogue, Key};
use protocol::{ChoiceResult, InteractionDetail, OptionView, in_own_zone};

pub(super) fn head(texts: &Catalogue) -> String {
    format!("# {}\n", texts.text(Key::CliLogTitle))
}

/// A decision log in the words of one language.
pub(super) struct Log<'a>(pub(super) &'a Catalogue);

impl Log<'_> {
    pub(super) fn entry(&self, detail: &InteractionDetail) -> String {
        let summary = &detail.summary;
        let mut text = format!("\n## {}\n\n", inline(&summary.title));
        push(&mut text, &self.decided(detail));
        push(&mut text, &self.asked(detail));
        push(&mut text, "");
        push(&mut text, &quoted(&detail.question.prompt));
        let result = detail.decided();
        if !detail.question.options.is_empty() {
            push(&mut text, "");
            for choice in &detail.question.options {
                push(&mut text, &self.option(choice, result));
            }
        }
        if let Some(written) = result.and_then(|result| result.custom_input.as_deref()) {
            push(&mut text, &self.titled(Key::CliLogText, written));
        }
        if let Some(note) = result.and_then(|result| result.global_annotation.as_deref()) {
            push(&mut text, &self.titled(Key::CliLogNote, note));
        }
        text
    }

    fn decided(&self, detail: &InteractionDetail) -> String {
        let summary = &detail.summary;
        let status = self.0.text(summary.status.into());
        let by = detail
            .decided()
            .and_then(|result| result.answered_by.as_ref());
        let surface = by.and_then(|by| by.surface);
        let mut parts = vec![format!("**{}**", inline(&status))];
        parts.extend(summary.completed_at.as_deref().map(in_own_zone));
        parts.extend(surface.map(|surface| self.0.text(surface.into())));
        parts.extend(by.and_then(|by| by.name.as_deref()).map(inline));
        format!("- {}", parts.join(" · "))
    }

    fn asked(&self, detail: &InteractionDetail) -> String {
        let summary = &detail.summary;
        let (asker, project) = (inline(&summary.asker), inline(&summary.project));
        let at = in_own_zone(&summary.started_at);
        let args = [
            ("asker", (&asker).into()),
            ("project", (&project).into()),
            ("at", (&at).into()),
        ];
        let key = if project.is_empty() {
            Key::CliLogAsked
        } else {
            Key::CliLogAskedFor
        };
        format!("- {} · `{}`", self.0.format(key, &args), summary.session_id)
    }

    fn option(&self, option: &OptionView, result: Option<&ChoiceResult>) -> String {
        let is_chosen = result.is_some_and(|result| result.selected_ids.contains(&option.id));
        let label = inline(&option.label);
        let mut line = if is_chosen {
            format!("- [x] **{label}**")
        } else {
            format!("- [ ] {label}")
        };
        if option.recommended {
            line.push_str(&format!(" ({})", self.0.text(Key::CliShowRecommended)));
        }
        if let Some(description) = &option.description {
            line.push_str(&format!(": {}", inline(description)));
        }
        let note = result.and_then(|result| result.option_annotations.get(&option.id));
        if let Some(note) = note {
            let note = inline(note);
            let note = self.0.format(Key::CliShowNote, &[("note", (&note).into())]);
            line.push_str(&format!("\n  - {note}"));
        }
        line
    }

    fn titled(&self, key: Key, text: &str) -> String {
        format!("\n{}\n\n{}", self.0.text(key), quoted(text))
    }
}

/// Text on one line that no Markdown reader takes for markup.
fn inline(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in display_safe(text).chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Text of many lines, quoted. Its Markdown stays; what could be HTML is shown.
fn quoted(text: &str) -> String {
    let safe = display_safe_lines(text).replace('<', "\\<");
    let lines: Vec<String> = safe
        .trim_end()
        .split('\n')
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

fn push(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_export_escapes_markup_in_text_from_agents() {
        assert_eq!(
            inline("a *b* <c> [d](e)\u{1b}\n# f"),
            "a \\*b\\* \\<c\\> \\[d\\](e)\\<ESC\\>\\<LF\\>\\# f"
        );
        assert_eq!(
            quoted("one\n\n# two <script>\n"),
            "> one\n>\n> # two \\<script>"
        );
    }
}
