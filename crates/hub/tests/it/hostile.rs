//! Callers that are not who they say, or ask for what is not theirs. Each table has its twin.

use protocol::CreateToken;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use crate::support::{JSON, Reply, TestHub, question};

const READ: &str = "/api/v1/interactions";

#[tokio::test]
async fn hub_refuses_half_a_session_and_mixed_halves() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let [other_cookie, other_key] = hub.sign_in().await;
    let (_, key_value) = key.split_once(": ").unwrap();
    let in_address = format!("{READ}?key={key_value}&x-hub-key={key_value}");
    for (path, headers) in [
        (READ, vec![cookie.clone()]),
        (READ, vec![key.clone()]),
        (READ, vec![cookie.clone(), other_key.clone()]),
        (READ, vec![other_cookie.clone(), key.clone()]),
        (READ, vec![cookie.clone(), key.clone(), other_key]),
        (READ, vec![cookie.clone(), other_cookie, key.clone()]),
        (READ, vec![cookie.clone(), "X-Hub-Key: ".into()]),
        (READ, vec![cookie.clone(), format!("{key}0")]),
        (READ, vec![format!("{cookie}; x-hub-key={key_value}")]),
        (
            READ,
            vec!["Cookie: hub_sid_1=0123456789abcdef".into(), key.clone()],
        ),
        (in_address.as_str(), vec![cookie.clone()]),
        (
            READ,
            vec![
                "X-Sayso-Surface: cli".into(),
                "X-Real-IP: 127.0.0.1".into(),
                "X-Forwarded-For: 127.0.0.1".into(),
            ],
        ),
    ] {
        let reply = hub.send("GET", path, &headers, "").await;
        assert_eq!(reply.code(), "sign_in_required", "{path} {headers:?}");
    }
    let whole = hub.send("GET", READ, &[cookie, key], "").await;
    assert_eq!(whole.status, 200);
}

#[tokio::test]
async fn token_works_only_in_the_authorization_header_and_until_it_is_revoked() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let create = async |name: &str| {
        let made = CreateToken {
            name: name.into(),
            directory: String::new(),
            expires_in_days: 1,
        };
        hub.person().create_token(&made).await.unwrap()
    };
    let (good, other, gone) = (create("a").await, create("b").await, create("c").await);
    hub.person().revoke_token(&gone.token.id).await.unwrap();
    let bearer = |token: &str| format!("Authorization: Bearer {token}");
    let secret = good.secret.as_str();
    let in_address = format!("/mcp?access_token={secret}&token={secret}");
    let (_, key_value) = key.split_once(": ").unwrap();
    for (path, headers) in [
        ("/mcp", vec![]),
        ("/mcp", vec![bearer(&gone.secret)]),
        ("/mcp", vec![bearer(&secret[..7])]),
        ("/mcp", vec![format!("Authorization: {secret}")]),
        ("/mcp", vec![format!("Authorization: Basic {secret}")]),
        ("/mcp", vec![bearer(secret), bearer(&other.secret)]),
        ("/mcp", vec![bearer(key_value)]),
        ("/mcp", vec![format!("Cookie: token={secret}")]),
        ("/mcp", vec![cookie, key.clone()]),
        (in_address.as_str(), vec![]),
    ] {
        let json = [JSON.to_owned()];
        let headers: Vec<String> = headers.into_iter().chain(json).collect();
        let reply = hub.send("POST", path, &headers, "{}").await;
        assert_eq!(reply.code(), "token_required", "{path} {headers:?}");
    }
    let admitted = [bearer(secret), JSON.to_owned()];
    let reply = hub.send("POST", "/mcp", &admitted, "{}").await;
    assert_eq!(reply.code(), "not_found", "the gate let it through");
}

/// Over the socket every caller is the same user: what the caller says it is decides.
#[tokio::test]
async fn routes_for_people_refuse_agents_and_routes_for_agents_refuse_people() {
    let hub = TestHub::start().await;
    let asker = r#"X-Sayso-Asker: {"client":"codex","directory":"/src/shop"}"#;
    let mut tried = 0;
    for (path, methods) in hub::openapi()["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let (claim, expected) = match operation["tags"][0].as_str().unwrap() {
                "people" => (asker, "people_only"),
                "local" => (asker, "local_only"),
                "agents" => ("Accept: */*", "agents_only"),
                _ => continue,
            };
            let path = path.replace("{id}", &"0".repeat(32));
            let method = method.to_uppercase();
            let reply = local(&hub, &method, &path, claim).await;
            assert_eq!(reply.code(), expected, "{method} {path}");
            tried += 1;
        }
    }
    assert!(tried > 30, "only {tried} routes are documented");
    let person = local(&hub, "GET", READ, "Accept: */*").await;
    assert_eq!(person.status, 200);
}

async fn local(hub: &TestHub, method: &str, path: &str, header: &str) -> Reply {
    let mut stream = UnixStream::connect(hub.socket()).await.unwrap();
    // The live stream is asked for as one does; for every other route this means nothing.
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n{JSON}\r\n\
         Connection: close, upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    Reply::parse(&String::from_utf8_lossy(&bytes))
}

#[tokio::test]
async fn hub_does_not_serve_paths_that_only_resemble_its_own() {
    let hub = TestHub::start().await;
    let headers = hub.sign_in().await;
    let asked = hub.agent("codex").ask(&question()).await.unwrap();
    let id = asked.interaction.session_id;
    let one = |rest: &str| format!("{READ}/{rest}");
    for (path, expected) in [
        ("/assets/../../../../etc/passwd".into(), "not_found"),
        ("/assets/..%2f..%2fCargo.toml".into(), "not_found"),
        ("/assets/%2e%2e%2f%2e%2e%2fCargo.toml".into(), "not_found"),
        ("/assets/..%252f..%252fCargo.toml".into(), "not_found"),
        ("/assets/..\\..\\Cargo.toml".into(), "not_found"),
        ("/assets/..%5c..%5cCargo.toml".into(), "not_found"),
        ("/assets//etc/passwd".into(), "not_found"),
        ("/assets/%2fetc%2fpasswd".into(), "not_found"),
        ("/assets/index.js%00.css".into(), "not_found"),
        ("/assets/.gitignore".into(), "not_found"),
        ("/assets/sayso.db".into(), "not_found"),
        ("/assets/%c0%ae%c0%ae%c0%af".into(), "bad_path"),
        ("/login/../api/v1/status".into(), "not_found"),
        ("/API/v1/status".into(), "not_found"),
        ("/api%2fv1/status".into(), "not_found"),
        ("//api/v1/status".into(), "not_found"),
        ("/api/v1/status/plain".into(), "not_found"),
        ("/api/v1/status;/login".into(), "not_found"),
        ("/mcp/".into(), "token_required"),
        (one("..%2fstatus"), "unknown_session"),
        (one(&format!("{id}%00")), "unknown_session"),
        (one("'%20OR%20'1'='1"), "unknown_session"),
        (one("%25"), "unknown_session"),
        (one(&format!("{id}%0d%0aX:%20y")), "unknown_session"),
        (one("%ff%fe"), "bad_path"),
    ] {
        let path: String = path;
        let reply = hub.send("GET", &path, &headers, "").await;
        assert_eq!(reply.code(), expected, "{path}");
    }
    for path in ["/api/v1/status/plain", "/api/v1/status;/login"] {
        let stranger = hub.send("GET", path, &[], "").await;
        assert_eq!(stranger.code(), "sign_in_required", "{path}");
    }
    let found = hub.send("GET", &one(&id), &headers, "").await;
    assert_eq!(found.status, 200);
}
