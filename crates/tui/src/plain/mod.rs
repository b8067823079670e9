//! The same questions line by line: for screen readers, dumb terminals, and input from anywhere.
//!
//! Numbers instead of moving, one prompt per line, the same rules and the same results. The end of
//! the input decides nothing.

mod command;
mod fields;
mod inbox;
mod second;
mod show;
mod steps;
mod talk;

use std::time::Duration;

use client::HubClient;
use domain::display_safe;
use i18n::{Key, Language};
use protocol::{DraftChange, InteractionDetail, SettingValue, SettingsReply};

use crate::draw::words_of;
use crate::field::Field;
use crate::finish::{Finish, TuiError, not_ours};
use crate::model::Clock;
use crate::model::question::Question;
use crate::options::Options;
use crate::words::Words;
pub(crate) use inbox::inbox;
use talk::{Heard, Talk};

/// Asks one question and returns how it ended.
pub(crate) async fn choose(
    client: HubClient,
    detail: InteractionDetail,
    settings: SettingsReply,
    options: &Options,
) -> Result<Finish, TuiError> {
    let words = language_of(&settings, Words::new(options.language));
    let talk = Talk::new(&client)?;
    let (finish, _) = visit(client, detail, words, talk).await?;
    Ok(finish)
}

/// Asks one question; hands back what it talked through.
async fn visit(
    client: HubClient,
    detail: InteractionDetail,
    words: Words,
    mut talk: Talk,
) -> Result<(Finish, Talk), TuiError> {
    let id = detail.summary.session_id.clone();
    talk.turn_to(&id);
    let mut visit = Visit {
        words,
        question: Question::new(detail, Clock::default()),
        id,
        client,
        talk,
    };
    if let Err(error) = visit.client.view(&visit.id).await {
        tracing::debug!(%error, "could not say that the question is in view");
    }
    visit.talk.forget_what_was_typed_ahead();
    visit.introduce();
    visit.talk.warn_before(
        visit
            .question
            .detail
            .summary
            .remaining_seconds
            .map(Duration::from_secs),
    );
    loop {
        match visit.round().await? {
            Round::Again => {}
            Round::Over(finish) => return Ok((finish, visit.talk)),
        }
    }
}

fn language_of(settings: &SettingsReply, before: Words) -> Words {
    let chosen = settings
        .settings
        .iter()
        .find(|setting| setting.name == "language");
    let chosen = chosen.filter(|setting| setting.source != "default");
    match chosen.map(|setting| &setting.value) {
        Some(SettingValue::Text(code)) => code.parse::<Language>().map_or(before, Words::new),
        _ => before,
    }
}

/// One visit to one question.
struct Visit {
    client: HubClient,
    words: Words,
    id: String,
    question: Question,
    talk: Talk,
}

/// What a round of prompts came to.
enum Round {
    Again,
    Over(Finish),
}

/// What a prompt came to.
enum Step<T> {
    Got(T),
    Again,
    Over(Finish),
}

/// Goes on with what was got; otherwise ends the round.
macro_rules! got {
    ($step:expr) => {
        match $step {
            Step::Got(value) => value,
            Step::Again => return Ok(Round::Again),
            Step::Over(finish) => return Ok(Round::Over(finish)),
        }
    };
}

impl Visit {
    async fn round(&mut self) -> Result<Round, TuiError> {
        if self.question.awaiting().is_some() {
            return self.second_step().await;
        }
        if self.question.is_form() {
            got!(self.ask_fields().await?);
        } else if self.question.mode.has_options() {
            got!(self.ask_options().await?);
            self.keep().await;
            if self.question.detail.question.single_submit_mode && self.question.missing().is_none()
            {
                return self.send().await;
            }
        }
        if self.question.mode.has_text() {
            got!(self.ask_text().await?);
        }
        if self.question.offers_notes() {
            got!(self.ask_notes().await?);
        }
        self.keep().await;
        if let Some(missing) = self.question.missing() {
            self.talk.say(&words_of::missing(missing, self.words));
            return Ok(Round::Again);
        }
        // Where a confirmation follows, choosing decides nothing yet.
        if self.question.detail.question.confirmation.is_none() {
            self.review();
            got!(self.ask_to_send().await?);
        }
        self.send().await
    }

    fn undecided(&self) -> Finish {
        Finish::Undecided {
            session_id: self.id.clone(),
        }
    }

    /// Prompts for one line. A question that ends in the meantime, or the end of the input, ends it
    /// all.
    async fn ask(&mut self, prompt: &str) -> Result<Step<String>, TuiError> {
        loop {
            match self.talk.ask(prompt).await? {
                Heard::Line(line) => return Ok(Step::Got(line)),
                Heard::End => return Ok(Step::Over(self.undecided())),
                Heard::Decided => {
                    let detail = self.client.detail(&self.id).await?;
                    if let Some(finish) = not_ours(&detail) {
                        self.tell_end(&detail);
                        return Ok(Step::Over(finish));
                    }
                }
                Heard::Lost => self.talk.say(&self.words.say(Key::TuiReconnecting)),
                Heard::SettingsChanged => self.follow_settings().await?,
                Heard::TimeLow(left) => {
                    let span = self.words.span(left.as_secs());
                    let args = [("span", (&span).into())];
                    self.talk.say(&self.words.tell(Key::TuiPlainTimeLow, &args));
                }
                Heard::Changed(summary) => {
                    let left = summary.remaining_seconds.map(Duration::from_secs);
                    self.talk.warn_before(left);
                    let newer = summary.revision > self.question.detail.summary.revision;
                    let chosen =
                        summary.awaiting_confirmation || self.question.detail.chosen.is_some();
                    self.question.take_summary(*summary, 0);
                    if newer && chosen && self.look_again().await? {
                        return Ok(Step::Again);
                    }
                }
            }
        }
    }

