//! How a visit to the terminal ends, and why it could not take place.

use client::ClientError;
use protocol::{ChoiceResult, InteractionDetail, Winner};

/// What became of the question, seen from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// Decided here, or by the clock.
    Decided(Box<ChoiceResult>),
    /// Answered or cancelled elsewhere first.
    Elsewhere {
        session_id: String,
        winner: Box<Winner>,
    },
    /// Left as it was: the question is still open.
    Undecided { session_id: String },
    /// The person goes on in the browser; still open.
    Web { session_id: String, url: String },
    /// The inbox was left; it ends for no question in particular.
    Left,
}

#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    #[error(transparent)]
    Hub(#[from] ClientError),
    #[error("the terminal cannot be used")]
    Terminal(#[from] std::io::Error),
}

/// Describes who decided `detail`; `None` while it is open.
pub(crate) fn winner(detail: &InteractionDetail) -> Option<Winner> {
    let result = detail.decided()?;
    let by = result.answered_by.as_ref()?;
    Some(Winner {
        status: detail.summary.status,
        kind: by.kind,
        surface: by.surface,
        name: by.name.clone(),
        at: by.at.clone(),
        summary: result.summary.clone().unwrap_or_default(),
    })
}

/// The outcome of a question that this surface did not decide.
pub(crate) fn not_ours(detail: &InteractionDetail) -> Option<Finish> {
    let result = detail.decided()?;
    let by_clock = matches!(result.action_status, protocol::ActionStatus::Timeout)
        || result.auto_submitted == Some(true);
    if by_clock {
        return Some(Finish::Decided(Box::new(result.clone())));
    }
    Some(Finish::Elsewhere {
        session_id: result.session_id.clone(),
        winner: Box::new(winner(detail)?),
    })
}
