//! Whether a text has the form that its field expects. Forgiving where the standards are: the
//! agent has its own say about what it accepts.

use super::TextFormat;

impl TextFormat {
    /// Whether `text` can be read as this format.
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else {
        return false;
    };
    let is_word = |part: &str| !part.is_empty() && !part.contains(char::is_whitespace);
    is_word(name) && is_word(host) && !host.starts_with('.') && !host.ends_with('.')
}

/// A scheme and something after it.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let may_follow = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(may_follow)
        && !rest.is_empty()
        && !rest.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// `2026-02-28`.
fn is_date(text: &str) -> bool {
    let [year, month, day] = text.split('-').collect::<Vec<_>>()[..] else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day)
}

/// `2026-02-28T13:05:00Z`, with fractions of a second or another offset.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let Some(zone) = time.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (clock, zone) = time.split_at(zone);
    is_date(date) && is_clock(clock) && is_zone(zone)
}

fn is_clock(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let [hour, minute, second] = whole.split(':').collect::<Vec<_>>()[..] else {
        return false;
    };
    // A minute can have 61 seconds.
    is_below(hour, 24)
        && is_below(minute, 60)
        && is_below(second, 61)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_zone(text: &str) -> bool {
    match text.strip_prefix(['+', '-']) {
        Some(offset) => offset
            .split_once(':')
            .is_some_and(|(hour, minute)| is_below(hour, 24) && is_below(minute, 60)),
        None => text.eq_ignore_ascii_case("z"),
    }
}

fn is_below(text: &str, bound: u32) -> bool {
    digits(text, 2).is_some_and(|number| number < bound)
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let fits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| fits)
}

fn days_of(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_accepts_its_own_texts() {
        for (format, text) in [
            (TextFormat::Email, "ana@example.org"),
            (TextFormat::Email, "a@b@localhost"),
            (TextFormat::Uri, "https://example.org/a?b#c"),
            (TextFormat::Uri, "mailto:ana@example.org"),
            (TextFormat::Uri, "urn:isbn:0"),
            (TextFormat::Date, "2024-02-29"),
            (TextFormat::Date, "2000-02-29"),
            (TextFormat::DateTime, "2026-11-15T18:00:00Z"),
            (TextFormat::DateTime, "2026-11-15t18:00:60.250+05:30"),
        ] {
            assert!(format.fits(text), "{format} {text}");
        }
    }

    #[test]
    fn each_format_refuses_other_texts() {
        for (format, text) in [
            (TextFormat::Email, "ana"),
            (TextFormat::Email, "@example.org"),
            (TextFormat::Email, "ana@"),
            (TextFormat::Email, "a na@example.org"),
            (TextFormat::Email, "ana@example."),
            (TextFormat::Uri, "example.org"),
            (TextFormat::Uri, "https:"),
            (TextFormat::Uri, "https://a b"),
            (TextFormat::Uri, "1a:b"),
            (TextFormat::Date, "2026-02-29"),
            (TextFormat::Date, "1900-02-29"),
            (TextFormat::Date, "2026-13-01"),
            (TextFormat::Date, "2026-1-1"),
            (TextFormat::Date, "2026-00-00"),
            (TextFormat::Date, "2026-11-15T18:00:00Z"),
            (TextFormat::DateTime, "2026-11-15"),
            (TextFormat::DateTime, "2026-11-15T18:00:00"),
            (TextFormat::DateTime, "2026-11-15T24:00:00Z"),
            (TextFormat::DateTime, "2026-11-15T18:00Z"),
            (TextFormat::DateTime, "2026-11-15T18:00:00.Z"),
            (TextFormat::DateTime, "2026-11-15T18:00:00+0530"),
        ] {
            assert!(!format.fits(text), "{format} {text}");
        }
    }
}
