//! Which interactions to list, and a page of them.

use domain::Timestamp;
use domain::interaction::{ListFilter, Status};

use crate::StoredOutline;

/// Which interactions to list. Empty strings and `None` do not narrow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListQuery {
    pub filter: ListFilter,
    /// Part of title, prompt, asker or project, in any case.
    pub search: String,
    /// The project's name, exactly.
    pub project: String,
    /// The asker's name, exactly.
    pub asker: String,
    pub status: Option<Status>,
    /// Decided, or while pending asked, at this instant or later.
    pub since: Option<Timestamp>,
    /// The uptime up to which a deadline counts as soon; such questions come first. The engine
    /// sets it, and a cursor carries its own.
    pub due_soon_until_ms: u64,
    /// The value of [`Page::next`] of the page before.
    pub cursor: Option<String>,
    /// Rows per page; the store caps it at [`PAGE_ROWS_MAX`].
    pub limit: u32,
}

pub const PAGE_ROWS_MAX: u32 = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub rows: Vec<StoredOutline>,
    pub next: Option<String>,
}
