//! The confirmation, line by line: confirm the choice, choose again, or decline.

use domain::display_safe;
use i18n::Key;
use protocol::{CancelRequest, ConfirmRequest};

use super::command::{Typed, typed};
use super::show::CELLS;
use super::{Round, Step, Visit};
use crate::appearance::Theme;
use crate::draw::action::{Pen, framed};
use crate::draw::words_of;
use crate::finish::TuiError;
use crate::model::question::SecondStep;
use crate::runtime::persist;

impl Visit {
    /// Reads the question again; returns whether something else is chosen now.
    pub(super) async fn look_again(&mut self) -> Result<bool, TuiError> {
        let detail = self.client.detail(&self.id).await?;
        let chosen = |detail: &protocol::InteractionDetail| {
            let chosen = detail.chosen.as_ref();
            chosen.map(|chosen| chosen.answer_id.clone())
        };
        let anew = chosen(&detail) != chosen(&self.question.detail);
        self.question.take_detail(detail, 0);
        if anew {
            self.talk.forget_what_was_typed_ahead();
        }
        Ok(anew)
    }

    pub(super) async fn second_step(&mut self) -> Result<Round, TuiError> {
        self.say_what_is_chosen();
        let prompt = self.words.say(Key::TuiPlainChooseOne);
        loop {
            let line = match self.ask(&prompt).await? {
                Step::Got(line) => line,
                Step::Again => return Ok(Round::Again),
                Step::Over(finish) => return Ok(Round::Over(finish)),
            };
            let way = match (line.trim(), typed(&line)) {
                ("1", _) => SecondStep::Confirm,
                ("2", _) => SecondStep::Change,
                ("3", _) => SecondStep::Decline,
                (_, Typed::Command(command)) => match self.obey(command).await? {
                    Step::Got(_) => continue,
                    Step::Again => return Ok(Round::Again),
                    Step::Over(finish) => return Ok(Round::Over(finish)),
                },
                // Silence confirms nothing.
                (_, Typed::Nothing) => continue,
                (text, Typed::Words(_)) => {
                    let text = display_safe(text);
                    let args = [("text", text.as_ref().into())];
                    let said = self.words.tell(Key::TuiPlainNotANumber, &args);
                    self.talk.say(&said);
                    continue;
                }
            };
            return self.take(way).await;
        }
    }

    fn say_what_is_chosen(&mut self) {
        let now = jiff::Timestamp::now().as_millisecond();
        let words = self.words;
        let Some(chosen) = self.question.awaiting() else {
            return;
        };
        let mut lines = vec![
            words.say(Key::ConfirmTitle),
            words_of::you_chose(&self.question, chosen, words),
            words_of::chosen_by(chosen, words, now),
        ];
        let view = &self.question.detail.question;
        let message = view
            .confirmation
            .as_ref()
            .and_then(|confirmation| confirmation.message.as_deref());
        if let Some(message) = message {
            let asker = display_safe(&self.question.detail.summary.agent).into_owned();
            lines.push(words.tell(Key::ConfirmAskerSays, &[("asker", (&asker).into())]));
            let theme = Theme::none();
            let pen = Pen {
                words,
                theme: &theme,
                cells: CELLS,
            };
            lines.extend(framed(message, pen).iter().map(ToString::to_string));
        }
        for (at, way) in SecondStep::ALL.into_iter().enumerate() {
            let label = words.say(words_of::second_step(way));
            lines.push(format!("{}. {label}", at + 1));
        }
        for line in lines {
            self.talk.say(&line);
        }
    }

    async fn take(&mut self, way: SecondStep) -> Result<Round, TuiError> {
        let chosen = self.question.awaiting();
        let Some(chosen_id) = chosen.map(|chosen| chosen.answer_id.clone()) else {
            return Ok(Round::Again);
        };
        let answer_id = client::fresh_answer_id();
        let result = match way {
            SecondStep::Change => {
                self.question.turned_from = Some(chosen_id);
                self.introduce();
                return Ok(Round::Again);
            }
            SecondStep::Confirm => {
                let request = ConfirmRequest {
                    answer_id,
                    chosen_id,
                };
                persist(|| self.client.confirm(&self.id, &request)).await
            }
            SecondStep::Decline => {
                let request = CancelRequest {
                    answer_id,
                    note: None,
                };
                persist(|| self.client.cancel(&self.id, &request)).await
            }
        };
        let moved = matches!(
            &result,
            Err(client::ClientError::Refused { error, .. }) if error.code == "other_chosen"
        );
        let round = self.over(result)?;
        if moved {
            self.look_again().await?;
        }
        Ok(round)
    }
}
