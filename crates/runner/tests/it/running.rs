//! Starts attempts and collects what they say.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use domain::task::output::{Entry, Stream};
use processes::Identity;
use runner::agents::{Agent, Kind};
use runner::attempt::{Ending, Order, Request, RequestId, Said, Stop};
use runner::{Attempt, Ended};
use scripted_agent::Script;

use crate::{SOON, number, until};

/// An attempt in a temporary directory.
pub(crate) struct Running {
    pub(crate) attempt: Attempt,
    pub(crate) directory: tempfile::TempDir,
}

/// What an attempt said until its end.
pub(crate) struct Told {
    pub(crate) said: Vec<Said>,
    pub(crate) ended: Ended,
}

/// An order for `command`, with a unique directory and name.
pub(crate) fn order(kind: Kind, command: &[&str]) -> (Order, tempfile::TempDir) {
    let directory = tempfile::tempdir().expect("a directory");
    let name = directory.path().file_name().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let order = Order {
        name: name.to_string_lossy().trim_start_matches('.').to_owned(),
        agent: Agent {
            id: "test".into(),
            name: "Test".into(),
            kind,
            command: command.iter().map(|part| (*part).into()).collect(),
            environment: BTreeMap::new(),
        },
        directory: directory.path().to_owned(),
        prompt: "do it".into(),
        session: None,
        history: String::new(),
        full_auto: false,
        mcp: None,
        launcher: scripted_agent::launcher(),
        environment: BTreeMap::from([(OsString::from("PATH"), path)]),
    };
    (order, directory)
}

impl Running {
    pub(crate) fn start((order, directory): (Order, tempfile::TempDir)) -> Self {
        let attempt = Attempt::start(order).expect("it starts");
        Self { attempt, directory }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.directory.path().join(file)
    }

    /// The process that wrote its number into a file of the directory.
    pub(crate) async fn process(&self, file: &str) -> Identity {
        let path: &Path = &self.path(file);
        until(|| number(path).is_some()).await;
        number(path).and_then(Identity::of).expect("it runs")
    }

    /// Takes what is said until the agent asks something.
    pub(crate) async fn request(&mut self) -> (RequestId, Request) {
        loop {
            match self.attempt.next().await {
                Some(Said::Request { id, request }) => return (id, request),
                Some(_) => {}
                None => panic!("it asks nothing"),
            }
        }
    }

    /// Takes everything until the end.
    pub(crate) async fn told(mut self) -> Told {
        let mut said = Vec::new();
        while let Some(next) = self.attempt.next().await {
            said.push(next);
        }
        let ended = self.attempt.finish(SOON).await;
        Told { said, ended }
    }
}

/// An order for the scripted agent.
pub(crate) fn scripted(script: &Script) -> (Order, tempfile::TempDir) {
    let (mut order, directory) = order(Kind::Acp, &[]);
    order.agent.name = "Scripted".into();
    order.agent.command = script.command();
    (order, directory)
}

impl Told {
    pub(crate) fn entries(&self) -> Vec<&Entry> {
        self.said
            .iter()
            .filter_map(|said| match said {
                Said::Entry(entry) => Some(entry),
                Said::Session { .. } | Said::Request { .. } | Said::Withdrawn { .. } => None,
            })
            .collect()
    }
}

pub(crate) fn printed(stream: Stream, text: &str) -> Said {
    let text = text.to_owned();
    Said::Entry(Entry::Printed { stream, text })
}

/// A turn that ended with these words.
pub(crate) fn closing(text: &str) -> Ending {
    Ending::Turn {
        stop: Stop::EndTurn,
        closing: text.to_owned(),
    }
}

pub(crate) fn failed(message: &str) -> Ending {
    let message = message.to_owned();
    Ending::Failed { message }
}

pub(crate) fn text(entry: &Entry) -> Option<String> {
    let Entry::Text { text, .. } = entry else {
        return None;
    };
    Some(text.clone())
}
