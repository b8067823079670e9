//! The words of this surface, in the language the person has chosen by now.

use i18n::{Arg, Catalogue, Key, Language, catalogue};
use protocol::ApiError;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Words(&'static Catalogue);

impl Words {
    pub(crate) fn new(language: Language) -> Self {
        Self(catalogue(language))
    }

    pub(crate) fn language(self) -> Language {
        self.0.language()
    }

    /// Returns all words of the language.
    pub(crate) fn catalogue(self) -> &'static Catalogue {
        self.0
    }

    /// Returns a message without variables.
    pub(crate) fn say(self, key: Key) -> String {
        self.0.text(key)
    }

    /// Returns a message with its variables filled in.
    pub(crate) fn tell(self, key: Key, args: &[(&str, Arg<'_>)]) -> String {
        self.0.format(key, args)
    }

    pub(crate) fn setting_group(self, group: &str) -> String {
        self.family(format!("setting-group-{group}"), group)
    }

    pub(crate) fn setting_source(self, source: &str) -> String {
        self.family(format!("setting-source-{source}"), source)
    }

    pub(crate) fn setting_help(self, name: &str) -> String {
        self.family(format!("setting-{}", name.replace('_', "-")), name)
    }

    /// Says the first thing that is wrong, and what to do next; in the hub's own words where this
    /// program does not know the code.
    pub(crate) fn refusal(self, error: &ApiError) -> (String, Option<String>) {
        let known = match error.problems.first() {
            Some(problem) => self.0.refusal(&problem.code, &problem.args),
            None => self.0.refusal(&error.code, &error.args),
        };
        match known {
            Some(known) => (known.text, known.hint),
            None => (error.message.clone(), error.hint.clone()),
        }
    }

    /// A code the catalogue does not know is shown as it is.
    fn family(self, id: String, code: &str) -> String {
        Key::from_id(&id).map_or_else(|| code.to_owned(), |key| self.say(key))
    }

    /// Writes a length of time in its largest sensible unit.
    pub(crate) fn span(self, seconds: u64) -> String {
        let (key, number) = match seconds {
            0..100 => (Key::CliSpanSeconds, seconds),
            100..6000 => (Key::CliSpanMinutes, seconds / MINUTE),
            6000..DAY => (Key::CliSpanHours, seconds / HOUR),
            DAY.. => (Key::CliSpanDays, seconds / DAY),
        };
        self.tell(key, &[("number", (&number.to_string()).into())])
    }
}

/// Writes what is left as a clock: `0:09`, `4:12`, `1:02:09`.
pub(crate) fn countdown(seconds: u64) -> String {
    let (hours, minutes) = (seconds / HOUR, seconds % HOUR / MINUTE);
    let seconds = seconds % MINUTE;
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Writes the time of day of an RFC 3339 instant, with the date when it was another day.
pub(crate) fn time_of_day(instant: &str, now_ms: i64) -> String {
    let zone = zone();
    let (Ok(then), Ok(now)) = (
        instant.parse::<jiff::Timestamp>(),
        jiff::Timestamp::from_millisecond(now_ms),
    ) else {
        return domain::display_safe(instant).into_owned();
    };
    let (then, now) = (then.to_zoned(zone.clone()), now.to_zoned(zone));
    let pattern = if then.date() == now.date() {
        "%H:%M:%S"
    } else {
        "%Y-%m-%d %H:%M"
    };
    then.strftime(pattern).to_string()
}

/// Where the person is. Tests are on every surface.
fn zone() -> jiff::tz::TimeZone {
    if cfg!(test) {
        jiff::tz::TimeZone::UTC
    } else {
        jiff::tz::TimeZone::system()
    }
}

/// Returns the seconds from an RFC 3339 instant to `now_ms`.
pub(crate) fn seconds_since(instant: &str, now_ms: i64) -> u64 {
    let then = instant
        .parse::<jiff::Timestamp>()
        .map_or(now_ms, |at| at.as_millisecond());
    u64::try_from(now_ms.saturating_sub(then) / 1000).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countdown_is_written_as_a_clock() {
        for (seconds, written) in [(0, "0:00"), (9, "0:09"), (252, "4:12"), (3729, "1:02:09")] {
            assert_eq!(countdown(seconds), written);
        }
    }

    #[test]
    fn seconds_since_an_instant_are_never_negative() {
        assert_eq!(seconds_since("1970-01-01T00:00:01.000Z", 62_500), 61);
        assert_eq!(seconds_since("1970-01-01T00:01:01.000Z", 1_000), 0);
    }
}
