//! The person's settings, as they are right now. Changes apply to a running hub.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use std::time::SystemTime;

use domain::Policy;
use domain::interaction::{Interface, PreferredDelivery};
use domain::retention::Retention;
use engine::{Engine, Rules, TaskRules};
use i18n::Language;
use settings::{Loaded, SettingsError, Value};

use crate::peer::Peers;
use crate::start::Environment;

pub(crate) struct LiveSettings {
    path: PathBuf,
    environment: Environment,
    loaded: RwLock<Arc<Loaded>>,
}

impl LiveSettings {
    pub(crate) fn load(path: PathBuf, environment: Environment) -> Result<Self, SettingsError> {
        let loaded = settings::load(&path, &*environment)?;
        warn_of_guard(&loaded);
        Ok(Self {
            path,
            environment,
            loaded: RwLock::new(Arc::new(loaded)),
        })
    }

    pub(crate) fn current(&self) -> Arc<Loaded> {
        Arc::clone(
            &self
                .loaded
                .read()
                .expect("settings are replaced without panicking"),
        )
    }

    /// Saves new values; nothing changes unless all of them are valid.
    pub(crate) fn change(
        &self,
        changes: &BTreeMap<String, Option<Value>>,
    ) -> Result<(), SettingsError> {
        self.replace(settings::change(&self.path, changes, &*self.environment)?);
        Ok(())
    }

    /// Reads the file again; returns whether anything is different.
    pub(crate) fn reload(&self) -> Result<bool, SettingsError> {
        let loaded = settings::load(&self.path, &*self.environment)?;
        let different = loaded.settings != self.current().settings;
        if different {
            self.replace(loaded);
        }
        Ok(different)
    }

    /// Whether programs that agents start are kept from acting for the person.
    pub(crate) fn guards_against_agents(&self) -> bool {
        Peers::SEES && self.current().settings.agent_guard
    }

    /// Returns the language people read.
    pub(crate) fn language(&self) -> Language {
        let choice_lang = (self.environment)("CHOICE_LANG");
        // An unusable CHOICE_LANG is reported once, by the program that starts the hub.
        let (code, _) = settings::language(&self.current(), choice_lang.as_deref());
        code.parse().unwrap_or(Language::En)
    }

    /// Returns when the file was last written; `None` while there is none.
    pub(crate) fn modified(&self) -> Option<SystemTime> {
        std::fs::metadata(&self.path)
            .and_then(|found| found.modified())
            .ok()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets a running engine follow settings that have just changed.
    pub(crate) async fn apply_to(&self, engine: &Engine) {
        engine.set_rules(self.rules());
        engine.announce_settings();
        self.record_guard(engine).await;
    }

    /// Leaves it in the record when the guard was switched on or off, also while no hub ran.
    pub(crate) async fn record_guard(&self, engine: &Engine) {
        let on = self.current().settings.agent_guard;
        if let Err(error) = engine.note_guard(on).await {
            tracing::warn!(%error, on, "the audit does not say that the guard was switched");
        }
    }

    fn replace(&self, loaded: Loaded) {
        if loaded.settings.agent_guard != self.current().settings.agent_guard {
            warn_of_guard(&loaded);
        }
        *self
            .loaded
            .write()
            .expect("settings are replaced without panicking") = Arc::new(loaded);
    }

    /// Returns what the engine must know of them.
    pub(crate) fn rules(&self) -> Rules {
        let loaded = self.current();
        let settings = &loaded.settings;
        Rules {
            policy: Policy {
                timeout_default_seconds: settings.timeout_seconds,
                timeout_min_seconds: settings.timeout_min_seconds,
                timeout_max_seconds: settings.timeout_max_seconds,
                unlimited_wait: settings.unlimited_wait,
                auto_submit: settings.auto_submit,
                single_submit: settings.single_submit,
                annotations: settings.annotations,
                placeholder_visible: settings.show_placeholder,
                interface: interface(settings.interface),
                delivery: delivery(settings.delivery),
            },
            retention: Retention {
                days: settings.retention_days,
                finished_max: settings.max_sessions,
            },
            tasks: TaskRules {
                running_max: settings.tasks_running_max,
                output_bytes_max: settings.task_log_mib.saturating_mul(1024 * 1024),
                retention_days: settings.thread_retention_days,
            },
        }
    }
}

pub(crate) fn interface(setting: settings::Interface) -> Interface {
    match setting {
        settings::Interface::Auto => Interface::Auto,
        settings::Interface::Web => Interface::Web,
        settings::Interface::Terminal => Interface::Terminal,
        settings::Interface::Elicitation => Interface::Elicitation,
    }
}

fn delivery(setting: settings::PreferredDelivery) -> PreferredDelivery {
    match setting {
        settings::PreferredDelivery::Wait => PreferredDelivery::Wait,
        settings::PreferredDelivery::Elicitation => PreferredDelivery::Elicitation,
        settings::PreferredDelivery::McpTask => PreferredDelivery::McpTask,
    }
}

fn warn_of_guard(loaded: &Loaded) {
    match loaded.settings.agent_guard {
        true => tracing::info!("programs that agents start are refused what only a person may do"),
        false => tracing::warn!(
            "agent_guard is off: programs that agents start can answer for the person"
        ),
    }
}
