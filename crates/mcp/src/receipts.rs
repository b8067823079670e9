//! Delivery confirmed: the hub hears that an outcome was delivered only after it was written
//! to the client, and never for a result that the client no longer wanted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use client::HubClient;
use rmcp::RoleServer;
use rmcp::model::{JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::underway::Turn;

const ATTEMPTS_MAX: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);
/// How long a response may be held up by its own receipt.
const IN_PASSING: Duration = Duration::from_secs(2);
/// How long the last receipts may take when the session ends.
const DRAIN: Duration = Duration::from_secs(3);

/// An outcome on its way to the client.
pub(crate) struct Receipt {
    pub(crate) client: HubClient,
    pub(crate) session_id: String,
    /// Held until the hub knows: an equal call must not get this decision again.
    pub(crate) turn: Option<Turn>,
}

impl Receipt {
    /// Tells the hub; without success the answer stays "saved" and a poll can fetch it again.
    pub(crate) async fn confirm(self) {
        self.tell().await;
        drop(self.turn);
    }

    async fn tell(&self) {
        for _ in 0..ATTEMPTS_MAX {
            match self.client.confirm_delivery(&self.session_id).await {
                Err(error) if error.is_connection_loss() => sleep(PAUSE).await,
                Err(error) => {
                    tracing::warn!(%error, session_id = self.session_id, "delivery not confirmed");
                    return;
                }
                Ok(_) => return,
            }
        }
        tracing::warn!(
            session_id = self.session_id,
            "delivery not confirmed: no hub"
        );
    }

    /// Tells the hub, unless that takes long.
    pub(crate) async fn confirm_in_passing(self) {
        if timeout(IN_PASSING, self.confirm()).await.is_err() {
            tracing::warn!("gave up on confirming a delivery");
        }
    }
}

/// Which responses carry an outcome, by request.
#[derive(Clone, Default)]
pub(crate) struct Receipts {
    expected: Arc<Mutex<HashMap<RequestId, Receipt>>>,
    tasks: TaskTracker,
}

impl Receipts {
    /// Expects the response to `request` to carry an outcome.
    pub(crate) fn expect(&self, request: RequestId, receipt: Receipt) {
        self.lock().insert(request, receipt);
    }

    /// Forgets a request: a new one has its id, or the client no longer wants the result.
    pub(crate) fn forget(&self, request: &RequestId) {
        self.lock().remove(request);
    }

    /// Waits until the hub knows of everything that was delivered, within reason.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN, self.tasks.wait()).await.is_err() {
            tracing::warn!("gave up on confirming the last deliveries");
        }
    }

    fn take_for(&self, message: &TxJsonRpcMessage<RoleServer>) -> Option<Receipt> {
        match message {
            JsonRpcMessage::Response(response) => self.lock().remove(&response.id),
            JsonRpcMessage::Error(error) => {
                self.forget(error.id.as_ref()?);
                None
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Receipt>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A transport that confirms deliveries, and says when the client has closed its end.
pub(crate) struct Acknowledging<T> {
    pub(crate) inner: T,
    pub(crate) receipts: Receipts,
    /// Cancelled at the end of input, so that waits end then and not some seconds later.
    pub(crate) ended: CancellationToken,
}

impl<T: Transport<RoleServer> + 'static> Transport<RoleServer> for Acknowledging<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let receipt = self.receipts.take_for(&item);
        let tasks = self.receipts.tasks.clone();
        let sending = self.inner.send(item);
        async move {
            sending.await?;
            if let Some(receipt) = receipt {
                tasks.spawn(receipt.confirm());
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = self.inner.receive().await;
        if message.is_none() {
            self.ended.cancel();
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
