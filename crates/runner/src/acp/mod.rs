//! Agents that speak the Agent Client Protocol, version 1, on stdio.

mod asking;
mod content;
mod forms;
mod login;
mod session;
mod tools;
mod updates;
mod wire;

use std::ffi::OsString;

use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema::{
    CancelNotification, ClientCapabilities, ElicitationCapabilities, ElicitationFormCapabilities,
    ElicitationUrlCapabilities, Implementation, InitializeRequest, InitializeResponse,
    PromptRequest, StopReason,
};
use agent_client_protocol::{
    Agent, Client, Error, UntypedMessage, is_connection_terminated, is_incoming_transport_closed,
    on_receive_request,
};
use tokio::process::{ChildStdin, ChildStdout};

use self::session::{Opened, ask_first, open};
use self::wire::Heard;
use crate::agents::presets;
use crate::attempt::{Ending, Order, Said, Stop};
use crate::command::prompt_with_history;
use crate::supervise::{Link, Outcome};

pub(crate) fn arguments(arguments: &[String]) -> Vec<OsString> {
    arguments.iter().map(OsString::from).collect()
}

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    WholeTurn,
    /// Open a session and send no prompt, to see whether the agent is ready. Closes with its version.
    Handshake,
}

pub(crate) async fn talk(
    order: &Order,
    extent: Extent,
    stdin: ChildStdin,
    stdout: ChildStdout,
    link: Link,
) -> Outcome {
    let heard = Heard::default();
    let transport = wire::transport(stdin, stdout, heard.clone(), link.clone());
    let (asked, asker) = (heard.clone(), link.clone());
    let own_tool = presets::of(&order.agent).and_then(|preset| preset.own_tool.as_deref());
    let talk = Talk {
        order,
        extent,
        heard: heard.clone(),
        link,
    };
    let ended = Client
        .v1()
        .on_receive_request(
            async move |message: UntypedMessage, responder, connection| {
                asking::take(message, responder, connection, &asked, &asker, own_tool).await
            },
            on_receive_request!(),
        )
        .connect_with(transport, async |connection| {
            // An error of the agent is an outcome. Only the connection itself fails.
            Ok(talk.run(connection).await)
        })
        .await;
    let ended = ended.unwrap_or_else(|error| {
        tracing::debug!(%error, "the connection to an agent broke");
        Err(Trouble::Closed)
    });
    match ended {
        Ok(ending) => Outcome::Ending(ending),
        Err(Trouble::Closed) => match heard.fault() {
            Some(message) => Outcome::Ending(Ending::Failed { message }),
            None => Outcome::Exited { closing: None },
        },
        Err(Trouble::Said(error)) if login::is_missing(&error, &order.agent) => {
            Outcome::Ending(login::needed(&order.agent, &login::details(&error)))
        }
        Err(Trouble::Said(error)) => Outcome::Ending(Ending::Failed {
            message: login::details(&error),
        }),
    }
}

/// Why a conversation could not go on.
enum Trouble {
    /// The agent closed its output, or nothing can be written to it.
    Closed,
    /// The agent answered with an error.
    Said(Error),
}

impl Trouble {
    fn of(error: Error) -> Self {
        if is_incoming_transport_closed(&error) || is_connection_terminated(&error) {
            return Self::Closed;
        }
        Self::Said(error)
    }
}

struct Talk<'a> {
    order: &'a Order,
    extent: Extent,
    heard: Heard,
    link: Link,
}

impl Talk<'_> {
    async fn run(self, connection: ConnectionTo<Agent>) -> Result<Ending, Trouble> {
        let opened = tokio::select! {
            () = self.link.cancelled.cancelled() => return Ok(Ending::Stopped),
            opened = self.open(&connection) => opened?,
        };
        if let Some(ending) = self.is_not_ready(&opened) {
            return Ok(ending);
        }
        match self.extent {
            Extent::Handshake => Ok(Ending::Turn {
                stop: Stop::EndTurn,
                closing: opened.version.unwrap_or_default(),
            }),
            Extent::WholeTurn => self.prompt(&connection, opened).await,
        }
    }

    async fn open(&self, connection: &ConnectionTo<Agent>) -> Result<Opened, Trouble> {
        let agent = connection.send_request(initialize()).block_task().await;
        let agent = agent.map_err(Trouble::of)?;
        check_version(&agent)?;
        let opened = open(connection, &agent, self.order).await?;
        ask_first(connection, &opened, self.order).await?;
        Ok(opened)
    }

    /// Fails closed before anything is sent to a model.
    fn is_not_ready(&self, opened: &Opened) -> Option<Ending> {
        let agent = &self.order.agent;
        if self.heard.is_logged_out() && login::notice_counts(self.order, self.extent) {
            return Some(login::needed(agent, "it says that nobody is logged in"));
        }
        let model = login::unasked_model(&opened.response, agent)?;
        let why = format!("no provider is configured, so it would use the hosted model {model}");
        Some(login::needed(agent, &why))
    }

    async fn prompt(
        &self,
        connection: &ConnectionTo<Agent>,
        opened: Opened,
    ) -> Result<Ending, Trouble> {
        let id = opened.id.clone();
        let continued = opened.continued;
        self.link.say(Said::Session { id, continued }).await;
        let text = match continued {
            true => self.order.prompt.clone(),
            false => prompt_with_history(self.order),
        };
        self.heard.prompt_follows();
        let request = PromptRequest::new(opened.id.clone(), vec![text.into()]);
        let mut answered = std::pin::pin!(connection.send_request(request).block_task());
        let answer = tokio::select! {
            answer = &mut answered => answer,
            () = self.link.cancelled.cancelled() => {
                let cancel = CancelNotification::new(opened.id);
                connection.send_notification(cancel).map_err(Trouble::of)?;
                self.heard.cancel_told.cancel();
                answered.await
            }
        };
        let stop = stop(answer.map_err(Trouble::of)?.stop_reason);
        let closing = self.heard.turn().closing();
        Ok(Ending::Turn { stop, closing })
    }
}

/// Offers version 1 and no other: agents that know a newer draft would read our messages by it.
fn initialize() -> InitializeRequest {
    let elicitation = ElicitationCapabilities::new()
        .form(ElicitationFormCapabilities::new())
        .url(ElicitationUrlCapabilities::new());
    InitializeRequest::new(ProtocolVersion::V1)
        .client_capabilities(ClientCapabilities::new().elicitation(elicitation))
        .client_info(
            Implementation::new("sayso", env!("CARGO_PKG_VERSION")).title("sayso".to_owned()),
        )
}

fn check_version(agent: &InitializeResponse) -> Result<(), Trouble> {
    if agent.protocol_version == ProtocolVersion::V1 {
        return Ok(());
    }
    let error = Error::new(
        agent_client_protocol::ErrorCode::INVALID_REQUEST,
        "the agent does not speak version 1 of the Agent Client Protocol",
    );
    Err(Trouble::Said(error))
}

fn stop(reason: StopReason) -> Stop {
    match reason {
        StopReason::MaxTokens => Stop::MaxTokens,
        StopReason::MaxTurnRequests => Stop::MaxTurnRequests,
        StopReason::Refusal => Stop::Refusal,
        StopReason::Cancelled => Stop::Cancelled,
        // The turn is over for a reason that a newer protocol adds.
        StopReason::EndTurn | _ => Stop::EndTurn,
    }
}
