//! Puts questions to the person: not faster than they may come, only while there is room, and
//! where the person will see them.
//!
//! Every asker comes through here, over HTTP or from within the hub. What the machine offers is
//! behind [`Surroundings`].

use std::path::PathBuf;
use std::sync::Arc;

use domain::interaction::{Ask, Interface, NotThroughClient, Offers, Question, Way};
use domain::{Asker, InteractionId};
use store::Stored;

use crate::rate::{Rate, Rates};
use crate::{AskError, Asked, CommandError, Engine};

/// New questions of one asker.
const ASKS: Rate = Rate {
    burst: 50,
    per_second: 10,
};
/// New questions of one principal under all its client names: a burst of as many as can be pending,
/// then a rate that is enough for a machine full of agents.
const ASKS_OF_PRINCIPAL: Rate = Rate {
    burst: 10_000,
    per_second: 100,
};

/// What the machine around the hub offers a question.
pub trait Surroundings: Send + Sync {
    /// Whether the person can see the portal: a page is connected, or one can be opened for them.
    fn reaches_portal(&self) -> bool;
    /// Opens the portal, unless a page is connected already: that page then shows the question.
    fn open_portal(&self);
    /// Says whether something new may be stored.
    fn room(&self) -> Result<(), NoRoom>;
}

/// The disk is too full for anything new.
#[derive(Debug, thiserror::Error)]
#[error("the disk of {} is too full", directory.display())]
pub struct NoRoom {
    pub directory: PathBuf,
    /// Whether the answers to what is stored already still fit.
    pub answers_fit: bool,
}

/// Puts questions to the person, for every kind of asker. Cheap to clone.
#[derive(Clone)]
pub struct Asking {
    engine: Engine,
    surroundings: Arc<dyn Surroundings>,
    rates: Arc<Rates>,
}

/// A question that was put to the person.
#[derive(Debug)]
pub struct Put {
    pub asked: Asked,
    /// Why it is shown elsewhere than its asker, or the person, wanted.
    pub elsewhere: Option<NotThroughClient>,
}

impl Asking {
    pub fn new(engine: Engine, surroundings: Arc<dyn Surroundings>) -> Self {
        Self {
            engine,
            surroundings,
            rates: Arc::default(),
        }
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Opens the portal for a question that was stored otherwise.
    pub(crate) fn show(&self, interface: Interface) {
        if interface == Interface::Web {
            self.surroundings.open_portal();
        }
    }

    /// Stores a valid question of any kind and shows it.
    pub async fn put(&self, asker: Asker, ask: Ask, offers: Offers) -> Result<Put, AskError> {
        let now_ms = self.engine.clock().now().uptime_ms;
        take_from_rates(&self.rates, &asker, now_ms)?;
        if let Err(full) = self.surroundings.room() {
            // A question that is stored already needs no room, so it must not be refused for a full
            // disk.
            let known = self.engine.known(&asker, &ask).await?;
            known.ok_or(full)?;
        }
        let (shown_on, elsewhere) = self.first_shown_on(ask.interface, &ask.question, offers);
        let asked = self.engine.ask(asker, ask, shown_on).await?;
        if !asked.attached && shown_on == Interface::Web {
            self.surroundings.open_portal();
        }
        Ok(Put { asked, elsewhere })
    }

    /// Shows a question on the hub's own surfaces alone: its asker's client could not ask after
    /// all.
    pub async fn leave_client(
        &self,
        id: InteractionId,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        let to = self.own_surface(Interface::Auto);
        let stored = self.engine.leave_client(id, to, asker).await?;
        if stored.interaction.interface == Interface::Web {
            self.surroundings.open_portal();
        }
        Ok(stored)
    }

    /// Decides where a question is first shown, and what to tell an asker that wanted otherwise.
    fn first_shown_on(
        &self,
        requested: Option<Interface>,
        question: &Question,
        offers: Offers,
    ) -> (Interface, Option<NotThroughClient>) {
        let policy = self.engine.rules().policy;
        let wanted = requested.unwrap_or(policy.interface);
        let elsewhere = self.own_surface(wanted);
        match Way::choose(policy.delivery, wanted, question, offers) {
            Ok(Way::Form | Way::Link) => (Interface::Elicitation, None),
            Ok(Way::Wait | Way::McpTask) => (elsewhere, None),
            // Clients that can do nothing else need no reminder with every question.
            Err(NotThroughClient::Unoffered) if requested != Some(Interface::Elicitation) => {
                (elsewhere, None)
            }
            Err(why) => (elsewhere, Some(why)),
        }
    }

    /// Decides which of the hub's own surfaces shows a question.
    fn own_surface(&self, wanted: Interface) -> Interface {
        match wanted {
            Interface::Web => Interface::Web,
            Interface::Terminal => Interface::Terminal,
            // Where the client itself cannot ask, what is left is what `auto` does.
            Interface::Auto | Interface::Elicitation if self.surroundings.reaches_portal() => {
                Interface::Web
            }
            Interface::Auto | Interface::Elicitation => Interface::Terminal,
        }
    }
}

fn take_from_rates(rates: &Rates, asker: &Asker, now_ms: u64) -> Result<(), AskError> {
    let principal = format!("principal:{}", asker.principal.key());
    rates
        .take(&principal, ASKS_OF_PRINCIPAL, now_ms)
        .and_then(|()| rates.take(&asker.scope_key(), ASKS, now_ms))
        .map_err(|retry_after_seconds| AskError::TooFast {
            retry_after_seconds,
        })
}

#[cfg(test)]
mod tests {
    use domain::Principal;

    use super::*;

    #[test]
    fn rate_limit_counts_all_client_names_of_a_principal_together() {
        let rates = Rates::default();
        let ask = |uid, name: u32, now_ms| {
            let asker = Asker {
                principal: Principal::LocalUser { uid },
                client: name.to_string(),
                version: None,
                directory: String::new(),
            };
            take_from_rates(&rates, &asker, now_ms)
        };
        let passed = (0..20_000).take_while(|name| ask(1, *name, 0).is_ok());
        assert_eq!(passed.count(), ASKS_OF_PRINCIPAL.burst as usize);
        assert!(ask(1, 20_000, 0).is_err());
        assert!(ask(2, 0, 0).is_ok(), "another principal");
        assert!(ask(1, 20_000, 1_000).is_ok(), "a second later");
    }
}
