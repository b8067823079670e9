//! Agents as the program meets them: one that speaks on its standard input, one over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::place::Place;

const REVISION: &str = "2026-07-28";

/// A `sayso mcp` with its client.
pub(crate) struct StdioAgent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    client: String,
    next_id: u64,
}

impl StdioAgent {
    pub(crate) fn start(place: &Place, client: &str) -> Self {
        Self::start_as(place.command(&["mcp"]), client)
    }

    /// Starts `sayso mcp` by a command that leads to it.
    pub(crate) fn start_as(mut command: Command, client: &str) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
            client: client.to_owned(),
            next_id: 1,
        }
    }

    /// Calls `provide_choice` and returns without waiting.
    pub(crate) fn begin(&mut self, arguments: &Value) -> u64 {
        self.begin_tool("provide_choice", arguments)
    }

    /// Calls a tool and returns without waiting.
    pub(crate) fn begin_tool(&mut self, tool: &str, arguments: &Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.write(&call(id, &self.client, tool, arguments).to_string());
        id
    }

    /// Takes call `id` back.
    pub(crate) fn cancel(&mut self, id: u64) {
        let method = "notifications/cancelled";
        let params = json!({ "requestId": id });
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Writes a line as it stands.
    pub(crate) fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// Reads the next line.
    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).unwrap();
        assert_ne!(read, 0, "sayso mcp ended");
        serde_json::from_str(&line).expect("only protocol on standard output")
    }

    /// Makes any request of a client that declares tasks; returns its result or error.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let mut message = call(id, &self.client, "", &json!({}));
        let mut meta = message["params"]["_meta"].take();
        meta["io.modelcontextprotocol/clientCapabilities"] =
            json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        message["method"] = json!(method);
        message["params"] = params;
        message["params"]["_meta"] = meta;
        self.write(&message.to_string());
        let mut response = self.response(id);
        if response["error"].is_null() {
            response["result"].take()
        } else {
            response["error"].take()
        }
    }

    /// Returns the structured result of call `id`.
    pub(crate) fn finish(&mut self, id: u64) -> Value {
        self.response(id)["result"].take()
    }

    fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls `hitl_request` and returns the structured result.
    pub(crate) fn ask_hitl(&mut self, arguments: &Value) -> Value {
        let id = self.begin_tool("hitl_request", arguments);
        self.finish(id)["structuredContent"].clone()
    }

    pub(crate) fn ask(&mut self, arguments: &Value) -> Value {
        let id = self.begin(arguments);
        self.finish(id)["structuredContent"].clone()
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn call(id: u64, client: &str, tool: &str, arguments: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "method": "tools/call",
        "params": {
            "name": tool,
            "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": REVISION,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": client, "version": "1"},
            },
        },
    })
}

/// An agent that comes over HTTP with a token.
pub(crate) struct HttpAgent {
    pub(crate) port: u16,
    pub(crate) token: String,
}

/// A call whose answer is still to come.
pub(crate) struct HttpCall(TcpStream);

impl HttpAgent {
    pub(crate) fn begin(&self, arguments: &Value) -> HttpCall {
        let body = call(1, "http-agent", "provide_choice", arguments).to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: {REVISION}\r\nMcp-Method: tools/call\r\nMcp-Name: provide_choice\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.token,
            body.len()
        )
        .unwrap();
        HttpCall(stream)
    }
}

impl HttpCall {
    /// Returns the structured result.
    pub(crate) fn finish(mut self) -> Value {
        let mut reply = String::new();
        self.0.read_to_string(&mut reply).unwrap();
        let start = reply
            .find("{\"jsonrpc\"")
            .unwrap_or_else(|| panic!("{reply}"));
        let mut messages = serde_json::Deserializer::from_str(&reply[start..]).into_iter::<Value>();
        messages.next().unwrap().unwrap()["result"]["structuredContent"].clone()
    }
}

/// A question of this title between `a` and `b`.
pub(crate) fn question(title: &str) -> Value {
    json!({
        "title": title,
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}],
        "interface": "web",
    })
}
