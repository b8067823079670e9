//! Which crate may depend on which. The tables are the architecture; ARCHITECTURE.md tells it in
//! words.

use super::packages::{Kind, Package, Packages};

/// The workspace's crates, each with the workspace crates that it may use. An edge that is not here
/// is forbidden.
const ALLOWED: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("settings", &[]),
    ("processes", &[]),
    ("runner", &["processes", "domain"]),
    ("i18n", &["domain"]),
    ("protocol", &["domain"]),
    ("store", &["protocol", "domain"]),
    ("engine", &["store", "runner", "domain"]),
    (
        "hub",
        &[
            "engine",
            "store",
            "settings",
            "i18n",
            "protocol",
            "processes",
            "runner",
            "domain",
        ],
    ),
    ("client", &["protocol", "domain"]),
    ("mcp", &["client", "protocol", "domain", "i18n"]),
    ("tui", &["client", "protocol", "domain", "i18n"]),
    (
        "cli",
        &[
            "hub", "mcp", "tui", "client", "engine", "store", "runner", "settings", "i18n",
            "protocol", "domain",
        ],
    ),
    (
        "testkit",
        &[
            "domain",
            "store",
            "engine",
            "runner",
            "scripted-agent",
            "protocol",
            "client",
            "hub",
        ],
    ),
    // An agent for tests; it becomes other programs as the real one does.
    ("scripted-agent", &["runner"]),
    // Checks the catalogues, writes the message keys and the portal's types.
    ("xtask", &["i18n", "protocol"]),
    // Drives the built binary from outside: of the crates inside, it knows the messages alone.
    ("trials", &["xtask", "protocol"]),
];

/// For tests only: no shipped crate may use them.
const TEST_ONLY: &[&str] = &["testkit", "scripted-agent"];

/// Edges that tests may have besides: a server is tested through its client.
const TEST_EDGES: &[(&str, &str)] = &[("hub", "client")];

/// Third-party crates that exactly one workspace crate may name, so that replacing one stays one
/// crate's work.
const OWNED: &[(&str, &str)] = &[
    ("agent-client-protocol", "runner"),
    ("rmcp", "mcp"),
    ("sqlx", "store"),
    ("axum", "hub"),
    ("ratatui", "tui"),
    ("crossterm", "tui"),
    ("clap", "cli"),
    ("clap_complete", "cli"),
];

/// What `domain` must not reach, however indirectly: run times, sockets, processes, databases.
const IMPURE: &[&str] = &[
    "async-io",
    "async-std",
    "axum",
    "curl",
    "hyper",
    "libc",
    "libsqlite3-sys",
    "mio",
    "nix",
    "polling",
    "postgres",
    "reqwest",
    "rusqlite",
    "rustix",
    "smol",
    "socket2",
    "sqlx",
    "tokio",
    "ureq",
    "windows-sys",
];

/// Optional parts of `domain` that describe its types to programs and do nothing at run time.
const DESCRIBING: &[&str] = &["schemars", "ts-rs"];

pub(super) fn check(packages: &Packages) -> Vec<String> {
    let mut problems: Vec<String> = packages
        .ours
        .iter()
        .flat_map(|package| check_package(package, packages))
        .collect();
    let reached = packages.reachable_from("domain", DESCRIBING);
    for impure in IMPURE.iter().filter(|impure| reached.contains(**impure)) {
        problems.push(format!(
            "crates/domain/Cargo.toml: reaches {impure} (see `cargo tree -p domain -e normal -i {impure}`); domain is pure"
        ));
    }
    problems
}

fn check_package(package: &Package, packages: &Packages) -> Vec<String> {
    let manifest = format!("{}/Cargo.toml", package.directory);
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == package.name) else {
        return vec![format!(
            "{manifest}: {} is not in the table of xtask/src/tidy/edges.rs",
            package.name
        )];
    };
    let mut problems = Vec::new();
    for dependency in &package.dependencies {
        let name = dependency.name.as_str();
        let ours = packages.ours.iter().any(|other| other.name == name);
        let known_to_tests =
            TEST_ONLY.contains(&name) || TEST_EDGES.contains(&(&package.name, name));
        let for_tests = known_to_tests && dependency.kind == Kind::Dev;
        if ours && !for_tests && !allowed.contains(&name) {
            problems.push(format!(
                "{manifest}: {} must not depend on {name}",
                package.name
            ));
        }
        if let Some((_, owner)) = OWNED
            .iter()
            .find(|(owned, owner)| *owned == name && *owner != package.name)
        {
            problems.push(format!("{manifest}: only {owner} may depend on {name}"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::packages::tests::{package, packages};
    use super::*;

    #[test]
    fn edge_check_accepts_edges_of_the_table() {
        let ours = vec![
            package("domain", &[("serde", Kind::Normal)]),
            package("protocol", &[("domain", Kind::Normal)]),
            package("store", &[("domain", Kind::Normal), ("sqlx", Kind::Normal)]),
            package("engine", &[("store", Kind::Normal), ("testkit", Kind::Dev)]),
            package("testkit", &[("engine", Kind::Normal)]),
        ];
        assert_eq!(check(&packages(ours)), Vec::<String>::new());
    }

    #[test]
    fn edge_check_names_edges_that_are_not_in_the_table() {
        let ours = vec![
            package("domain", &[("store", Kind::Normal)]),
            package("store", &[("testkit", Kind::Normal)]),
            package("client", &[("sqlx", Kind::Dev)]),
            package("testkit", &[]),
            package("helpers", &[]),
        ];
        assert_eq!(
            check(&packages(ours)),
            [
                "crates/domain/Cargo.toml: domain must not depend on store",
                "crates/store/Cargo.toml: store must not depend on testkit",
                "crates/client/Cargo.toml: only store may depend on sqlx",
                "crates/helpers/Cargo.toml: helpers is not in the table of xtask/src/tidy/edges.rs",
            ]
        );
    }
}
