//! The words and shapes that agents, scripts and surfaces rely on.

mod given;
mod hitl;
mod hostile;
mod markdown;
mod messages;
mod problems;
mod results;
mod summaries;
mod task_views;
