//! Somebody else has the port.

use std::net::TcpListener;

use anyhow::{Result, ensure};
use protocol::route::DEFAULT_PORT;

use super::{Stage, work};
use crate::process::Place;

/// A port the person chose is never silently replaced.
pub(super) fn configured(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let squatter = TcpListener::bind(("127.0.0.1", place.port()))?;
    let refused = place.command(&["serve"]).output()?;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    let expected = format!("port {} is taken", place.port());
    ensure!(
        refused.status.code() == Some(1) && said.contains(&expected),
        "{said}"
    );
    ensure!(said.contains("--port"), "no way out is named: {said}");
    drop(squatter);
    let hub = place.started()?;
    work::ask(&place, "after the port was free", 3_600)?;
    hub.kill()?;
    Ok("refused with exit code 1, the port and the way out named; starts once it is free".into())
}

/// The default port is nobody's choice: any other will do.
pub(super) fn default(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    place.configure(None, "")?;
    // Taken by us, or by somebody else already: both will do.
    let squatter = TcpListener::bind(("127.0.0.1", DEFAULT_PORT));
    let hub = place.started()?;
    let port = place.get("/api/v1/status")?["port"].as_u64();
    ensure!(
        port.is_some_and(|port| port != u64::from(DEFAULT_PORT)),
        "{port:?}"
    );
    drop(squatter);
    hub.kill()?;
    Ok("serves on a port that the system assigned".into())
}
