//! Requests of pages that are not ours: other sites, other ports, pages without an origin.

use super::Attack;
use super::shape::Change::{Add, Set, Without};
use super::shape::{
    self, ANSWER, ASSET, MCP, PAGE, READ, Shape, UNKNOWN, UNKNOWN_WRITE, UPGRADE, Variant, WRITE,
};

const ALL: &[&Shape] = &[
    &PAGE,
    &READ,
    &WRITE,
    &ANSWER,
    &UPGRADE,
    &ASSET,
    &UNKNOWN,
    &UNKNOWN_WRITE,
];
const FOREIGN: &str = "403 origin_not_allowed";

const fn origin(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: ALL,
        changes,
        refused: FOREIGN,
    }
}

const ROWS: &[Variant] = &[
    Variant {
        name: "no Origin",
        targets: &[&WRITE, &ANSWER, &UPGRADE, &UNKNOWN_WRITE],
        changes: &[Without("Origin")],
        refused: "403 origin_required",
    },
    Variant {
        name: "two Origins",
        targets: &[&WRITE, &ANSWER, &UPGRADE, &UNKNOWN_WRITE],
        changes: &[Add("Origin", "https://evil.example")],
        refused: "400 repeated_header",
    },
    origin(
        "Origin null (sandboxed frame, data: page, file)",
        &[Set("Origin", "null")],
    ),
    origin("empty Origin", &[Set("Origin", "")]),
    origin("another site", &[Set("Origin", "https://evil.example")]),
    origin(
        "a preview on another port",
        &[Set("Origin", "http://localhost:3000")],
    ),
    origin(
        "our name without port",
        &[Set("Origin", "http://localhost")],
    ),
    origin(
        "our address instead of our name",
        &[Set("Origin", "http://127.0.0.1:{port}")],
    ),
    origin("https instead of http", &[Set("Origin", "https://{host}")]),
    origin(
        "Origin in capitals",
        &[Set("Origin", "HTTP://LOCALHOST:{port}")],
    ),
    origin(
        "Origin with a trailing dot",
        &[Set("Origin", "http://localhost.:{port}")],
    ),
    origin(
        "Origin with a trailing slash",
        &[Set("Origin", "{origin}/")],
    ),
    origin(
        "our origin as a prefix of theirs",
        &[Set("Origin", "{origin}.evil.example")],
    ),
    origin(
        "our origin after user info",
        &[Set("Origin", "http://evil.example@{host}")],
    ),
    origin(
        "list of origins",
        &[Set("Origin", "{origin} https://evil.example")],
    ),
    origin(
        "browser extension",
        &[Set("Origin", "chrome-extension://abcdefghijklmnop")],
    ),
    origin(
        "forwarded headers claim our origin",
        &[
            Set("Origin", "https://evil.example"),
            Add("X-Forwarded-Proto", "http"),
            Add("X-Forwarded-Host", "{host}"),
            Add("Referer", "{origin}/"),
        ],
    ),
    Variant {
        name: "a page, even ours, at the agents' door",
        targets: &[&MCP],
        changes: &[Set("Origin", "{origin}")],
        refused: FOREIGN,
    },
    Variant {
        name: "another site at the agents' door",
        targets: &[&MCP],
        changes: &[Set("Origin", "https://evil.example")],
        refused: FOREIGN,
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("origin", ROWS)
}
