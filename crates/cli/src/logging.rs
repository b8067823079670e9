//! Where the program's own log goes: standard error, at the level of `SAYSO_LOG`.

use tracing_subscriber::EnvFilter;

/// The log level when `SAYSO_LOG` is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// A hub logs what it does.
    Info,
    /// Elsewhere only what is wrong.
    Warn,
}

pub(crate) fn start(verbosity: Verbosity) {
    let default = match verbosity {
        Verbosity::Info => "info",
        Verbosity::Warn => "warn",
    };
    let wanted = std::env::var("SAYSO_LOG")
        .ok()
        .filter(|level| !level.trim().is_empty());
    let filter = EnvFilter::try_new(wanted.as_deref().unwrap_or(default));
    let ignored = filter.is_err();
    tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|_| EnvFilter::new(default)))
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
    if ignored {
        tracing::warn!("SAYSO_LOG is not a log level or filter; using {default}");
    }
}
