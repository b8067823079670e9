//! One MCP server on standard input and output, spoken to line by line as its client does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use xtask::process::line;

pub(crate) struct McpProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    next_id: u64,
}

impl McpProcess {
    /// Starts a program and completes the handshake as the client of this name.
    pub(crate) fn start(program: Command, client: &str) -> Result<Self> {
        let name = line(&program);
        let mut process = Self::spawn(program, Stdio::null())?;
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": client, "version": "1"},
        });
        let id = process.begin("initialize", &hello)?;
        process
            .finish(id)
            .with_context(|| format!("`{name}` does not initialize"))?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        process.send(ready.to_string().as_bytes())?;
        Ok(process)
    }

    /// Starts a program and says nothing yet.
    pub(crate) fn spawn(mut program: Command, stderr: Stdio) -> Result<Self> {
        let name = line(&program);
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .with_context(|| format!("cannot start `{name}`"))?;
        Ok(Self {
            input: child.stdin.take(),
            output: child.stdout.take().map(BufReader::new),
            child,
            next_id: 1,
        })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request without waiting for its reply.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(request.to_string().as_bytes())?;
        Ok(id)
    }

    /// Waits for the reply to `id`.
    pub(crate) fn finish(&mut self, id: u64) -> Result<Value> {
        loop {
            let mut line = String::new();
            let output = self
                .output
                .as_mut()
                .context("the output is read elsewhere")?;
            if output.read_line(&mut line)? == 0 {
                bail!("the process ended");
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    /// Sends one line without checking it.
    pub(crate) fn send(&mut self, line: &[u8]) -> Result<()> {
        let input = self.input.as_mut().context("the input is closed")?;
        input
            .write_all(&[line, b"\n"].concat())
            .context("the process ended")
    }

    /// Hands out the output, to be read while something else is sent.
    pub(crate) fn take_output(&mut self) -> Result<BufReader<ChildStdout>> {
        self.output.take().context("the output is read elsewhere")
    }

    /// Ends its input, which tells it to leave.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        // Already gone is what we want.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
