//! Process trees, one line per process, youngest first: `program arguments`, then what is special
//! about it.
//!
//! `@3` is its terminal, `leads` that it leads its session and reads that terminal, `piped` that it
//! leads but reads something else, `first` that it is process 1, `AGENT` that it was seen asking, `+NAME=value` a variable.

use processes::Identity;

use super::super::agents::Agent;
use super::super::markers;
use super::super::process::Process;
use super::*;

/// Reads a tree. Numbers end at 1 only for what is marked `first`.
fn tree(lines: &[&str]) -> (Vec<Process>, Vec<Agent>) {
    tree_from(1_000, lines)
}

fn tree_from(base: u32, lines: &[&str]) -> (Vec<Process>, Vec<Agent>) {
    let count = u32::try_from(lines.len()).unwrap();
    let mut lineage = Vec::new();
    let mut agents = Vec::new();
    for (line, above) in lines.iter().zip(0..) {
        let (words, marks) = line.split_once(" | ").unwrap_or((line, ""));
        let marks: Vec<&str> = marks.split_whitespace().collect();
        let has = |mark: &str| marks.contains(&mark);
        let after = |sign: char| marks.iter().find_map(|mark| mark.strip_prefix(sign));
        let pid = if has("first") {
            1
        } else {
            base + count - above
        };
        let terminal = after('@').map(|number| number.parse().unwrap());
        let arguments: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let process = Process {
            identity: Identity {
                pid,
                started: u64::from(pid) * 10,
            },
            parent: pid - 1,
            session: if has("leads") || has("piped") { pid } else { 0 },
            terminal,
            reads_its_terminal: terminal.is_some() && !has("piped"),
            program: after('=').unwrap_or(&arguments[0]).to_owned(),
            // A program that rewrites its own name shows it as one argument.
            arguments: if has("renamed") {
                vec![arguments[1..].join(" ")]
            } else {
                arguments
            },
            marker: after('+').and_then(|pair| markers::find(pair.as_bytes())),
        };
        if has("AGENT") {
            agents.push(Agent::of(&process));
        }
        lineage.push(process);
    }
    (lineage, agents)
}

fn judged(lines: &[&str]) -> String {
    let (lineage, agents) = tree(lines);
    shown(judge(&lineage, &agents))
}

fn shown(sign: Option<AgentSign>) -> String {
    match sign {
        None => "person".into(),
        Some(AgentSign::StartedBy { program, .. }) => format!("started by {program}"),
        Some(AgentSign::Variable { variable, .. }) => format!("has {variable}"),
        Some(AgentSign::SharesTerminal { program, .. }) => format!("beside {program}"),
    }
}

const ANSWER: &str = "/usr/bin/sayso answer 1f | @3";
const SHELL: &str = "/usr/bin/zsh | @3 leads";
const TERMINAL: &str = "/usr/bin/kitty";
const INIT: &str = "/sbin/init | first";

#[test]
fn verdict_is_person_for_commands_from_a_persons_shell() {
    for lines in [
        &[ANSWER, SHELL, TERMINAL, INIT][..],
        // A login shell, a nested one, the person's script, over the network, in tmux.
        &[
            ANSWER,
            "/usr/bin/bash -l | @3 leads",
            "/usr/bin/login",
            INIT,
        ],
        &[ANSWER, "/usr/bin/bash | @3", SHELL, TERMINAL, INIT],
        &[
            ANSWER,
            "/usr/bin/bash /srv/ana/bin/yes.sh | @3",
            SHELL,
            TERMINAL,
            INIT,
        ],
        &[ANSWER, "/usr/bin/make ok | @3", SHELL, TERMINAL, INIT],
        &[
            ANSWER,
            "/usr/bin/bash | @3 leads",
            "sshd-session",
            "sshd",
            INIT,
        ],
        &[
            "/usr/bin/sayso answer 1f",
            "/usr/bin/bash -c sayso | ",
            "sshd-session",
            "sshd",
            INIT,
        ],
        &[ANSWER, "/usr/bin/fish | @3 leads", "/usr/bin/tmux", INIT],
        // From a desktop shortcut, a timer, a service: no agent asks there.
        &["/usr/bin/sayso open", "/usr/bin/gnome-shell", INIT],
        &[
            "/usr/bin/sayso list",
            "/bin/sh -c sayso",
            "/usr/sbin/cron",
            INIT,
        ],
        &["/usr/bin/sayso list", INIT],
        &["/usr/bin/sayso list"],
    ] {
        assert_eq!(judged(lines), "person", "{lines:?}");
    }
}

