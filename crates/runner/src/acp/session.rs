//! Opens a conversation: goes on with the earlier one where the agent can, else begins anew.

use std::path::Path;

use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema::{
    EnvVariable, InitializeResponse, LoadSessionRequest, McpServer, McpServerStdio,
    NewSessionRequest, ResumeSessionRequest,
};
use agent_client_protocol::{Agent, Error, ErrorCode, UntypedMessage};
use serde::Serialize;
use serde_json::Value;

use super::Trouble;
use crate::attempt::Order;

/// A conversation that was opened.
pub(super) struct Opened {
    pub(super) id: String,
    /// Whether it is the one that was to go on.
    pub(super) continued: bool,
    /// The version that the agent told.
    pub(super) version: Option<String>,
    /// Everything that the agent says about it.
    pub(super) response: Value,
}

pub(super) async fn open(
    connection: &ConnectionTo<Agent>,
    agent: &InitializeResponse,
    order: &Order,
) -> Result<Opened, Trouble> {
    let directory = order.directory.canonicalize();
    let directory = directory.as_deref().unwrap_or(&order.directory);
    if let Some(session) = &order.session {
        for (method, request) in ways_back(session, agent, order, directory) {
            match send(connection, method, request).await {
                Ok(response) => {
                    return Ok(Opened {
                        id: session.clone(),
                        continued: true,
                        version: version(agent),
                        response,
                    });
                }
                Err(Trouble::Said(error)) if error.code != ErrorCode::AUTH_REQUIRED => {
                    tracing::info!(method, code = %error.code, "the agent cannot go on with a session");
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }
    let request = NewSessionRequest::new(directory).mcp_servers(mcp_servers(order));
    let response = send(connection, "session/new", json(request)).await?;
    let id = response.get("sessionId").and_then(Value::as_str);
    let id = id.ok_or_else(|| Trouble::Said(no_session()))?.to_owned();
    Ok(Opened {
        id,
        continued: false,
        version: version(agent),
        response,
    })
}

fn version(agent: &InitializeResponse) -> Option<String> {
    let told = agent.agent_info.as_ref();
    told.map(|told| told.version.clone())
}

/// The ways that the agent offers to go on with a session; the first one repeats nothing.
fn ways_back(
    session: &str,
    agent: &InitializeResponse,
    order: &Order,
    directory: &Path,
) -> Vec<(&'static str, Value)> {
    let session = session.to_owned();
    let servers = mcp_servers(order);
    let can = &agent.agent_capabilities;
    let resume = can.session_capabilities.resume.is_some().then(|| {
        let request = ResumeSessionRequest::new(session.clone(), directory);
        ("session/resume", json(request.mcp_servers(servers.clone())))
    });
    let load = can.load_session.then(|| {
        let request = LoadSessionRequest::new(session.clone(), directory);
        ("session/load", json(request.mcp_servers(servers.clone())))
    });
    resume.into_iter().chain(load).collect()
}

/// Sends a request whose response is kept whole: agents add to it what the protocol does not name.
async fn send(
    connection: &ConnectionTo<Agent>,
    method: &'static str,
    request: Value,
) -> Result<Value, Trouble> {
    let message = UntypedMessage::new(method, request).map_err(Trouble::of)?;
    let response = connection.send_request(message).block_task().await;
    response.map_err(Trouble::of)
}

fn json(request: impl Serialize) -> Value {
    serde_json::to_value(request).expect("a request is plain data")
}

fn mcp_servers(order: &Order) -> Vec<McpServer> {
    let server = order.mcp.iter().map(|server| {
        let variables = server.environment.iter();
        let variables = variables.map(|(name, value)| EnvVariable::new(name, value));
        McpServerStdio::new(&server.name, &server.command)
            .args(server.arguments.clone())
            .env(variables.collect())
    });
    server.map(McpServer::Stdio).collect()
}

fn no_session() -> Error {
    Error::new(
        ErrorCode::INTERNAL_ERROR,
        "the agent opened a session without an id",
    )
}
