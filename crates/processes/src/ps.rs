//! The table of processes as `ps` prints it, for systems that keep no files about processes.

use std::process::Command;

use crate::{Identity, Stat};

/// Number, parent, group, state, start in five words, name: the same for every `ps`.
const COLUMNS: &str = "pid=,ppid=,pgid=,state=,lstart=,comm=";
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns all processes that can be seen.
#[cfg_attr(
    target_os = "linux",
    expect(unreachable_pub, reason = "only its test uses it here")
)]
pub fn table() -> Vec<(Identity, Stat)> {
    listed(&["-A"])
}

/// Returns nothing: `ps` does not tell variables from arguments.
#[cfg(not(target_os = "linux"))]
pub fn environment(_pid: u32) -> Vec<u8> {
    Vec::new()
}

/// Returns one process.
pub(crate) fn one(pid: u32) -> Option<Stat> {
    let found = listed(&["-p", &pid.to_string()]);
    found.into_iter().next().map(|(_, stat)| stat)
}

#[expect(
    clippy::disallowed_methods,
    reason = "it asks the system about processes and ends immediately"
)]
fn listed(which: &[&str]) -> Vec<(Identity, Stat)> {
    let printed = Command::new("/bin/ps")
        .args(which)
        .args(["-o", COLUMNS])
        .env_clear()
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .output();
    let Ok(printed) = printed else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&printed.stdout);
    text.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<(Identity, Stat)> {
    let mut words = line.split_whitespace();
    let pid: u32 = words.next()?.parse().ok()?;
    let parent = words.next()?.parse().ok()?;
    let group = words.next()?.parse().ok()?;
    let is_dead = words.next()?.starts_with('Z');
    let [_weekday, month, day, time, year] = std::array::from_fn(|_| words.next().unwrap_or(""));
    let started = moment(year, month, day, time)?;
    let stat = Stat {
        name: words.collect::<Vec<_>>().join(" "),
        is_dead,
        parent,
        session: group,
        terminal: None,
        started,
    };
    Some((Identity { pid, started }, stat))
}

/// Returns a date and time as one number, in which later ones are larger: 20261115225801.
fn moment(year: &str, month: &str, day: &str, time: &str) -> Option<u64> {
    let month = MONTHS.iter().position(|name| *name == month)? as u64 + 1;
    let [hours, minutes, seconds] = {
        let mut parts = time.split(':').map(|part| part.parse::<u64>().ok());
        [parts.next()??, parts.next()??, parts.next()??]
    };
    let date = year.parse::<u64>().ok()? * 10_000 + month * 100 + day.parse::<u64>().ok()?;
    Some(date * 1_000_000 + hours * 10_000 + minutes * 100 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_of_ps_is_read_with_a_name_of_several_words() {
        let line = "  4711  4242  4700 Ss   Sun Nov  5 02:58:01 2026 Google Chrome He";
        let (identity, stat) = row(line).expect("it is a row");
        assert_eq!(
            (identity.pid, stat.parent, stat.session),
            (4_711, 4_242, 4_700)
        );
        assert_eq!(stat.started, 20_261_105_025_801);
        assert_eq!(stat.name, "Google Chrome He");
        assert!(!stat.is_dead);
        assert_eq!(row("4711 4242 4700 Z"), None);
        assert_eq!(row(""), None);
    }

    #[test]
    fn ps_tells_the_same_of_this_process_as_the_kernel() {
        let own = std::process::id();
        let told = one(own).expect("it lives");
        let table = table();
        let (_, listed) = table
            .iter()
            .find(|(identity, _)| identity.pid == own)
            .expect("it is listed");
        assert_eq!(*listed, told);
        let known = Stat::read(own).expect("it lives");
        assert_eq!((told.parent, told.is_dead), (known.parent, known.is_dead));
    }
}
