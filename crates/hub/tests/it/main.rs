//! The hub through its real listeners: sockets, headers, sign-in, live stream, life and death.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod api;
mod asking_once;
mod gate;
mod heads;
mod hostile;
mod lifecycle;
mod live;
mod live_output;
mod pages;
mod plain_questions;
mod plain_sessions;
mod plain_steps;
mod portal_api;
mod records;
mod refusal_words;
mod relaying;
mod requests;
mod sign_in;
mod support;
mod task_questions;
