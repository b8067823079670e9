//! The input for importing a record of another program.

use domain::interaction::{Event, Interaction, Origin};
use domain::{InteractionId, Timestamp};

use crate::Recorded;

/// A question that was asked and decided elsewhere. It is written as if it had happened here, in
/// the same steps, with one event more that says where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// As it was asked: pending, without a deadline, under a new id.
    pub interaction: Interaction,
    /// See [`crate::NewInteraction::digest`].
    pub digest: String,
    pub origin: Origin,
    /// The terminal event.
    pub closed: Event,
    pub closed_at: Timestamp,
    /// Whether its asker had the outcome then.
    pub was_delivered: bool,
}

/// What became of one [`Recording`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "returned once per write, and nearly always `Done`"
)]
pub enum Import {
    Done(Recorded),
    /// It was imported before, under this id.
    Known(InteractionId),
}
