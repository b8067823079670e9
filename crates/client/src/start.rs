//! Starts a hub in the background when a client finds none.
//!
//! Many clients may do so at the same time: the hub's own lock lets one run, and the others'
//! clients connect to that one.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::error::ClientError;

/// How long a fresh hub may take to answer.
const START_SECONDS_MAX: u64 = 20;
/// Pause between attempts while another process's hub is coming up.
const RETRY_PAUSE: Duration = Duration::from_millis(4);
/// The line a hub prints on its standard output once it accepts connections.
pub const READY_LINE: &str = "ready";

/// The command that runs a hub in the background.
#[derive(Debug, Clone)]
pub struct Starter {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    /// Receives what the hub has to say.
    pub log: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot start {program}")]
    Spawn {
        program: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot open the log {log}")]
    Log {
        log: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("the hub did not start; see {log}")]
    NotReady { log: PathBuf },
}

impl Starter {
    /// Starts a hub and returns the first connection that `connect` makes.
    pub(crate) async fn start<T, F, C>(&self, connect: C) -> Result<T, ClientError>
    where
        C: Fn() -> F,
        F: Future<Output = Result<T, ClientError>>,
    {
        let starter = self.clone();
        let announced = tokio::task::spawn_blocking(move || starter.spawn_and_listen());
        let limit = Duration::from_secs(START_SECONDS_MAX);
        let deadline = Instant::now() + limit;
        let announced = timeout(limit, announced)
            .await
            .map_err(|_| StartError::NotReady {
                log: self.log.clone(),
            })?
            .expect("listening for one line does not panic");
        if let Err(error) = announced {
            // Another client's hub may be running by now.
            return connect().await.map_err(|_| error.into());
        }
        loop {
            match connect().await {
                Err(ClientError::NotRunning { .. }) if Instant::now() < deadline => {
                    sleep(RETRY_PAUSE).await;
                }
                Err(ClientError::NotRunning { .. }) => {
                    return Err(StartError::NotReady {
                        log: self.log.clone(),
                    }
                    .into());
                }
                other => return other,
            }
        }
    }

    /// Spawns the hub and waits until it says that it is ready, or that it will not be.
    fn spawn_and_listen(&self) -> Result<(), StartError> {
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(&self.log);
        let log = log.map_err(|source| StartError::Log {
            log: self.log.clone(),
            source,
        })?;
        #[expect(clippy::disallowed_methods, reason = "the one place that starts a hub")]
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            // Its own process group: Ctrl+C in the client's terminal is not meant for the hub.
            .process_group(0)
            .spawn()
            .map_err(|source| StartError::Spawn {
                program: self.program.clone(),
                source,
            })?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            // A read error means the same as no line: the connection attempts decide.
            BufReader::new(stdout).read_line(&mut line).unwrap_or(0);
        }
        let ready = line.trim() == READY_LINE;
        tracing::debug!(ready, pid = child.id(), "started a hub");
        // One that gives way to another ends well; one that failed is not worth waiting for.
        if !ready && child.wait().is_ok_and(|status| !status.success()) {
            return Err(StartError::NotReady {
                log: self.log.clone(),
            });
        }
        // Collects the exit status whenever it comes, so that no zombie stays behind.
        std::thread::spawn(move || child.wait());
        Ok(())
    }
}
