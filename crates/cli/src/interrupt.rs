//! Ctrl+C, listened for from before the person is told that they may press it.

use i18n::Key;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;
use crate::text::tell;

pub(crate) struct Interrupt(Signal);

impl Interrupt {
    /// From now on Ctrl+C alone no longer ends the process.
    pub(crate) fn listen() -> Result<Self, Failure> {
        signal(SignalKind::interrupt()).map(Self).map_err(|error| {
            let reason = error.to_string();
            Failure::new(
                "no_runtime",
                tell(Key::CliErrorRuntime, &[("reason", (&reason).into())]),
            )
        })
    }

    /// Returns when it was pressed.
    pub(crate) async fn pressed(&mut self) {
        self.0.recv().await;
    }
}
