//! The agents' own configuration files, with the stub model as the only one that they know.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::kinds::Surroundings;

pub(super) fn codex(at: &Surroundings) -> Result<()> {
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

pub(super) fn gemini(at: &Surroundings) -> Result<()> {
    let mut settings = json!({"security": {"auth": {"selectedType": "gemini-api-key"}}});
    if let Some(seconds) = at.limit_seconds {
        settings["mcpServers"] = json!({"sayso": {"timeout": seconds * 1000}});
    }
    write_json(&at.home.join(".gemini/settings.json"), &settings)
}

pub(super) fn opencode(at: &Surroundings) -> Result<()> {
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

pub(super) fn claude_code(at: &Surroundings) -> Result<()> {
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
