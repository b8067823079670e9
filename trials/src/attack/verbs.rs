//! Methods that a route does not have, and headers that pretend another one.

use super::Attack;
use super::shape::Change::{Add, Body, Method, Path, Set, Without};
use super::shape::{self, ANSWER, ASSET, LOCAL, MCP, PAGE, READ, Shape, UNKNOWN, Variant, WRITE};

const ALL: &[&Shape] = &[&PAGE, &READ, &MCP, &ASSET, &UNKNOWN, &LOCAL];
const NO_METHOD: &str = "405 method_not_allowed";

const fn method(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: ALL,
        changes,
        refused: NO_METHOD,
    }
}

const ROWS: &[Variant] = &[
    method("TRACE", &[Method("TRACE")]),
    method("an invented method", &[Method("JACK")]),
    method("method in small letters", &[Method("get")]),
    method("WebDAV", &[Method("PROPFIND")]),
    method(
        "CORS preflight",
        &[
            Method("OPTIONS"),
            Add("Access-Control-Request-Method", "POST"),
            Add("Access-Control-Request-Headers", "x-hub-key"),
        ],
    ),
    Variant {
        name: "CORS preflight of another site",
        targets: &[&READ, &WRITE, &UNKNOWN],
        changes: &[
            Method("OPTIONS"),
            Set("Origin", "https://evil.example"),
            Add("Access-Control-Request-Method", "PATCH"),
            Add("Access-Control-Request-Private-Network", "true"),
        ],
        refused: NO_METHOD,
    },
    Variant {
        name: "CONNECT to the hub",
        targets: &[&PAGE],
        changes: &[Method("CONNECT"), Path("{host}")],
        refused: "400 absolute_target",
    },
    Variant {
        name: "CONNECT to elsewhere",
        targets: &[&PAGE],
        changes: &[Method("CONNECT"), Path("evil.example:443")],
        refused: "400 absolute_target",
    },
    Variant {
        name: "the whole server as target",
        targets: &[&PAGE],
        changes: &[Method("OPTIONS"), Path("*")],
        refused: NO_METHOD,
    },
    Variant {
        name: "DELETE of a page",
        targets: &[&PAGE, &ASSET],
        changes: &[Method("DELETE"), Add("Origin", "{origin}")],
        refused: NO_METHOD,
    },
    Variant {
        name: "upload over a page",
        targets: &[&PAGE, &ASSET],
        changes: &[
            Method("PUT"),
            Add("Origin", "{origin}"),
            Add("Content-Type", "application/json"),
            Body("{}"),
        ],
        refused: NO_METHOD,
    },
    Variant {
        name: "PUT in place of POST",
        targets: &[&ANSWER],
        changes: &[Method("PUT")],
        refused: NO_METHOD,
    },
    Variant {
        name: "GET that pretends to be POST",
        targets: &[&ANSWER],
        changes: &[
            Method("GET"),
            Body(""),
            Without("Content-Type"),
            Add("X-HTTP-Method-Override", "POST"),
            Add("X-HTTP-Method", "POST"),
            Add("X-Method-Override", "POST"),
        ],
        refused: NO_METHOD,
    },
    Variant {
        name: "POST that pretends to be PATCH",
        targets: &[&WRITE],
        changes: &[
            Method("POST"),
            Path("/api/v1/settings?_method=PATCH"),
            Add("X-HTTP-Method-Override", "PATCH"),
        ],
        refused: NO_METHOD,
    },
    Variant {
        name: "DELETE of all questions",
        targets: &[&WRITE],
        changes: &[Method("DELETE"), Path("/api/v1/interactions")],
        refused: NO_METHOD,
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("verbs", ROWS)
}
