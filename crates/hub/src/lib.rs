//! The process that owns the store and serves every surface: the only HTTP server.
//!
//! One hub per data directory, held by a lock. Every request, on whichever listener, passes
//! `gate` before anything else looks at it.

mod access;
mod activity;
mod asking;
mod browser;
mod connection;
mod countdown;
mod error;
mod export;
#[cfg(feature = "fail-points")]
mod fail_io;
#[cfg(target_os = "linux")]
mod file_system;
mod follows;
mod gate;
mod hand_off;
mod head;
mod headers;
mod kept_port;
mod listen;
mod live_settings;
mod lock;
mod machine;
mod openapi;
mod parts;
mod peer;
mod refusals;
mod routes;
mod server;
mod shell;
mod slow_body;
mod start;
mod task_error;
mod task_words;
mod thread_view;
mod through_client;
mod view;
mod workshop;

pub use axum::Router;
pub use browser::Browser;
pub use connection::InternalDoor;
pub use kept_port::kept_port;
pub use openapi::openapi;
pub use server::{Ended, RunningHub};
pub use shell::shell_word;
pub use start::{Environment, McpService, Options, StartError};
pub use workshop::Agents;
