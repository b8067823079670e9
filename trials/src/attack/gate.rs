//! The gate of the built binary: each of its rules, before every kind of target.
//!
//! The hub's own tables and property tests show how the rules treat odd values
//! (`gate/request/tests.rs`, `tests/it/gate.rs`, `tests/it/hostile.rs`); here, that no target is
//! without them.

use super::Attack;
use super::shape::Change::{Add, Body, Method, Path, Set, Without};
use super::shape::{
    self, ANSWER, ASSET, Change, LOCAL, LOCAL_WRITE, MCP, PAGE, READ, Shape, UNKNOWN,
    UNKNOWN_WRITE, UPGRADE, Variant, WRITE,
};

type Targets = &'static [&'static Shape];

/// Everything on the portal's port; on the Unix socket the user is proven instead.
const PORTAL: Targets = &[&PAGE, &READ, &WRITE, &UPGRADE, &MCP, &ASSET, &UNKNOWN];
/// Everything that a page may ask for, ours or another.
const PAGES: Targets = &[
    &PAGE,
    &READ,
    &WRITE,
    &ANSWER,
    &UPGRADE,
    &ASSET,
    &UNKNOWN,
    &UNKNOWN_WRITE,
];
/// What only our own page may do.
const OURS: Targets = &[&WRITE, &ANSWER, &UPGRADE, &UNKNOWN_WRITE];
const BODIES: Targets = &[&WRITE, &ANSWER, &MCP, &UNKNOWN_WRITE, &LOCAL_WRITE];
const METHODS: Targets = &[&PAGE, &READ, &MCP, &ASSET, &UNKNOWN, &LOCAL];
const SIGNED_IN: Targets = &[&READ, &WRITE, &ANSWER];

const HOST: &str = "403 host_not_allowed";
const ORIGIN: &str = "403 origin_not_allowed";
const TWICE: &str = "400 repeated_header";
const SITE: &str = "403 cross_site";
const METHOD: &str = "405 method_not_allowed";
const SIGN_IN: &str = "401 sign_in_required";
const TOKEN: &str = "401 token_required";

const fn row(
    name: &'static str,
    targets: Targets,
    changes: &'static [Change],
    refused: &'static str,
) -> Variant {
    Variant {
        name,
        targets,
        changes,
        refused,
    }
}

const ROWS: &[Variant] = &[
    row("no Host", PORTAL, &[Without("Host")], "400 host_required"),
    row("two Hosts", PORTAL, &[Add("Host", "evil.example")], TWICE),
    row(
        "rebound name",
        PORTAL,
        &[Set("Host", "rebind.evil.example:{port}")],
        HOST,
    ),
    row(
        "forwarded headers claim our name",
        PORTAL,
        &[
            Set("Host", "evil.example"),
            Add("X-Forwarded-Host", "{host}"),
            Add("Forwarded", "host={host}"),
        ],
        HOST,
    ),
    row(
        "absolute-form",
        &[&PAGE],
        &[Path("http://{host}/")],
        "400 absolute_target",
    ),
    row(
        "no Origin",
        OURS,
        &[Without("Origin")],
        "403 origin_required",
    ),
    row(
        "two Origins",
        OURS,
        &[Add("Origin", "https://evil.example")],
        TWICE,
    ),
    row(
        "another site",
        PAGES,
        &[Set("Origin", "https://evil.example")],
        ORIGIN,
    ),
    row(
        "a preview on another port",
        PAGES,
        &[Set("Origin", "http://localhost:3000")],
        ORIGIN,
    ),
    row(
        "a sandboxed frame or a file",
        PAGES,
        &[Set("Origin", "null")],
        ORIGIN,
    ),
    row(
        "a page, even ours, as an agent",
        &[&MCP],
        &[Set("Origin", "{origin}")],
        ORIGIN,
    ),
    row(
        "fetch of another site",
        PAGES,
        &[Add("Sec-Fetch-Site", "cross-site")],
        SITE,
    ),
    row(
        "fetch of another port",
        PAGES,
        &[Add("Sec-Fetch-Site", "same-site")],
        SITE,
    ),
    row(
        "our page in a frame of theirs",
        &[&PAGE],
        &[
            Add("Sec-Fetch-Site", "cross-site"),
            Add("Sec-Fetch-Mode", "navigate"),
            Add("Sec-Fetch-Dest", "iframe"),
        ],
        SITE,
    ),
    row(
        "JSON as text/plain",
        BODIES,
        &[Set("Content-Type", "text/plain")],
        "415 json_only",
    ),
    row(
        "no Content-Type",
        BODIES,
        &[Without("Content-Type")],
        "415 json_only",
    ),
    row(
        "compressed body",
        BODIES,
        &[Add("Content-Encoding", "gzip")],
        "415 content_encoding",
    ),
    row("TRACE", METHODS, &[Method("TRACE")], METHOD),
    row(
        "CORS preflight of another site",
        METHODS,
        &[
            Method("OPTIONS"),
            Set("Origin", "https://evil.example"),
            Add("Access-Control-Request-Method", "POST"),
            Add("Access-Control-Request-Private-Network", "true"),
        ],
        METHOD,
    ),
    row(
        "CONNECT to elsewhere",
        &[&PAGE],
        &[Method("CONNECT"), Path("evil.example:443")],
        "400 absolute_target",
    ),
    row(
        "an answer by GET that pretends to be POST",
        &[&ANSWER],
        &[
            Method("GET"),
            Body(""),
            Without("Content-Type"),
            Add("X-HTTP-Method-Override", "POST"),
        ],
        METHOD,
    ),
    row(
        "cookie without key",
        SIGNED_IN,
        &[Without("X-Hub-Key")],
        SIGN_IN,
    ),
    row(
        "key without cookie",
        SIGNED_IN,
        &[Without("Cookie")],
        SIGN_IN,
    ),
    row(
        "another session's key",
        SIGNED_IN,
        &[Set("X-Hub-Key", "{other_key}")],
        SIGN_IN,
    ),
    row(
        "a session that has ended",
        SIGNED_IN,
        &[
            Set("Cookie", "{ended_cookie}"),
            Set("X-Hub-Key", "{ended_key}"),
        ],
        SIGN_IN,
    ),
    row(
        "a live socket of an ended session",
        &[&UPGRADE],
        &[Set("Cookie", "{ended_cookie}")],
        SIGN_IN,
    ),
    row(
        "an agent's token instead of a session",
        SIGNED_IN,
        &[
            Without("Cookie"),
            Without("X-Hub-Key"),
            Add("Authorization", "Bearer {token}"),
        ],
        SIGN_IN,
    ),
    row("no token", &[&MCP], &[Without("Authorization")], TOKEN),
    row(
        "revoked token",
        &[&MCP],
        &[Set("Authorization", "Bearer {revoked_token}")],
        TOKEN,
    ),
    row(
        "a browser's session instead of a token",
        &[&MCP],
        &[
            Without("Authorization"),
            Add("Cookie", "{cookie}"),
            Add("X-Hub-Key", "{key}"),
        ],
        TOKEN,
    ),
    row(
        "out of the assets",
        &[&ASSET],
        &[Path("/assets/..%2f..%2fCargo.toml")],
        "404 not_found",
    ),
    row(
        "into the API by a page",
        &[&PAGE],
        &[Path("/login/../api/v1/status")],
        "404 not_found",
    ),
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("gate", ROWS)
}
