//! Streamable HTTP behind a gate that has left the token's holder in the request.

use std::convert::Infallible;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use mcp::HttpService;
use protocol::route::{AskerClaim, TokenHolder};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::agent::{MODERN, question};
use crate::hub::{Hub, ID, selected, summary};

fn service(hub: &Hub) -> HttpService {
    mcp::http_service(
        hub.wiring(mcp::Offer::default()),
        7297,
        CancellationToken::new(),
    )
}

fn holder() -> TokenHolder {
    TokenHolder {
        token_id: "t1".into(),
        name: "ci".into(),
        directory: "/srv/app".into(),
    }
}

/// A call in the stateless revision, as it comes through the gate.
fn call(client: Option<&str>, arguments: Value) -> Request<Full<Bytes>> {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    if let Some(name) = client {
        meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": name, "version": "9" });
    }
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "provide_choice", "arguments": arguments, "_meta": meta },
    });
    Request::post("/mcp")
        .header("host", "127.0.0.1:7297")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", MODERN)
        .header("mcp-method", "tools/call")
        .header("mcp-name", "provide_choice")
        .extension(holder())
        .body(Full::new(Bytes::from(body.to_string())))
        .unwrap()
}

async fn message(response: Response<BoxBody<Bytes, Infallible>>) -> Value {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = std::str::from_utf8(&bytes).unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let json = data
        .map(str::trim)
        .find(|data| !data.is_empty())
        .unwrap_or(text);
    serde_json::from_str(json).unwrap_or_else(|_| panic!("no message in {text:?}"))
}

#[tokio::test]
async fn http_call_asks_as_its_token_holder_and_sends_a_receipt() {
    for (client, name, version) in [
        (Some("opencode"), "opencode", Some("9")),
        (None, "ci", None),
    ] {
        let hub = Hub::new();
        let service = service(&hub);
        let answering =
            tokio::spawn(async move { service.oneshot(call(client, question())).await.unwrap() });
        let asked = hub.take_question("web").await;
        let claim = AskerClaim {
            attempt_key: None,
            client: name.into(),
            version: version.map(str::to_owned),
            directory: "/srv/app".into(),
            token_id: Some("t1".into()),
            mcp: false,
        };
        assert_eq!(asked.asker, Some(claim));
        hub.next().await.reply(&selected()).await;
        let mut receipt = hub.next().await;
        assert!(receipt.line.ends_with("/receipt"), "{}", receipt.line);
        receipt.reply(&summary("web")).await;
        let message = message(answering.await.unwrap()).await;
        let result = &message["result"]["structuredContent"];
        assert_eq!(result["session_id"], ID);
        assert_eq!(result["selected_ids"], json!(["wide"]));
    }
}

#[tokio::test]
async fn http_call_ends_its_wait_when_the_response_is_closed() {
    let hub = Hub::new();
    let service = service(&hub);
    let answering = tokio::spawn(async move {
        let response = service.oneshot(call(None, question())).await.unwrap();
        response.into_body().collect().await
    });
    hub.take_question("web").await;
    let wait = hub.next().await;
    answering.abort();
    wait.hung_up().await;
}

#[tokio::test]
async fn http_service_refuses_an_origin_or_a_foreign_host() {
    for (header, value) in [
        ("origin", "http://127.0.0.1:7297"),
        ("host", "evil.example:7297"),
    ] {
        let hub = Hub::new();
        let mut request = call(None, question());
        request.headers_mut().insert(header, value.parse().unwrap());
        let status = service(&hub).oneshot(request).await.unwrap().status();
        assert_eq!(status, StatusCode::FORBIDDEN, "{header}");
    }
}

#[tokio::test]
async fn http_service_refuses_a_request_that_did_not_pass_the_gate() {
    let hub = Hub::new();
    let mut request = call(None, question());
    request.extensions_mut().clear();
    let message = message(service(&hub).oneshot(request).await.unwrap()).await;
    assert_eq!(message["error"]["code"], -32603);
}

/// A request of a session in an older revision.
fn in_session(session: Option<&str>, body: &Value) -> Request<Full<Bytes>> {
    let mut request = Request::post("/mcp")
        .header("host", "localhost:7297")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .extension(holder());
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let body = Full::new(Bytes::from(body.to_string()));
    request.body(body).unwrap()
}

/// Begins a session and returns its id.
async fn begin_session(service: &HttpService) -> String {
    let start = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "opencode", "version": "9" } } });
    let response = service.clone().oneshot(in_session(None, &start)).await;
    let response = response.unwrap();
    let session = response.headers()["mcp-session-id"].to_str().unwrap();
    let session = session.to_owned();
    let begun = message(response).await;
    assert_eq!(begun["result"]["protocolVersion"], "2025-06-18");
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let noted = service
        .clone()
        .oneshot(in_session(Some(&session), &initialized));
    assert!(noted.await.unwrap().status().is_success());
    session
}

fn call_in_session() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "provide_choice", "arguments": question() } })
}

#[tokio::test]
async fn http_session_of_an_older_revision_checks_the_token_of_each_request() {
    let hub = Hub::new();
    let service = service(&hub);
    let session = begin_session(&service).await;
    let request = in_session(Some(&session), &call_in_session());
    let answering =
        tokio::spawn(async move { message(service.oneshot(request).await.unwrap()).await });
    let asked = hub.take_question("terminal").await;
    let asker = asked.asker.unwrap();
    assert_eq!(
        (asker.client.as_str(), asker.token_id.as_deref()),
        ("opencode", Some("t1"))
    );
    let result = answering.await.unwrap()["result"]["structuredContent"].take();
    assert_eq!(result["action_status"], "pending");
}

#[tokio::test]
async fn http_session_ends_its_wait_when_the_client_is_gone() {
    let hub = Hub::new();
    let service = service(&hub);
    let session = begin_session(&service).await;
    let request = in_session(Some(&session), &call_in_session());
    let response = service.clone().oneshot(request).await.unwrap();
    let reading = tokio::spawn(async move { response.into_body().collect().await });
    hub.take_question("web").await;
    let wait = hub.next().await;
    reading.abort();
    wait.hung_up().await;
}

#[tokio::test]
async fn http_session_does_not_exist_for_another_token() {
    let hub = Hub::new();
    let service = service(&hub);
    let send = async |method: &str, token: &str, session: Option<&str>, body: Value| {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("host", "localhost:7297")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-06-18")
            .extension(TokenHolder {
                token_id: token.into(),
                ..holder()
            });
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        let body = Full::new(Bytes::from(body.to_string()));
        let request = request.body(body).unwrap();
        service.clone().oneshot(request).await.unwrap()
    };
    let start = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "opencode", "version": "9" } } });
    let begun = send("POST", "t1", None, start).await;
    let session = begun.headers()["mcp-session-id"].to_str().unwrap();
    let tools = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    for (method, token, status) in [
        ("POST", "t2", 404),
        ("GET", "t2", 404),
        // Nothing is ended, and whether there was something is not told.
        ("DELETE", "t2", 202),
        ("POST", "t1", 200),
        ("GET", "t1", 200),
        ("DELETE", "t1", 202),
        ("POST", "t1", 404),
    ] {
        let reply = send(method, token, Some(session), tools.clone()).await;
        assert_eq!(reply.status(), status, "{method} {token}");
    }
}
