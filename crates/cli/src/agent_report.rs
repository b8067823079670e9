//! What `doctor` says about giving tasks to agents: which agents are there, and what running them
//! needs of this machine.

use hub::Agents;
use i18n::Key;
use runner::agents::{Agent, Readiness, Surroundings, presets, program_version};
use runner::tree::Cgroup;
use serde::Serialize;

use crate::checks::{Check, Verdict};
use crate::context::Context;
use crate::hub_process;
use crate::text::{say, tell};

/// The oldest git that can merge trees without a working directory.
const GIT_OLDEST: (u32, u32) = (2, 45);

/// Runs a command where systemd lets it make control groups.
const DELEGATED: &str = "systemd-run --user --scope -p Delegate=yes";

#[derive(Debug, Clone, Serialize)]
pub(crate) struct AgentReport {
    id: String,
    name: String,
    kind: &'static str,
    found: bool,
    /// Whether it could work now, as far as that is known.
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// The line that installs or checks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

impl AgentReport {
    fn new(context: &Context, agent: &Agent, found: &Readiness) -> Self {
        let line = match (found.found, found.ready) {
            (true, true) => None,
            (true, false) => Some(context.command_line(&["agents", "check", &agent.id])),
            (false, _) => match presets::of(agent) {
                Some(preset) => Some(preset.install.clone()),
                None => found.reason.clone(),
            },
        };
        Self {
            id: agent.id.clone(),
            name: agent.name.clone(),
            kind: agent.kind.as_str(),
            found: found.found,
            ready: found.ready,
            version: found.version.clone(),
            line,
        }
    }

    pub(crate) fn check(&self) -> Check {
        let (verdict, key, hint) = match (self.found, self.ready) {
            (true, true) => (Verdict::Ok, Key::CliDoctorAgentReady, None),
            (true, false) => {
                let hint = Some(Key::CliDoctorAgentCheck);
                (Verdict::Ok, Key::CliDoctorAgentUnchecked, hint)
            }
            (false, _) => {
                let hint = Some(Key::CliDoctorAgentInstall);
                (Verdict::Warning, Key::CliDoctorAgentMissing, hint)
            }
        };
        let name = match &self.version {
            Some(version) => format!("{} ({version})", self.name),
            None => self.name.clone(),
        };
        let check = Check::new("agent", verdict, tell(key, &[("name", (&name).into())]));
        match hint.zip(self.line.as_deref()) {
            Some((hint, line)) => check.with_hint(tell(hint, &[("command", line.into())])),
            None => check,
        }
    }
}

/// Looks at every agent, and says whether there is one.
pub(crate) async fn all(context: &Context) -> (Check, Vec<AgentReport>) {
    let name = "agents";
    let looks = match hub_process::agents(context).look().await {
        Ok(looks) => looks,
        Err(error) => {
            let check = Check::new(name, Verdict::Problem, crate::failure::chain(&error));
            return (check, Vec::new());
        }
    };
    let reports: Vec<AgentReport> = looks
        .iter()
        .map(|(agent, found)| AgentReport::new(context, agent, found))
        .collect();
    let found = reports.iter().filter(|report| report.found).count();
    let check = match found {
        0 => Check::new(name, Verdict::Warning, say(Key::CliDoctorAgentsNone))
            .with_hint(say(Key::CliDoctorAgentsHint)),
        _ => {
            let (found, known) = (found.to_string(), reports.len().to_string());
            let args = [("found", (&found).into()), ("known", (&known).into())];
            Check::new(name, Verdict::Ok, tell(Key::CliDoctorAgents, &args))
        }
    };
    (check, reports)
}

/// How the processes of an agent are known.
pub(crate) fn processes(context: &Context) -> Check {
    let name = "agent_processes";
    if Cgroup::can_be_made() {
        return Check::new(name, Verdict::Ok, say(Key::CliDoctorCgroup));
    }
    let check = Check::new(name, Verdict::Warning, say(Key::CliDoctorNoCgroup));
    match cfg!(target_os = "linux") {
        true => {
            let command = format!("{DELEGATED} {}", context.command_line(&["serve"]));
            let args = [("command", (&command).into())];
            check.with_hint(tell(Key::CliDoctorCgroupHint, &args))
        }
        false => check,
    }
}

pub(crate) async fn git(context: &Context) -> Check {
    let name = "git";
    let Agents {
        launcher,
        variables,
        ..
    } = hub_process::agents(context);
    let surroundings = Surroundings {
        launcher,
        environment: variables.into_iter().collect(),
    };
    let (major, minor) = GIT_OLDEST;
    let oldest = format!("{major}.{minor}");
    let hint = tell(Key::CliDoctorGitHint, &[("oldest", (&oldest).into())]);
    let said = match program_version("git", &surroundings).await {
        Err(_) => {
            let check = Check::new(name, Verdict::Warning, say(Key::CliDoctorGitNone));
            return check.with_hint(hint);
        }
        Ok(said) => said.unwrap_or_default(),
    };
    let Some(version) = version_in(&said) else {
        return Check::new(name, Verdict::Warning, say(Key::CliDoctorGitUnclear)).with_hint(hint);
    };
    let args = [("version", version.into()), ("oldest", (&oldest).into())];
    match numbers(version) >= Some(GIT_OLDEST) {
        true => Check::new(name, Verdict::Ok, tell(Key::CliDoctorGit, &args)),
        false => {
            Check::new(name, Verdict::Warning, tell(Key::CliDoctorGitOld, &args)).with_hint(hint)
        }
    }
}

/// Finds the version in what `git --version` says, such as `git version 2.39.5 (Apple Git-154)`.
fn version_in(said: &str) -> Option<&str> {
    let version = said.strip_prefix("git version ")?.split_whitespace().next();
    version.filter(|version| numbers(version).is_some())
}

fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_version_is_found_in_what_git_says() {
        for (said, version, is_recent) in [
            ("git version 2.47.3", Some("2.47.3"), true),
            ("git version 2.45.0", Some("2.45.0"), true),
            ("git version 2.39.5 (Apple Git-154)", Some("2.39.5"), false),
            ("git version 3.0-rc1", None, false),
            ("git version 10.1.windows.1", Some("10.1.windows.1"), true),
            ("usage: git", None, false),
            ("", None, false),
        ] {
            let found = version_in(said);
            assert_eq!(found, version, "{said}");
            let numbers = found.and_then(numbers);
            assert_eq!(numbers >= Some(GIT_OLDEST), is_recent, "{said}");
        }
    }
}
