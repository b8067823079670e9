//! What people call the states of tasks.

use domain::task::{EventKind, Layer, Status, WaitReason};

use crate::Key;

impl From<Status> for Key {
    fn from(status: Status) -> Self {
        match status {
            Status::Queued => Key::TaskStatusQueued,
            Status::Running => Key::TaskStatusRunning,
            Status::AwaitingResponse => Key::TaskStatusAwaitingResponse,
            Status::Complete => Key::TaskStatusComplete,
            Status::Error => Key::TaskStatusError,
            Status::Cancelled => Key::TaskStatusCancelled,
        }
    }
}

impl From<WaitReason> for Key {
    fn from(reason: WaitReason) -> Self {
        match reason {
            WaitReason::Question => Key::TaskReasonQuestion,
            WaitReason::Permission => Key::TaskReasonPermission,
            WaitReason::Elicitation => Key::TaskReasonElicitation,
            WaitReason::TimeoutIdle => Key::TaskReasonTimeoutIdle,
            WaitReason::TimeoutHard => Key::TaskReasonTimeoutHard,
            WaitReason::Interrupted => Key::TaskReasonInterrupted,
            WaitReason::AuthRequired => Key::TaskReasonAuthRequired,
            WaitReason::RollbackConflict => Key::TaskReasonRollbackConflict,
            WaitReason::LoopExhausted => Key::TaskReasonLoopExhausted,
        }
    }
}

impl From<Layer> for Key {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::OpenRequest => Key::TaskLayerOpenRequest,
            Layer::Report => Key::TaskLayerReport,
            Layer::Rules => Key::TaskLayerRules,
            Layer::Person => Key::TaskLayerPerson,
        }
    }
}

impl From<EventKind> for Key {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Started => Key::TaskEventStarted,
            EventKind::Asked => Key::TaskEventAsked,
            EventKind::Answered => Key::TaskEventAnswered,
            EventKind::Withdrawn => Key::TaskEventWithdrawn,
            EventKind::StopRequested => Key::TaskEventStopRequested,
            EventKind::Queued => Key::TaskEventQueued,
            EventKind::Completed => Key::TaskEventCompleted,
            EventKind::Failed => Key::TaskEventFailed,
            EventKind::Cancelled => Key::TaskEventCancelled,
        }
    }
}
