//! How instants are written on the wire: RFC 3339, UTC, milliseconds.

use domain::Timestamp;

/// Formats an instant; out-of-range values are shown as the nearest instant that has a date.
pub fn rfc3339(at: Timestamp) -> String {
    let instant = jiff::Timestamp::from_millisecond(at.0).unwrap_or(if at.0 < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    });
    format!("{instant:.3}")
}

/// Reads an instant with any offset; `None` when it is not an instant.
pub fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let instant: jiff::Timestamp = text.trim().parse().ok()?;
    Some(Timestamp(instant.as_millisecond()))
}

/// Writes an instant (RFC 3339) in the time zone of this machine; other text stays as it is.
pub fn in_own_zone(instant: &str) -> String {
    match instant.parse::<jiff::Timestamp>() {
        Ok(then) => then
            .to_zoned(jiff::tz::TimeZone::system())
            .strftime("%Y-%m-%d %H:%M:%S")
            .to_string(),
        Err(_) => instant.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc3339_writes_instants_with_milliseconds() {
        assert_eq!(
            rfc3339(Timestamp(1_700_000_000_120)),
            "2023-11-14T22:13:20.120Z"
        );
        assert_eq!(rfc3339(Timestamp(0)), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn parse_rfc3339_reads_an_instant_with_any_offset() {
        for text in ["2023-11-14T22:13:20.120Z", "2023-11-15T00:13:20.120+02:00"] {
            assert_eq!(parse_rfc3339(text), Some(Timestamp(1_700_000_000_120)));
        }
        for text in ["", "yesterday", "2023-11-14", "2023-11-14T22:13:20"] {
            assert_eq!(parse_rfc3339(text), None, "{text}");
        }
    }
}
