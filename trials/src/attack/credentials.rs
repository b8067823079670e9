//! Half a session, somebody else's, an old one; tokens in the wrong place or of the wrong kind.

use super::Attack;
use super::shape::Change::{Add, Path, Set, Without};
use super::shape::{self, ANSWER, MCP, READ, Shape, UPGRADE, Variant, WRITE};

const BOTH: &[&Shape] = &[&READ, &WRITE, &ANSWER];
const SIGN_IN: &str = "401 sign_in_required";
const TOKEN: &str = "401 token_required";

const fn session(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: BOTH,
        changes,
        refused: SIGN_IN,
    }
}

const fn bearer(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: &[&MCP],
        changes,
        refused: TOKEN,
    }
}

const ROWS: &[Variant] = &[
    session(
        "neither cookie nor key",
        &[Without("Cookie"), Without("X-Hub-Key")],
    ),
    session("cookie without key", &[Without("X-Hub-Key")]),
    session("key without cookie", &[Without("Cookie")]),
    session(
        "our cookie, another session's key",
        &[Set("X-Hub-Key", "{other_key}")],
    ),
    session(
        "another session's cookie, our key",
        &[Set("Cookie", "{other_cookie}")],
    ),
    session(
        "a session that has ended",
        &[
            Set("Cookie", "{ended_cookie}"),
            Set("X-Hub-Key", "{ended_key}"),
        ],
    ),
    session("cookie set twice", &[Add("Cookie", "{other_cookie}")]),
    session("key sent twice", &[Add("X-Hub-Key", "{other_key}")]),
    session("empty key", &[Set("X-Hub-Key", "")]),
    session("key with something after it", &[Set("X-Hub-Key", "{key}0")]),
    session(
        "cookie of another port's name",
        &[Set("Cookie", "hub_sid_1=0123456789abcdef")],
    ),
    session(
        "key as a cookie",
        &[Without("X-Hub-Key"), Add("Cookie", "x-hub-key={key}")],
    ),
    Variant {
        name: "key in the address",
        targets: &[&READ],
        changes: &[
            Without("X-Hub-Key"),
            Path("/api/v1/interactions?key={key}&x-hub-key={key}"),
        ],
        refused: SIGN_IN,
    },
    session(
        "an agent's token instead of a session",
        &[
            Without("Cookie"),
            Without("X-Hub-Key"),
            Add("Authorization", "Bearer {token}"),
        ],
    ),
    session(
        "claim to be a local program",
        &[
            Without("Cookie"),
            Without("X-Hub-Key"),
            Add("X-Sayso-Surface", "cli"),
            Add("X-Real-IP", "127.0.0.1"),
            Add("X-Forwarded-For", "127.0.0.1"),
        ],
    ),
    Variant {
        name: "live socket without cookie",
        targets: &[&UPGRADE],
        changes: &[Without("Cookie")],
        refused: SIGN_IN,
    },
    Variant {
        name: "live socket with an ended session's cookie",
        targets: &[&UPGRADE],
        changes: &[Set("Cookie", "{ended_cookie}")],
        refused: SIGN_IN,
    },
    bearer("no token", &[Without("Authorization")]),
    bearer(
        "revoked token",
        &[Set("Authorization", "Bearer {revoked_token}")],
    ),
    bearer("token cut short", &[Set("Authorization", "Bearer sayso_0")]),
    bearer("token without scheme", &[Set("Authorization", "{token}")]),
    bearer("token as Basic", &[Set("Authorization", "Basic {token}")]),
    bearer(
        "two tokens",
        &[Add("Authorization", "Bearer {other_token}")],
    ),
    bearer(
        "token in the address",
        &[
            Without("Authorization"),
            Path("/mcp?access_token={token}&token={token}"),
        ],
    ),
    bearer(
        "token as a cookie",
        &[Without("Authorization"), Add("Cookie", "token={token}")],
    ),
    bearer(
        "browser session at the agents' door",
        &[
            Without("Authorization"),
            Add("Cookie", "{cookie}"),
            Add("X-Hub-Key", "{key}"),
        ],
    ),
    bearer(
        "session key as a token",
        &[Set("Authorization", "Bearer {key}")],
    ),
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("credentials", ROWS)
}
