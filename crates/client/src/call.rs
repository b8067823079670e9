//! One request and its reply.

use std::time::Duration;

use bytes::Bytes;
use domain::CallKey;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use protocol::route::IDEMPOTENCY_KEY_HEADER;
use protocol::through_client::{OFFERS_HEADER, offers_header};
use protocol::{ApiError, ErrorBody};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::error::ClientError;
use crate::retry::until_answered;
use crate::{HubClient, fresh_call_key};

/// How long the hub may take for anything that does not wait for a person.
pub(crate) const CALL_SECONDS_MAX: u64 = 30;
/// How often a read is repeated because the connection broke, and how soon.
const READ_RETRIES_MAX: u32 = 3;
const READ_RETRY_PAUSE: Duration = Duration::from_millis(20);

impl HubClient {
    /// Reads. A read is repeated when the hub exits during it: reading twice does no harm, and the
    /// next connection reaches its successor.
    pub(crate) async fn get<R: DeserializeOwned>(&self, path: &str) -> Result<R, ClientError> {
        for _ in 0..READ_RETRIES_MAX {
            match self
                .call(Method::GET, path, None::<&()>, CALL_SECONDS_MAX)
                .await
            {
                Err(ClientError::Broken(error)) => {
                    tracing::debug!(%error, "the hub went away during a read; trying again");
                    sleep(READ_RETRY_PAUSE).await;
                }
                settled => return settled,
            }
        }
        self.call(Method::GET, path, None::<&()>, CALL_SECONDS_MAX)
            .await
    }

    /// Asks. Trying again is safe: the hub knows the call by its key.
    pub(crate) async fn ask_once<B, R>(&self, path: &str, body: &B) -> Result<R, ClientError>
    where
        B: Serialize,
        R: DeserializeOwned,
    {
        let key = Some(self.call.unwrap_or_else(fresh_call_key));
        let asking = || self.send(Method::POST, path, Some(body), key, CALL_SECONDS_MAX);
        until_answered(asking).await
    }

    pub(crate) async fn post<B, R>(&self, path: &str, body: &B) -> Result<R, ClientError>
    where
        B: Serialize,
        R: DeserializeOwned,
    {
        self.call(Method::POST, path, Some(body), CALL_SECONDS_MAX)
            .await
    }

    /// Sends one request and reads the reply; gives up after `seconds_max`.
    pub(crate) async fn call<B, R>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
        seconds_max: u64,
    ) -> Result<R, ClientError>
    where
        B: Serialize,
        R: DeserializeOwned,
    {
        self.send(method, path, body, None, seconds_max).await
    }

    async fn send<B, R>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
        key: Option<CallKey>,
        seconds_max: u64,
    ) -> Result<R, ClientError>
    where
        B: Serialize,
        R: DeserializeOwned,
    {
        let exchange = self.exchange(method, path, body, key);
        let (status, bytes) = timeout(Duration::from_secs(seconds_max), exchange)
            .await
            .map_err(|_| ClientError::Silent {
                seconds: seconds_max,
            })??;
        if status.is_success() {
            return serde_json::from_slice(&bytes).map_err(ClientError::Unreadable);
        }
        let error = match serde_json::from_slice::<ErrorBody>(&bytes) {
            Ok(body) => body.error,
            // A refusal before any route was reached has no body from a route.
            Err(_) => ApiError::new("refused", format!("the hub refused with status {status}")),
        };
        Err(ClientError::Refused {
            status: status.as_u16(),
            error: Box::new(error),
        })
    }

    async fn exchange<B: Serialize>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
        key: Option<CallKey>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
        let stream = self.door.open().await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(ClientError::broken)?;
        let (name, value) = self.identity_header();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost")
            .header(name, value);
        if let Some(offers) = offers_header(self.offers) {
            request = request.header(OFFERS_HEADER, offers);
        }
        if let Some(key) = key {
            request = request.header(IDEMPOTENCY_KEY_HEADER, key.to_string());
        }
        let bytes = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Bytes::from(serde_json::to_vec(body).expect("messages are plain values"))
            }
            None => Bytes::new(),
        };
        let request = request
            .body(Full::new(bytes))
            .expect("paths are built from ids and constants");
        let reply = async {
            let response = sender
                .send_request(request)
                .await
                .map_err(ClientError::broken)?;
            let status = response.status();
            let body = response
                .into_body()
                .collect()
                .await
                .map_err(ClientError::broken)?;
            Ok((status, body.to_bytes()))
        };
        // The connection is driven here and not in a separate task: dropping this future closes it,
        // which tells the hub that the caller no longer waits.
        tokio::pin!(connection);
        tokio::pin!(reply);
        tokio::select! {
            reply = &mut reply => reply,
            ended = &mut connection => match ended {
                // A last reply may still be on its way through the channel.
                Ok(()) => reply.await,
                Err(error) => Err(ClientError::broken(error)),
            },
        }
    }
}
