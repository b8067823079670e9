//! The list of everything that waits for a person, and what became of it while we watched.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::Timestamp;
use domain::interaction::{Place, Status};
use protocol::{InteractionSummary, Winner, parse_rfc3339};

use super::question::{GUARD_MS, Question};
use crate::field::Field;

/// From this many columns on the focused question is shown beside the list.
const PREVIEW_COLUMNS_MIN: u16 = 120;

/// The question beside the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Preview {
    /// Asked for, and on its way.
    Loading(String),
    Shown(Box<Question>),
}

impl Preview {
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Loading(id) => id,
            Self::Shown(question) => question.id(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) summary: InteractionSummary,
    /// When it falls due on our clock.
    pub(crate) due_ms: Option<u64>,
    /// The same by the hub's calendar, to the millisecond.
    due_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Inbox {
    /// Pending ones in the order of every list, then those decided since the list was opened.
    pub(crate) rows: Vec<Row>,
    pub(crate) focused: Option<String>,
    pub(crate) search: Field,
    pub(crate) searching: bool,
    pub(crate) top: usize,
    /// Who decided, where that is known.
    pub(crate) winners: BTreeMap<String, Winner>,
    /// A question was asked for and is on its way.
    pub(crate) opening: Option<String>,
    /// The first snapshot has come; what arrives from now on is news.
    pub(crate) filled: bool,
    /// The number in the window's title.
    pub(crate) titled: Option<usize>,
    /// Enter does nothing at first: what it would open may just have appeared.
    pub(crate) opened_ms: u64,
    pub(crate) preview: Option<Preview>,
}

impl Row {
    pub(crate) fn is_open(&self) -> bool {
        self.summary.status == Status::Pending
    }

    /// Where the row stands: a waiting one by its place, a decided one after them, newest first.
    fn rank(&self, now_ms: u64) -> (bool, Reverse<Option<&str>>, Place) {
        let left_ms = self.due_ms.map(|due| due.saturating_sub(now_ms));
        (
            !self.is_open(),
            Reverse(self.summary.completed_at.as_deref()),
            Place::of(self.summary.number, self.due_at, left_ms),
        )
    }
}

impl Inbox {
    /// The rows in view: those that match the search.
    pub(crate) fn shown(&self) -> Vec<&Row> {
        let wanted = self.search.text().to_lowercase();
        let matches = |row: &&Row| {
            let summary = &row.summary;
            let texts = [
                &summary.title,
                &summary.asker,
                &summary.project,
                &summary.session_id,
            ];
            wanted.is_empty()
                || texts
                    .iter()
                    .any(|text| text.to_lowercase().contains(&wanted))
        };
        self.rows.iter().filter(matches).collect()
    }

    pub(crate) fn is_guarded(&self, now_ms: u64) -> bool {
        now_ms < self.opened_ms + GUARD_MS
    }

    pub(crate) fn waiting(&self) -> usize {
        self.rows.iter().filter(|row| row.is_open()).count()
    }

    /// Whether a screen of this many columns has room for the focused question beside the list.
    pub(crate) fn has_preview(columns: u16) -> bool {
        columns >= PREVIEW_COLUMNS_MIN
    }

    /// The waiting question in focus, if its preview has yet to be loaded.
    pub(crate) fn preview_wanted(&self) -> Option<String> {
        let shown = self.shown();
        let row = shown.get(self.focused_at()).filter(|row| row.is_open())?;
        let id = &row.summary.session_id;
        let known = self
            .preview
            .as_ref()
            .is_some_and(|preview| preview.id() == id);
        (!known).then(|| id.clone())
    }

    /// The focused row's place among those in view.
    pub(crate) fn focused_at(&self) -> usize {
        let shown = self.shown();
        let found = shown
            .iter()
            .position(|row| Some(&row.summary.session_id) == self.focused.as_ref());
        found.unwrap_or(0)
    }

    pub(crate) fn focus_at(&mut self, at: usize) {
        let shown = self.shown();
        let row = shown.get(at.min(shown.len().saturating_sub(1)));
        self.focused = row.map(|row| row.summary.session_id.clone());
    }

    /// Stores one row; returns whether it is new and waiting.
    pub(crate) fn put(&mut self, summary: InteractionSummary, now_ms: u64) -> bool {
        let left = summary.remaining_seconds;
        let due_ms = left.map(|left| now_ms.saturating_add(left.saturating_mul(1000)));
        let known = self
            .rows
            .iter_mut()
            .find(|row| row.summary.session_id == summary.session_id);
        let due_at = summary.deadline_at.as_deref().and_then(parse_rfc3339);
        let row = Row {
            summary,
            due_ms,
            due_at,
        };
        match known {
            Some(known) if known.summary.revision > row.summary.revision => false,
            Some(known) => {
                *known = row;
                false
            }
            // Questions that finished before the inbox opened belong to the history.
            None if !row.is_open() => false,
            None => {
                self.rows.push(row);
                true
            }
        }
    }

    /// Brings the rows into their order as it is at `now_ms`: time alone changes it.
    pub(crate) fn arrange(&mut self, now_ms: u64) {
        self.rows
            .sort_by(|one, other| one.rank(now_ms).cmp(&other.rank(now_ms)));
    }

    /// The waiting question `step` places after `id`, around the ends.
    pub(crate) fn neighbour(&self, id: &str, step: isize) -> Option<String> {
        let open: Vec<&Row> = self.rows.iter().filter(|row| row.is_open()).collect();
        let count = isize::try_from(open.len())
            .ok()
            .filter(|count| *count > 0)?;
        let at = open.iter().position(|row| row.summary.session_id == id);
        let next = match at.and_then(|at| isize::try_from(at).ok()) {
            Some(at) => (at + step).rem_euclid(count),
            None => 0,
        };
        let row = open.get(usize::try_from(next).ok()?)?;
        (row.summary.session_id != id).then(|| row.summary.session_id.clone())
    }
}
