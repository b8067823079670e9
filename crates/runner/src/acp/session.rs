//! Opens a conversation: goes on with the earlier one where the agent can, else begins anew.

use std::path::Path;

use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema::{
    EnvVariable, InitializeResponse, LoadSessionRequest, McpServer, McpServerStdio,
    NewSessionRequest, ResumeSessionRequest, SetSessionModeRequest,
};
use agent_client_protocol::{Agent, Error, ErrorCode, UntypedMessage};
use serde::Serialize;
use serde_json::Value;

use super::Trouble;
use crate::agents::presets;
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

/// Sees to it that the agent asks before it acts, whatever its own configuration says. In full auto
/// it asks too: then the hub allows what it asks for.
pub(super) async fn ask_first(
    connection: &ConnectionTo<Agent>,
    opened: &Opened,
    order: &Order,
) -> Result<(), Trouble> {
    let asking = presets::of(&order.agent).map(|preset| preset.asking_modes.as_slice());
    let asking = asking.unwrap_or_default();
    let current = opened.response["modes"]["currentModeId"].as_str();
    let Some(current) = current.filter(|current| !asking.is_empty() && !is_among(asking, current))
    else {
        return Ok(());
    };
    let offered = opened.response["modes"]["availableModes"].as_array();
    let mode = asking.iter().find(|mode| {
        let mut offered = offered.into_iter().flatten();
        offered.any(|offered| offered["id"].as_str() == Some(mode))
    });
    let mode = mode.ok_or_else(|| Trouble::Said(never_asks(current)))?;
    let request = SetSessionModeRequest::new(opened.id.clone(), mode.clone());
    send(connection, "session/set_mode", json(request)).await?;
    Ok(())
}

fn is_among(modes: &[String], mode: &str) -> bool {
    modes.iter().any(|known| known == mode)
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

fn never_asks(mode: &str) -> Error {
    let message =
        format!("it works in the mode {mode}, and offers none in which it asks before it acts");
    Error::new(ErrorCode::INTERNAL_ERROR, message)
}

fn no_session() -> Error {
    Error::new(
        ErrorCode::INTERNAL_ERROR,
        "the agent opened a session without an id",
    )
}
