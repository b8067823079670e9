//! Names for the hub that are not its own: what DNS rebinding, proxies and typing tricks send.

use super::Attack;
use super::shape::Change::{Add, Path, Set, Without};
use super::shape::{self, ASSET, MCP, PAGE, READ, Shape, UNKNOWN, UPGRADE, Variant, WRITE};

/// Everything on the portal's port; on the Unix socket the user is proven instead.
const ALL: &[&Shape] = &[&PAGE, &READ, &WRITE, &UPGRADE, &MCP, &ASSET, &UNKNOWN];
const FOREIGN: &str = "403 host_not_allowed";
const TWICE: &str = "400 repeated_header";

const fn host(name: &'static str, changes: &'static [shape::Change]) -> Variant {
    refused(name, changes, FOREIGN)
}

const fn refused(
    name: &'static str,
    changes: &'static [shape::Change],
    refused: &'static str,
) -> Variant {
    Variant {
        name,
        targets: ALL,
        changes,
        refused,
    }
}

const ROWS: &[Variant] = &[
    refused("no Host", &[Without("Host")], "400 host_required"),
    refused(
        "two Hosts, ours first",
        &[Add("Host", "evil.example")],
        TWICE,
    ),
    refused(
        "two Hosts, ours last",
        &[Set("Host", "evil.example"), Add("Host", "{host}")],
        TWICE,
    ),
    refused("our Host twice", &[Add("host", "{host}")], TWICE),
    host("empty Host", &[Set("Host", "")]),
    host("Host without port", &[Set("Host", "localhost")]),
    host("Host with another port", &[Set("Host", "localhost:80")]),
    host("Host in capitals", &[Set("Host", "LOCALHOST:{port}")]),
    host(
        "Host with a trailing dot",
        &[Set("Host", "localhost.:{port}")],
    ),
    host(
        "Host with user info",
        &[Set("Host", "evil@localhost:{port}")],
    ),
    host(
        "Host with a leading zero in the port",
        &[Set("Host", "localhost:0{port}")],
    ),
    host(
        "Host list",
        &[Set("Host", "localhost:{port}, evil.example")],
    ),
    host("rebound name", &[Set("Host", "rebind.evil.example:{port}")]),
    host(
        "our name as a label of theirs",
        &[Set("Host", "localhost.evil.example:{port}")],
    ),
    host(
        "our name as a prefix of theirs",
        &[Set("Host", "localhost:{port}.evil.example")],
    ),
    host(
        "wildcard name of a public resolver",
        &[Set("Host", "127.0.0.1.nip.io:{port}")],
    ),
    host("0.0.0.0", &[Set("Host", "0.0.0.0:{port}")]),
    host("short form of the address", &[Set("Host", "127.1:{port}")]),
    host("address as a number", &[Set("Host", "2130706433:{port}")]),
    host(
        "another loopback address",
        &[Set("Host", "127.0.0.2:{port}")],
    ),
    host(
        "IPv4 inside IPv6",
        &[Set("Host", "[::ffff:127.0.0.1]:{port}")],
    ),
    host(
        "long form of ::1",
        &[Set("Host", "[0:0:0:0:0:0:0:1]:{port}")],
    ),
    host(
        "forwarded headers claim our name",
        &[
            Set("Host", "evil.example"),
            Add("X-Forwarded-Host", "{host}"),
            Add("Forwarded", "host={host}"),
            Add("X-Original-Host", "{host}"),
        ],
    ),
];

/// The target of a request line in full, which a proxy would obey.
const ABSOLUTE: &[Variant] = &[
    Variant {
        name: "absolute-form with our name",
        targets: &[&PAGE],
        changes: &[Path("http://{host}/")],
        refused: "400 absolute_target",
    },
    Variant {
        name: "absolute-form with their name",
        targets: &[&READ],
        changes: &[Path("http://evil.example/api/v1/interactions")],
        refused: "400 absolute_target",
    },
    Variant {
        name: "absolute-form with user info",
        targets: &[&MCP],
        changes: &[Path("http://a:b@{host}/mcp")],
        refused: "400 absolute_target",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all = shape::attacks("host", ROWS);
    all.extend(shape::attacks("host", ABSOLUTE));
    all
}
