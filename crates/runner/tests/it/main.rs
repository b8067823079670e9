//! Real processes: trees that try to get away, plain programs, scripted agents.

mod acp;
mod acp_faults;
mod acp_sessions;
mod checking;
mod command;
mod known_agents;
mod running;
mod tree;

use std::fs;
use std::path::Path;
use std::time::Duration;

use runner::tree::Patience;

const SOON: Patience = Patience {
    cancel: Duration::from_millis(300),
    terminate: Duration::from_millis(300),
    kill: Duration::from_secs(10),
};

/// Waits until something holds that another process brings about.
async fn until(holds: impl Fn() -> bool) {
    let patience = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), patience).await;
    waited.expect("it comes to be");
}

/// Reads a process number that a script wrote down.
fn number(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}
