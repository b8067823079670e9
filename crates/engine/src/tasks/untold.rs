//! Answers that an attempt asked for with the hub's tools and never took: its call was over before
//! the person decided. The next attempt begins with them, so that none is lost.

use domain::interaction::{Answer, Choice, Interaction, Outcome, OutcomeDelivery};
use domain::task::{AwaitingAttempt, Event, WaitReason};
use domain::{InteractionId, MessageId, Responder, TaskId};
use store::{NewMessage, StoreError, StoredTaskEvent};

use super::Tasks;
use crate::ask::random_bytes;

impl Tasks {
    /// Returns what is still to be told of the decisions about questions of this attempt. What its
    /// own calls have taken is not told again.
    pub(super) async fn untold(
        &self,
        task: TaskId,
        attempt: u32,
    ) -> Result<Vec<NewMessage>, StoreError> {
        let events = self.store().task_events(task).await?;
        let mut untold = Vec::new();
        for id in asked_with_tools(&events, attempt) {
            if self.inner.live.has_taken(task, id) {
                continue;
            }
            let Some(stored) = self.store().interaction(id).await? else {
                continue;
            };
            if is_untold(&stored.interaction) {
                untold.push(self.message_about(&stored.interaction));
            }
        }
        Ok(untold)
    }

    pub(super) fn message_about(&self, decided: &Interaction) -> NewMessage {
        NewMessage {
            id: MessageId::from_random(random_bytes()),
            text: told(decided),
            at: self.now().wall,
            interaction: Some(decided.id),
        }
    }

    /// Notes that these answers go the way of messages now.
    pub(super) async fn told(&self, messages: &[NewMessage]) {
        for interaction in messages.iter().filter_map(|message| message.interaction) {
            self.delivered(interaction).await;
        }
    }
}

/// Returns the questions that an attempt asked with the hub's tools: everything else that it asks
/// while it runs is a permission or a form.
fn asked_with_tools(events: &[StoredTaskEvent], attempt: u32) -> Vec<InteractionId> {
    let began = |stored: &&StoredTaskEvent| stored.event != Event::Started { attempt };
    let since = events.iter().skip_while(began);
    let asked = since.filter_map(|stored| match &stored.event {
        Event::Asked(awaiting)
            if awaiting.reason == WaitReason::Question
                && awaiting.attempt == AwaitingAttempt::Lives =>
        {
            Some(awaiting.interaction)
        }
        Event::Asked(_)
        | Event::Started { .. }
        | Event::Answered { .. }
        | Event::Withdrawn { .. }
        | Event::StopRequested { .. }
        | Event::Queued
        | Event::Completed { .. }
        | Event::Failed { .. }
        | Event::Cancelled => None,
    });
    asked.collect()
}

fn is_untold(interaction: &Interaction) -> bool {
    interaction.closed().is_some_and(|closed| {
        closed.delivery == OutcomeDelivery::Saved && closed.by != Responder::Asker
    })
}

/// Says what was decided to an agent that asked some time ago.
pub(super) fn told(decided: &Interaction) -> String {
    let question = &decided.question;
    let said = match decided.closed().map(|closed| &closed.outcome) {
        Some(Outcome::Answered(answer)) => answered(question.choice(), answer),
        Some(Outcome::Cancelled { note: Some(note) }) => {
            format!("The person declined to answer: {note}")
        }
        Some(Outcome::Cancelled { note: None }) => "The person declined to answer.".into(),
        Some(Outcome::TimedOut) | None => "Nobody answered in time; nothing was decided.".into(),
    };
    format!("You asked: {}\n{said}", question.title())
}

fn answered(choice: &Choice, answer: &Answer) -> String {
    let words = choice.in_words(answer);
    let mut lines = vec![match words.is_empty() {
        true => "The person chose none of the options.".into(),
        false => format!("The answer: {words}"),
    }];
    for (id, note) in answer.option_notes() {
        let label = choice.option(id).map_or(id, |option| &option.label);
        lines.push(format!("Note on {label}: {note}"));
    }
    lines.extend(answer.global_note().map(|note| format!("Note: {note}")));
    lines.join("\n")
}
