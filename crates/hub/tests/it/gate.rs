//! Every refusal has a positive twin: the same request, allowed.

use crate::support::{JSON, TestHub};

#[tokio::test]
async fn hub_refuses_another_origin_a_wrong_host_and_a_missing_key() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let path = "/api/v1/interactions";
    let allowed = hub
        .send("GET", path, &[cookie.clone(), key.clone()], "")
        .await;
    assert_eq!(allowed.status, 200, "{}", allowed.body);

    let other = TestHub::start().await;
    let [other_cookie, other_key] = other.sign_in().await;
    let foreign = "Origin: https://evil.example".to_owned();
    for (headers, status, code) in [
        (vec![], 401, "sign_in_required"),
        (vec![cookie.clone()], 401, "sign_in_required"),
        (vec![key.clone()], 401, "sign_in_required"),
        (vec![cookie.clone(), other_key], 401, "sign_in_required"),
        (vec![other_cookie, key.clone()], 401, "sign_in_required"),
        (
            vec![cookie.clone(), cookie.clone(), key.clone()],
            401,
            "sign_in_required",
        ),
        (
            vec![cookie.clone(), key.clone(), foreign],
            403,
            "origin_not_allowed",
        ),
        (
            vec![
                cookie.clone(),
                key.clone(),
                "Sec-Fetch-Site: same-site".into(),
            ],
            403,
            "cross_site",
        ),
    ] {
        let reply = hub.send("GET", path, &headers, "").await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{headers:?}"
        );
    }
    for (host, status) in [
        (format!("localhost:{}", hub.port), 200),
        (format!("127.0.0.1:{}", hub.port), 200),
        (format!("[::1]:{}", hub.port), 200),
        ("localhost".to_owned(), 403),
        (format!("rebound.example:{}", hub.port), 403),
    ] {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\n{key}\r\nConnection: close\r\n\r\n"
        );
        assert_eq!(hub.raw(&request).await.status, status, "{host}");
    }
}

#[tokio::test]
async fn hub_accepts_changes_only_as_json_from_its_own_origin() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let signed_in = |more: &[&str]| {
        let more = more.iter().map(|header| (*header).to_owned());
        [cookie.clone(), key.clone()]
            .into_iter()
            .chain(more)
            .collect::<Vec<_>>()
    };
    let origin = hub.origin();
    let body = r#"{"theme":"dark"}"#;
    for (headers, status) in [
        (signed_in(&[&origin, JSON]), 200),
        (signed_in(&[JSON]), 403),
        (signed_in(&["Origin: null", JSON]), 403),
        (signed_in(&["Origin: http://localhost:3000", JSON]), 403),
        (signed_in(&[&origin, "Content-Type: text/plain"]), 415),
        (signed_in(&[&origin]), 415),
        (signed_in(&[&origin, JSON, "Content-Encoding: gzip"]), 415),
    ] {
        let reply = hub.send("PATCH", "/api/v1/settings", &headers, body).await;
        assert_eq!(reply.status, status, "{headers:?} {}", reply.body);
    }
    for method in ["OPTIONS", "TRACE"] {
        assert_eq!(
            hub.send(method, "/api/v1/settings", &[], "").await.status,
            405
        );
    }
}

#[tokio::test]
async fn every_reply_carries_the_security_headers_and_no_cors_header() {
    let hub = TestHub::start().await;
    for path in ["/", "/login", "/nowhere", "/api/v1/interactions", "/mcp"] {
        let reply = hub.send("GET", path, &[], "").await;
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(
            reply.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
        assert!(
            reply
                .headers
                .keys()
                .all(|name| !name.starts_with("access-control-")),
            "{path}"
        );
        assert_eq!(reply.header("server"), None);
    }
}

#[tokio::test]
async fn hub_refuses_large_deep_and_malformed_bodies_with_different_codes() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let headers = [cookie, key, hub.origin(), JSON.to_owned()];
    let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
    let large = format!("{{\"theme\":\"{}\"}}", "x".repeat(1_100_000));
    for (body, status, code) in [
        ("{", 400, "malformed"),
        (deep.as_str(), 400, "malformed"),
        ("[1]", 422, "invalid_request"),
        (large.as_str(), 413, "body_too_large"),
        (r#"{"theme":"pink"}"#, 422, "setting_not_a_choice"),
    ] {
        let reply = hub.send("PATCH", "/api/v1/settings", &headers, body).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{}",
            &body[..body.len().min(40)]
        );
    }
}

#[tokio::test]
async fn mcp_endpoint_accepts_bearer_tokens_and_no_browser_session() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let reply = hub
        .send("POST", "/mcp", &[cookie, key, JSON.into()], "{}")
        .await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (401, "token_required")
    );
    let made = protocol::CreateToken {
        name: "ci".into(),
        directory: String::new(),
        expires_in_days: 1,
    };
    let secret = hub.person().create_token(&made).await.unwrap().secret;
    let bearer = format!("Authorization: Bearer {secret}");
    let admitted = hub
        .send("POST", "/mcp", &[bearer.clone(), JSON.into()], "{}")
        .await;
    assert_eq!(
        admitted.code(),
        "not_found",
        "no MCP service is wired in here, but the gate let it through"
    );
    let from_a_page = hub
        .send(
            "POST",
            "/mcp",
            &[bearer.clone(), JSON.into(), hub.origin()],
            "{}",
        )
        .await;
    assert_eq!(from_a_page.code(), "origin_not_allowed");
    let elsewhere = hub.send("GET", "/api/v1/interactions", &[bearer], "").await;
    assert_eq!(elsewhere.code(), "sign_in_required");
}
