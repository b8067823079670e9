//! Where one request ends and the next begins: shapes that two programs read differently.
//!
//! The requests are written out byte by byte. The twin of each is the same call, well formed.

use anyhow::Result;

use super::stage::{Door, Stage};
use super::{Attack, Try};

/// A call, well formed up to its own headers; works on both listeners.
const HEAD: &str = "POST /api/v1/interactions/{question}/view HTTP/1.1\r\nHost: {host}\r\n\
    Origin: {origin}\r\nCookie: {cookie}\r\nX-Hub-Key: {key}\r\nContent-Type: application/json\r\n";
/// Another call that must not be read out of the first one's tail.
const NEXT: &str = "GET /api/v1/status HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\
    X-Hub-Key: {key}\r\nConnection: close\r\n\r\n";

struct Shape {
    name: &'static str,
    /// What follows [`HEAD`].
    tail: &'static str,
    refused: &'static str,
}

const LINE: &str = "400 bad_request_line";
const HEADER: &str = "400 bad_header";
const LENGTH: &str = "400 ambiguous_length";
const CODING: &str = "400 transfer_encoding";
const LARGE: &str = "431 headers_too_large";
const MALFORMED: &str = "400 malformed";

const SHAPES: &[Shape] = &[
    Shape {
        name: "Content-Length before Transfer-Encoding",
        tail: "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n{next}",
        refused: LENGTH,
    },
    Shape {
        name: "Transfer-Encoding before Content-Length",
        tail: "Transfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n2\r\n{}\r\n0\r\n\r\n{next}",
        refused: LENGTH,
    },
    Shape {
        name: "two lengths that differ",
        tail: "Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}{next}",
        refused: LENGTH,
    },
    Shape {
        name: "list of lengths",
        tail: "Content-Length: 2, 9\r\n\r\n{}{next}",
        refused: LENGTH,
    },
    Shape {
        name: "length with a sign",
        tail: "Content-Length: +2\r\n\r\n{}",
        refused: LENGTH,
    },
    Shape {
        name: "negative length",
        tail: "Content-Length: -2\r\n\r\n{}",
        refused: LENGTH,
    },
    Shape {
        name: "length in hexadecimal",
        tail: "Content-Length: 0x2\r\n\r\n{}",
        refused: LENGTH,
    },
    Shape {
        name: "length beyond 64 bits",
        tail: "Content-Length: 18446744073709551618\r\n\r\n{}",
        refused: LENGTH,
    },
    Shape {
        name: "unknown transfer coding",
        tail: "Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        refused: CODING,
    },
    Shape {
        name: "chunked, but not last",
        tail: "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        refused: CODING,
    },
    Shape {
        name: "chunk size that is not a number",
        tail: "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n{next}",
        refused: MALFORMED,
    },
    Shape {
        name: "chunk size beyond 64 bits",
        tail: "Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}\r\n0\r\n\r\n",
        refused: MALFORMED,
    },
    Shape {
        name: "negative chunk size",
        tail: "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
        refused: MALFORMED,
    },
    Shape {
        name: "chunks that end in a bare line feed",
        tail: "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n{next}",
        refused: MALFORMED,
    },
    Shape {
        name: "chunk longer than its size",
        tail: "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n{next}",
        refused: MALFORMED,
    },
    Shape {
        name: "folded header",
        tail: "X-Note: a\r\n b\r\nContent-Length: 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "space before the colon",
        tail: "Content-Length : 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "header without colon",
        tail: "Content-Length 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "bare carriage return in a header",
        tail: "X-Note: a\rHost: evil.example\r\nContent-Length: 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "NUL in a header",
        tail: "X-Note: a\0b\r\nContent-Length: 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "NUL in a header's name",
        tail: "X-\0Note: a\r\nContent-Length: 2\r\n\r\n{}",
        refused: HEADER,
    },
    Shape {
        name: "65 headers",
        tail: "{many}Content-Length: 2\r\n\r\n{}",
        refused: LARGE,
    },
    Shape {
        name: "17 KiB of headers",
        tail: "X-Note: {long}\r\nContent-Length: 2\r\n\r\n{}",
        refused: LARGE,
    },
    Shape {
        name: "second request in the body",
        tail: "Content-Length: {nextlength}\r\n\r\n{next}",
        refused: MALFORMED,
    },
];

