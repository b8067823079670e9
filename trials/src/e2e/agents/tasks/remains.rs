//! The process table, read without sayso's help: what still runs in a trial's place.

use std::fs;
use std::path::Path;

use anyhow::Result;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: u32,
    pub(super) command: String,
}

/// Returns the processes, except `own`, that work in this directory or have it in their command or
/// environment, as everything has that runs with the home of the place.
pub(super) fn of(directory: &Path, own: &[u32]) -> Result<Vec<Process>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?.path();
        let name = entry.file_name().and_then(|name| name.to_str());
        let Some(pid) = name.and_then(|name| name.parse().ok()) else {
            continue;
        };
        if !own.contains(&pid) && belongs(&entry, directory) {
            let command = fs::read(entry.join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            found.push(Process { pid, command });
        }
    }
    Ok(found)
}

/// A process that ends meanwhile does not belong: nothing of it can be read.
fn belongs(process: &Path, directory: &Path) -> bool {
    let names_it = |file: &str| {
        let bytes = fs::read(process.join(file)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(&*directory.to_string_lossy())
    };
    let works_there =
        fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(directory));
    works_there || names_it("cmdline") || names_it("environ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_is_found_by_the_directory_it_works_in_until_it_has_ended() {
        let directory = tempfile::tempdir().unwrap();
        let mut sleeper = xtask::process::command("sleep")
            .arg("100")
            .current_dir(directory.path())
            .spawn()
            .unwrap();
        let process = Process {
            pid: sleeper.id(),
            command: "sleep 100 ".into(),
        };
        // Between fork and exec it is not yet what it will be.
        while of(directory.path(), &[]).unwrap() != [process.clone()] {
            std::thread::yield_now();
        }
        assert_eq!(of(directory.path(), &[sleeper.id()]).unwrap(), []);
        sleeper.kill().unwrap();
        sleeper.wait().unwrap();
        assert_eq!(of(directory.path(), &[]).unwrap(), []);
    }
}
