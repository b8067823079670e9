//! Agents for tests: `shell`, which runs its prompt, and whatever a test adds.

use std::collections::BTreeMap;

use ::hub::AgentBook;
use runner::agents::{Agent, Kind};

pub struct TestAgents;

impl AgentBook for TestAgents {
    fn find(&self, id: &str) -> Option<Agent> {
        shell(id)
    }
}

fn shell(id: &str) -> Option<Agent> {
    (id == "shell").then(|| Agent {
        id: id.into(),
        name: "Shell".into(),
        kind: Kind::Command,
        command: vec!["/bin/sh".into()],
        environment: BTreeMap::new(),
    })
}
