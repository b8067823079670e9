//! On what was measured: a figure without its machine says nothing.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use xtask::process::{command, stdout};
use xtask::workspace::Workspace;

pub(super) struct Machine {
    processor: String,
    cores: usize,
    memory_gib: f64,
    kernel: String,
    /// Of the last minute, before anything was started.
    load_average: String,
    commit: String,
    date: String,
}

impl Machine {
    pub(super) fn look(workspace: &Workspace) -> Result<Self> {
        let word = |program: &str, arguments: &[&str]| -> Result<String> {
            let mut asked = command(program);
            let printed = stdout(asked.args(arguments).current_dir(&workspace.root))?;
            Ok(printed.trim().to_owned())
        };
        let changed = !word(
            "git",
            &["status", "--porcelain", "--", "crates", "Cargo.lock"],
        )?
        .is_empty();
        let commit = word("git", &["rev-parse", "--short", "HEAD"])?;
        let processors = system("/proc/cpuinfo")?;
        let average = system("/proc/loadavg")?;
        Ok(Self {
            processor: named(&processors, "model name")
                .unwrap_or("unknown")
                .to_owned(),
            cores: std::thread::available_parallelism()?.get(),
            memory_gib: memory_gib(&system("/proc/meminfo")?)?,
            kernel: system("/proc/sys/kernel/osrelease")?.trim().to_owned(),
            load_average: average.split(' ').next().unwrap_or_default().to_owned(),
            commit: if changed {
                format!("{commit} with changes")
            } else {
                commit
            },
            date: word("date", &["-u", "+%F"])?,
        })
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} cores ({}), {:.0} GiB memory, Linux {}, load average {} before the run; commit {}, {}",
            self.cores,
            self.processor,
            self.memory_gib,
            self.kernel,
            self.load_average,
            self.commit,
            self.date
        )
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "processor": self.processor,
            "cores": self.cores,
            "memory_gib": self.memory_gib.round(),
            "kernel": self.kernel,
            "load_average_before": self.load_average,
            "commit": self.commit,
            "date": self.date,
        })
    }
}

fn system(path: &str) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}; this needs Linux"))
}

/// Returns the value of the first line `name : value`.
fn named<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
}

fn memory_gib(meminfo: &str) -> Result<f64> {
    let total = named(meminfo, "MemTotal").context("no MemTotal")?;
    let kib: f64 = total.trim_end_matches(" kB").parse()?;
    Ok(kib / 1024.0 / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_facts_take_the_first_value_of_a_name() {
        let text = "processor\t: 0\nmodel name\t: Fast\nmodel name\t: Slow\n";
        assert_eq!(named(text, "model name"), Some("Fast"));
        assert_eq!(named(text, "cache"), None);
    }

    #[test]
    fn machine_memory_is_read_in_gib() {
        assert_eq!(memory_gib("MemTotal:  2097152 kB\n").unwrap(), 2.0);
    }
}
