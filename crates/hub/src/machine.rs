//! What this machine offers questions: a browser for the person, space on the disk.

use std::path::PathBuf;
use std::sync::Arc;

use engine::{NoRoom, Surroundings};

use crate::access::Access;
use crate::activity::Activity;
use crate::browser::Browser;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;

/// Free space below which no new question is taken: answers to the old ones must still fit.
const DISK_RESERVE_BYTES: u64 = 256 * 1024 * 1024;

/// Below this not even an answer can be relied on to fit.
const ANSWERS_FIT_BYTES: u64 = 4 * 1024 * 1024;

pub(crate) struct Machine {
    pub(crate) settings: Arc<LiveSettings>,
    pub(crate) access: Arc<Access>,
    pub(crate) links: Arc<Links>,
    pub(crate) activity: Arc<Activity>,
    pub(crate) data_dir: PathBuf,
    pub(crate) browser: Option<Arc<dyn Browser>>,
}

impl Machine {
    fn may_open_browser(&self) -> bool {
        let wanted = self.settings.current().settings.open_browser;
        wanted
            && self
                .browser
                .as_ref()
                .is_some_and(|browser| browser.can_open())
    }
}

impl Surroundings for Machine {
    fn reaches_portal(&self) -> bool {
        self.activity.portal_pages() > 0 || self.may_open_browser()
    }

    fn open_portal(&self) {
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

    fn room(&self) -> Result<(), NoRoom> {
        let Ok(volume) = rustix::fs::statvfs(&self.data_dir) else {
            return Ok(()); // then the write itself will say what is wrong
        };
        let free_bytes = volume.f_bavail.saturating_mul(volume.f_frsize);
        let full = |answers_fit| NoRoom {
            directory: self.data_dir.clone(),
            answers_fit,
        };
        match Room::of(free_bytes) {
            Room::Enough => Ok(()),
            Room::ForAnswers => Err(full(true)),
            Room::None => Err(full(false)),
        }
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
    fn disk_room_is_graded_by_free_bytes() {
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
