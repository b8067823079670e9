//! What people call the plain values of `domain`. A new value has no name until it has one here.

use domain::interaction::{EventKind, Interface, Status};
use domain::{HubEvent, Surface};

use crate::Key;

impl From<Status> for Key {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Key::StatusPending,
            Status::Submitted => Key::StatusSubmitted,
            Status::AutoSubmitted => Key::StatusAutoSubmitted,
            Status::Cancelled => Key::StatusCancelled,
            Status::Timeout => Key::StatusTimeout,
        }
    }
}

impl From<Interface> for Key {
    fn from(interface: Interface) -> Self {
        match interface {
            Interface::Auto => Key::InterfaceAuto,
            Interface::Web => Key::InterfaceWeb,
            Interface::Terminal => Key::InterfaceTerminal,
            Interface::Elicitation => Key::InterfaceElicitation,
        }
    }
}

impl From<Surface> for Key {
    fn from(surface: Surface) -> Self {
        match surface {
            Surface::Web => Key::SurfaceWeb,
            Surface::Terminal => Key::SurfaceTerminal,
            Surface::Cli => Key::SurfaceCli,
            Surface::Elicitation => Key::SurfaceElicitation,
            Surface::AgentTerminal => Key::SurfaceAgentTerminal,
        }
    }
}

impl From<HubEvent> for Key {
    fn from(event: HubEvent) -> Self {
        match event {
            HubEvent::GuardOff => Key::HubEventGuardOff,
            HubEvent::GuardOn => Key::HubEventGuardOn,
        }
    }
}

impl From<EventKind> for Key {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Asked => Key::EventAsked,
            EventKind::Viewed => Key::EventViewed,
            EventKind::DraftStarted => Key::EventDraftStarted,
            EventKind::DeadlineMoved => Key::EventDeadlineMoved,
            EventKind::InterfaceSwitched => Key::EventInterfaceSwitched,
            EventKind::Chosen => Key::EventChosen,
            EventKind::Confirmed => Key::EventConfirmed,
            EventKind::Answered => Key::EventAnswered,
            EventKind::Cancelled => Key::EventCancelled,
            EventKind::TimedOut => Key::EventTimedOut,
            EventKind::AskerLeft => Key::EventAskerLeft,
            EventKind::AskerReturned => Key::EventAskerReturned,
            EventKind::Delivered => Key::EventDelivered,
            EventKind::Imported => Key::EventImported,
            EventKind::AgentRefused => Key::EventAgentRefused,
        }
    }
}
