//! The real binary; every test has a separate hub in a temporary directory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod agent;
mod approved_bytes;
mod approving;
mod asking;
mod audit;
mod configuring;
mod confirming;
mod deciding;
mod delivering;
mod doctor_agents;
mod documents;
mod faults;
mod guarding;
mod hand_off;
mod history;
mod hitl;
mod importing;
mod installing;
mod lines;
mod place;
mod repeating;
mod requester;
mod serving;
mod setting_effects;
mod showing;
mod task_questions;
mod task_queue;
mod task_recovery;
mod task_tools;
mod tasks;
mod terminal;