/// Shapes that begin with another request line.
const LINES: &[(&str, &str, &str)] = &[
    (
        "HTTP/1.0",
        "GET /api/v1/health HTTP/1.0\r\nHost: {host}\r\n\r\n",
        "505 http_version",
    ),
    ("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", LINE),
    ("HTTP/0.9", "GET /api/v1/health\r\n\r\n", LINE),
    (
        "line break in the path",
        "GET /api/v1/health\r\nX: y HTTP/1.1\r\nHost: {host}\r\n\r\n",
        LINE,
    ),
    (
        "space in the path",
        "GET /api/v1/health /x HTTP/1.1\r\nHost: {host}\r\n\r\n",
        LINE,
    ),
    (
        "first header indented",
        "GET /api/v1/health HTTP/1.1\r\n Host: {host}\r\n\r\n",
        HEADER,
    ),
    (
        "Host injected by a bare line feed",
        "GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\nX-Note: a\nHost: evil.example\r\n\r\n",
        "400 bare_line_feed",
    ),
    (
        "lines that end in a bare line feed",
        "GET /api/v1/health HTTP/1.1\nHost: {host}\nConnection: close\n\n",
        "400 bare_line_feed",
    ),
    (
        "not HTTP at all",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}\r\n\r\n",
        LINE,
    ),
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all: Vec<Attack> = SHAPES.iter().map(body_attack).collect();
    all.extend(LINES.iter().map(|(name, request, refused)| Attack {
        group: "framing",
        name: (*name).into(),
        tries: vec![Try {
            target: "portal",
            attempt: Box::new(|stage| Ok(raw(stage, Door::Portal, request)?.0)),
            refused: (*refused).into(),
            twin: Box::new(|stage| {
                let well =
                    "GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n";
                Ok(raw(stage, Door::Portal, well)?.0)
            }),
            accepted: "200".into(),
        }],
    }));
    all
}

fn body_attack(shape: &'static Shape) -> Attack {
    let on = |target, door| Try {
        target,
        attempt: Box::new(move |stage| told(stage, door, shape)),
        refused: shape.refused.into(),
        twin: Box::new(move |stage| {
            // Two well-formed calls in a row do get two replies.
            let (said, count) = raw(
                stage,
                door,
                &format!("{HEAD}Content-Length: 2\r\n\r\n{{}}{NEXT}"),
            )?;
            Ok(format!("{said}, {count} replies"))
        }),
        accepted: "200, 2 replies".into(),
    };
    let mut tries = vec![on("portal", Door::Portal)];
    // How much a local program of the person may send in headers is its own affair.
    if shape.refused != LARGE {
        tries.push(on("Unix socket", Door::Socket));
    }
    Attack {
        group: "framing",
        name: shape.name.into(),
        tries,
    }
}

fn told(stage: &Stage, door: Door, shape: &Shape) -> Result<String> {
    let (said, count) = raw(stage, door, &format!("{HEAD}{}", shape.tail))?;
    Ok(match count {
        0 | 1 => said,
        count => format!("{said}, {count} replies"),
    })
}

fn raw(stage: &Stage, door: Door, text: &str) -> Result<(String, usize)> {
    let many: String = (0..65).map(|number| format!("X-{number}: a\r\n")).collect();
    let next = stage.fill(NEXT)?;
    let text = text
        .replace("{many}", &many)
        .replace("{long}", &"a".repeat(17 * 1024))
        .replace("{nextlength}", &next.len().to_string())
        .replace("{next}", &next);
    let text = stage.fill(&text)?;
    let reply = stage.address(door).exchange_all(text.as_bytes(), None)?;
    Ok((reply.describe(), reply.count))
}
