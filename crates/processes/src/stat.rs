//! What matters of a process here.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    pub name: String,
    /// Whether only its number is left, for its parent to take note of.
    pub is_dead: bool,
    /// 0 when there is none that can be seen.
    pub parent: u32,
    /// The leader of its session; elsewhere than on Linux of its process group.
    pub session: u32,
    /// Its controlling terminal, by device number.
    pub terminal: Option<u32>,
    /// When it was started: ticks since boot on Linux, and elsewhere a date and time as one number.
    pub started: u64,
}

#[cfg(not(target_os = "linux"))]
impl Stat {
    pub fn read(pid: u32) -> Option<Self> {
        crate::ps::one(pid)
    }
}

#[cfg(target_os = "linux")]
impl Stat {
    /// Reads the fields of `/proc/PID/stat`.
    pub fn read(pid: u32) -> Option<Self> {
        Self::parse(&String::from_utf8_lossy(&crate::read(pid, "stat")?))
    }

    /// The name is in parentheses and may itself contain any character: the last one closes it.
    fn parse(text: &str) -> Option<Self> {
        let (before, after) = text.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<i64>().ok();
        let terminal = u32::try_from(number(4)? & 0xffff_ffff).ok()?;
        Some(Self {
            name: name.to_owned(),
            is_dead: matches!(*fields.first()?, "Z" | "X" | "x"),
            parent: u32::try_from(number(1)?).ok()?,
            session: u32::try_from(number(3)?).ok()?,
            terminal: (terminal != 0).then_some(terminal),
            started: u64::try_from(number(19)?).ok()?,
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn stat_parses_its_fields_after_a_name_with_brackets_and_spaces() {
        let line = "4711 (a) R 1 (x) S 4242 4711 4000 34819 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5566 0";
        let expected = Stat {
            name: "a) R 1 (x".into(),
            is_dead: false,
            parent: 4_242,
            session: 4_000,
            terminal: Some(34_819),
            started: 5_566,
        };
        assert_eq!(Stat::parse(line), Some(expected));
        assert_eq!(Stat::parse("4711 (cut off) S 42"), None);
        assert_eq!(Stat::parse(""), None);
    }
}
