//! Forms that are open in clients (until 2025-11-25): one per question, put up beside the wait.
//!
//! A form outlives the call that put it up when that call returned `pending`: an answer that comes
//! later still counts. It is withdrawn when the question is decided elsewhere, when the client
//! gives the call up, and at the question's deadline.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use client::HubClient;
use domain::interaction::Offers;
use protocol::{AskReply, RelayedDecision};
use rmcp::RoleServer;
use rmcp::model::{ClientResult, ElicitRequest, ElicitRequestParams, RequestId, ServerRequest};
use rmcp::service::{OriginatingRequestId, Peer, PeerRequestOptions, ServiceError};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{Relay, content, relay, request};

/// How often a form that was filled in wrongly is put up again.
const ATTEMPTS_MAX: u32 = 3;
/// How long a form stays up for a question without a deadline.
const OPEN_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the last answers may take when the session ends.
const DRAIN: Duration = Duration::from_secs(3);

/// The forms that are up in one client, by question.
#[derive(Clone, Default)]
pub(crate) struct Forms {
    open: Arc<Mutex<HashMap<String, Up>>>,
    numbers: Arc<AtomicU64>,
    tasks: TaskTracker,
}

/// A form that is up, or on its way down.
struct Up {
    number: u64,
    withdrawn: CancellationToken,
}

/// A question on its way into a client.
pub(crate) struct OpenForm {
    pub(crate) hub: HubClient,
    pub(crate) peer: Peer<RoleServer>,
    pub(crate) offers: Offers,
    pub(crate) reply: AskReply,
    /// The call that asks; over HTTP the form travels on its stream.
    pub(crate) origin: RequestId,
    /// The client has closed its end.
    pub(crate) ended: CancellationToken,
}

impl Forms {
    /// Puts a question up in the client, unless it is up already.
    pub(crate) fn open(&self, form: OpenForm) {
        let id = form.reply.interaction.session_id.clone();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let withdrawn = CancellationToken::new();
        {
            let mut open = self.lock();
            if open.get(&id).is_some_and(|up| !up.withdrawn.is_cancelled()) {
                return;
            }
            let withdrawn = withdrawn.clone();
            open.insert(id.clone(), Up { number, withdrawn });
        }
        let forms = self.clone();
        self.tasks.spawn(async move {
            form.run(&withdrawn).await;
            let mut open = forms.lock();
            // By now the next one may be up.
            if open.get(&id).is_some_and(|up| up.number == number) {
                open.remove(&id);
            }
        });
    }

    /// Takes a question's form down.
    pub(crate) fn withdraw(&self, session_id: &str) {
        if let Some(up) = self.lock().get(session_id) {
            up.withdrawn.cancel();
        }
    }

    /// Waits until what came back from the last forms is relayed, within reason.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN, self.tasks.wait()).await.is_err() {
            tracing::warn!("gave up on relaying what a form brought back");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Up>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How one showing of a form ended.
enum End {
    Decided(RelayedDecision),
    /// There is nothing to relay: withdrawn, out of time, or a link that was followed.
    Over,
    /// The client said that it can show forms, and cannot.
    Failed,
}

impl OpenForm {
    async fn run(self, withdrawn: &CancellationToken) {
        let remaining = self.reply.interaction.remaining_seconds;
        let until = Instant::now()
            + remaining
                .map_or(OPEN_MAX, Duration::from_secs)
                .min(OPEN_MAX);
        let id = &self.reply.interaction.session_id;
        let Some(shown) = content::Shown::of(&self.reply.delivery) else {
            return;
        };
        let mut problem = None;
        for _ in 0..ATTEMPTS_MAX {
            let Some(params) = request(&self.reply, self.offers, problem.as_deref()) else {
                return;
            };
            let decision = match self.show(params, shown, until, withdrawn).await {
                End::Decided(decision) => decision,
                End::Over => return,
                End::Failed => break,
            };
            match relay(&self.hub, id, &client::fresh_answer_id(), decision).await {
                Relay::Settled | Relay::Refused => return,
                Relay::Invalid(words) => problem = Some(words),
            }
        }
        // Then the question must be seen elsewhere.
        let gone = RelayedDecision::Unavailable;
        relay(&self.hub, id, &client::fresh_answer_id(), gone).await;
    }

    async fn show(
        &self,
        params: ElicitRequestParams,
        shown: content::Shown,
        until: Instant,
        withdrawn: &CancellationToken,
    ) -> End {
        let mut request = ElicitRequest::new(params);
        request
            .extensions
            .insert(OriginatingRequestId(self.origin.clone()));
        let request = ServerRequest::ElicitRequest(request);
        let sent = self
            .peer
            .send_request_with_option(request, PeerRequestOptions::no_options())
            .await;
        let mut handle = match sent {
            Ok(handle) => handle,
            Err(error) => return failed(&error),
        };
        let reason = tokio::select! {
            biased;
            answered = &mut handle.rx => {
                return match answered {
                    Ok(Ok(ClientResult::ElicitResult(result))) => {
                        content::read(&result, shown).map_or(End::Over, End::Decided)
                    }
                    Ok(Ok(_)) => End::Failed,
                    Ok(Err(error)) => failed(&error),
                    Err(_) => End::Over,
                };
            }
            () = self.ended.cancelled() => return End::Over,
            () = withdrawn.cancelled() => "the question was decided elsewhere",
            () = sleep_until(until) => "the question's time is over",
        };
        if let Err(error) = handle.cancel(Some(reason.to_owned())).await {
            tracing::debug!(%error, "a form could not be withdrawn");
        }
        End::Over
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the SDK's errors: the rest ends the form"
)]
fn failed(error: &ServiceError) -> End {
    match error {
        ServiceError::McpError(_) | ServiceError::UnexpectedResponse => {
            tracing::info!(%error, "the client did not take the form it declared");
            End::Failed
        }
        // It has gone, or is going; the question stays where it is.
        _ => End::Over,
    }
}
