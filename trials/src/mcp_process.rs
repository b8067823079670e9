//! One MCP server on standard input and output, spoken to line by line as its client does.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use xtask::process::{command, line};

pub(crate) struct McpProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: u64,
}

/// Prepares `sayso mcp`; its `project` makes it an agent of its own.
pub(crate) fn sayso_mcp(sayso: &Path, data_dir: &Path, project: &str) -> Command {
    let mut program = command(sayso);
    program.args(["mcp", "--project", project, "--data-dir"]);
    program.arg(data_dir);
    program
}

impl McpProcess {
    /// Starts a program and completes the handshake as the client of this name.
    pub(crate) fn start(mut program: Command, client: &str) -> Result<Self> {
        let name = line(&program);
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{name}`"))?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut process = Self {
            child,
            input,
            output,
            next_id: 1,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": client, "version": "1"},
        });
        let id = process.begin("initialize", &hello)?;
        process
            .finish(id)
            .with_context(|| format!("`{name}` does not initialize"))?;
        process.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(process)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request without waiting for its reply.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// Waits for the reply to `id`.
    pub(crate) fn finish(&mut self, id: u64) -> Result<Value> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the process ended");
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        // Already gone is what we want.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
