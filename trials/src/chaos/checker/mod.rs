//! Judges a history, interaction by interaction: a write-once register with deadlines. Pure.
//!
//! An act without a reply perhaps happened, perhaps not; what a caller was told must stay true.

mod outcomes;
mod recovery;
mod sequence;
#[cfg(test)]
mod tests;
mod times;

use super::history::History;

/// A broken promise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) rule: Rule,
    /// The interaction, or empty when it concerns all.
    pub(crate) id: String,
    pub(crate) detail: String,
}

/// The promises, each with the invariant it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    /// One outcome forever, the same bytes each time.
    WriteOnce,
    /// Acknowledged data is there.
    AcknowledgedIsPresent,
    /// Every outcome and every question has a sender.
    NothingFromNowhere,
    /// An acknowledged cancel never becomes success.
    CancelStaysCancelled,
    /// A loser is told who won, and only a loser is.
    LosersAreTold,
    /// No expiry before the last acknowledged or committed extension.
    NoEarlyExpiry,
    /// After a restart the pending set is the committed one, with its deadlines.
    PendingSurvives,
    /// Event numbers have no gap, and each outcome has exactly one event.
    GapFreeSequence,
    /// A draft that was saved is there.
    DraftsAreKept,
}

impl Rule {
    pub(crate) const ALL: [Rule; 9] = [
        Self::WriteOnce,
        Self::AcknowledgedIsPresent,
        Self::NothingFromNowhere,
        Self::CancelStaysCancelled,
        Self::LosersAreTold,
        Self::NoEarlyExpiry,
        Self::PendingSurvives,
        Self::GapFreeSequence,
        Self::DraftsAreKept,
    ];

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::WriteOnce => "one outcome forever, the same bytes each time",
            Self::AcknowledgedIsPresent => "what was acknowledged is there after every restart",
            Self::NothingFromNowhere => "no question and no outcome that nobody submitted",
            Self::CancelStaysCancelled => "an acknowledged cancel never becomes success",
            Self::LosersAreTold => "every loser is told who, where and when; only losers are",
            Self::NoEarlyExpiry => "no expiry before the last extension",
            Self::PendingSurvives => "after a restart: the committed pending set, right deadlines",
            Self::GapFreeSequence => "event numbers without gap, one ending per outcome",
            Self::DraftsAreKept => "a saved draft is there",
        }
    }
}

/// Returns everything that is wrong, in the order of the rules.
pub(crate) fn check(history: &History) -> Vec<Violation> {
    let mut violations = Vec::new();
    outcomes::check(history, &mut violations);
    times::check(history, &mut violations);
    recovery::check(history, &mut violations);
    sequence::check(history, &mut violations);
    violations.sort_by_key(|violation| Rule::ALL.iter().position(|rule| *rule == violation.rule));
    violations
}

fn violation(rule: Rule, id: &str, detail: impl Into<String>) -> Violation {
    Violation {
        rule,
        id: id.to_owned(),
        detail: detail.into(),
    }
}
