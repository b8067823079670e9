//! One `sayso mcp`, spoken to line by line as its client does.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::process::command;

pub(crate) struct McpProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: u64,
}

impl McpProcess {
    /// Starts the program on a data directory and completes the handshake.
    pub(crate) fn start(sayso: &Path, data_dir: &Path) -> Result<Self> {
        let mut program = command(sayso);
        program.args(["mcp", "--data-dir"]).arg(data_dir);
        Self::start_as(program, "bench")
    }

    /// Starts `program`, which is `sayso mcp`, as the client of this name.
    pub(crate) fn start_as(mut program: Command, client: &str) -> Result<Self> {
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start sayso mcp")?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut process = Self {
            child,
            input,
            output,
            next_id: 1,
        };
        process.request(
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": client, "version": "1"},
            }),
        )?;
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
                bail!("sayso mcp ended");
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value> {
        let id = self.begin(method, params)?;
        self.finish(id)
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
