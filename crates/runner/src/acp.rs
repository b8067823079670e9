//! Agents that speak the Agent Client Protocol.

use std::ffi::OsString;

use tokio::process::{ChildStdin, ChildStdout};

use crate::attempt::{Ending, Order};
use crate::supervise::{Link, Outcome};

pub(crate) fn arguments(arguments: &[String]) -> Vec<OsString> {
    arguments.iter().map(OsString::from).collect()
}

pub(crate) async fn talk(
    _order: &Order,
    _stdin: ChildStdin,
    _stdout: ChildStdout,
    _link: Link,
) -> Outcome {
    let message = "sayso cannot talk to agents of this kind yet".to_owned();
    Outcome::Ending(Ending::Failed { message })
}
