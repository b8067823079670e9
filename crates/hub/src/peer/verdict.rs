//! Whether a process is a person's or an agent's, from a description of it and its ancestors
//! alone.

use domain::AgentSign;

use super::agents::Agent;
use super::process::Process;
use super::programs::Role;

/// Returns the sign by which the first of `lineage` counts as an agent's; `None` when it is a
/// person's.
///
/// The walk ends at the first shell that a person types into: no matter who opened that terminal,
/// an editor that also runs agents perhaps, has handed it to the person. Marks in the environment
/// are looked for up to and including that shell, so that a terminal which an agent that marks what
/// it starts has opened is not taken for the person's.
pub(super) fn judge(lineage: &[Process], agents: &[Agent]) -> Option<AgentSign> {
    let mut seen: &[Process] = lineage;
    for (at, process) in lineage.iter().enumerate() {
        if let Some(marker) = process.marker {
            return Some(AgentSign::Variable {
                variable: marker.variable.clone(),
                agent: marker.agent.clone(),
            });
        }
        if let Some(agent) = agents
            .iter()
            .find(|agent| agent.identity == process.identity)
        {
            return Some(AgentSign::StartedBy {
                pid: agent.identity.pid,
                program: agent.program.clone(),
            });
        }
        if Role::of(process) == Role::PersonsShell {
            return None;
        }
        seen = &lineage[..=at];
    }
    shares_terminal(seen, agents)
}

/// A process in the background whose parent has ended has lost its ancestors. On an agent's
/// terminal it cannot be distinguished from a process that the agent started.
fn shares_terminal(lineage: &[Process], agents: &[Agent]) -> Option<AgentSign> {
    let terminal = lineage.first()?.terminal?;
    let agent = agents
        .iter()
        .find(|agent| agent.terminal == Some(terminal))?;
    Some(AgentSign::SharesTerminal {
        pid: agent.identity.pid,
        program: agent.program.clone(),
    })
}

/// Returns the processes that started the `sayso mcp` at the front of `lineage`: the first that
/// does more than start another, and the launchers in between. None where a person started it.
///
/// A shell that a person might type into is looked through but never an agent.
pub(super) fn starters(lineage: &[Process]) -> Vec<Agent> {
    let mut starters = Vec::new();
    for process in lineage.iter().skip(1) {
        match Role::of(process) {
            Role::PersonsShell | Role::Host => break,
            Role::BareShell => {}
            Role::Launcher => starters.push(Agent::of(process)),
            Role::Other => {
                starters.push(Agent::of(process));
                break;
            }
        }
    }
    starters
}

#[cfg(test)]
mod tests;
