//! Translates what SQLite reports into [`StoreError`]. The only place that knows result codes.

use std::path::Path;

use crate::StoreError;

/// What an extended result code means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Damaged,
    DiskFull,
    ReadOnly,
    CannotOpen,
    SyncFailed,
    Interrupted,
    Other,
}

impl Fault {
    /// Reads an extended result code; its low byte is the primary one.
    fn from_code(code: i32) -> Self {
        const SQLITE_IOERR_FSYNC: i32 = 1034;
        const SQLITE_IOERR_DIR_FSYNC: i32 = 1290;
        const SQLITE_IOERR_SHMSIZE: i32 = 4874;
        match (code, code & 0xff) {
            (SQLITE_IOERR_FSYNC | SQLITE_IOERR_DIR_FSYNC, _) => Self::SyncFailed,
            // The shared-memory file cannot grow: only a full disk does that.
            (SQLITE_IOERR_SHMSIZE, _) | (_, 13) => Self::DiskFull,
            (_, 8) => Self::ReadOnly,
            (_, 9) => Self::Interrupted,
            (_, 11 | 26) => Self::Damaged,
            (_, 14) => Self::CannotOpen,
            (_, _) => Self::Other,
        }
    }

    pub(super) fn of(error: &sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code());
        code.and_then(|code| code.parse().ok())
            .map_or(Self::Other, Self::from_code)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed) {
            return Self::Closed;
        }
        match Fault::of(&error) {
            Fault::DiskFull => Self::DiskFull,
            Fault::ReadOnly => Self::ReadOnly,
            Fault::SyncFailed => Self::SyncFailed,
            Fault::Damaged | Fault::CannotOpen | Fault::Interrupted | Fault::Other => {
                Self::Database(error)
            }
        }
    }
}

/// Names the file when the failure is damage found while running.
pub(super) fn located(error: StoreError, path: &Path) -> StoreError {
    if let StoreError::Database(found) = &error
        && Fault::of(found) == Fault::Damaged
    {
        return StoreError::Damaged {
            path: path.to_owned(),
            detail: found.to_string(),
        };
    }
    error
}

/// Returns a stored value that does not have the form we wrote it in.
pub(super) fn unreadable(what: &'static str) -> impl Fn(serde_json::Error) -> StoreError {
    move |source| StoreError::Unreadable { what, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_classifies_sqlite_result_codes() {
        for (code, fault) in [
            (1, Fault::Other),
            (8, Fault::ReadOnly),
            (1544, Fault::ReadOnly),
            (9, Fault::Interrupted),
            (10, Fault::Other),
            (1034, Fault::SyncFailed),
            (1290, Fault::SyncFailed),
            (4874, Fault::DiskFull),
            (11, Fault::Damaged),
            (523, Fault::Damaged),
            (13, Fault::DiskFull),
            (14, Fault::CannotOpen),
            (26, Fault::Damaged),
        ] {
            assert_eq!(Fault::from_code(code), fault, "{code}");
        }
    }
}
