//! The life of a task.

mod model;
mod table;

use domain::task::{
    Awaiting, AwaitingAttempt, Command, Ending, Expiry, GoOn, Layer, Mark, State, StopReason, Task,
    WaitReason,
};
use domain::{InteractionId, TaskId, ThreadId, Timestamp};

/// The open interaction of a task that waits.
fn open() -> InteractionId {
    InteractionId::from_random([1; 16])
}

/// An interaction that a command brings.
fn other() -> InteractionId {
    InteractionId::from_random([2; 16])
}

fn queued() -> Task {
    Task::new(
        TaskId::from_random([7; 16]),
        ThreadId::from_random([8; 16]),
        "Mend the test".into(),
        Timestamp(0),
    )
}

/// A task whose second attempt has come this far.
fn in_state(state: State) -> Task {
    Task {
        attempt: 2,
        state,
        ..queued()
    }
}

fn awaiting(reason: WaitReason, attempt: AwaitingAttempt) -> State {
    State::Awaiting(Awaiting {
        reason,
        interaction: open(),
        by: None,
        attempt,
    })
}

fn stopping(why: StopReason) -> State {
    State::Stopping { why }
}

/// Every state, with the name it has in the table.
fn states() -> [(&'static str, State); 11] {
    let idle = StopReason::Expired {
        expiry: Expiry::Idle,
    };
    [
        ("queued", State::Queued),
        ("running", State::Running),
        ("stopping (cancelled)", stopping(StopReason::Cancelled)),
        ("stopping (idle)", stopping(idle)),
        ("stopping (drained)", stopping(StopReason::Drained)),
        (
            "asks for leave",
            awaiting(WaitReason::Permission, AwaitingAttempt::Lives),
        ),
        (
            "ended in a question",
            awaiting(WaitReason::Question, AwaitingAttempt::Ended),
        ),
        (
            "interrupted",
            awaiting(WaitReason::Interrupted, AwaitingAttempt::Ended),
        ),
        ("complete", State::Complete { by: Layer::Rules }),
        (
            "error",
            State::Error {
                message: "it broke".into(),
            },
        ),
        ("cancelled", State::Cancelled),
    ]
}

/// Every command, as attempt 2, the person or the engine gives it.
fn commands() -> Vec<Command> {
    let interaction = other();
    let end = |ending| Command::End { attempt: 2, ending };
    let expire = |expiry| Command::Expire { attempt: 2, expiry };
    let answer = |interaction, go_on| Command::Answer { interaction, go_on };
    let ask = |reason, interaction| Command::Ask {
        attempt: 2,
        reason,
        interaction,
    };
    vec![
        Command::Start,
        ask(WaitReason::Permission, other()),
        ask(WaitReason::Permission, open()),
        ask(WaitReason::TimeoutHard, other()),
        end(Ending::Complete { by: Layer::Report }),
        end(Ending::Asks {
            by: Layer::Rules,
            interaction,
        }),
        end(Ending::Asks {
            by: Layer::OpenRequest,
            interaction: open(),
        }),
        end(Ending::Continues),
        end(Ending::Failed {
            message: "no disk".into(),
        }),
        end(Ending::NeedsLogin { interaction }),
        end(Ending::Stopped { interaction }),
        expire(Expiry::Idle),
        expire(Expiry::Hard),
        Command::Drain,
        Command::Lose { interaction },
        answer(open(), GoOn::Continue),
        answer(open(), GoOn::Complete),
        answer(open(), GoOn::GiveUp),
        answer(other(), GoOn::Continue),
        Command::Cancel,
        Command::Mark(Mark::Complete),
        Command::Mark(Mark::NeedsReply { interaction }),
    ]
}
