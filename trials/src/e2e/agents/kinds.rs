//! What is particular to each agent: how it is started and pointed at the stub model, how it asks,
//! and what we believe about its patience (`crates/mcp/clients.toml`), which the trials check.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::configuration::{claude_code, codex, gemini, opencode};
use xtask::process;
use xtask::tools::Node;

const PROMPT: &str = "Ask me which database to use.";

pub(super) struct Agent {
    /// Its name for `sayso install`.
    pub(super) client: &'static str,
    /// What it calls itself towards MCP servers.
    pub(super) announces: &'static str,
    /// How long it lets one call run when nothing is configured.
    pub(super) limit_seconds: u64,
    /// What happens to a call that runs longer although progress flows.
    pub(super) patience: Patience,
    /// Writes the agent's own configuration, before `sayso install` adds to it.
    pub(super) configure: fn(&Surroundings) -> Result<()>,
    /// Starts it for one prompt, without asking for approval.
    pub(super) command: fn(&Surroundings, &Node) -> Command,
    /// Its name for `sayso run`.
    pub(super) preset: &'static str,
    /// The program that speaks the Agent Client Protocol, and its arguments.
    pub(super) speaks: fn(&Node) -> Vec<String>,
    /// Variables for its model, with what it logs in with.
    pub(super) model: fn(&Surroundings) -> Vec<(&'static str, String)>,
    /// Those of them without which nobody is logged in; without any, the configuration does that.
    pub(super) login: &'static [&'static str],
    /// How it asks the person when the hub runs it.
    pub(super) asks: Asks,
}

/// How an agent that the hub runs puts a question to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// As a form, with a tool of its own.
    Form,
    /// Only with the hub's tool.
    Tool,
}

/// Whether a client gives up on a call for which progress flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// At its limit, even if we send progress.
    Ends,
    /// Only at a limit that the person has set.
    EndsWhenSet,
    /// Each progress notification restarts its clock.
    Renewed,
}

/// Where an agent runs.
pub(super) struct Surroundings {
    pub(super) home: PathBuf,
    pub(super) model_port: u16,
    /// The client's limit on one tool call, unless its own default.
    pub(super) limit_seconds: Option<u64>,
}

pub(super) const AGENTS: &[Agent] = &[
    Agent {
        client: "codex",
        announces: "codex-mcp-client",
        limit_seconds: 300,
        patience: Patience::Ends,
        configure: codex,
        command: |_, node| {
            let mut command = node.program("codex");
            command.args(["exec", "--skip-git-repo-check"]);
            command.args(["--dangerously-bypass-approvals-and-sandbox", PROMPT]);
            command
        },
        preset: "codex",
        speaks: |node| vec![node.path("codex-acp")],
        model: |_| Vec::new(),
        login: &[],
        asks: Asks::Form,
    },
    Agent {
        client: "gemini",
        announces: "gemini-cli-mcp-client",
        limit_seconds: 600,
        patience: Patience::Ends,
        configure: gemini,
        command: |at, node| {
            let mut command = node.program("gemini");
            command.args(["--approval-mode", "yolo", "-p", PROMPT]);
            command.envs(gemini_model(at));
            command
        },
        preset: "gemini",
        speaks: |node| vec![node.path("gemini"), "--acp".into()],
        model: gemini_model,
        // It needs no key for an address of its own.
        login: &["GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"],
        asks: Asks::Tool,
    },
    Agent {
        client: "opencode",
        announces: "opencode",
        limit_seconds: 60,
        patience: Patience::Renewed,
        configure: opencode,
        command: |_, node| {
            let mut command = process::command(opencode_program(node));
            command.args(["run", "--auto", PROMPT]);
            command.envs(OPENCODE_OFFLINE);
            command
        },
        preset: "opencode",
        speaks: |node| vec![opencode_program(node), "acp".into()],
        model: |_| {
            OPENCODE_OFFLINE
                .map(|(name, value)| (name, value.into()))
                .to_vec()
        },
        login: &[],
        asks: Asks::Tool,
    },
    Agent {
        client: "claude-code",
        announces: "claude-code",
        // When it moves a call to the background, but not for a single prompt as here.
        limit_seconds: 120,
        patience: Patience::EndsWhenSet,
        configure: claude_code,
        command: |at, node| {
            let package = format!("@anthropic-ai/claude-code-{}", platform());
            let mut command = process::command(node.modules.join(package).join("claude"));
            command.args(["-p", "--dangerously-skip-permissions", PROMPT]);
            command
                .envs(claude_model(at))
                // Without it, root would have to approve each call.
                .env("IS_SANDBOX", "1")
                // The first turn of a single prompt would come before the servers are there.
                .env("MCP_CONNECTION_NONBLOCKING", "0");
            command
        },
        preset: "claude",
        speaks: |node| vec![node.path("claude-agent-acp")],
        model: claude_model,
        login: &["ANTHROPIC_AUTH_TOKEN"],
        asks: Asks::Form,
    },
];

const OPENCODE_OFFLINE: [(&str, &str); 2] = [
    ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
    ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
];

impl Surroundings {
    pub(super) fn model_url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.model_port)
    }
}

fn gemini_model(at: &Surroundings) -> Vec<(&'static str, String)> {
    vec![
        ("GOOGLE_GEMINI_BASE_URL", at.model_url("")),
        ("GEMINI_API_KEY", "none".into()),
        // With the model named, it does not ask a classifier first.
        ("GEMINI_MODEL", "gemini-2.5-flash".into()),
        ("GEMINI_CLI_TRUST_WORKSPACE", "true".into()),
    ]
}

fn claude_model(at: &Surroundings) -> Vec<(&'static str, String)> {
    vec![
        ("ANTHROPIC_BASE_URL", at.model_url("")),
        ("ANTHROPIC_AUTH_TOKEN", "none".into()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".into()),
    ]
}

fn opencode_program(node: &Node) -> String {
    let package = format!("opencode-{}", platform());
    let program = node.modules.join(package).join("bin/opencode");
    program.to_string_lossy().into_owned()
}

/// This system in the names of npm's platform packages.
fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}-{processor}")
}
