//! What the kernel knows about a process. Linux only, like every figure that is promised.

use anyhow::{Context, Result};

/// Processor time and disk writes since a process began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spent {
    pub(super) processor_seconds: f64,
    pub(super) written_bytes: u64,
}

/// Of the clock that `/proc` counts processor time with; fixed on every Linux of today.
const TICKS_PER_SECOND: f64 = 100.0;

impl Spent {
    pub(super) fn by(pid: u32) -> Result<Self> {
        let stat = read(pid, "stat")?;
        // The name is in brackets and may contain anything; the numbers follow it.
        let (_, numbers) = stat.rsplit_once(')').context("no name in stat")?;
        let fields: Vec<&str> = numbers.split_whitespace().collect();
        let ticks = |index: usize| -> Result<f64> {
            Ok(fields.get(index).context("stat is too short")?.parse()?)
        };
        let io = read(pid, "io")?;
        let written = field(&io, "write_bytes:").context("no write_bytes")?;
        Ok(Self {
            processor_seconds: (ticks(11)? + ticks(12)?) / TICKS_PER_SECOND,
            written_bytes: written.parse()?,
        })
    }
}

/// Returns what is resident, in MiB.
pub(super) fn resident_mib(pid: u32) -> Result<f64> {
    mib(pid, "VmRSS:")
}

/// Returns the most that was ever resident, in MiB.
pub(super) fn peak_mib(pid: u32) -> Result<f64> {
    mib(pid, "VmHWM:")
}

fn mib(pid: u32, name: &str) -> Result<f64> {
    let status = read(pid, "status")?;
    let found = field(&status, name).with_context(|| format!("no {name}"))?;
    let kib: f64 = found.trim_end_matches(" kB").parse()?;
    Ok(kib / 1024.0)
}

fn read(pid: u32, file: &str) -> Result<String> {
    std::fs::read_to_string(format!("/proc/{pid}/{file}"))
        .with_context(|| format!("cannot read {file} of process {pid}; this needs Linux"))
}

fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut lines = text.lines();
    lines
        .find_map(|line| line.strip_prefix(name))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_facts_report_memory_and_time_of_this_process() {
        let own = std::process::id();
        assert!(resident_mib(own).unwrap() > 0.1);
        assert!(peak_mib(own).unwrap() >= resident_mib(own).unwrap());
        assert!(Spent::by(own).unwrap().processor_seconds >= 0.0);
    }

    #[test]
    fn process_status_field_is_found_by_its_name() {
        let text = "VmSize:\t 10 kB\nVmRSS:\t  4 kB\n";
        assert_eq!(field(text, "VmRSS:"), Some("4 kB"));
    }
}
