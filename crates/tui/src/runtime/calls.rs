//! Calls to the hub, each beside the loop; what they bring comes back as a message.
//!
//! An answer is sent again when the connection breaks, under the same id, so that it counts once.

use std::time::Duration;

use client::{ClientError, HubClient};
use domain::interaction::Interface;
use protocol::{
    AnswerRequest, CancelRequest, ConfirmRequest, DeadlineRequest, InteractionDetail,
    InterfaceRequest,
};
use tokio::sync::mpsc::Sender;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::live;
use crate::message::{Effect, Message};
use crate::options::OpenWeb;

/// What `+` gives.
pub(crate) const MORE_SECONDS: u64 = 300;
/// How often an answer is sent again while the hub is away, and how long apart.
const ATTEMPTS_MAX: u32 = 20;
const ATTEMPT_PAUSE: Duration = Duration::from_millis(250);
/// A last draft on its way out is given this long.
const SETTLE_MAX: Duration = Duration::from_secs(2);

pub(crate) struct Calls {
    client: HubClient,
    messages: Sender<Message>,
    calls: JoinSet<()>,
    stream: JoinSet<()>,
}

impl Calls {
    pub(crate) fn new(client: HubClient, messages: Sender<Message>) -> Self {
        Self {
            client,
            messages,
            calls: JoinSet::new(),
            stream: JoinSet::new(),
        }
    }

    /// Follows the live stream from now on.
    pub(crate) fn follow(&mut self) {
        self.stream
            .spawn(live::follow(self.client.clone(), self.messages.clone()));
    }

    pub(crate) fn view(&mut self, id: &str) {
        self.start(Effect::View(id.to_owned()));
    }

    /// Shows the portal, signed in, unless a page of it is open already.
    pub(crate) fn open_web(&mut self, open: OpenWeb) {
        let client = self.client.clone();
        self.calls.spawn(async move {
            let pages = client
                .status()
                .await
                .map_or(0, |status| status.portal_pages);
            if pages > 0 {
                return;
            }
            match client.login_code().await {
                Ok(code) => {
                    let opened = tokio::task::spawn_blocking(move || open(&code.url)).await;
                    tracing::debug!(?opened, "asked for a browser");
                }
                Err(error) => tracing::warn!(%error, "no browser could be opened"),
            }
        });
    }

    /// Waits for what was begun, so that the last draft is kept.
    pub(crate) async fn settle(&mut self) {
        self.stream.abort_all();
        let all = async { while self.calls.join_next().await.is_some() {} };
        if timeout(SETTLE_MAX, all).await.is_err() {
            tracing::warn!("the hub did not answer; the last draft may not be saved");
        }
    }

    /// Begins the call that belongs to an effect; effects that are not calls are not handled here.
    pub(crate) fn start(&mut self, effect: Effect) {
        while self.calls.try_join_next().is_some() {}
        let client = self.client.clone();
        let messages = self.messages.clone();
        self.calls.spawn(async move {
            if let Some(message) = perform(&client, effect).await {
                // Sending fails once the visit has ended, which is fine.
                messages.send(message).await.ok();
            }
        });
    }
}

async fn perform(client: &HubClient, effect: Effect) -> Option<Message> {
    match effect {
        Effect::Load(id) => {
            let result = client.detail(&id).await;
            Some(Message::Loaded(id, boxed(result)))
        }
        Effect::LoadSettings => Some(Message::Settings(
            client.settings().await.map_err(Into::into),
        )),
        Effect::View(id) => {
            // Only for the record; a question that cannot be marked as seen can still be answered.
            if let Err(error) = client.view(&id).await {
                tracing::debug!(%error, "could not say that the question is in view");
            }
            None
        }
        Effect::SaveDraft(id, change) => {
            let result = client.change_draft(&id, &change).await;
            Some(Message::DraftSaved(
                id,
                result.map(Box::new).map_err(Into::into),
            ))
        }
        Effect::Answer { id, digest, answer } => {
            let request = AnswerRequest {
                answer_id: client::fresh_answer_id(),
                digest: Some(digest),
                confirm: false,
                answer,
            };
            let result = persist(|| client.answer(&id, &request)).await;
            Some(Message::Decided(id, boxed(result)))
        }
        Effect::Confirm { id, chosen_id } => {
            let request = ConfirmRequest {
                answer_id: client::fresh_answer_id(),
                chosen_id,
            };
            let result = persist(|| client.confirm(&id, &request)).await;
            Some(Message::Decided(id, boxed(result)))
        }
        Effect::Cancel { id, note } => {
            let request = CancelRequest {
                answer_id: client::fresh_answer_id(),
                note,
            };
            let result = persist(|| client.cancel(&id, &request)).await;
            Some(Message::Decided(id, boxed(result)))
        }
        Effect::AddTime(id) => {
            let request = DeadlineRequest::AddSeconds(MORE_SECONDS);
            let result = client.move_deadline(&id, request).await;
            Some(Message::Extended(id, boxed(result)))
        }
        Effect::SwitchToWeb(id) => {
            let request = InterfaceRequest {
                interface: Interface::Web,
            };
            let result = client.switch_interface(&id, &request).await;
            Some(Message::Switched(id, boxed(result)))
        }
        Effect::ChangeSettings { changes, question } => {
            let result = match question {
                Some(id) => client.change_settings_at(&id, changes).await,
                None => client.change_settings(changes).await,
            };
            Some(Message::Settings(result.map_err(Into::into)))
        }
        Effect::Edit(_)
        | Effect::Ring(_)
        | Effect::Title(_)
        | Effect::OpenWeb
        | Effect::Finish(_) => None,
    }
}

fn boxed(
    result: Result<InteractionDetail, ClientError>,
) -> Result<Box<InteractionDetail>, crate::message::Trouble> {
    result.map(Box::new).map_err(Into::into)
}

/// Repeats a call that is safe to repeat for as long as only the connection is at fault.
pub(crate) async fn persist<F>(call: impl Fn() -> F) -> Result<InteractionDetail, ClientError>
where
    F: Future<Output = Result<InteractionDetail, ClientError>>,
{
    let mut attempts = 0;
    loop {
        attempts += 1;
        match call().await {
            Err(error) if error.is_connection_loss() && attempts < ATTEMPTS_MAX => {
                tracing::debug!(%error, attempts, "lost the hub while deciding");
                sleep(ATTEMPT_PAUSE).await;
            }
            other => return other,
        }
    }
}
