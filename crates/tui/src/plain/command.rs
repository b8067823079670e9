//! Commands typed in place of an answer.

use std::collections::BTreeMap;

use domain::interaction::Interface;
use i18n::Key;
use protocol::{CancelRequest, DeadlineRequest, InterfaceRequest};

use super::{Round, Step, Visit};
use crate::draw::words_of;
use crate::finish::{Finish, TuiError};
use crate::message::Trouble;
use crate::model::preferences::{read, written};
use crate::runtime::{MORE_SECONDS, persist};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Cancel,
    MoreTime,
    Recommended,
    Web,
    /// Without a name and a value: show them all.
    Settings(Option<(String, String)>),
    Quit,
    Help,
}

/// A line at a prompt that takes commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    Nothing,
    Command(Command),
    Words(Vec<String>),
}

pub(super) fn typed(line: &str) -> Typed {
    let words: Vec<String> = line
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let command = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => return Typed::Nothing,
        ["c"] => Command::Cancel,
        ["+"] => Command::MoreTime,
        ["r"] => Command::Recommended,
        ["w"] => Command::Web,
        ["s"] => Command::Settings(None),
        ["s", name, value] => Command::Settings(Some((name.into(), value.into()))),
        ["q"] => Command::Quit,
        ["?"] => Command::Help,
        _ => return Typed::Words(words),
    };
    Typed::Command(command)
}

/// A command at a prompt that takes words: there a letter alone is an answer, so a colon comes first.
pub(super) fn command_among_words(line: &str) -> Option<Command> {
    match typed(line.trim().strip_prefix(':')?) {
        Typed::Command(command) => Some(command),
        Typed::Nothing | Typed::Words(_) => None,
    }
}

impl Visit {
    /// Does what was asked for and returns it, unless it ended the visit.
    pub(super) async fn obey(&mut self, command: Command) -> Result<Step<Command>, TuiError> {
        match &command {
            Command::Quit => return Ok(Step::Over(self.undecided())),
            Command::Cancel => return self.cancel().await,
            Command::Web => return self.switch_to_web().await,
            Command::MoreTime => {
                let request = DeadlineRequest::AddSeconds(MORE_SECONDS);
                let moved = self.client.move_deadline(&self.id, request).await;
                match moved.map_err(Trouble::from) {
                    Ok(detail) => {
                        self.question.take_summary(detail.summary, 0);
                        self.say_time_left();
                    }
                    Err(trouble) => self.say_trouble(&trouble),
                }
            }
            Command::Recommended => self.take_recommended(),
            Command::Settings(None) => self.show_settings().await?,
            Command::Settings(Some((name, value))) => self.change_setting(name, value).await?,
            Command::Help => self.say_commands(),
        }
        Ok(Step::Got(command))
    }

    /// Names the commands, as they are typed at the prompts of this question.
    pub(super) fn say_commands(&mut self) {
        self.talk.say(&self.words.say(Key::TuiPlainCommands));
        let writes = self.question.mode.has_text() || self.question.is_form();
        if writes || self.question.offers_notes() {
            self.talk
                .say(&self.words.say(Key::TuiPlainCommandsAmongWords));
        }
    }

    async fn cancel(&mut self) -> Result<Step<Command>, TuiError> {
        let offered = self.question.offers_notes();
        let asker = domain::display_safe(&self.question.detail.summary.agent).into_owned();
        let args = [("asker", (&asker).into())];
        self.talk.say(&self.words.tell(Key::TuiCancelEffect, &args));
        let prompt = self.words.say(Key::TuiPlainCancelNote);
        let note = match self.ask(&prompt).await? {
            Step::Got(line) if line.trim() == "q" => return Ok(Step::Again),
            Step::Got(line) => {
                Some(line.trim().to_owned()).filter(|note| offered && !note.is_empty())
            }
            Step::Again => return Ok(Step::Again),
            Step::Over(finish) => return Ok(Step::Over(finish)),
        };
        let request = CancelRequest {
            answer_id: client::fresh_answer_id(),
            note,
        };
        let result = persist(|| self.client.cancel(&self.id, &request)).await;
        Ok(match self.over(result)? {
            Round::Again => Step::Again,
            Round::Over(finish) => Step::Over(finish),
        })
    }

