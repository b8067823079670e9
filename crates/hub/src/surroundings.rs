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

    pub(crate) fn check_disk_reserve(&self) -> Result<(), Failure> {
        let Ok(volume) = rustix::fs::statvfs(&self.data_dir) else {
            return Ok(()); // then the write itself will say what is wrong
        };
        if volume.f_bavail.saturating_mul(volume.f_frsize) >= DISK_RESERVE_BYTES {
            return Ok(());
        }
        let message = "less than 256 MiB are free; no new question is taken, answers still are";
        Err(
            Failure::new(StatusCode::INSUFFICIENT_STORAGE, "disk_reserve", message)
                .hint("Free some space."),
        )
    }
}