#[test]
fn verdict_is_agent_for_processes_that_an_agent_started() {
    let claude = "/opt/claude/claude | @3 AGENT";
    let codex = "/usr/bin/codex exec | AGENT";
    for (lines, expected) in [
        (
            &[
                ANSWER,
                "/usr/bin/bash -c sayso | @3",
                claude,
                SHELL,
                TERMINAL,
                INIT,
            ][..],
            claude,
        ),
        (&[ANSWER, claude, SHELL, TERMINAL, INIT], claude),
        (&[claude, SHELL, TERMINAL, INIT], claude),
        // With any programs in between.
        (
            &[
                ANSWER,
                "/usr/bin/env sayso",
                "/bin/dash -c x",
                "/usr/bin/make",
                claude,
                SHELL,
            ],
            claude,
        ),
        (
            &[
                ANSWER,
                "/usr/bin/python3 run.py",
                "/usr/bin/timeout 9 x",
                codex,
                INIT,
            ],
            codex,
        ),
        (&[ANSWER, "/usr/bin/bash -lc x | piped", codex, INIT], codex),
        // A shell on a new terminal that was given something to run.
        (
            &[ANSWER, "/usr/bin/bash -c sayso | @3 leads", claude, SHELL],
            claude,
        ),
        (
            &[ANSWER, "/usr/bin/bash -lic sayso | @3 leads", claude, SHELL],
            claude,
        ),
        (
            &[
                ANSWER,
                "/usr/bin/bash --norc -c sayso | @3 leads",
                claude,
                SHELL,
            ],
            claude,
        ),
        (
            &[ANSWER, "/usr/bin/bash -e run.sh | @3 leads", claude, SHELL],
            claude,
        ),
        (
            &[ANSWER, "/usr/bin/bash -- run.sh | @3 leads", claude, SHELL],
            claude,
        ),
        (
            &[
                ANSWER,
                "/usr/bin/bash --rcfile x run.sh | @3 leads",
                claude,
                SHELL,
            ],
            claude,
        ),
        (
            &[ANSWER, "/usr/bin/fish -c sayso | @3 leads", claude, SHELL],
            claude,
        ),
        (
            &[
                ANSWER,
                "/usr/bin/fish --command=sayso | @3 leads",
                claude,
                SHELL,
            ],
            claude,
        ),
        (
            &[
                ANSWER,
                "/usr/bin/pwsh -NoLogo -Command sayso | @3 leads",
                claude,
                SHELL,
            ],
            claude,
        ),
        (
            &[
                ANSWER,
                "/bin/busybox sh -c x | @3 leads =/bin/busybox",
                claude,
                SHELL,
            ],
            claude,
        ),
        // A shell that reads from a pipe, or leads nothing, or only calls itself one.
        (&[ANSWER, "/usr/bin/bash | @3 piped", claude, SHELL], claude),
        (&[ANSWER, "/usr/bin/bash | @3", claude, SHELL], claude),
        (&[ANSWER, "bash | @3 leads", claude, SHELL], claude),
        (
            &[ANSWER, "/tmp/notashell | @3 leads", claude, SHELL],
            claude,
        ),
        // Two agents: the nearer one.
        (&[ANSWER, codex, "/bin/sh -c codex", claude, SHELL], codex),
    ] {
        let program = expected.split(' ').next().unwrap();
        assert_eq!(judged(lines), format!("started by {program}"), "{lines:?}");
    }
}