    async fn switch_to_web(&mut self) -> Result<Step<Command>, TuiError> {
        let request = InterfaceRequest {
            interface: Interface::Web,
        };
        let switched = self.client.switch_interface(&self.id, &request).await;
        match switched.map_err(Trouble::from) {
            Ok(detail) => Ok(Step::Over(Finish::Web {
                session_id: self.id.clone(),
                url: detail.hand_off.url,
            })),
            Err(trouble) => {
                self.say_trouble(&trouble);
                Ok(Step::Again)
            }
        }
    }

    fn take_recommended(&mut self) {
        let max =
            usize::try_from(self.question.detail.question.max_selections).unwrap_or(usize::MAX);
        let options = self
            .question
            .options()
            .iter()
            .filter(|option| option.recommended);
        let ids: Vec<String> = options.take(max).map(|option| option.id.clone()).collect();
        if !ids.is_empty() {
            self.question.draft.selected = ids;
        }
    }

    async fn show_settings(&mut self) -> Result<(), TuiError> {
        let reply = self.client.settings().await?;
        for setting in reply.settings {
            let help = self.words.setting_help(&setting.name);
            self.talk.say(&format!(
                "{} = {}: {help}",
                setting.name,
                written(&setting.value)
            ));
        }
        self.talk.say(&self.words.say(Key::TuiPlainSettings));
        Ok(())
    }

    async fn change_setting(&mut self, name: &str, value: &str) -> Result<(), TuiError> {
        let reply = self.client.settings().await?;
        let setting = reply.settings.iter().find(|setting| setting.name == name);
        let value = setting.and_then(|setting| read(&setting.kind, value));
        let Some(value) = value else {
            self.talk.say(&self.words.say(Key::TuiSettingInvalid));
            return Ok(());
        };
        let changes = BTreeMap::from([(name.to_owned(), Some(value))]);
        match self
            .client
            .change_settings_at(&self.id, changes)
            .await
            .map_err(Trouble::from)
        {
            Ok(reply) => {
                self.words = super::language_of(&reply, self.words);
                let detail = self.client.detail(&self.id).await?;
                self.question.take_detail(detail, 0);
                self.introduce();
            }
            Err(trouble) => self.say_trouble(&trouble),
        }
        Ok(())
    }

    fn say_trouble(&mut self, trouble: &Trouble) {
        let text = match trouble {
            Trouble::Lost => self.words.say(Key::TuiReconnecting),
            Trouble::Refused(error) => words_of::refusal(error, self.words),
        };
        self.talk.say(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_command_among_text_needs_a_colon() {
        for (line, expected) in [
            ("?", None),
            ("c", None),
            (": smile", None),
            (":?", Some(Command::Help)),
            (" :c ", Some(Command::Cancel)),
        ] {
            assert_eq!(command_among_words(line), expected, "{line:?}");
        }
    }

    #[test]
    fn plain_line_is_read_as_a_command_or_numbers() {
        let words = |words: &[&str]| Typed::Words(words.iter().map(ToString::to_string).collect());
        for (line, expected) in [
            ("", Typed::Nothing),
            ("  ", Typed::Nothing),
            ("c", Typed::Command(Command::Cancel)),
            (" q ", Typed::Command(Command::Quit)),
            (
                "s language zh",
                Typed::Command(Command::Settings(Some(("language".into(), "zh".into())))),
            ),
            ("1, 3", words(&["1", "3"])),
            ("cancel it", words(&["cancel", "it"])),
        ] {
            assert_eq!(typed(line), expected, "{line:?}");
        }
    }
}
