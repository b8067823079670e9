//! The commands, one file each. A command parses, calls the hub, prints, and names its exit code.

pub(crate) mod answer;
pub(crate) mod approve;
pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod cancel;
pub(crate) mod choose;
pub(crate) mod codegen;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod extend;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod inbox;
pub(crate) mod install;
pub(crate) mod list;
pub(crate) mod mcp;
pub(crate) mod open;
pub(crate) mod overview;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod stop;
pub(crate) mod token;
