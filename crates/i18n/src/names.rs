//! What people call the plain values of `domain`. A new value has no name until it has one here.

use domain::Surface;
use domain::interaction::{EventKind, Interface, Status};

use crate::Key;

impl From<Status> for Key {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::StatusPending,
            Status::Submitted => Self::StatusSubmitted,
            Status::AutoSubmitted => Self::StatusAutoSubmitted,
            Status::Cancelled => Self::StatusCancelled,
            Status::Timeout => Self::StatusTimeout,
        }
    }
}

impl From<Interface> for Key {
    fn from(interface: Interface) -> Self {
        match interface {
            Interface::Auto => Self::InterfaceAuto,
            Interface::Web => Self::InterfaceWeb,
            Interface::Terminal => Self::InterfaceTerminal,
            Interface::Elicitation => Self::InterfaceElicitation,
        }
    }
}

impl From<Surface> for Key {
    fn from(surface: Surface) -> Self {
        match surface {
            Surface::Web => Self::SurfaceWeb,
            Surface::Terminal => Self::SurfaceTerminal,
            Surface::Cli => Self::SurfaceCli,
            Surface::Elicitation => Self::SurfaceElicitation,
            Surface::AgentTerminal => Self::SurfaceAgentTerminal,
        }
    }
}

impl From<EventKind> for Key {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Asked => Self::EventAsked,
            EventKind::Viewed => Self::EventViewed,
            EventKind::DraftStarted => Self::EventDraftStarted,
            EventKind::DeadlineMoved => Self::EventDeadlineMoved,
            EventKind::InterfaceSwitched => Self::EventInterfaceSwitched,
            EventKind::Chosen => Self::EventChosen,
            EventKind::Confirmed => Self::EventConfirmed,
            EventKind::Answered => Self::EventAnswered,
            EventKind::Cancelled => Self::EventCancelled,
            EventKind::TimedOut => Self::EventTimedOut,
            EventKind::AskerLeft => Self::EventAskerLeft,
            EventKind::AskerReturned => Self::EventAskerReturned,
            EventKind::Delivered => Self::EventDelivered,
            EventKind::Imported => Self::EventImported,
            EventKind::AgentRefused => Self::EventAgentRefused,
        }
    }
}
