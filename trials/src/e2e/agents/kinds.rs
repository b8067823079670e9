//! What is particular to each agent: its own configuration, its command line, and what we believe
//! about its patience (`crates/mcp/clients.toml`), which the trials check.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

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
        configure: configure_codex,
        command: |_, node| {
            let mut command = node.program("codex");
            command.args(["exec", "--skip-git-repo-check"]);
            command.args(["--dangerously-bypass-approvals-and-sandbox", PROMPT]);
            command
        },
    },
    Agent {
        client: "gemini",
        announces: "gemini-cli-mcp-client",
        limit_seconds: 600,
        patience: Patience::Ends,
        configure: configure_gemini,
        command: |at, node| {
            let mut command = node.program("gemini");
            // With the model named, it does not ask a classifier first.
            command.args([
                "-m",
                "gemini-2.5-flash",
                "--approval-mode",
                "yolo",
                "-p",
                PROMPT,
            ]);
            command
                .env("GOOGLE_GEMINI_BASE_URL", at.model_url(""))
                .env("GEMINI_API_KEY", "none")
                .env("GEMINI_CLI_TRUST_WORKSPACE", "true");
            command
        },
    },
    Agent {
        client: "opencode",
        announces: "opencode",
        limit_seconds: 60,
        patience: Patience::Renewed,
        configure: configure_opencode,
        command: |_, node| {
            let package = format!("opencode-{}", platform());
            let mut command = process::command(node.modules.join(package).join("bin/opencode"));
            command.args(["run", "--auto", PROMPT]);
            command
                .env("OPENCODE_DISABLE_MODELS_FETCH", "1")
                .env("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
            command
        },
    },
    Agent {
        client: "claude-code",
        announces: "claude-code",
        // When it moves a call to the background, but not for a single prompt as here.
        limit_seconds: 120,
        patience: Patience::EndsWhenSet,
        configure: configure_claude_code,
        command: |at, node| {
            let package = format!("@anthropic-ai/claude-code-{}", platform());
            let mut command = process::command(node.modules.join(package).join("claude"));
            command.args(["-p", "--dangerously-skip-permissions", PROMPT]);
            command
                .env("ANTHROPIC_BASE_URL", at.model_url(""))
                .env("ANTHROPIC_AUTH_TOKEN", "none")
                .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
                // Without it, root would have to approve each call.
                .env("IS_SANDBOX", "1")
                // The first turn of a single prompt would come before the servers are there.
                .env("MCP_CONNECTION_NONBLOCKING", "0");
            command
        },
    },
];

impl Surroundings {
    fn model_url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.model_port)
    }
}

fn configure_codex(at: &Surroundings) -> Result<()> {
    let url = at.model_url("/v1");
    let mut text = format!(
        "model = \"stub\"\nmodel_provider = \"stub\"\n\n[model_providers.stub]\n\
         name = \"stub\"\nbase_url = \"{url}\"\nwire_api = \"responses\"\n"
    );
    if let Some(seconds) = at.limit_seconds {
        text.push_str(&format!(
            "\n[mcp_servers.sayso]\ntool_timeout_sec = {seconds}\n"
        ));
    }
    write(&at.home.join(".codex/config.toml"), &text)
}

fn configure_gemini(at: &Surroundings) -> Result<()> {
    let mut settings = json!({"security": {"auth": {"selectedType": "gemini-api-key"}}});
    if let Some(seconds) = at.limit_seconds {
        settings["mcpServers"] = json!({"sayso": {"timeout": seconds * 1000}});
    }
    write_json(&at.home.join(".gemini/settings.json"), &settings)
}

fn configure_opencode(at: &Surroundings) -> Result<()> {
    let mut settings = json!({
        "model": "stub/stub",
        "small_model": "stub/stub",
        "autoupdate": false,
        "share": "disabled",
        "provider": {"stub": {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": at.model_url("/v1"), "apiKey": "none"},
            "models": {"stub": {}},
        }},
    });
    if let Some(seconds) = at.limit_seconds {
        settings["experimental"] = json!({"mcp_timeout": seconds * 1000});
    }
    write_json(&at.home.join(".config/opencode/opencode.json"), &settings)
}

fn configure_claude_code(at: &Surroundings) -> Result<()> {
    let mut settings = json!({"hasCompletedOnboarding": true});
    if let Some(seconds) = at.limit_seconds {
        settings["mcpServers"] = json!({"sayso": {"timeout": seconds * 1000}});
    }
    write_json(&at.home.join(".claude.json"), &settings)
}

fn write_json(file: &Path, value: &Value) -> Result<()> {
    write(file, &format!("{value:#}\n"))
}

fn write(file: &Path, text: &str) -> Result<()> {
    let directory = file.parent().context("a file has a directory")?;
    fs::create_dir_all(directory)?;
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
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