    /// Applies settings that were changed elsewhere: they hold from the next prompt on.
    async fn follow_settings(&mut self) -> Result<(), TuiError> {
        self.words = language_of(&self.client.settings().await?, self.words);
        let detail = self.client.detail(&self.id).await?;
        self.question.take_detail(detail, 0);
        Ok(())
    }

    /// Saves the draft on the hub and merges text that was written elsewhere. A draft that could
    /// not be saved does not end the visit.
    async fn keep(&mut self) {
        let change = DraftChange {
            draft: self.question.draft.body(),
            base: self.question.saving.base.clone(),
        };
        match self.client.change_draft(&self.id, &change).await {
            Ok(reply) => self.question.take_draft(&reply.draft),
            Err(error) => tracing::debug!(%error, "the draft was not saved"),
        }
    }

    async fn send(&mut self) -> Result<Round, TuiError> {
        let request = protocol::AnswerRequest {
            answer_id: client::fresh_answer_id(),
            digest: Some(self.question.detail.digest.clone()),
            confirm: false,
            answer: self.question.draft.answer(&self.question.detail.question),
        };
        let result = crate::runtime::persist(|| self.client.answer(&self.id, &request)).await;
        self.over(result)
    }

    fn over(
        &mut self,
        result: Result<InteractionDetail, client::ClientError>,
    ) -> Result<Round, TuiError> {
        let error = match result {
            Ok(detail) if detail.result.is_none() && detail.chosen.is_some() => {
                self.question.take_detail(detail, 0);
                self.talk.forget_what_was_typed_ahead();
                return Ok(Round::Again);
            }
            Ok(detail) => {
                let result = detail
                    .result
                    .map(|result| Finish::Decided(Box::new(result.into_decided())));
                return Ok(Round::Over(result.unwrap_or_else(|| self.undecided())));
            }
            Err(error) => error,
        };
        match error {
            client::ClientError::Refused { error, .. } if error.winner.is_none() => {
                self.talk.say(&words_of::refusal(&error, self.words));
                Ok(Round::Again)
            }
            client::ClientError::Refused { mut error, .. } => {
                let winner = error.winner.take().map(Box::new);
                let lost = winner.map(|winner| Finish::Elsewhere {
                    session_id: self.id.clone(),
                    winner,
                });
                Ok(Round::Over(lost.unwrap_or_else(|| self.undecided())))
            }
            client::ClientError::NotRunning { .. }
            | client::ClientError::Start(_)
            | client::ClientError::ForeignHub { .. }
            | client::ClientError::Broken(_)
            | client::ClientError::Silent { .. }
            | client::ClientError::Unreadable(_) => Err(error.into()),
        }
    }

    fn tell_end(&mut self, detail: &InteractionDetail) {
        let now = jiff::Timestamp::now().as_millisecond();
        if let Some(winner) = crate::finish::winner(detail) {
            self.talk
                .say(&words_of::decided_by(&winner, self.words, now));
        }
        let draft = self.question.draft.answer(&self.question.detail.question);
        if let Some(text) = &draft.text {
            self.talk.say(&self.words.say(Key::TuiYourDraft));
            self.talk.say(&domain::display::display_safe_lines(text));
        }
    }

    /// Prompts for words of the person's own, until there are some or a command ends it.
    pub(super) async fn ask_words(&mut self, prompt: &str) -> Result<Step<String>, TuiError> {
        loop {
            let line = match self.ask(prompt).await? {
                Step::Got(line) => line,
                ended @ (Step::Again | Step::Over(_)) => return Ok(ended),
            };
            let Some(command) = command::command_among_words(&line) else {
                return Ok(Step::Got(line));
            };
            match self.obey(command).await? {
                Step::Got(_) => {}
                Step::Again => return Ok(Step::Again),
                Step::Over(finish) => return Ok(Step::Over(finish)),
            }
        }
    }

    /// Asks for a note; Enter keeps what is there, `-` removes it.
    async fn ask_note(&mut self, prompt: String, before: &Field) -> Result<Step<Field>, TuiError> {
        let prompt = match before.filled() {
            Some(note) => {
                let note = display_safe(note);
                let args = [("note", note.as_ref().into())];
                let there = self.words.tell(Key::TuiPlainNote, &args);
                self.talk.say(&there);
                format!("{prompt} ({})", self.words.say(Key::TuiPlainKeepNote))
            }
            None => prompt,
        };
        Ok(match self.ask_words(&prompt).await? {
            Step::Got(line) => Step::Got(match line.trim() {
                "" => before.clone(),
                "-" => Field::default(),
                note => Field::new(note),
            }),
            Step::Again => Step::Again,
            Step::Over(finish) => Step::Over(finish),
        })
    }
}
