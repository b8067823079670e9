//! Heads on their way through a connection: whole, cut, broken.

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::*;

const LIMITS: HeadLimits = HeadLimits {
    headers: 8,
    bytes: 256,
};

/// What arrives of `sent` when it comes in pieces of this size.
async fn arrives(sent: &str, piece: usize) -> String {
    let (mut ours, theirs) = duplex(64 * 1024);
    let mut checked = CheckedHeads::new(theirs, LIMITS);
    let mut seen = Vec::new();
    for bytes in sent.as_bytes().chunks(piece) {
        ours.write_all(bytes).await.unwrap();
        let mut buffer = [0; 64];
        // Reads only the bytes that are ready now, because a refused connection stays open for a
        // while.
        while let Some(Ok(read)) = futures_util::FutureExt::now_or_never(checked.read(&mut buffer))
        {
            seen.extend_from_slice(&buffer[..read]);
        }
    }
    String::from_utf8(seen).unwrap()
}

fn substitute(code: &str) -> String {
    format!("GET / HTTP/1.1\r\nhost: localhost\r\nsayso-fault: {code}\r\n\r\n")
}

#[tokio::test]
async fn checked_heads_pass_valid_requests_unchanged_in_pieces_of_any_size() {
    let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    let post = "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\na\nb\nc";
    let socket = "GET /c HTTP/1.1\r\nUpgrade: x\r\n\r\n\n\nanything\n";
    let sent = format!("{get}{post}{get}{post}{socket}");
    for piece in [1, 2, 7, 30, sent.len()] {
        assert_eq!(arrives(&sent, piece).await, sent, "{piece}");
    }
}

#[tokio::test]
async fn checked_heads_replace_a_broken_head_and_drop_everything_after_it() {
    let post = "POST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\na\nb";
    let bare = "GET /a HTTP/1.1\nHost: a\n\nGET /c HTTP/1.1\r\n\r\n";
    let sent = format!("{post}{bare}");
    let expected = format!("{post}{}", substitute("bare_line_feed"));
    for piece in [1, 2, 7, sent.len()] {
        assert_eq!(arrives(&sent, piece).await, expected, "{piece}");
    }
}

#[tokio::test]
async fn checked_heads_pass_on_the_end_of_the_stream() {
    for sent in ["", "GET / HT", "GET / HTTP/1.1\r\n\r\n"] {
        let (mut ours, theirs) = duplex(1024);
        ours.write_all(sent.as_bytes()).await.unwrap();
        drop(ours);
        let mut arrived = String::new();
        let mut checked = CheckedHeads::new(theirs, LIMITS);
        checked.read_to_string(&mut arrived).await.unwrap();
        let whole = if sent.ends_with("\r\n\r\n") { sent } else { "" };
        assert_eq!(arrived, whole, "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn checked_heads_drain_a_refused_request_before_closing() {
    let (mut ours, theirs) = duplex(8);
    let mut checked = CheckedHeads::new(theirs, LIMITS);
    let sent = tokio::spawn(async move {
        ours.write_all(b"GARBAGE\r\n\r\nand much more than the pipe holds")
            .await
    });
    checked.read_exact(&mut [0; 16]).await.unwrap();
    checked.shutdown().await.unwrap();
    sent.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn checked_heads_close_without_waiting_for_a_peer_that_keeps_its_end_open() {
    let (mut ours, theirs) = duplex(1024);
    let mut checked = CheckedHeads::new(theirs, LIMITS);
    ours.write_all(b"GARBAGE\r\n\r\n").await.unwrap();
    checked.read_exact(&mut [0; 16]).await.unwrap();
    checked.shutdown().await.unwrap();
}

#[test]
fn head_refusal_has_the_code_of_its_fault_and_refuses_unknown_faults() {
    for fault in Fault::ALL {
        let headers = HeaderMap::from_iter([(
            http::HeaderName::from_static(FAULT_HEADER),
            http::HeaderValue::from_static(fault.code()),
        )]);
        assert_eq!(refusal(&headers).unwrap_err().code(), fault.code());
    }
    let invented = HeaderMap::from_iter([(
        http::HeaderName::from_static(FAULT_HEADER),
        http::HeaderValue::from_static("anything"),
    )]);
    assert_eq!(refusal(&invented).unwrap_err().code(), "bad_header");
    assert!(refusal(&HeaderMap::new()).is_ok());
}
