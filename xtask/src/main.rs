//! The menu of the project: `cargo xtask <command>`.
//!
//! Plain Rust and the tools people already have, so that a fresh clone needs nothing installed
//! first. Each command is one file; this one only lists and routes them.

#![expect(clippy::print_stdout, reason = "xtask is a command-line program")]

mod codegen;
mod deny;
mod dev;
mod fmt;
mod lint;
mod test;
mod tidy;
mod web;

use std::process::ExitCode;

use anyhow::{Result, bail};

use xtask::process;
use xtask::workspace::Workspace;

struct Entry {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Result<()>,
}

const MENU: &[Entry] = &[
    Entry {
        name: "test",
        arguments: "[--fast]",
        about: "everything CI runs; --fast leaves out the docs and the end-to-end checks",
        run: test::run,
    },
    Entry {
        name: "fmt",
        arguments: "[--check]",
        about: "formats the Rust sources",
        run: fmt::run,
    },
    Entry {
        name: "lint",
        arguments: "",
        about: "clippy over everything, warnings denied",
        run: lint::run,
    },
    Entry {
        name: "tidy",
        arguments: "",
        about: "layout, file and text rules that no compiler checks",
        run: tidy::run,
    },
    Entry {
        name: "codegen",
        arguments: "[--check]",
        about: "rewrites generated files; --check only names the stale ones",
        run: codegen::run,
    },
    Entry {
        name: "web",
        arguments: "",
        about: "builds the portal's bundle into web/dist (needs Node 20)",
        run: web::run,
    },
    Entry {
        name: "deny",
        arguments: "[--advisories]",
        about: "licences, bans and sources of dependencies (deny.toml)",
        run: deny::run,
    },
    Entry {
        name: "e2e",
        arguments: "[--binary PATH] [--agents] [NAME…]",
        about: "the binary against real MCP clients and a browser: python, inspector, conformance, portal; \
                with --agents [--only clients|tasks] [--scene NAME] [--full-limits] against real coding agents, \
                which no other command runs: codex, gemini, opencode, claude-code",
        run: |workspace, arguments| trial(workspace, "e2e", arguments),
    },
    Entry {
        name: "attack",
        arguments: "[--only GROUP] [--markdown]",
        about: "attacks on the built binary, each with a positive twin",
        run: |workspace, arguments| trial(workspace, "attack", arguments),
    },
    Entry {
        name: "fuzz",
        arguments: "[--rounds N] [--seed S] [NAME…]",
        about: "bad input for the built binary: openapi, stdio, http",
        run: |workspace, arguments| trial(workspace, "fuzz", arguments),
    },
    Entry {
        name: "load",
        arguments: "[--short] [--binary PATH] [--write-docs] [NAME…]",
        about: "measures what is promised in figures on the release binary and prints a table; \
                --write-docs also rewrites docs/performance.*; --short is what test runs",
        run: |workspace, arguments| trial(workspace, "load", arguments),
    },
    Entry {
        name: "chaos",
        arguments: "[--kills N] [--seed S] [--only SCENARIO] [--binary PATH]",
        about: "kills the real hub again and again and checks what every client saw",
        run: |workspace, arguments| trial(workspace, "chaos", arguments),
    },
    Entry {
        name: "races",
        arguments: "[--rounds N] [--hub-rounds N] [--seed S]",
        about: "answers, cancels and deadlines at the same time on one question: one outcome each",
        run: |workspace, arguments| trial(workspace, "races", arguments),
    },
    Entry {
        name: "dev",
        arguments: "[ARG…]",
        about: "a debug hub on its own data directory, target/dev",
        run: dev::run,
    },
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    match route(&name, &rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn route(name: &str, rest: &[String]) -> Result<()> {
    if matches!(name, "" | "-h" | "--help" | "help") {
        print!("{}", menu());
        return Ok(());
    }
    let Some(entry) = MENU.iter().find(|entry| entry.name == name) else {
        bail!("no command {name:?}; `cargo xtask` lists them");
    };
    if rest
        .iter()
        .any(|argument| matches!(argument.as_str(), "-h" | "--help"))
    {
        println!(
            "cargo xtask {} {}\n  {}",
            entry.name, entry.arguments, entry.about
        );
        return Ok(());
    }
    (entry.run)(&Workspace::load()?, rest)
}

fn menu() -> String {
    let mut text = String::from("cargo xtask <command>\n\n");
    for entry in MENU {
        let call = format!("{} {}", entry.name, entry.arguments);
        text.push_str(&format!("  {call:<40} {}\n", entry.about));
    }
    text
}

/// Runs one of the trials. They are a separate crate, so that the rest of the menu compiles fast.
fn trial(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--quiet", "--package", "trials", "--", name]);
    process::run(cargo.args(arguments))
}

/// Accepts only the flags a command knows, and says whether `flag` was among them.
fn only_flag(arguments: &[String], flag: &str) -> Result<bool> {
    if let Some(unknown) = arguments.iter().find(|argument| *argument != flag) {
        bail!("unknown argument {unknown:?}; this command takes only {flag}");
    }
    Ok(!arguments.is_empty())
}

/// Refuses any argument, for commands that take none.
fn no_arguments(arguments: &[String]) -> Result<()> {
    match arguments.first() {
        Some(unknown) => bail!("unknown argument {unknown:?}; this command takes none"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn menu_has_one_line_for_each_command() {
        let text = menu();
        for entry in MENU {
            assert_eq!(text.matches(entry.about).count(), 1, "{}", entry.name);
        }
    }

    #[test]
    fn unknown_flag_is_refused_by_name() {
        let error = only_flag(&["--quick".to_owned()], "--fast").unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown argument \"--quick\"; this command takes only --fast"
        );
    }
}
