//! The prompts of one round, in order.

use domain::display_safe;
use i18n::Key;

use super::command::{Command, Typed, typed};
use super::{Step, Visit};
use crate::draw::words_of;
use crate::field::Field;
use crate::finish::TuiError;

/// Passes on everything but what was got.
macro_rules! need {
    ($step:expr) => {
        match $step {
            Step::Got(value) => value,
            Step::Again => return Ok(Step::Again),
            Step::Over(finish) => return Ok(Step::Over(finish)),
        }
    };
}

impl Visit {
    pub(super) async fn ask_options(&mut self) -> Result<Step<()>, TuiError> {
        let prompt = self.options_prompt();
        let line = need!(self.ask(&prompt).await?);
        match typed(&line) {
            Typed::Command(command) => Ok(match need!(self.obey(command).await?) {
                // `r` is an answer to this prompt; everything else leads back to it.
                Command::Recommended => Step::Got(()),
                Command::Cancel
                | Command::MoreTime
                | Command::Web
                | Command::Settings(_)
                | Command::Quit
                | Command::Help => Step::Again,
            }),
            Typed::Nothing => Ok(Step::Got(())),
            Typed::Words(words) => Ok(self.select(&words)),
        }
    }

    fn options_prompt(&self) -> String {
        let view = &self.question.detail.question;
        let mut prompt = if view.max_selections <= 1 {
            self.words.say(Key::TuiPlainChooseOne)
        } else {
            let (min, max) = (
                view.min_selections.to_string(),
                view.max_selections.to_string(),
            );
            let args = [("min", (&min).into()), ("max", (&max).into())];
            self.words.tell(Key::TuiPlainChooseMany, &args)
        };
        let mut add = |key| prompt.push_str(&format!(" ({})", self.words.say(key)));
        if !self.question.draft.selected.is_empty() {
            add(Key::TuiPlainKeep);
        }
        if view.min_selections == 0 {
            add(Key::TuiPlainNone);
        }
        prompt
    }

    /// Selects by number. A number without an option selects nothing.
    fn select(&mut self, words: &[String]) -> Step<()> {
        let mut selected = Vec::new();
        for word in words {
            let number = word.parse::<usize>();
            if number == Ok(0) && words.len() == 1 {
                break;
            }
            let at = number.ok().and_then(|number| number.checked_sub(1));
            let option = at.and_then(|at| self.question.options().get(at));
            let Some(option) = option.filter(|option| !self.question.draft.is_hidden(&option.id))
            else {
                let word = display_safe(word);
                let args = [("text", word.as_ref().into())];
                self.talk
                    .say(&self.words.tell(Key::TuiPlainNotANumber, &args));
                return Step::Again;
            };
            selected.push(option.id.clone());
        }
        self.question.draft.selected = selected;
        let nothing_yet = self.question.mode.has_text();
        match self.question.missing().filter(|_| !nothing_yet) {
            Some(missing) => {
                self.talk.say(&words_of::missing(missing, self.words));
                Step::Again
            }
            None => Step::Got(()),
        }
    }

    /// Reads the answer in the person's own words; a `\` at the end of a line goes on.
    pub(super) async fn ask_text(&mut self) -> Result<Step<()>, TuiError> {
        let example = self.question.detail.question.placeholder.clone();
        if let Some(example) = example.filter(|_| self.question.draft.placeholder_shown) {
            let example = display_safe(&example);
            let args = [("text", example.as_ref().into())];
            self.talk.say(&self.words.tell(Key::TuiPlainExample, &args));
        }
        let prompt = self.words.say(Key::TuiPlainText);
        let before = self.question.draft.text.clone();
        let mut text = String::new();
        loop {
            let first = text.is_empty();
            let field = if first {
                need!(self.ask_note(prompt.clone(), &before).await?)
            } else {
                Field::new(&need!(self.ask_words("").await?))
            };
            match field.text().strip_suffix('\\') {
                Some(line) => text.push_str(&format!("{line}\n")),
                None => {
                    text.push_str(field.text());
                    self.question.draft.text = Field::new(&text);
                    return Ok(Step::Got(()));
                }
            }
        }
    }

    pub(super) async fn ask_notes(&mut self) -> Result<Step<()>, TuiError> {
        for id in self.question.draft.selected.clone() {
            let option = self
                .question
                .options()
                .iter()
                .find(|option| option.id == id);
            let label = option.map_or(id.as_str(), |option| &option.label);
            let label = display_safe(label).into_owned();
            let args = [("label", (&label).into())];
            let prompt = self.words.tell(Key::TuiPlainOptionNote, &args);
            let before = self
                .question
                .draft
                .notes
                .get(&id)
                .cloned()
                .unwrap_or_default();
            let note = need!(self.ask_note(prompt, &before).await?);
            self.question.draft.notes.insert(id, note);
        }
        let prompt = self.words.say(Key::TuiPlainGlobalNote);
        let before = self.question.draft.global.clone();
        self.question.draft.global = need!(self.ask_note(prompt, &before).await?);
        Ok(Step::Got(()))
    }

    /// The last word before the answer goes out; for a destructive one, words to be typed.
    pub(super) async fn ask_to_send(&mut self) -> Result<Step<()>, TuiError> {
        if let Some(needed) = words_of::confirmation(&self.question, self.words) {
            let args = [("words", (&needed).into())];
            let prompt = self.words.tell(Key::TuiTypeToConfirm, &args);
            let line = need!(self.ask(&prompt).await?);
            if line.trim() == needed.trim() {
                return Ok(Step::Got(()));
            }
            if let Typed::Command(command) = typed(&line) {
                need!(self.obey(command).await?);
                return Ok(Step::Again);
            }
            self.talk.say(&self.words.say(Key::TuiTypedDiffers));
            return Ok(Step::Again);
        }
        let prompt = self.words.say(Key::TuiPlainSend);
        loop {
            let line = need!(self.ask(&prompt).await?);
            match (line.trim(), typed(&line)) {
                ("y" | "Y" | "yes", _) => return Ok(Step::Got(())),
                ("n" | "N" | "no", _) => return Ok(Step::Again),
                (_, Typed::Command(command)) => {
                    need!(self.obey(command).await?);
                }
                // Neither silence nor a slip of the finger is a yes.
                (_, Typed::Nothing | Typed::Words(_)) => {}
            }
        }
    }
}
