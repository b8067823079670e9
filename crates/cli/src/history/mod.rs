//! The history as files: which questions, and to where. The hub writes them.

pub(crate) mod destination;
pub(crate) mod filters;
