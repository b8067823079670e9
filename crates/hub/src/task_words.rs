//! The hub's own words around what agents say, in the person's language.

use std::sync::Arc;

use domain::Thread;
use domain::task::Expiry;
use engine::{Halt, TaskWords, WaysOn};
use i18n::{Catalogue, Key, catalogue};
use runner::attempt::Stop;

use crate::live_settings::LiveSettings;

pub(crate) struct Words {
    pub(crate) settings: Arc<LiveSettings>,
}

impl Words {
    fn texts(&self) -> &'static Catalogue {
        catalogue(self.settings.language())
    }
}

impl TaskWords for Words {
    fn ways_on(&self, halt: &Halt, thread: &Thread) -> WaysOn {
        let texts = self.texts();
        let agent = ("agent", thread.agent.as_str().into());
        let (title, prompt, go_on) = match halt {
            Halt::Expired {
                expiry,
                after_seconds,
            } => {
                let seconds = i64::try_from(*after_seconds).unwrap_or(i64::MAX);
                let seconds = ("seconds", seconds.into());
                let (title, prompt) = match expiry {
                    Expiry::Idle => (Key::TaskIdleTitle, Key::TaskIdlePrompt),
                    Expiry::Hard => (Key::TaskHardTitle, Key::TaskHardPrompt),
                };
                (
                    texts.format(title, &[agent, seconds]),
                    texts.format(prompt, &[agent, seconds]),
                    Key::TaskGoOn,
                )
            }
            Halt::Interrupted => (
                texts.format(Key::TaskInterruptedTitle, &[agent]),
                texts.format(Key::TaskInterruptedPrompt, &[agent]),
                Key::TaskGoOn,
            ),
            Halt::Refused => (
                texts.format(Key::TaskRefusedTitle, &[agent]),
                texts.format(Key::TaskRefusedPrompt, &[agent]),
                Key::TaskGoOn,
            ),
            Halt::NeedsLogin { message } => (
                texts.format(Key::TaskLoginTitle, &[agent]),
                texts.format(
                    Key::TaskLoginPrompt,
                    &[("message", message.as_str().into())],
                ),
                Key::TaskTryAgain,
            ),
        };
        let may_be_done = match halt {
            Halt::Expired { .. } | Halt::Interrupted | Halt::Refused => true,
            Halt::NeedsLogin { .. } => false,
        };
        WaysOn {
            title,
            prompt,
            go_on: texts.text(go_on),
            complete: may_be_done.then(|| texts.text(Key::TaskCallComplete)),
            give_up: texts.text(Key::TaskGiveUp),
        }
    }

    fn allowed_unasked(&self, what: &str, because_of_full_auto: bool) -> String {
        let key = match because_of_full_auto {
            true => Key::TaskAllowedFullAuto,
            false => Key::TaskAllowedRemembered,
        };
        self.texts().format(key, &[("what", what.into())])
    }

    fn refused_unasked(&self, what: &str) -> String {
        self.texts()
            .format(Key::TaskRefusedRemembered, &[("what", what.into())])
    }

    fn broken_off(&self, stop: Stop) -> String {
        let key = match stop {
            Stop::MaxTokens => Key::TaskMaxTokens,
            Stop::MaxTurnRequests => Key::TaskMaxTurns,
            Stop::Refusal => Key::TaskRefusal,
            Stop::EndTurn | Stop::Cancelled => Key::TaskBrokenOff,
        };
        self.texts().text(key)
    }

    fn visit(&self, message: &str, url: &str) -> WaysOn {
        let texts = self.texts();
        WaysOn {
            title: texts.text(Key::TaskVisitTitle),
            prompt: texts.format(
                Key::TaskVisitPrompt,
                &[("message", message.into()), ("url", url.into())],
            ),
            go_on: texts.text(Key::TaskVisited),
            complete: None,
            give_up: texts.text(Key::TaskNotVisited),
        }
    }

    fn remains(&self, pids: &str) -> String {
        self.texts()
            .format(Key::TaskProcessesRemain, &[("pids", pids.into())])
    }
}
