//! What happens to the hub itself, and to no question.

use crate::words::words;

words! {
    /// One fact of the hub's own record. It is kept forever.
    HubEvent {
        /// From here on, programs that agents start can act for the person.
        GuardOff = "guard_off",
        GuardOn = "guard_on",
    }
}

impl HubEvent {
    pub fn of_guard(on: bool) -> Self {
        match on {
            true => Self::GuardOn,
            false => Self::GuardOff,
        }
    }
}
