//! Times as people read them: how long ago, how long still.

use i18n::Key;

use crate::text::tell;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// Up to here the smaller unit says more: 90 s rather than 1 min.
const SECONDS_END: u64 = 100;
const MINUTES_END: u64 = 100 * MINUTE;

/// Writes a length of time in its largest sensible unit.
pub(crate) fn span(seconds: u64) -> String {
    let (key, number) = match seconds {
        0..SECONDS_END => (Key::CliSpanSeconds, seconds),
        SECONDS_END..MINUTES_END => (Key::CliSpanMinutes, seconds / MINUTE),
        MINUTES_END..DAY => (Key::CliSpanHours, seconds / HOUR),
        _ => (Key::CliSpanDays, seconds / DAY),
    };
    tell(key, &[("number", (&number.to_string()).into())])
}

/// Writes a length of time exactly to the second, or to the hour from a day on.
pub(crate) fn exact(seconds: u64) -> String {
    let parts = [
        (Key::CliSpanDays, seconds / DAY),
        (Key::CliSpanHours, seconds % DAY / HOUR),
        (Key::CliSpanMinutes, seconds % HOUR / MINUTE),
        (Key::CliSpanSeconds, seconds % MINUTE),
    ];
    let shown = if seconds < DAY {
        &parts[1..]
    } else {
        &parts[..2]
    };
    let written: Vec<String> = shown
        .iter()
        .filter(|(_, number)| *number > 0)
        .map(|(key, number)| tell(*key, &[("number", (&number.to_string()).into())]))
        .collect();
    match written.is_empty() {
        true => span(0),
        false => written.join(" "),
    }
}

/// Says how long ago an instant (RFC 3339) was; unreadable ones are returned as they are.
pub(crate) fn ago(instant: &str) -> String {
    let Ok(then) = instant.parse::<jiff::Timestamp>() else {
        return instant.to_owned();
    };
    let passed = jiff::Timestamp::now().duration_since(then).as_secs();
    let passed = span(u64::try_from(passed).unwrap_or(0));
    tell(Key::CliSpanAgo, &[("span", (&passed).into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn span_is_written_in_its_largest_sensible_unit() {
        for (seconds, written) in [
            (0, "0 s"),
            (99, "99 s"),
            (100, "1 min"),
            (5_999, "99 min"),
            (6_000, "1 h"),
            (86_399, "23 h"),
            (200_000, "2 d"),
        ] {
            assert_eq!(span(seconds), written);
        }
    }

    #[test]
    fn exact_span_is_written_in_two_units_where_needed() {
        for (seconds, written) in [
            (0, "0 s"),
            (50, "50 s"),
            (110, "1 min 50 s"),
            (280, "4 min 40 s"),
            (300, "5 min"),
            (3_600, "1 h"),
            (3_661, "1 h 1 min 1 s"),
            (86_400, "1 d"),
            (200_000, "2 d 7 h"),
        ] {
            assert_eq!(exact(seconds), written);
        }
    }

    #[test]
    fn ago_returns_text_that_is_not_an_instant_unchanged() {
        assert_eq!(ago("soon"), "soon");
    }
}
