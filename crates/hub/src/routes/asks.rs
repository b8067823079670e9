//! The asker's routes: ask, wait, confirm, take back.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use domain::Asker;
use domain::interaction::{Ask, ChoiceSpec, HumanRequestSpec, Interface};
use domain::policy::GrantedTimeout;
use http::StatusCode;
use protocol::{
    AskReply, AskRequest, CancelRequest, HitlRequest, InteractionSummary, Notice, Offers,
    ViewRequest, WaitReply,
};
use serde::Deserialize;

use super::Route;
use super::body::{JsonBody, QueryOf};
use crate::error::{Failure, bad_answer_id, interaction_id};
use crate::gate::Agent;
use crate::openapi::Operation;
use crate::rate;
use crate::server::Hub;
use crate::through_client::Offered;

/// Free space below which no new question is taken: answers to the old ones must still fit.
const DISK_RESERVE_BYTES: u64 = 256 * 1024 * 1024;
/// The longest a single call may wait.
const WAIT_SECONDS_MAX: u64 = 24 * 60 * 60;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/asks",
            post(ask),
            Operation::post(
                "ask",
                "Stores a question, or attaches to an identical one left pending",
            )
            .body::<AskRequest>()
            .returns::<AskReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/hitl",
            post(ask_hitl),
            Operation::post(
                "ask_hitl",
                "Stores a request for one decision, or attaches to an identical one left pending",
            )
            .body::<HitlRequest>()
            .returns::<AskReply>()
            .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/result",
            get(wait),
            Operation::get("wait", "Waits for the outcome of an own question")
                .query(
                    "wait_seconds",
                    "How long to wait; absent: the person's poll window",
                )
                .returns::<WaitReply>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/receipt",
            post(confirm),
            Operation::post("confirm", "Confirms that the outcome has arrived")
                .body::<ViewRequest>()
                .returns::<InteractionSummary>()
                .for_agents(),
        ),
        Route::new(
            "/api/v1/asks/{id}/cancel",
            post(withdraw),
            Operation::post("withdraw", "Takes an own question back")
                .body::<CancelRequest>()
                .returns::<InteractionSummary>()
                .for_agents(),
        ),
    ]
}

async fn ask(
    State(hub): State<Hub>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    JsonBody(request): JsonBody<AskRequest>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    hub.put(asker, ChoiceSpec::from(request).validate()?.into(), offers)
        .await
}

async fn ask_hitl(
    State(hub): State<Hub>,
    Agent(asker): Agent,
    Offered(offers): Offered,
    JsonBody(request): JsonBody<HitlRequest>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    hub.put(asker, HumanRequestSpec::from(request).validate()?, offers)
        .await
}

fn clamp_notice(timeout: &GrantedTimeout) -> Option<Notice> {
    let seconds = timeout.seconds().filter(|_| timeout.clamped)?;
    Some(Notice {
        code: "timeout_clamped".into(),
        message: format!("the person's settings make the timeout {seconds} s"),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitQuery {
    wait_seconds: Option<u64>,
}

async fn wait(
    State(hub): State<Hub>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    QueryOf(query): QueryOf<WaitQuery>,
) -> Result<Json<WaitReply>, Failure> {
    let id = interaction_id(&id)?;
    let poll_window = hub.settings.current().settings.poll_window_seconds;
    let seconds = query
        .wait_seconds
        .unwrap_or(poll_window)
        .min(WAIT_SECONDS_MAX);
    tokio::select! {
        () = hub.stop.cancelled() => Err(Failure::stopping()),
        waited = hub.engine.wait(id, &asker, seconds * 1000) => Ok(Json(hub.wait_reply(&waited?))),
    }
}

async fn confirm(
    State(hub): State<Hub>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let stored = hub
        .engine
        .confirm_delivery(interaction_id(&id)?, &asker)
        .await?;
    Ok(Json(hub.summary(&stored)))
}

async fn withdraw(
    State(hub): State<Hub>,
    Agent(asker): Agent,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CancelRequest>,
) -> Result<Json<InteractionSummary>, Failure> {
    let answer_id = request.answer_id.parse().map_err(bad_answer_id)?;
    let stored = hub
        .engine
        .withdraw(interaction_id(&id)?, request.note, answer_id, &asker)
        .await?;
    Ok(Json(hub.summary(&stored)))
}

impl Hub {
    /// Puts a valid question to the person, whatever its kind.
    pub(super) async fn put(
        &self,
        asker: Asker,
        ask: Ask,
        offers: Offers,
    ) -> Result<(StatusCode, Json<AskReply>), Failure> {
        let now_ms = self.engine.clock().now().uptime_ms;
        self.rates
            .take(&asker.scope_key(), rate::ASKS, now_ms)
            .map_err(Failure::too_fast)?;
        self.check_disk_reserve()?;
        let (shown_on, elsewhere) = self.first_shown_on(ask.interface, &ask.question, offers);
        let asked = self.engine.ask(asker, ask, shown_on).await?;
        if !asked.attached && shown_on == Interface::Web {
            self.open_browser_if_none_is();
        }
        let status = if asked.attached {
            StatusCode::OK
        } else {
            StatusCode::CREATED
        };
        let clamped = clamp_notice(&asked.timeout);
        let reply = AskReply {
            interaction: self.summary(&asked.stored),
            attached: asked.attached,
            notices: elsewhere.into_iter().chain(clamped).collect(),
            hand_off: self.links.hand_off(asked.stored.interaction.id),
            client_windows: self.settings.current().settings.client_windows.clone(),
            delivery: self.client_step(&asked.stored, offers),
        };
        Ok((status, Json(reply)))
    }

    /// Decides which of the hub's own surfaces shows a question (C3).
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

    /// Shows the portal, unless a page is connected already: that page then shows the question (W9).
    pub(super) fn open_browser_if_none_is(&self) {
        if self.activity.portal_pages() > 0 || !self.may_open_browser() {
            return;
        }
        let now_ms = self.engine.clock().now().uptime_ms;
        if !self.activity.may_open_browser_again(now_ms) {
            return;
        }
        if let Some(browser) = self.browser.clone() {
            let code = self.access.login.create(now_ms);
            let url = format!("{}/login#c={}", self.links.origin(), code.reveal());
            tokio::task::spawn_blocking(move || browser.open(&url));
        }
    }

    pub(super) fn check_disk_reserve(&self) -> Result<(), Failure> {
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
