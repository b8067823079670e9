//! What is known of programs by their names: shells, launchers, and what starts people and agents
//! alike. The lists are in `programs.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::process::Process;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| toml::from_str(include_str!("programs.toml")).expect("our own file is valid"));

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Programs {
    shells: BTreeSet<String>,
    launchers: BTreeSet<String>,
    interpreters: BTreeSet<String>,
    launcher_scripts: BTreeSet<String>,
    hosts: BTreeSet<String>,
    shell_options_with_value: BTreeMap<String, BTreeSet<String>>,
}

/// What a process is to the walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A person types into it.
    PersonsShell,
    /// Starts people's shells and agents alike.
    Host,
    /// A shell that was started without a command: a person's shell inside another one, or one that
    /// reads from a pipe.
    BareShell,
    /// Only starts another program.
    Launcher,
    /// Anything else: an agent, or what runs inside one.
    Other,
}

impl Role {
    pub(super) fn of(process: &Process) -> Self {
        let name = name(&process.program);
        if is_shell(process) {
            return match runs_command(process) {
                true => Self::Launcher,
                false if process.leads_its_session() && process.reads_its_terminal => {
                    Self::PersonsShell
                }
                false => Self::BareShell,
            };
        }
        if process.identity.pid == 1 || PROGRAMS.hosts.contains(name) {
            return Self::Host;
        }
        let launcher = PROGRAMS.launchers.contains(name)
            || (is_interpreter(name) && starts_another(&process.arguments));
        if launcher {
            Self::Launcher
        } else {
            Self::Other
        }
    }
}

/// Only a program whose file the hub has seen: a name alone is easily given.
fn is_shell(process: &Process) -> bool {
    process.program.starts_with('/') && PROGRAMS.shells.contains(shell_name(process))
}

/// One file serves many names in small systems; the name it was called by decides.
fn shell_name(process: &Process) -> &str {
    match name(&process.program) {
        "busybox" | "toybox" => {
            let called = process.arguments.first().map_or("", String::as_str);
            name(called).trim_start_matches('-')
        }
        name => name,
    }
}

/// Whether a shell was started to run something, and not for a person to type into.
fn runs_command(process: &Process) -> bool {
    let shell = shell_name(process);
    let mut arguments = process.arguments.iter().skip(1).map(String::as_str);
    if shell == "pwsh" {
        return powershell_runs_command(arguments);
    }
    let with_value = PROGRAMS.shell_options_with_value.get(shell);
    while let Some(argument) = arguments.next() {
        if with_value.is_some_and(|options| options.contains(argument)) {
            arguments.next();
            continue;
        }
        match argument.strip_prefix(['-', '+']) {
            // The first operand is a script, with or without the end of options before it.
            None => return true,
            Some("" | "-") => return arguments.next().is_some(),
            Some(long) if long.starts_with('-') => {
                if matches!(long, "-command") || long.starts_with("-command=") {
                    return true;
                }
            }
            Some(letters) if letters.contains('c') => return true,
            // The following arguments are the parameters of the typed commands.
            Some(letters) if letters.contains('s') => return false,
            Some(_) => {}
        }
    }
    false
}

/// Its options are words behind one dash, in any case, and `-NoExit` stays for a person to type.
fn powershell_runs_command<'a>(arguments: impl Iterator<Item = &'a str>) -> bool {
    let words: Vec<String> = arguments.map(str::to_lowercase).collect();
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    let runs = [
        "-c",
        "-command",
        "-commandwithargs",
        "-encodedcommand",
        "-f",
        "-file",
    ];
    has(&runs) && !has(&["-noexit"])
}

fn is_interpreter(name: &str) -> bool {
    PROGRAMS.interpreters.contains(unversioned(name))
}

/// Whether an interpreter runs a program that only starts another one. Some rename themselves,
/// and then all their arguments are one.
fn starts_another(arguments: &[String]) -> bool {
    let renamed = arguments.first().is_some_and(|first| {
        ["npm exec", "npx ", "npm run", "pnpm ", "yarn "]
            .iter()
            .any(|title| first.starts_with(title))
    });
    let script = arguments
        .iter()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    renamed || script.is_some_and(|script| PROGRAMS.launcher_scripts.contains(name(script)))
}

/// The file's name, without what packaging adds to it.
fn name(program: &str) -> &str {
    let file = program.rsplit('/').next().unwrap_or(program);
    // Nix keeps the real program beside its wrapper as `.name-wrapped`.
    let plain = file
        .strip_prefix('.')
        .and_then(|file| file.strip_suffix("-wrapped"));
    let file = plain.unwrap_or(file);
    if PROGRAMS.shells.contains(file) || PROGRAMS.hosts.contains(file) {
        return file;
    }
    // Some systems install shells as `zsh-5.9`.
    match file.rsplit_once('-') {
        Some((before, version)) if version.starts_with(|first: char| first.is_ascii_digit()) => {
            before
        }
        _ => file,
    }
}

/// `python3.12` is a python.
fn unversioned(name: &str) -> &str {
    let plain = name.trim_end_matches(|end: char| end.is_ascii_digit() || end == '.');
    if PROGRAMS.interpreters.contains(name) {
        name
    } else {
        plain
    }
}

/// The command in a sayso command line, and its first operand: `choose ID`.
pub(super) fn sayso_command(arguments: &[String]) -> Option<(&str, Option<&str>)> {
    let mut arguments = arguments.iter().skip(1).map(String::as_str);
    let mut words = std::iter::from_fn(|| {
        loop {
            match arguments.next()? {
                "--data-dir" | "--port" => {
                    arguments.next();
                }
                option if option.starts_with('-') => {}
                word => return Some(word),
            }
        }
    });
    let command = words.next()?;
    Some((command, words.next()))
}
