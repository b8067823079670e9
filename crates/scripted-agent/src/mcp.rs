//! Just enough of an MCP client to call one tool of a server on stdio.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// Starts the server that the client of the agent gave, and calls a tool of it. Returns the result or
/// the error.
pub(crate) fn call(server: &Value, tool: &str, arguments: &Value) -> Value {
    let mut child = start(server);
    let mut stdin = child.stdin.take().expect("it is piped");
    let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let client = json!({"name": "scripted-agent", "version": "1"});
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments}}),
    ];
    for message in messages {
        writeln!(stdin, "{message}").expect("the server reads");
    }
    let answer = stdout
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str::<Value>(&line).ok())
        .find(|message| message["id"] == 2);
    drop(stdin);
    child.wait().expect("the server ends with its input");
    let answer = answer.unwrap_or_else(|| json!({"error": "the server closed its output"}));
    let said = answer.get("result").or(answer.get("error"));
    said.cloned().unwrap_or_default()
}

#[expect(
    clippy::disallowed_methods,
    reason = "an agent starts the servers that it is given"
)]
fn start(server: &Value) -> Child {
    let command = server["command"]
        .as_str()
        .expect("a server on stdio was given");
    let strings = |value: &Value| -> Vec<String> {
        let values = value.as_array().into_iter().flatten();
        values
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let variables = server["env"].as_array().into_iter().flatten();
    let variables = variables
        .filter_map(|variable| Some((variable["name"].as_str()?, variable["value"].as_str()?)));
    Command::new(command)
        .args(strings(&server["args"]))
        .envs(variables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server can be started")
}
