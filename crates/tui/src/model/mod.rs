//! Everything the surface knows. Drawn from, and changed only by `update`.

pub(crate) mod draft;
pub(crate) mod form;
pub(crate) mod inbox;
pub(crate) mod preferences;
pub(crate) mod question;
pub(crate) mod reading;

use protocol::{SettingValue, SettingsReply};

use crate::appearance::{Appearance, Theme};
use crate::words::Words;
use inbox::Inbox;
use preferences::Preferences;
use question::{GUARD_MS, Question};

/// How long a notice stays.
const NOTICE_MS: u64 = 6_000;
/// Ages are shown in minutes; this often they are looked at again.
const AGE_EVERY_MS: u64 = 30_000;

/// The two clocks, read by the runtime before each message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Clock {
    /// Milliseconds since some instant before the start; never jumps.
    pub(crate) ms: u64,
    /// Milliseconds since the Unix epoch.
    pub(crate) wall_ms: i64,
}

/// Whether the hub can be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    Up,
    Down,
}

/// How serious a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Calm,
    Warning,
}

/// A line that disappears after a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) tone: Tone,
    pub(crate) until_ms: u64,
}

/// What covers the screen for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cover {
    Help { top: usize },
    Settings(Preferences),
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) words: Words,
    pub(crate) theme: Theme,
    pub(crate) clock: Clock,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
    pub(crate) link: Link,
    /// The question in view.
    pub(crate) question: Option<Question>,
    /// Present when the list is what it all began with.
    pub(crate) inbox: Option<Inbox>,
    pub(crate) cover: Option<Cover>,
    pub(crate) settings: Option<SettingsReply>,
    pub(crate) notice: Option<Notice>,
}

impl Model {
    pub(crate) fn new(
        words: Words,
        appearance: Appearance,
        clock: Clock,
        size: (u16, u16),
    ) -> Self {
        Self {
            words,
            theme: Theme::new(appearance),
            clock,
            size,
            link: Link::Up,
            question: None,
            inbox: None,
            cover: None,
            settings: None,
            notice: None,
        }
    }

    pub(crate) fn say_for_a_while(&mut self, text: String, tone: Tone) {
        self.notice = Some(Notice {
            text,
            tone,
            until_ms: self.clock.ms + NOTICE_MS,
        });
    }

    /// Returns a switch of the person's; `usual` until the settings are known.
    pub(crate) fn flag(&self, name: &str, usual: bool) -> bool {
        match self.setting(name) {
            Some(SettingValue::Flag(flag)) => *flag,
            _ => usual,
        }
    }

    pub(crate) fn setting(&self, name: &str) -> Option<&SettingValue> {
        let settings = &self.settings.as_ref()?.settings;
        let found = settings.iter().find(|setting| setting.name == name);
        found.map(|setting| &setting.value)
    }

    /// Returns when time alone changes something, in milliseconds of the clock; `None` for never.
    pub(crate) fn wakes_at(&self) -> Option<u64> {
        let now = self.clock.ms;
        let notice = self.notice.as_ref().map(|notice| notice.until_ms);
        let question = self
            .question
            .as_ref()
            .and_then(|question| question.wakes_at(now));
        let list = self.inbox.as_ref().filter(|_| self.question.is_none());
        let list = list.and_then(|inbox| {
            let ages = (!inbox.rows.is_empty()).then_some(now + AGE_EVERY_MS);
            let countdowns = inbox
                .rows
                .iter()
                .filter_map(|row| next_second(row.due_ms?, now));
            let guard = inbox.is_guarded(now).then_some(inbox.opened_ms + GUARD_MS);
            countdowns.chain(ages).chain(guard).min()
        });
        [notice, question, list].into_iter().flatten().min()
    }
}

/// Returns when the shown number of seconds until `due_ms` changes next.
pub(crate) fn next_second(due_ms: u64, now_ms: u64) -> Option<u64> {
    let left = due_ms.checked_sub(now_ms).filter(|left| *left > 0)?;
    let within = left % 1000;
    Some(now_ms + if within == 0 { 1000 } else { within })
}

/// Returns the whole seconds left, rounded up: 0 is only said when it is over.
pub(crate) fn seconds_left(due_ms: u64, now_ms: u64) -> u64 {
    due_ms.saturating_sub(now_ms).div_ceil(1000)
}
