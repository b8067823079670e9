//! Tasks that run real processes.

mod asking;
mod following;
mod running;
mod settings;
mod tools;

use std::path::Path;

/// Waits for a file that an agent makes.
async fn until_made(path: &Path) {
    while !path.exists() {
        tokio::task::yield_now().await;
    }
}
