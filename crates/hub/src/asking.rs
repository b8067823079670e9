//! Puts questions to the person on behalf of a caller over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRef;
use domain::Asker;
use domain::interaction::{Ask, Interface};
use domain::policy::GrantedTimeout;
use engine::Engine;
use http::StatusCode;
use protocol::{AskReply, Notice, Offers};

use crate::error::Failure;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::parts::Hub;
use crate::rate::{self, Rates};
use crate::surroundings::Surroundings;
use crate::view::Views;

#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) engine: Engine,
    pub(crate) settings: Arc<LiveSettings>,
    pub(crate) surroundings: Arc<Surroundings>,
    pub(crate) links: Arc<Links>,
    rates: Arc<Rates>,
    views: Views,
}

impl FromRef<Hub> for Asking {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            settings: FromRef::from_ref(hub),
            surroundings: FromRef::from_ref(hub),
            links: FromRef::from_ref(hub),
            rates: FromRef::from_ref(hub),
            views: FromRef::from_ref(hub),
        }
    }
}

impl Asking {
    /// Puts a valid question to the person, whatever its kind.
    pub(crate) async fn put(
        &self,
        asker: Asker,
        ask: Ask,
        offers: Offers,
    ) -> Result<(StatusCode, Json<AskReply>), Failure> {
        let now_ms = self.engine.clock().now().uptime_ms;
        let principal = format!("principal:{}", asker.principal.key());
        self.rates
            .take(&principal, rate::ASKS_OF_PRINCIPAL, now_ms)
            .and_then(|()| self.rates.take(&asker.scope_key(), rate::ASKS, now_ms))
            .map_err(Failure::too_fast)?;
        if let Err(full) = self.surroundings.check_disk_reserve() {
            // What is stored already needs no room, and its asker must not hear otherwise.
            let known = self.engine.known(&asker, &ask).await?;
            known.ok_or(full)?;
        }
        let (shown_on, elsewhere) = self.first_shown_on(ask.interface, &ask.question, offers);
        let asked = self.engine.ask(asker, ask, shown_on).await?;
        if !asked.attached && shown_on == Interface::Web {
            self.surroundings.open_browser_if_none_is();
        }
        let status = if asked.attached {
            StatusCode::OK
        } else {
            StatusCode::CREATED
        };
        let clamped = clamp_notice(&asked.timeout);
        let reply = AskReply {
            interaction: self.views.summary(&asked.stored),
            attached: asked.attached,
            notices: elsewhere.into_iter().chain(clamped).collect(),
            hand_off: self.links.hand_off(asked.stored.interaction.id),
            client_windows: self.settings.current().settings.client_windows.clone(),
            delivery: self.client_step(&asked.stored, offers),
        };
        Ok((status, Json(reply)))
    }
}

fn clamp_notice(timeout: &GrantedTimeout) -> Option<Notice> {
    let seconds = timeout.seconds().filter(|_| timeout.clamped)?;
    Some(Notice::timeout_clamped(seconds))
}
