//! Turns stored interactions into what surfaces see.

use engine::Presence;
use protocol::interaction::Place;
use protocol::{
    AskerState, ChoiceResult, EventView, InteractionDetail, InteractionSummary, QuestionView,
    WaitReply, rfc3339,
};
use store::{Stored, StoredEvent};

use crate::error::Failure;
use crate::server::Hub;

impl Hub {
    pub(crate) fn summary(&self, stored: &Stored) -> InteractionSummary {
        let asker_state = match self.engine.presence(stored) {
            Presence::Waiting => AskerState::Waiting,
            Presence::Away => AskerState::Away,
            Presence::Disconnected => AskerState::Disconnected,
        };
        let place = Place {
            revision: stored.revision,
            number: stored.number,
        };
        InteractionSummary::of(
            &stored.interaction,
            place,
            asker_state,
            &self.engine.clock().now(),
        )
    }

    pub(crate) async fn detail(&self, stored: &Stored) -> Result<InteractionDetail, Failure> {
        let interaction = &stored.interaction;
        let events = self.engine.events_of(interaction.id).await?;
        let result = interaction.closed().map(|_| ChoiceResult::of(interaction));
        Ok(InteractionDetail {
            summary: self.summary(stored),
            request: QuestionView::of(interaction, &self.engine.rules().policy),
            digest: stored.digest.clone(),
            draft: self.engine.draft(stored).await?.into(),
            result,
            events: events.iter().map(event_view).collect(),
            hand_off: self.links.hand_off(interaction.id),
        })
    }

    pub(crate) fn wait_reply(&self, stored: &Stored) -> WaitReply {
        let now = self.engine.clock().now();
        let deadline = stored.interaction.deadline();
        WaitReply {
            result: ChoiceResult::of(&stored.interaction),
            remaining_seconds: deadline.map(|deadline| deadline.remaining_ms(&now).div_ceil(1000)),
            hand_off: self.links.hand_off(stored.interaction.id),
        }
    }
}

fn event_view(stored: &StoredEvent) -> EventView {
    let mut data = serde_json::to_value(&stored.event).unwrap_or_default();
    if let Some(fields) = data.as_object_mut() {
        fields.remove("type");
    }
    EventView {
        seq: stored.seq,
        at: rfc3339(stored.at),
        kind: stored.event.name().into(),
        data,
    }
}
