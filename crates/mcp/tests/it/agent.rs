//! A client that writes and reads JSON-RPC lines, in each revision of the protocol.

use std::time::Duration;

use mcp::ServeError;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::hub::{Hub, PATIENCE};

pub(crate) const LEGACY: [&str; 2] = ["2025-06-18", "2025-11-25"];
pub(crate) const MODERN: &str = "2026-07-28";

pub(crate) struct Agent {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
    /// Sent along with every request.
    meta: Value,
    pub(crate) stop: CancellationToken,
    served: JoinHandle<Result<(), ServeError>>,
}

impl Agent {
    /// Connects without a word.
    pub(crate) fn connect(hub: &Hub) -> Self {
        Self::connect_narrow(hub, 64 * 1024)
    }

    /// Connects over pipes that hold `capacity` bytes.
    pub(crate) fn connect_narrow(hub: &Hub, capacity: usize) -> Self {
        Self::connect_with(hub, capacity, mcp::Offer::default())
    }

    /// Connects as a client that is offered these tools, and gets as far as the first call.
    pub(crate) async fn offered(hub: &Hub, offer: mcp::Offer) -> Self {
        let mut agent = Self::connect_with(hub, 64 * 1024, offer);
        agent.greet(LEGACY[1], "nobody-knows-me").await;
        agent
    }

    fn connect_with(hub: &Hub, capacity: usize, offer: mcp::Offer) -> Self {
        let (near, far) = duplex(capacity);
        let (input, output) = split(far);
        let stop = CancellationToken::new();
        let directory = "/src/shop".to_owned();
        let serving = mcp::serve_streams(hub.wiring(offer), directory, input, output, stop.clone());
        let served = tokio::spawn(serving);
        let (input, output) = split(near);
        Self {
            lines: BufReader::new(input).lines(),
            output,
            meta: json!({}),
            stop,
            served,
        }
    }

    /// Connects and gets as far as the first call, in `revision`.
    pub(crate) async fn ready(hub: &Hub, revision: &str, name: &str) -> Self {
        let mut agent = Self::connect(hub);
        agent.greet(revision, name).await;
        agent
    }

    /// Connects as a client that declares what it can do.
    pub(crate) async fn able(hub: &Hub, revision: &str, capabilities: Value) -> Self {
        let mut agent = Self::connect(hub);
        agent
            .greet_with(revision, "nobody-knows-me", capabilities)
            .await;
        agent
    }

    pub(crate) async fn greet(&mut self, revision: &str, name: &str) {
        self.greet_with(revision, name, json!({})).await;
    }

    async fn greet_with(&mut self, revision: &str, name: &str, capabilities: Value) {
        let info = json!({ "name": name, "version": "9" });
        if revision == MODERN {
            self.meta = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": capabilities,
                "io.modelcontextprotocol/clientInfo": info,
            });
            return;
        }
        let params = json!({
            "protocolVersion": revision, "capabilities": capabilities, "clientInfo": info,
        });
        let result = self.request("start", "initialize", params).await;
        assert_eq!(result["result"]["protocolVersion"], revision);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.output.write_all(line.as_bytes()).await.unwrap();
    }

    /// Sends the same line until the other side takes no more; returns how many it took.
    pub(crate) async fn send_until_full(&mut self, line: &str) -> usize {
        let line = format!("{line}\n");
        let mut sent = 0;
        let patience = Duration::from_millis(200);
        while timeout(patience, self.output.write_all(line.as_bytes()))
            .await
            .is_ok()
        {
            sent += 1;
        }
        sent
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = timeout(PATIENCE, self.lines.next_line())
            .await
            .expect("a message in time");
        let line = line.unwrap().expect("the server still speaks");
        serde_json::from_str(&line).expect("nothing but protocol on the stream")
    }

    /// Sends a request without waiting for its response.
    pub(crate) async fn start(&mut self, id: &str, method: &str, mut params: Value) {
        for (key, value) in self.meta.as_object().unwrap() {
            params["_meta"][key] = value.clone();
        }
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&request).await;
    }

    pub(crate) async fn request(&mut self, id: &str, method: &str, params: Value) -> Value {
        self.start(id, method, params).await;
        let response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        response
    }

    /// Starts a call of `provide_choice`.
    pub(crate) async fn call(&mut self, id: &str, arguments: Value) {
        self.start(
            id,
            "tools/call",
            json!({ "name": "provide_choice", "arguments": arguments }),
        )
        .await;
    }

    /// Starts a call of `provide_choice` that wants progress.
    pub(crate) async fn call_with_progress(&mut self, id: &str, arguments: Value) {
        let params = json!({
            "name": "provide_choice", "arguments": arguments, "_meta": { "progressToken": "p1" },
        });
        self.start(id, "tools/call", params).await;
    }

    /// Starts a call of any tool.
    pub(crate) async fn call_tool(&mut self, id: &str, tool: &str, arguments: Value) {
        let params = json!({ "name": tool, "arguments": arguments });
        self.start(id, "tools/call", params).await;
    }

    /// Receives the response to `id`, which is one plain message.
    pub(crate) async fn plain(&mut self, id: &str) -> String {
        let response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        let result = &response["result"];
        assert_ne!(result["isError"], true, "{response}");
        assert!(result.get("structuredContent").is_none(), "{response}");
        let text = result["content"][0]["text"].as_str();
        text.expect("a text").to_owned()
    }

    /// Receives the response to `id` and returns its structured content.
    ///
    /// The text, which clients may show instead, must say the same.
    pub(crate) async fn result(&mut self, id: &str) -> Value {
        let response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        let result = &response["result"];
        let text = result["content"][0]["text"]
            .as_str()
            .expect("a text beside the structure");
        assert_eq!(
            serde_json::from_str::<Value>(text).unwrap(),
            result["structuredContent"]
        );
        let failed = result["structuredContent"].get("error").is_some();
        assert_eq!(result["isError"], failed, "{response}");
        result["structuredContent"].clone()
    }

    pub(crate) async fn cancel(&mut self, id: &str) {
        let params = json!({ "requestId": id });
        let method = "notifications/cancelled";
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Closes the agent's end of both pipes' input and returns what else the server had to say.
    pub(crate) async fn leave(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        self.output.shutdown().await.unwrap();
        let mut rest = Vec::new();
        while let Some(line) = self.lines.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        (rest, self.served.await.unwrap())
    }
}

pub(crate) fn question() -> Value {
    json!({
        "title": "Which schema?",
        "prompt": "Migrating the orders table; both layouts work.",
        "selection_mode": "single",
        "options": [{ "id": "wide" }, { "id": "narrow" }],
    })
}
