//! What a page can make a browser send without asking: forms, images, scripts, navigations.

use super::Attack;
use super::shape::Change::{Add, Body, Method, Path, Set, Without};
use super::shape::{
    self, ANSWER, ASSET, LOCAL_WRITE, MCP, PAGE, READ, Shape, UNKNOWN_WRITE, UPGRADE, Variant,
    WRITE,
};

const CHANGES: &[&Shape] = &[&WRITE, &ANSWER, &MCP, &UNKNOWN_WRITE, &LOCAL_WRITE];
const NOT_JSON: &str = "415 json_only";
const CROSS: &str = "403 cross_site";
const NO_METHOD: &str = "405 method_not_allowed";

const fn kind(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    Variant {
        name,
        targets: CHANGES,
        changes,
        refused: NOT_JSON,
    }
}

const ROWS: &[Variant] = &[
    kind("JSON as text/plain", &[Set("Content-Type", "text/plain")]),
    kind(
        "JSON as a form",
        &[Set("Content-Type", "application/x-www-form-urlencoded")],
    ),
    kind(
        "JSON as a file upload",
        &[Set("Content-Type", "multipart/form-data; boundary=b")],
    ),
    kind("no Content-Type", &[Without("Content-Type")]),
    kind(
        "JSON in a parameter of text/plain",
        &[Set("Content-Type", "text/plain; x=application/json")],
    ),
    kind(
        "a type that only begins like JSON",
        &[Set("Content-Type", "application/json-patch+json")],
    ),
    Variant {
        name: "two Content-Types",
        targets: CHANGES,
        changes: &[Add("Content-Type", "text/plain")],
        refused: "400 repeated_header",
    },
    Variant {
        name: "compressed body",
        targets: CHANGES,
        changes: &[Add("Content-Encoding", "gzip")],
        refused: "415 content_encoding",
    },
    Variant {
        name: "request of another site",
        targets: &[&PAGE, &READ, &WRITE, &ANSWER, &UPGRADE, &ASSET],
        changes: &[Add("Sec-Fetch-Site", "cross-site")],
        refused: CROSS,
    },
    Variant {
        name: "request of another port (same site)",
        targets: &[&PAGE, &READ, &WRITE, &ANSWER, &UPGRADE, &ASSET],
        changes: &[Add("Sec-Fetch-Site", "same-site")],
        refused: CROSS,
    },
    Variant {
        name: "our page in a frame of theirs",
        targets: &[&PAGE],
        changes: &[
            Add("Sec-Fetch-Site", "cross-site"),
            Add("Sec-Fetch-Mode", "navigate"),
            Add("Sec-Fetch-Dest", "iframe"),
        ],
        refused: CROSS,
    },
    Variant {
        name: "a link of theirs to our page",
        targets: &[&PAGE],
        changes: &[
            Add("Sec-Fetch-Site", "cross-site"),
            Add("Sec-Fetch-Mode", "navigate"),
            Add("Sec-Fetch-Dest", "document"),
        ],
        refused: CROSS,
    },
    Variant {
        name: "API opened from the address bar",
        targets: &[&READ],
        changes: &[
            Add("Sec-Fetch-Site", "none"),
            Add("Sec-Fetch-Dest", "empty"),
        ],
        refused: CROSS,
    },
    Variant {
        name: "answer by GET (image, link)",
        targets: &[&ANSWER],
        changes: &[Method("GET"), Body(""), Without("Content-Type")],
        refused: NO_METHOD,
    },
    Variant {
        name: "answer by HEAD",
        targets: &[&ANSWER],
        changes: &[Method("HEAD"), Body(""), Without("Content-Type")],
        refused: "405",
    },
    Variant {
        name: "sign-out by GET",
        targets: &[&ANSWER],
        changes: &[
            Method("GET"),
            Path("/api/v1/logout"),
            Body(""),
            Without("Content-Type"),
        ],
        refused: NO_METHOD,
    },
    Variant {
        name: "answer in the address",
        targets: &[&ANSWER],
        changes: &[
            Method("GET"),
            Path("/api/v1/interactions/{fresh}/answer?answer_id={number}&selected_ids=a"),
            Body(""),
            Without("Content-Type"),
        ],
        refused: NO_METHOD,
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    shape::attacks("forgery", ROWS)
}