#[test]
fn verdict_is_person_in_an_editors_terminal_panel_and_agent_in_the_editor() {
    let zed = "/opt/zed/zed-editor | AGENT";
    let idea = "/opt/idea/jbr/bin/java -jar | AGENT";
    let emacs = "/usr/bin/emacs | @9 AGENT";
    let vim = "/usr/bin/nvim | @9 AGENT";
    for lines in [
        &[ANSWER, "/usr/bin/zsh -i | @3 leads", zed, INIT][..],
        &[
            ANSWER,
            "/usr/bin/bash --rcfile /opt/idea/jediterm-bash.in -i | @3 leads",
            idea,
            INIT,
        ],
        &[
            ANSWER,
            "/usr/bin/bash --noediting -i | @3 leads",
            emacs,
            SHELL,
        ],
        &[
            ANSWER,
            "/usr/bin/bash --init-file /opt/code/shellIntegration.sh | @3 leads",
            zed,
        ],
        &[
            ANSWER,
            "/usr/bin/fish --init-command source | @3 leads",
            zed,
        ],
        &[ANSWER, "/usr/bin/fish -C source -l | @3 leads", zed],
        &[
            ANSWER,
            "/usr/bin/pwsh -NoExit -Command integrate | @3 leads",
            zed,
        ],
        &[ANSWER, "/usr/bin/nu --execute integrate | @3 leads", zed],
        &[ANSWER, "/nix/store/x/bin/.zsh-wrapped | @3 leads", zed],
        &[ANSWER, "/usr/bin/zsh-5.9 | @3 leads", zed],
        &[ANSWER, "-sh | @3 leads =/bin/busybox", zed],
        &[ANSWER, "/usr/bin/bash -s given | @3 leads", zed],
        &[
            ANSWER,
            "/usr/bin/bash | @3",
            "/usr/bin/zsh | @3 leads",
            vim,
            "/usr/bin/zsh | @9 leads",
        ],
    ] {
        assert_eq!(judged(lines), "person", "{lines:?}");
    }
    for lines in [
        &[ANSWER, zed, INIT][..],
        &[ANSWER, "/bin/sh -c sayso | @3 leads", zed, INIT],
        &["/usr/bin/sayso answer 1f", "/bin/sh -c sayso", emacs, SHELL],
    ] {
        assert!(judged(lines).starts_with("started by /"), "{lines:?}");
    }
}

#[test]
fn verdict_is_agent_for_a_marker_variable_up_to_the_persons_shell() {
    let marked = "+CLAUDECODE=1";
    let bash = format!("/usr/bin/bash -c x | {marked}");
    let peer = format!("{ANSWER} {marked}");
    let panel = format!("/usr/bin/zsh | @3 leads {marked}");
    for lines in [
        // Cut off from its ancestors.
        &[peer.as_str(), INIT][..],
        &[&peer],
        // Its own environment was cleaned, not that of the shell around it.
        &[ANSWER, &bash, INIT],
        // An interactive shell that the agent opened on a new terminal.
        &[&peer, &panel, INIT],
        &[ANSWER, &panel, INIT],
    ] {
        assert_eq!(judged(lines), "has CLAUDECODE", "{lines:?}");
    }
    // The processes above the person's shell do not show who types now.
    let editor = format!("/opt/zed/zed-editor | {marked}");
    assert_eq!(judged(&[ANSWER, SHELL, &editor, INIT]), "person");
}

#[test]
fn verdict_is_agent_for_an_orphan_on_an_agents_terminal() {
    let agents = tree_from(2_000, &["/opt/claude/claude | @3 AGENT", SHELL]).1;
    let beside = |lines: &[&str]| shown(judge(&tree(lines).0, &agents));
    let orphan = "/usr/bin/sayso answer 1f | @3";
    assert_eq!(beside(&[orphan, INIT]), "beside /opt/claude/claude");
    let systemd = "/usr/lib/systemd/systemd --user";
    let wrapped = [orphan, "/bin/sh -c sayso | @3", systemd, INIT];
    assert_eq!(beside(&wrapped), "beside /opt/claude/claude");
    // Not with their shell above them, on another terminal, or on none.
    assert_eq!(beside(&[orphan, SHELL, TERMINAL, INIT]), "person");
    assert_eq!(beside(&["/usr/bin/sayso answer 1f | @4", INIT]), "person");
    assert_eq!(beside(&["/usr/bin/sayso answer 1f", INIT]), "person");
}

