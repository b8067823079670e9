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
        // Whatever is ready now; a connection that was refused never ends without a limit.
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
async fn sound_requests_arrive_byte_for_byte_however_they_are_cut() {
    let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    let post = "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\na\nb\nc";
    let socket = "GET /c HTTP/1.1\r\nUpgrade: x\r\n\r\n\n\nanything\n";
    let sent = format!("{get}{post}{get}{post}{socket}");
    for piece in [1, 2, 7, 30, sent.len()] {
        assert_eq!(arrives(&sent, piece).await, sent, "{piece}");
    }
}

#[tokio::test]
async fn a_broken_head_is_replaced_and_nothing_comes_after_it() {
    let post = "POST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\na\nb";
    let bare = "GET /a HTTP/1.1\nHost: a\n\nGET /c HTTP/1.1\r\n\r\n";
    let sent = format!("{post}{bare}");
    let expected = format!("{post}{}", substitute("bare_line_feed"));
    for piece in [1, 2, 7, sent.len()] {
        assert_eq!(arrives(&sent, piece).await, expected, "{piece}");
    }
}

#[tokio::test]
async fn the_peers_end_is_told() {
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
async fn a_request_that_was_answered_early_runs_out_before_the_connection_ends() {
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
async fn a_peer_that_never_stops_is_not_waited_for() {
    let (mut ours, theirs) = duplex(1024);
    let mut checked = CheckedHeads::new(theirs, LIMITS);
    ours.write_all(b"GARBAGE\r\n\r\n").await.unwrap();
    checked.read_exact(&mut [0; 16]).await.unwrap();
    checked.shutdown().await.unwrap();
}

#[test]
fn every_fault_is_refused_by_its_own_name_and_an_invented_one_too() {
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
