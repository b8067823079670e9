//! The variants of the domain's enums, listed so that tests can tell whether they cover them all.

use domain::Responder;
use domain::interaction::{Command, Event, Outcome, OutcomeDelivery, Refusal, State};

/// Lists the variants of an enum once: a new one does not compile until it is named here, and
/// then fails the coverage test until the tables show it.
macro_rules! kinds {
    ($listed:ident, $kind_of:ident, $type:ident: $($variant:ident)+) => {
        pub(crate) const $listed: &[&str] = &[$(stringify!($variant)),+];

        pub(crate) fn $kind_of(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant),)+
            }
        }
    };
}

kinds!(COMMANDS, command_kind, Command: View Touch SetDeadline Rearm SwitchInterface Answer Confirm
    Cancel
    Expire Leave Return ConfirmDelivery NoteAgentRefused);
kinds!(STATES, state_kind, State: Pending Closed);
kinds!(OUTCOMES, outcome_kind, Outcome: Answered Cancelled TimedOut);
kinds!(RESPONDERS, responder_kind, Responder: Person Policy Asker);
kinds!(DELIVERIES, delivery_kind, OutcomeDelivery: Saved Delivered);
kinds!(REFUSALS, refusal_kind, Refusal: Closed TooLate NotDue StillPending InvalidAnswer
    NothingChosen OtherChosen AnswerIdReused NotAPerson NotByForm NotInAgentsTerminal
    InterfaceNotShowable DeadlineOutOfRange UnlimitedWaitNotAllowed WaitsForever);
kinds!(EVENTS, event_kind, Event: Asked Viewed DraftStarted DeadlineMoved InterfaceSwitched Chosen
    Confirmed Answered
    Cancelled TimedOut AskerLeft AskerReturned Delivered AgentRefused Imported);
