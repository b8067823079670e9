//! Broken request heads, on raw sockets: refused with our own words and all our headers.

use crate::support::{JSON, Reply, TestHub};

/// What every reply carries, no matter which layer refuses the request.
fn assert_strict(reply: &Reply, about: &str) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{about}: {reply:?}");
    }
    let policy = reply.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("frame-ancestors 'none'"), "{about}");
}

#[tokio::test]
async fn broken_request_head_gets_a_refusal_with_the_security_headers() {
    let hub = TestHub::start().await;
    let host = format!("Host: localhost:{}", hub.port);
    let many = "X: a\r\n".repeat(65);
    let long = "a".repeat(17 * 1024);
    for (request, status, code) in [
        ("GARBAGE\r\n\r\n".to_owned(), 400, "bad_request_line"),
        (
            "\u{16}\u{3}\u{1}\r\n\r\n".to_owned(),
            400,
            "bad_request_line",
        ),
        (format!("GET /\r\n{host}\r\n\r\n"), 400, "bad_request_line"),
        (
            format!("GET / HTTP/2.0\r\n{host}\r\n\r\n"),
            400,
            "bad_request_line",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}\r\nno colon\r\n\r\n"),
            400,
            "bad_header",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}\r\nX: a\0\r\n\r\n"),
            400,
            "bad_header",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}\r\n{many}\r\n"),
            431,
            "headers_too_large",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}\r\nX: {long}\r\n\r\n"),
            431,
            "headers_too_large",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}\r\nsayso-fault: invented\r\n\r\n"),
            400,
            "bad_header",
        ),
    ] {
        let reply = hub.raw(&request).await;
        let about = &request[..request.len().min(60)];
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{about}"
        );
        assert_eq!(reply.header("connection"), Some("close"), "{about}");
        assert_strict(&reply, about);
    }
}

#[tokio::test]
async fn hub_refuses_request_lines_without_cr_lf() {
    let hub = TestHub::start().await;
    let host = format!("Host: localhost:{}", hub.port);
    let health = "GET /api/v1/health HTTP/1.1";
    for request in [
        format!("{health}\n{host}\nConnection: close\n\n"),
        format!("{health}\r\n{host}\r\nX: a\nConnection: close\r\n\r\n"),
        format!("{health}\r\n{host}\r\nConnection: close\r\n\n"),
        format!("\n{health}\r\n{host}\r\nConnection: close\r\n\r\n"),
    ] {
        let reply = hub.raw(&request).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (400, "bare_line_feed"),
            "{request:?}"
        );
        assert_strict(&reply, &request);
    }
    let twin = hub
        .raw(&format!("{health}\r\n{host}\r\nConnection: close\r\n\r\n"))
        .await;
    assert_eq!(twin.status, 200);
}

#[tokio::test]
async fn hub_checks_later_heads_of_a_connection_but_not_their_bodies() {
    let hub = TestHub::start().await;
    let host = format!("Host: localhost:{}", hub.port);
    let (origin, body) = (hub.origin(), "{\n\n\"code\":\n\"guess\"}");
    let first = format!(
        "POST /auth/exchange HTTP/1.1\r\n{host}\r\n{origin}\r\n{JSON}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let sent = format!("{first}GET /api/v1/health HTTP/1.1\n{host}\n\n");
    let replies = hub.all_replies(&sent).await;
    assert_eq!(
        replies.matches("HTTP/1.1 401 Unauthorized").count(),
        1,
        "{replies}"
    );
    assert_eq!(
        replies.matches("\"code\":\"bare_line_feed\"").count(),
        1,
        "{replies}"
    );
    let sent = format!(
        "{first}{first}{}",
        first.replace(JSON, &format!("{JSON}\r\nConnection: close"))
    );
    let replies = hub.all_replies(&sent).await;
    assert_eq!(
        replies.matches("HTTP/1.1 401 Unauthorized").count(),
        3,
        "{replies}"
    );
}

#[tokio::test]
async fn hub_refuses_two_lengths_and_closes_after_a_chunked_request() {
    let hub = TestHub::start().await;
    let head = format!(
        "POST /auth/exchange HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\n{JSON}\r\n",
        hub.port,
        hub.origin()
    );
    let (length, chunked) = ("Content-Length: 12\r\n", "Transfer-Encoding: chunked\r\n");
    let chunks = "11\r\n{\"code\": \"guess\"}\r\n0\r\n\r\n";
    let next = format!(
        "GET /api/v1/health HTTP/1.1\nHost: localhost:{}\n\n",
        hub.port
    );
    for headers in [
        format!("{length}{chunked}"),
        format!("{chunked}{length}"),
        format!("{length}{length}"),
        "Content-Length: 12, 12\r\n".to_owned(),
    ] {
        let reply = hub.raw(&format!("{head}{headers}\r\n{chunks}")).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (400, "ambiguous_length"),
            "{headers}"
        );
        assert_strict(&reply, &headers);
    }
    let replies = hub
        .all_replies(&format!("{head}{chunked}\r\n{chunks}{next}"))
        .await;
    assert_eq!(replies.matches("HTTP/1.1 ").count(), 1, "{replies}");
    assert!(replies.contains("code_unknown"), "{replies}");
}

#[tokio::test]
async fn local_socket_refuses_a_bare_line_feed() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let hub = TestHub::start().await;
    let mut stream = tokio::net::UnixStream::connect(hub.socket()).await.unwrap();
    let request = b"GET /api/v1/status HTTP/1.1\nHost: hub\n\n";
    stream.write_all(request).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(
        reply.starts_with("HTTP/1.1 400 ") && reply.contains("bare_line_feed"),
        "{reply}"
    );
}
