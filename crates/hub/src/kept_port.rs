//! The port that a hub had last, so that the next one of the same data directory takes it again:
//! pages that are open, links and cookies all name it.

use std::io;
use std::path::{Path, PathBuf};

/// Where the port is written down, beside the database.
#[derive(Debug, Clone)]
pub(crate) struct KeptPort(PathBuf);

impl KeptPort {
    pub(crate) fn of(data_dir: &Path) -> Self {
        Self(data_dir.join("port"))
    }

    /// Returns the port, if one was written down and it can be read.
    pub(crate) fn read(&self) -> Option<u16> {
        let text = std::fs::read_to_string(&self.0).ok()?;
        text.trim().parse().ok().filter(|port| *port != 0)
    }

    /// Writes the port down. A hub without this memory works; pages have to be opened again.
    pub(crate) fn write(&self, port: u16) {
        if self.read() == Some(port) {
            return;
        }
        if let Err(error) = self.replace(port) {
            tracing::warn!(%error, "cannot remember the port for the next start");
        }
    }

    fn replace(&self, port: u16) -> io::Result<()> {
        let new = self.0.with_extension("new");
        std::fs::write(&new, format!("{port}\n"))?;
        std::fs::rename(new, &self.0)
    }
}

/// The port that the last hub of this data directory had, unless it was told which one to take.
pub fn kept_port(data_dir: &Path) -> Option<u16> {
    KeptPort::of(data_dir).read()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_port_reads_back_and_ignores_an_invalid_file() {
        let directory = tempfile::tempdir().unwrap();
        let kept = KeptPort::of(directory.path());
        assert_eq!(kept.read(), None);
        kept.write(40_001);
        assert_eq!(kept_port(directory.path()), Some(40_001));
        kept.write(40_002);
        assert_eq!(kept.read(), Some(40_002));
        for nonsense in ["", "0", "70000", "-1", "port", "1 2"] {
            std::fs::write(directory.path().join("port"), nonsense).unwrap();
            assert_eq!(kept.read(), None, "{nonsense:?}");
        }
    }
}
