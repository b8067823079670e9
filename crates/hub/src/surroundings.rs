//! What the machine around the hub offers: a browser for the person, space on the disk.

use std::path::PathBuf;
use std::sync::Arc;

use domain::interaction::Interface;
use http::StatusCode;

use crate::access::Access;
use crate::activity::Activity;
use crate::browser::Browser;
use crate::error::Failure;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;

/// Free space below which no new question is taken: answers to the old ones must still fit.
const DISK_RESERVE_BYTES: u64 = 256 * 1024 * 1024;

/// Below this not even an answer can be relied on to fit.
const ANSWERS_FIT_BYTES: u64 = 4 * 1024 * 1024;

pub(crate) struct Surroundings {
    pub(crate) settings: Arc<LiveSettings>,
    pub(crate) access: Arc<Access>,
    pub(crate) links: Arc<Links>,
    pub(crate) activity: Arc<Activity>,
    pub(crate) data_dir: PathBuf,
    pub(crate) browser: Option<Arc<dyn Browser>>,
}

impl Surroundings {
    /// Decides which of the hub's own surfaces shows a question.
    pub(crate) fn resolve_interface(&self, wanted: Interface) -> Interface {
        match wanted {
            Interface::Web => Interface::Web,
            Interface::Terminal => Interface::Terminal,
            // Where the client itself cannot ask, what is left is what `auto` does.
            Interface::Auto | Interface::Elicitation => {
                let page = self.activity.portal_pages() > 0;
                if page || self.may_open_browser() {
                    Interface::Web
                } else {
                    Interface::Terminal
                }
            }
        }
    }

    fn may_open_browser(&self) -> bool {
        let wanted = self.settings.current().settings.open_browser;
        wanted
            && self
                .browser
                .as_ref()
                .is_some_and(|browser| browser.can_open())
    }

    /// Shows the portal, unless a page is connected already: that page then shows the question.
    pub(crate) fn open_browser_if_none_is(&self) {
        if self.activity.portal_pages() > 0 || !self.may_open_browser() {
            return;
        }
        let now_ms = self.activity.now_ms();
        if !self.activity.may_open_browser_again(now_ms) {
            return;
        }
        if let Some(browser) = self.browser.clone() {
            let code = self.access.login.create(now_ms);
            let url = format!("{}/login#c={}", self.links.origin(), code.reveal());
            tokio::task::spawn_blocking(move || browser.open(&url));
        }
    }

    /// Refuses what is new while the disk is nearly full, and says whether answers are stored.
    pub(crate) fn check_disk_reserve(&self) -> Result<(), Failure> {
        let Ok(volume) = rustix::fs::statvfs(&self.data_dir) else {
            return Ok(()); // then the write itself will say what is wrong
        };
        let free_bytes = volume.f_bavail.saturating_mul(volume.f_frsize);
        match Room::of(free_bytes) {
            Room::Enough => Ok(()),
            Room::ForAnswers => Err(self.disk_failure(
                "disk_reserve",
                "is nearly full (less than 256 MiB are free): this was not stored; \
                 answers to earlier questions still are",
            )),
            Room::None => Err(self.disk_failure(
                "disk_full",
                "is full: this was not stored, and answers cannot be stored either",
            )),
        }
    }

    fn disk_failure(&self, code: &str, state: &str) -> Failure {
        let message = format!("the disk of {} {state}", self.data_dir.display());
        Failure::new(StatusCode::INSUFFICIENT_STORAGE, code, message)
            .hint("Free some space on it, then try again.")
    }
}

/// What the free space of a disk is enough for.
#[derive(Debug, PartialEq, Eq)]
enum Room {
    Enough,
    /// Not for new questions, so that the answers to old ones fit.
    ForAnswers,
    None,
}

impl Room {
    fn of(free_bytes: u64) -> Self {
        match free_bytes {
            DISK_RESERVE_BYTES.. => Self::Enough,
            ANSWERS_FIT_BYTES.. => Self::ForAnswers,
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_promised_only_while_they_fit() {
        let mib = 1024 * 1024;
        for (free_bytes, room) in [
            (u64::MAX, Room::Enough),
            (256 * mib, Room::Enough),
            (256 * mib - 1, Room::ForAnswers),
            (4 * mib, Room::ForAnswers),
            (4 * mib - 1, Room::None),
            (0, Room::None),
        ] {
            assert_eq!(Room::of(free_bytes), room, "{free_bytes}");
        }
    }
}
