//! The server as a client meets it, with a scripted hub behind it: both speak real bytes.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod agent;
mod contract;
mod elicitation;
mod endings;
mod hitl;
mod http;
mod hub;
mod lines;
mod mcp_tasks;
mod receipts;
mod repeating;
mod rounds;
mod sdk;
mod thread_tools;
mod waiting;
