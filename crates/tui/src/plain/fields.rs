//! The fields of a form, one prompt each.

use domain::display_safe;
use i18n::Key;
use protocol::{FieldKind, FieldOption, FieldValue, FieldView};

use super::{Step, Visit};
use crate::finish::TuiError;
use crate::words::Words;

impl Visit {
    pub(super) async fn ask_fields(&mut self) -> Result<Step<()>, TuiError> {
        for field in self.question.fields().to_vec() {
            match self.ask_field(&field).await? {
                Step::Got(()) => {}
                ended @ (Step::Again | Step::Over(_)) => return Ok(ended),
            }
        }
        Ok(Step::Got(()))
    }

    /// Asks until the line is a value of this field; Enter keeps what is there, `-` removes it.
    async fn ask_field(&mut self, field: &FieldView) -> Result<Step<()>, TuiError> {
        let words = self.words;
        let hint = words.catalogue().field_hint(&field.kind);
        let required = field.required.then(|| words.say(Key::FormRequired));
        let about: Vec<String> = [required, Some(hint)].into_iter().flatten().collect();
        let title = field.shown(&field.title);
        let mut prompt = format!("{title} ({})", about.join(", "));
        let texts = field.description.iter().map(|text| field.shown(text));
        let options = option_labels(field, words).into_iter().enumerate();
        let options = options.map(|(at, label)| format!("{}. {label}", at + 1));
        for line in texts.map(str::to_owned).chain(options) {
            self.talk.say(&line);
        }
        let before = self.question.draft.fields.get(&field.name);
        if let Some(value) = before.filter(|value| !value.is_empty()) {
            let value = words.catalogue().field_value(value, field.in_words(value));
            let value = display_safe(&value);
            let there = words.tell(Key::TuiPlainNote, &[("note", value.as_ref().into())]);
            self.talk.say(&there);
            prompt = format!("{prompt} ({})", words.say(Key::TuiPlainKeepNote));
        }
        loop {
            let line = match self.ask_words(&prompt).await? {
                Step::Got(line) => line,
                Step::Again => return Ok(Step::Again),
                Step::Over(finish) => return Ok(Step::Over(finish)),
            };
            let name = field.name.clone();
            match (line.trim(), read(field, &line, words)) {
                ("", _) => {}
                ("-", _) => _ = self.question.draft.fields.remove(&name),
                (_, Some(value)) => _ = self.question.draft.fields.insert(name, value),
                (_, None) => {
                    let text = display_safe(&line);
                    let args = [("text", text.as_ref().into())];
                    self.talk.say(&words.tell(Key::TuiPlainNotANumber, &args));
                    continue;
                }
            }
            return Ok(Step::Got(()));
        }
    }
}

fn option_labels(field: &FieldView, words: Words) -> Vec<String> {
    match &field.kind {
        FieldKind::Boolean => vec![words.say(Key::FormYes), words.say(Key::FormNo)],
        FieldKind::One { options } | FieldKind::Several { options, .. } => {
            let labels = options.iter().map(|option| field.shown(option.label()));
            labels.map(str::to_owned).collect()
        }
        FieldKind::Text { .. } | FieldKind::Number { .. } => Vec::new(),
    }
}

/// Reads a line: text as it is, options by their numbers. `None` where no option has that number.
fn read(field: &FieldView, line: &str, words: Words) -> Option<FieldValue> {
    let option = |options: &[FieldOption], typed: &str| {
        let number = typed.parse::<usize>().ok()?;
        let option = options.get(number.checked_sub(1)?)?;
        Some(option.value.clone())
    };
    match &field.kind {
        FieldKind::Text { .. } => Some(FieldValue::Text(line.to_owned())),
        FieldKind::Number { .. } => Some(FieldValue::Number(line.trim().to_owned())),
        FieldKind::Boolean => {
            let typed = line.trim().to_lowercase();
            let is = |number: &str, letter: &str, own: Key| {
                typed == number || typed == letter || typed == words.say(own).to_lowercase()
            };
            match (is("1", "y", Key::FormYes), is("2", "n", Key::FormNo)) {
                (true, _) => Some(FieldValue::Boolean(true)),
                (_, true) => Some(FieldValue::Boolean(false)),
                (false, false) => None,
            }
        }
        FieldKind::One { options } => option(options, line.trim()).map(FieldValue::Text),
        FieldKind::Several { options, .. } => {
            let typed = line.split([',', ' ']).filter(|typed| !typed.is_empty());
            let chosen: Option<Vec<String>> = typed.map(|typed| option(options, typed)).collect();
            chosen.map(FieldValue::Several)
        }
    }
}
