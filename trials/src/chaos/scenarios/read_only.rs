//! A directory that cannot be written: refused by name, and nothing is lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use anyhow::{Result, ensure};

use super::tmpfs::Tmpfs;
use super::{Stage, work};
use crate::process::Place;

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let disk = Tmpfs::mount(&stage.directory.join("data"), "400m")?;
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let hub = place.started()?;
    work::some(&place, 8)?;
    let before = work::contents(&place)?;
    hub.kill()?;

    let close = |closed: bool| match &disk {
        Some(disk) => disk.remount(if closed { "ro" } else { "rw" }),
        None => {
            let mode = if closed { 0o500 } else { 0o700 };
            Ok(fs::set_permissions(
                place.data_dir(),
                fs::Permissions::from_mode(mode),
            )?)
        }
    };
    close(true)?;
    let refused = place.command(&["serve"]).output()?;
    let said = String::from_utf8_lossy(&refused.stderr).trim().to_owned();
    close(false)?;
    ensure!(refused.status.code() == Some(1), "it started: {said}");
    ensure!(
        said.contains("did not start") && !said.contains("panicked"),
        "{said}"
    );

    let hub = place.started()?;
    ensure!(work::contents(&place)? == before, "something has changed");
    work::require_sound(&place)?;
    hub.kill()?;
    let how = match disk {
        Some(_) => "file system mounted read-only",
        None => "directory without write permission",
    };
    let first = said.lines().next().unwrap_or_default().replace('|', "/");
    let first = first.replace(&*stage.directory.to_string_lossy(), "…");
    Ok(format!(
        "{how}: refused with exit code 1 (“{first}”); all there once it can be written"
    ))
}
