//! The settings, one line each. Nothing about a setting is written down a second time.
//!
//! The macro makes `Settings`, its defaults and `DEFINITIONS` from the same lines, in order.

use std::collections::BTreeMap;

use crate::definition::{Definition, Group, Kind, Origin};
use crate::field::Field;
use crate::one_of::{
    AnnotationFocus, Interface, Language, NotifyTrigger, PreferredDelivery, Theme,
};
use crate::value::Value;

/// The longest wait that can be set: 366 days.
const WAIT_MAX: i64 = 31_622_400;
const DAY: i64 = 86_400;

macro_rules! settings {
    ($($group:ident {
        $($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $kind:expr, since $since:literal
            $(, $origin:ident)?;)+
    })+) => {
        /// Every setting with its type.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Settings {
            $($($(#[$doc])* pub $name: $type,)+)+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($($name: $default,)+)+ }
            }
        }

        impl Settings {
            /// Returns the value of the setting `name`, or `None` when there is no such setting.
            pub fn value(&self, name: &str) -> Option<Value> {
                match name {
                    $($(stringify!($name) => Some(self.$name.to_value()),)+)+
                    _ => None,
                }
            }

            /// Sets a value that its definition has accepted. `None` when the name or the type does
            /// not fit; then nothing changes.
            pub(crate) fn set(&mut self, name: &str, value: &Value) -> Option<()> {
                match name {
                    $($(stringify!($name) => self.$name = Field::from_value(value)?,)+)+
                    _ => return None,
                }
                Some(())
            }
        }

        /// Every setting, in the order people see them.
        pub static DEFINITIONS: &[Definition] = &[
            $($(Definition {
                name: stringify!($name),
                kind: $kind,
                group: Group::$group,
                since: $since,
                origin: settings!(@origin $($origin)?),
                default: || <$type as Field>::to_value(&$default),
            },)+)+
        ];
    };
    (@origin) => { Origin::Anywhere };
    (@origin file_only) => { Origin::FileOnly };
}

settings! {
    Questions {
        /// Where a question goes when its asker does not say.
        interface: Interface = Interface::Auto, Kind::OneOf(Interface::NAMES), since "0.1";
        /// How long a question waits when its asker does not say. 0 waits forever.
        timeout_seconds: u64 = 300, Kind::Number { min: 0, max: WAIT_MAX }, since "0.1";
        /// The shortest wait an asker can have.
        timeout_min_seconds: u64 = 30, Kind::Number { min: 1, max: WAIT_MAX }, since "0.1";
        /// The longest wait an asker can have. Never below `timeout_min_seconds`.
        timeout_max_seconds: u64 = 86_400, Kind::Number { min: 1, max: WAIT_MAX }, since "0.1";
        /// Whether an asker may wait forever.
        unlimited_wait: bool = false, Kind::Flag, since "0.1";
        /// Whether the agent's defaults are sent when the question times out.
        auto_submit: bool = false, Kind::Flag, since "0.1";
        /// Whether choosing an option submits immediately, where the asker does not say.
        single_submit: bool = false, Kind::Flag, since "0.1";
        /// Whether notes are offered.
        annotations: bool = true, Kind::Flag, since "0.1";
        /// Whether the asker's example text is shown in empty text fields.
        show_placeholder: bool = true, Kind::Flag, since "0.1";
        /// How the asker receives the answer, where its client can do more than wait.
        delivery: PreferredDelivery = PreferredDelivery::Wait, Kind::OneOf(PreferredDelivery::NAMES), since "0.1";
        /// How long one poll for an answer waits.
        poll_window_seconds: u64 = 30, Kind::Number { min: 1, max: 3600 }, since "0.1";
        /// How long a call may wait, by client name, in place of the limits known to us.
        /// 0 waits as long as progress flows.
        client_windows: BTreeMap<String, u64> = BTreeMap::new(),
            Kind::Numbers { min: 0, max: DAY }, since "0.1";
    }
    Interface {
        /// The chosen language. `language()` says which one applies.
        language: Language = Language::En, Kind::OneOf(Language::NAMES), since "0.1";
        /// The colours of the portal.
        theme: Theme = Theme::System, Kind::OneOf(Theme::NAMES), since "0.1";
        /// How many finished questions the portal's list shows.
        recent_completed: u32 = 5, Kind::Number { min: 0, max: 100 }, since "0.1";
        /// Whether a browser is opened for a new question when no portal page is.
        open_browser: bool = true, Kind::Flag, since "0.1";
    }
    Terminal {
        /// Whether the keys are named below the question.
        navigation_hints: bool = true, Kind::Flag, since "0.1";
        /// When the cursor moves into an option's note.
        annotation_focus: AnnotationFocus = AnnotationFocus::OnTab,
            Kind::OneOf(AnnotationFocus::NAMES), since "0.1";
        /// Whether the terminal rings when a question arrives.
        terminal_bell: bool = true, Kind::Flag, since "0.1";
    }
    Notifications {
        /// Whether the portal notifies of a new question.
        notify_new: bool = true, Kind::Flag, since "0.1";
        /// Whether the portal notifies shortly before a question times out.
        notify_upcoming: bool = true, Kind::Flag, since "0.1";
        /// Whether the portal notifies when time has run out.
        notify_timeout: bool = true, Kind::Flag, since "0.1";
        /// Whether a notification makes a sound.
        notify_sound: bool = true, Kind::Flag, since "0.1";
        /// Where the person must be looking for a notification to appear.
        notify_trigger: NotifyTrigger = NotifyTrigger::TabSwitch,
            Kind::OneOf(NotifyTrigger::NAMES), since "0.1";
        /// How long before the end the upcoming notification appears.
        notify_upcoming_seconds: u64 = 10, Kind::Number { min: 1, max: 3600 }, since "0.1";
    }
    History {
        /// How long a finished question is kept.
        retention_days: u32 = 30, Kind::Number { min: 1, max: 3650 }, since "0.1";
        /// How many finished questions are kept.
        max_sessions: u32 = 1000, Kind::Number { min: 1, max: 1_000_000 }, since "0.1";
    }
    Tasks {
        /// How many attempts of agents run at the same time.
        tasks_running_max: u32 = 4, Kind::Number { min: 1, max: 64 }, since "0.2";
        /// How much of the output of one task is kept.
        task_log_mib: u64 = 64, Kind::Number { min: 1, max: 4096 }, since "0.2";
        /// How long a finished thread is kept.
        thread_retention_days: u32 = 90, Kind::Number { min: 1, max: 3650 }, since "0.2";
    }
    Hub {
        /// How long an idle hub stays. 0 ends it immediately.
        linger_seconds: u64 = 600, Kind::Number { min: 0, max: 7 * DAY }, since "0.1";
        /// The port of the portal. 0 lets the system choose.
        port: u16 = 7297, Kind::Number { min: 0, max: 65_535 }, since "0.1";
        /// Whether processes that an agent started are refused what only a person may do. An agent
        /// can choose the environment of a hub that it starts, so the file alone says so.
        agent_guard: bool = true, Kind::Flag, since "0.1", file_only;
    }
}
