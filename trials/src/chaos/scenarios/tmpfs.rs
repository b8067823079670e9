//! A small file system in memory, to be filled up or made read-only. Needs root.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use xtask::process::{command, works};

/// Unmounted when it is dropped.
pub(super) struct Tmpfs {
    path: PathBuf,
}

impl Tmpfs {
    /// Mounts one of this size; `None` where that is not allowed.
    pub(super) fn mount(path: &Path, size: &str) -> Result<Option<Self>> {
        std::fs::create_dir_all(path)?;
        let options = format!("size={size},mode=700");
        let mounted = works(
            command("mount")
                .args(["-t", "tmpfs", "-o", &options, "sayso-chaos"])
                .arg(path),
        );
        Ok(mounted.then(|| Self {
            path: path.to_owned(),
        }))
    }

    /// Changes size or access.
    pub(super) fn remount(&self, options: &str) -> Result<()> {
        let options = format!("remount,{options}");
        if !works(command("mount").args(["-o", &options]).arg(&self.path)) {
            bail!("cannot {options} {}", self.path.display());
        }
        Ok(())
    }

    /// Makes it exactly as large as what is in it.
    pub(super) fn fill(&self) -> Result<()> {
        let space = rustix::fs::statvfs(&self.path)?;
        let used = (space.f_blocks - space.f_bfree) * space.f_frsize;
        self.remount(&format!("size={used}"))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // Lazily: a hub that is still dying must not keep it.
        works(command("umount").arg("-l").arg(&self.path));
    }
}
