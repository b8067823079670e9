//! The MCP server: tools and prompts over `client`. The only crate that knows rmcp.
//!
//! It only translates: `domain` decides which questions are valid, and the hub what happens to
//! them. A lost call never loses a question.

mod arguments;
mod asking;
mod call;
mod clients_page;
mod elicitation;
mod hitl_request;
mod hitl_schema;
mod http;
mod identity;
pub mod limits;
mod lines;
mod mcp_tasks;
mod offer;
mod output;
mod plain_schema;
mod plain_tools;
mod policy;
mod progress;
mod provide_choice;
mod receipts;
mod refusal;
mod report_outcome;
mod schema;
mod server;
mod sessions;
mod stdio;
mod tools;
mod underway;
mod waiting;
mod window;

use std::sync::Arc;

pub use clients_page::clients_markdown;
pub use http::{HttpService, http_service};
pub use offer::{Offer, RunningAttempt, ToolName};
pub use stdio::{ServeError, serve_stdio, serve_streams};
pub use tools::{thread_tools_json, tools_json};

/// What the server needs from the program around it.
#[derive(Clone)]
pub struct Wiring {
    /// The way to the hub.
    pub door: Arc<dyn client::Door>,
    /// The version told to MCP clients.
    pub version: &'static str,
    /// What its clients get.
    pub offer: Offer,
}
