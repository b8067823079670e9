//! What happens to the hub itself, and to no question.

use domain::HubEvent;
use store::{AuditedHubEvent, StoreError};

use crate::Engine;

impl Engine {
    /// Writes down whether programs that agents start are kept from acting for the person. Only a
    /// change is an event. Returns whether it was one.
    pub async fn note_guard(&self, on: bool) -> Result<bool, StoreError> {
        let now = self.clock().now().wall;
        let event = HubEvent::of_guard(on);
        self.inner.store.note_hub_event(event, now).await
    }

    /// Returns the hub's events with a number above `after`, in order, at most `limit`.
    pub async fn hub_events(
        &self,
        after: u64,
        limit: u32,
    ) -> Result<Vec<AuditedHubEvent>, StoreError> {
        self.inner.store.hub_events(after, limit).await
    }
}
