//! Allows one hub per data directory: the process that holds the lock file.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::start::StartError;

/// Held for the life of the hub; the system lets go of it even after `kill -9`.
pub(crate) struct HubLock {
    _file: File,
}

impl HubLock {
    pub(crate) fn take(path: &Path, data_dir: &Path) -> Result<Self, StartError> {
        let failed = |source| StartError::Lock {
            path: path.to_owned(),
            source,
        };
        let open = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(path);
        let file = open.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StartError::AlreadyRunning {
                data_dir: data_dir.to_owned(),
            }),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_refuses_a_second_hub_until_the_first_releases_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("hub.lock");
        let first = HubLock::take(&path, directory.path()).unwrap();
        let second = HubLock::take(&path, directory.path());
        assert!(matches!(second, Err(StartError::AlreadyRunning { .. })));
        drop(first);
        assert!(HubLock::take(&path, directory.path()).is_ok());
    }
}
