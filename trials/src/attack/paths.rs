//! Ways out of a directory and into other routes: in assets, in ids, in the path itself.

use super::Attack;
use super::shape::Change::Path;
use super::shape::{self, ASSET, PAGE, READ, Shape, Variant};
use super::stage::Door;

/// One question, named in the path.
const QUESTION: Shape = Shape {
    target: "question id",
    path: "/api/v1/interactions/{question}",
    ..READ
};
const LOCAL_QUESTION: Shape = Shape {
    target: "question id (socket)",
    door: Door::Socket,
    ..QUESTION
};
const PLAIN_QUESTION: Shape = Shape {
    target: "plain question",
    path: "{plain}/choice/{question}",
    headers: &[("Host", "{host}"), ("Cookie", "{plain_cookie}")],
    ..READ
};
/// A page that everybody may read, beside an API that not everybody may.
const LOGIN: Shape = Shape {
    target: "/login",
    path: "/login",
    ..PAGE
};
const NOT_FOUND: &str = "404 not_found";
const UNKNOWN_ID: &str = "404 unknown_session";

const fn asset(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: &[&ASSET],
        changes,
        refused: NOT_FOUND,
    }
}

const fn sneak(
    name: &'static str,
    changes: &'static [shape::Change],
    refused: &'static str,
) -> Variant {
    Variant {
        name,
        targets: &[&LOGIN],
        changes,
        refused,
    }
}

const fn id(
    name: &'static str,
    targets: &'static [&'static Shape],
    changes: &'static [shape::Change],
    refused: &'static str,
) -> Variant {
    Variant {
        name,
        targets,
        changes,
        refused,
    }
}

const IDS: &[&Shape] = &[&QUESTION, &LOCAL_QUESTION];

const ROWS: &[Variant] = &[
    asset("dot segments", &[Path("/assets/../../../../etc/passwd")]),
    asset("encoded slash", &[Path("/assets/..%2f..%2fCargo.toml")]),
    asset("encoded dots", &[Path("/assets/%2e%2e/index.html")]),
    asset(
        "everything encoded",
        &[Path("/assets/%2e%2e%2f%2e%2e%2fCargo.toml")],
    ),
    asset("encoded twice", &[Path("/assets/..%252f..%252fCargo.toml")]),
    asset("backslash", &[Path("/assets/..\\..\\Cargo.toml")]),
    asset("encoded backslash", &[Path("/assets/..%5c..%5cCargo.toml")]),
    asset("absolute path", &[Path("/assets//etc/passwd")]),
    asset("encoded absolute path", &[Path("/assets/%2fetc%2fpasswd")]),
    asset("NUL", &[Path("/assets/index.js%00.css")]),
    asset("hidden file", &[Path("/assets/.gitignore")]),
    asset(
        "overlong encoding of a slash",
        &[Path("/assets/..%u2216..%u2216Cargo.toml")],
    ),
    asset("the data directory", &[Path("/assets/sayso.db")]),
    Variant {
        refused: "400 bad_path",
        ..asset("no UTF-8", &[Path("/assets/%c0%ae%c0%ae%c0%af")])
    },
    sneak(
        "from a page into the API",
        &[Path("/login/../api/v1/status")],
        NOT_FOUND,
    ),
    sneak("API in capitals", &[Path("/API/v1/status")], NOT_FOUND),
    sneak(
        "API behind an encoded slash",
        &[Path("/api%2fv1/status")],
        NOT_FOUND,
    ),
    sneak(
        "API behind two slashes",
        &[Path("//api/v1/status")],
        NOT_FOUND,
    ),
    sneak(
        "API that ends like a page",
        &[Path("/api/v1/status/plain")],
        "401 sign_in_required",
    ),
    sneak(
        "API with a parameter",
        &[Path("/api/v1/status;/login")],
        "401 sign_in_required",
    ),
    sneak(
        "agents' door with a trailing slash",
        &[Path("/mcp/")],
        "401 token_required",
    ),
    id(
        "dot segments in an id",
        IDS,
        &[Path("/api/v1/interactions/..%2fstatus")],
        UNKNOWN_ID,
    ),
    id(
        "NUL in an id",
        IDS,
        &[Path("/api/v1/interactions/{question}%00")],
        UNKNOWN_ID,
    ),
    id(
        "SQL in an id",
        IDS,
        &[Path("/api/v1/interactions/'%20OR%20'1'='1")],
        UNKNOWN_ID,
    ),
    id(
        "pattern in an id",
        IDS,
        &[Path("/api/v1/interactions/%25")],
        UNKNOWN_ID,
    ),
    id(
        "line break in an id",
        IDS,
        &[Path("/api/v1/interactions/{question}%0d%0aX:%20y")],
        UNKNOWN_ID,
    ),
    id(
        "no UTF-8 in an id",
        IDS,
        &[Path("/api/v1/interactions/%ff%fe")],
        "400 bad_path",
    ),
    id(
        "markup in an id",
        &[&PLAIN_QUESTION],
        &[Path("{plain}/choice/%3Cscript%3Ealert(1)%3C%2Fscript%3E")],
        UNKNOWN_ID,
    ),
    id(
        "id of nothing",
        &[&PLAIN_QUESTION],
        &[Path("{plain}/choice/{number}")],
        UNKNOWN_ID,
    ),
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("paths", ROWS)
}
