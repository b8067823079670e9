//! Turns stored interactions into what surfaces see.

use std::sync::Arc;

use axum::extract::FromRef;
use domain::interaction::{AnswerDraft, Event};
use engine::{Engine, Presence};
use protocol::interaction::Place;
use protocol::{
    AskerResult, AskerState, ChosenView, EventView, InteractionDetail, InteractionSummary, Problem,
    QuestionView, WaitReply, rfc3339, shown_value,
};
use serde_json::Value;
use store::{Stored, StoredEvent, StoredOutline};

use crate::error::Failure;
use crate::hand_off::Links;
use crate::parts::Hub;

/// What it takes to show interactions: the newest state of each, and the ways to reach it.
#[derive(Clone)]
pub(crate) struct Views {
    engine: Engine,
    links: Arc<Links>,
}

impl FromRef<Hub> for Views {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            links: FromRef::from_ref(hub),
        }
    }
}

impl Views {
    pub(crate) fn summary(&self, stored: &Stored) -> InteractionSummary {
        self.row(&StoredOutline::from(stored))
    }

    /// A row of the list.
    pub(crate) fn row(&self, stored: &StoredOutline) -> InteractionSummary {
        let asker_state = match self.engine.presence(&stored.outline) {
            Presence::Waiting => AskerState::Waiting,
            Presence::Away => AskerState::Away,
            Presence::Disconnected => AskerState::Disconnected,
        };
        let place = Place {
            revision: stored.revision,
            number: stored.number,
        };
        InteractionSummary::of(
            &stored.outline,
            place,
            asker_state,
            &self.engine.rules().policy,
            &self.engine.clock().now(),
        )
    }

    pub(crate) async fn detail(&self, stored: &Stored) -> Result<InteractionDetail, Failure> {
        let (stored, events) = self.engine.trail(stored).await?;
        let stored = &stored;
        let interaction = &stored.interaction;
        let result = interaction.closed().map(|_| AskerResult::of(interaction));
        let draft = self.engine.draft(stored).await?;
        Ok(InteractionDetail {
            summary: self.summary(stored),
            question: QuestionView::of(interaction, &self.engine.rules().policy),
            digest: stored.digest.clone(),
            problems: self.draft_problems(stored, draft.clone()),
            draft,
            shown_result: result.as_ref().and_then(shown_of),
            chosen: ChosenView::of(interaction),
            result,
            events: events.iter().map(event_view).collect(),
            hand_off: self.links.hand_off(interaction.id),
        })
    }

    /// Says what keeps a draft from being an answer, by the rule that decides answers.
    pub(crate) fn draft_problems(&self, stored: &Stored, mut draft: AnswerDraft) -> Vec<Problem> {
        if !stored.interaction.is_pending() {
            return Vec::new();
        }
        let question = &stored.interaction.question;
        let annotations = self.engine.rules().policy.annotations;
        if !question.choice().offers_annotations(annotations) {
            // Notes that are hidden are kept in the draft and sent by no surface.
            draft.option_notes.clear();
            draft.global_note = None;
        }
        let problems = question.accept(draft, annotations).err();
        let problems = problems.unwrap_or_default();
        problems.iter().map(Problem::from).collect()
    }

    pub(crate) fn wait_reply(&self, stored: &Stored) -> WaitReply {
        let now = self.engine.clock().now();
        let deadline = stored.interaction.deadline();
        WaitReply {
            result: AskerResult::of(&stored.interaction),
            in_words: stored.interaction.answer_in_words(),
            remaining_seconds: deadline.map(|deadline| deadline.remaining_ms(&now).div_ceil(1000)),
            hand_off: self.links.hand_off(stored.interaction.id),
        }
    }
}

/// A result as it may be shown, where that differs.
fn shown_of(result: &AskerResult) -> Option<Value> {
    shown_value(&serde_json::to_value(result).unwrap_or_default())
}

/// What belongs to an event besides its kind.
pub(crate) fn event_data(event: &Event) -> Value {
    let mut data = serde_json::to_value(event).unwrap_or_default();
    if let Some(fields) = data.as_object_mut() {
        fields.remove("type");
    }
    data
}

fn event_view(stored: &StoredEvent) -> EventView {
    let data = event_data(&stored.event);
    EventView {
        shown_data: shown_value(&data),
        seq: stored.seq,
        at: rfc3339(stored.at),
        kind: stored.event.kind(),
        data,
    }
}
