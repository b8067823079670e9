//! What an asker over HTTP is told about its question.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRef, FromRequestParts};
use domain::interaction::{Ask, Interface, NotThroughClient, Offers};
use domain::policy::GrantedTimeout;
use domain::{Asker, ThreadId};
use engine::{Asking, Engine, Put, Tasks};
use http::StatusCode;
use http::request::Parts;
use protocol::through_client::{OFFERS_HEADER, offers_in};
use protocol::{AskReply, Notice};
use store::Stored;

use crate::error::Failure;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::parts::Hub;
use crate::task_error::attempt_over;
use crate::view::Views;

/// What the asker's client can do, as the request says.
pub(crate) struct Offered(pub(crate) Offers);

impl<S: Sync> FromRequestParts<S> for Offered {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let header = parts.headers.get(OFFERS_HEADER);
        let named = header.and_then(|value| value.to_str().ok());
        Ok(Self(named.map(offers_in).unwrap_or_default()))
    }
}

/// Takes questions over HTTP.
#[derive(Clone)]
pub(crate) struct AskingOverHttp {
    pub(crate) asking: Asking,
    pub(crate) engine: Engine,
    pub(crate) tasks: Tasks,
    pub(crate) settings: Arc<LiveSettings>,
    pub(crate) links: Arc<Links>,
    pub(crate) views: Views,
}

impl FromRef<Hub> for AskingOverHttp {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            asking: FromRef::from_ref(hub),
            engine: FromRef::from_ref(hub),
            tasks: FromRef::from_ref(hub),
            settings: FromRef::from_ref(hub),
            links: FromRef::from_ref(hub),
            views: FromRef::from_ref(hub),
        }
    }
}

impl AskingOverHttp {
    /// Puts a valid question of any kind to the person.
    pub(crate) async fn put(
        &self,
        asker: Asker,
        ask: Ask,
        offers: Offers,
    ) -> Result<(StatusCode, Json<AskReply>), Failure> {
        let Put { asked, elsewhere } = match asker.principal.thread() {
            Some(thread) => self.put_for(thread, ask).await?,
            None => self.asking.put(asker, ask, offers).await?,
        };
        let shown_on = asked.stored.interaction.interface;
        let elsewhere = elsewhere.map(|why| notice(why, shown_on));
        let status = if asked.attached {
            StatusCode::OK
        } else {
            StatusCode::CREATED
        };
        let reply = AskReply {
            attached: asked.attached,
            notices: elsewhere
                .into_iter()
                .chain(clamp_notice(&asked.timeout))
                .collect(),
            ..self.reply(&asked.stored, offers)
        };
        Ok((status, Json(reply)))
    }

    /// Puts a question of an agent that the hub runs: its task waits for it.
    async fn put_for(&self, thread: ThreadId, ask: Ask) -> Result<Put, Failure> {
        let agent = self.tasks.agent_in(thread).await;
        let agent = agent.ok_or_else(attempt_over)?;
        let asked = self.tasks.ask_as(&agent, ask).await?;
        Ok(Put {
            asked,
            elsewhere: None,
        })
    }

    /// Tells an asker about a question that is stored.
    pub(crate) fn reply(&self, stored: &Stored, offers: Offers) -> AskReply {
        AskReply {
            interaction: self.views.summary(stored),
            attached: true,
            notices: Vec::new(),
            hand_off: self.links.hand_off(stored.interaction.id),
            client_windows: self.settings.current().settings.client_windows.clone(),
            delivery: self.client_step(stored, offers),
        }
    }
}

fn clamp_notice(timeout: &GrantedTimeout) -> Option<Notice> {
    let seconds = timeout.seconds().filter(|_| timeout.clamped)?;
    Some(Notice::timeout_clamped(seconds))
}

fn notice(why: NotThroughClient, shown_on: Interface) -> Notice {
    let (code, why) = match why {
        NotThroughClient::Forbidden(setting) => (
            "elicitation_not_allowed",
            format!(
                "the person's setting `delivery` is `{setting}`, and only `elicitation` lets a \
                 client ask them"
            ),
        ),
        NotThroughClient::Unoffered => (
            "elicitation_not_offered",
            "this client does not declare elicitation".into(),
        ),
        NotThroughClient::Unfit => (
            "elicitation_not_fitting",
            "a form cannot carry this question".into(),
        ),
    };
    let instead = match shown_on {
        Interface::Terminal => "it is handed off to a terminal instead",
        Interface::Web | Interface::Auto | Interface::Elicitation => {
            "it is shown in the portal instead"
        }
    };
    Notice {
        code: code.into(),
        message: format!("{why}; {instead}"),
    }
}