fn started(lines: &[&str]) -> Vec<String> {
    let programs = starters(&tree(lines).0).into_iter();
    programs.map(|agent| agent.program).collect()
}

#[test]
fn starter_of_mcp_is_found_behind_wrapper_programs() {
    let mcp = "/usr/bin/sayso mcp";
    let claude = "/opt/claude/claude";
    let npm = "/usr/bin/node npm exec sayso mcp | renamed =/usr/bin/node";
    for (lines, expected) in [
        (&[mcp, claude, SHELL][..], &[claude][..]),
        (
            &[mcp, "/bin/sh -c sayso", claude, SHELL],
            &["/bin/sh", claude],
        ),
        (
            &[mcp, "/usr/bin/env A=1 sayso", claude],
            &["/usr/bin/env", claude],
        ),
        (
            &[mcp, "/bin/dash -c sayso", npm, claude, SHELL],
            &["/bin/dash", "/usr/bin/node", claude],
        ),
        (
            &[
                mcp,
                "/usr/bin/node /usr/lib/node_modules/npm/bin/npx-cli.js -y x",
                claude,
            ],
            &["/usr/bin/node", claude],
        ),
        (
            &[mcp, "/usr/bin/uvx sayso", claude],
            &["/usr/bin/uvx", claude],
        ),
        (
            &[mcp, "/usr/bin/python3.12 /usr/bin/pipx run x", claude],
            &["/usr/bin/python3.12", claude],
        ),
        (
            &[
                mcp,
                "/usr/bin/timeout 9 sayso",
                "/usr/bin/nice sayso",
                claude,
            ],
            &["/usr/bin/timeout", "/usr/bin/nice", claude],
        ),
        (
            &[mcp, "/usr/bin/stdbuf -oL sayso", claude],
            &["/usr/bin/stdbuf", claude],
        ),
        // Fed by a pipe: looked through.
        (&[mcp, "/bin/sh", claude], &[claude]),
        // An agent that is a script of an interpreter, however it was started.
        (
            &[mcp, "/usr/bin/node /opt/gemini/gemini.js", SHELL],
            &["/usr/bin/node"],
        ),
        (
            &[
                mcp,
                "/usr/bin/node /opt/some-agent/cli.js",
                "/bin/sh -c some-agent",
                npm,
                SHELL,
            ],
            &["/usr/bin/node"],
        ),
        (
            &[mcp, "/usr/bin/python3 -m aider", SHELL],
            &["/usr/bin/python3"],
        ),
        // An agent that is itself a script of a shell, as tests have them.
        (
            &[mcp, "/usr/bin/bash agent.sh | @3", SHELL],
            &["/usr/bin/bash"],
        ),
        // An editor's process.
        (
            &[mcp, "/opt/code/code --type=utility", "/opt/code/code", INIT],
            &["/opt/code/code"],
        ),
    ] {
        assert_eq!(started(lines), expected, "{lines:?}");
    }
}

#[test]
fn starter_of_mcp_is_never_the_persons_shell_or_init() {
    let mcp = "/usr/bin/sayso mcp";
    for lines in [
        &[mcp, SHELL, TERMINAL, INIT][..],
        &[mcp, "/usr/bin/bash | @3", SHELL, TERMINAL],
        &[mcp, TERMINAL, INIT],
        &[mcp, "/usr/bin/tmux", INIT],
        &[mcp, "sshd-session", "sshd", INIT],
        &[mcp, "/usr/lib/systemd/systemd --user", INIT],
        &[mcp, "/usr/local/bin/anything | first"],
        &[mcp],
    ] {
        assert_eq!(started(lines), [""; 0], "{lines:?}");
    }
    // A wrapper that the person uses for a trial is not an agent that could be recognised later.
    assert_eq!(
        started(&[mcp, "/usr/bin/timeout 9 x | @3", SHELL]),
        ["/usr/bin/timeout"]
    );
    let agents = tree_from(2_000, &["/usr/bin/timeout 9 x | @9 AGENT", SHELL]).1;
    assert_eq!(judge(&tree(&[ANSWER, SHELL, TERMINAL]).0, &agents), None);
}
