//! The filters that `sayso history` and its export share.

use clap::Args;
use client::ListRequest;
use domain::interaction::Status;
use i18n::Key;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use protocol::ListFilter;

use crate::args::{help, one_of};
use crate::text::tell;

#[derive(Debug, Args)]
pub(crate) struct Filters {
    #[arg(long, value_name = "TEXT", help = help(Key::CliHistorySearch))]
    search: Option<String>,
    #[arg(long, value_name = "NAME", help = help(Key::CliHistoryProject))]
    project: Option<String>,
    #[arg(long = "agent", alias = "asker", value_name = "NAME", help = help(Key::CliHistoryAsker))]
    asker: Option<String>,
    #[arg(long, value_parser = one_of(Status::ALL, Status::as_str), value_name = "STATUS", help = help(Key::CliHistoryStatus))]
    status: Option<Status>,
    #[arg(long, value_name = "DATE", value_parser = since, help = help(Key::CliHistorySince))]
    since: Option<jiff::Timestamp>,
}

impl Filters {
    /// The history is what has been decided, unless the pending ones are asked for by name.
    pub(crate) fn request(self) -> ListRequest {
        let filter = match self.status {
            Some(Status::Pending) => ListFilter::Active,
            None
            | Some(
                Status::Submitted | Status::AutoSubmitted | Status::Cancelled | Status::Timeout,
            ) => ListFilter::Completed,
        };
        ListRequest {
            filter,
            search: self.search,
            project: self.project,
            asker: self.asker,
            status: self.status,
            since: self.since.map(|since| since.to_string()),
            ..ListRequest::default()
        }
    }
}

/// Reads a day or an instant; without an offset it is the person's own time.
fn since(text: &str) -> Result<jiff::Timestamp, String> {
    local_instant(text).ok_or_else(|| {
        let shown = domain::display_safe(text);
        tell(
            Key::CliHistorySinceInvalid,
            &[("given", shown.as_ref().into())],
        )
    })
}

/// Reads `2026-01-31`, `2026-01-31 09:30:00` or an instant of RFC 3339.
pub(crate) fn local_instant(text: &str) -> Option<jiff::Timestamp> {
    let text = text.trim();
    if let Ok(instant) = text.parse() {
        return Some(instant);
    }
    let local: DateTime = match text.parse::<DateTime>() {
        Ok(local) => local,
        Err(_) => text.parse::<Date>().ok()?.at(0, 0, 0, 0),
    };
    let zoned = local.to_zoned(TimeZone::system()).ok()?;
    Some(zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_filter_reads_only_a_day_or_an_instant() {
        let exact = "2026-01-31T09:30:00.5Z";
        assert_eq!(
            local_instant(exact).map(|instant| instant.as_millisecond()),
            Some(1_769_851_800_500)
        );
        let midnight = local_instant("2026-01-31 00:00:00").unwrap();
        for same in ["2026-01-31", " 2026-01-31T00:00 ", "2026-01-31T00:00:00"] {
            assert_eq!(local_instant(same), Some(midnight), "{same}");
        }
        for text in ["", "soon", "31.01.2026", "2026-13-01", "2026-01-31T25:00"] {
            assert_eq!(local_instant(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn history_filter_reads_back_any_instant_it_accepts(text in "\\PC{0,30}|[0-9TZ:.+ -]{0,30}|-?[0-9]{1,6}-[0-9]{2}-[0-9]{2}") {
            if let Some(instant) = local_instant(&text) {
                proptest::prop_assert_eq!(local_instant(&instant.to_string()), Some(instant));
            }
        }
    }
}
