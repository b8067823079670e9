//! Secrets where others could read them: logs, process lists, the database, what agents are told.
//!
//! The twin of each search finds something harmless in the same place, so that a search in the
//! wrong place cannot pass.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use anyhow::{Context, Result};

use super::Attack;
use super::shape::{ANSWER, MCP, READ, UPGRADE, WRITE, send};
use super::stage::Stage;
use crate::calls::{self, question};
use crate::http::Request;
use crate::process::until;

const CLEAN: &str = "no secret";
const FOUND: &str = "found";

/// A place to search: its bytes, and something harmless that is in it.
struct Place {
    name: &'static str,
    target: &'static str,
    read: fn(&Stage) -> Result<Vec<u8>>,
    harmless: fn(&Stage) -> String,
}

const PLACES: &[Place] = &[
    Place {
        name: "secrets in the log, at its most talkative",
        target: "log",
        read: |stage| {
            use_everything(stage)?;
            Ok(fs::read(stage.place.log_path())?)
        },
        harmless: |stage| stage.word("origin").to_owned(),
    },
    Place {
        name: "secrets in the hub's arguments",
        target: "process list",
        read: |stage| Ok(fs::read(format!("/proc/{}/cmdline", stage.hub.pid))?),
        harmless: |_| "serve".into(),
    },
    Place {
        name: "secrets in the hub's environment",
        target: "process list",
        read: |stage| Ok(fs::read(format!("/proc/{}/environ", stage.hub.pid))?),
        harmless: |_| "SAYSO_DATA_DIR".into(),
    },
    Place {
        name: "secrets in the database files",
        target: "files",
        read: |stage| {
            use_everything(stage)?;
            let mut bytes = Vec::new();
            for entry in fs::read_dir(stage.place.data_dir())? {
                let path = entry?.path();
                if path.is_file() {
                    bytes.extend(fs::read(path)?);
                }
            }
            Ok(bytes)
        },
        harmless: |stage| stage.word("question").to_owned(),
    },
    Place {
        name: "secrets in what an agent is handed",
        target: "terminal_command",
        read: |stage| {
            let mut asked = question("Which index?", 600);
            asked["interface"] = "terminal".into();
            let reply = stage.place.call(&calls::ask("reader", &asked))?;
            Ok(reply.to_string().into_bytes())
        },
        harmless: |_| "terminal_command".into(),
    },
    Place {
        name: "secrets in what a person's list shows",
        target: "/api/v1",
        read: |stage| Ok(stage.place.get("/api/v1/export/json")?.to_string().into()),
        harmless: |stage| stage.word("question").to_owned(),
    },
    Place {
        name: "secrets in the lists of sessions and tokens",
        target: "/api/v1",
        read: |stage| {
            let tokens = stage.place.get("/api/v1/tokens")?;
            let sessions = stage.place.get("/api/v1/sessions")?;
            Ok(format!("{tokens}{sessions}").into())
        },
        harmless: |_| "last_used_at".into(),
    },
    Place {
        name: "what a stranger learns from every kind of reply",
        target: "headers",
        read: strangers_view,
        harmless: |_| "content-security-policy".into(),
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all: Vec<Attack> = PLACES
        .iter()
        .map(|place| {
            let attempt = |stage: &Stage| {
                let bytes = (place.read)(stage)?;
                Ok(first_secret(stage, &bytes).unwrap_or(CLEAN).to_owned())
            };
            let twin = |stage: &Stage| {
                let found = contains(&(place.read)(stage)?, &(place.harmless)(stage));
                Ok(if found {
                    FOUND.into()
                } else {
                    "not found".into()
                })
            };
            Attack::scene(
                "leaks",
                place.name,
                place.target,
                [CLEAN, FOUND],
                attempt,
                twin,
            )
        })
        .collect();
    all.push(Attack::scene(
        "leaks",
        "login code in the browser's arguments",
        "process list",
        ["a private file", "leads to the login"],
        |stage| Ok(open(stage)?.0),
        |stage| Ok(open(stage)?.1),
    ));
    all
}

/// Makes every secret travel once.
fn use_everything(stage: &Stage) -> Result<()> {
    for shape in [&READ, &WRITE, &ANSWER, &UPGRADE, &MCP] {
        send(stage, shape, &[])?;
    }
    // Mistakes are logged more readily than successes.
    send(
        stage,
        &READ,
        &[super::shape::Change::Set("Host", "evil.example")],
    )?;
    send(stage, &WRITE, &[super::shape::Change::Body(r#"{"theme":"#)])?;
    send(stage, &MCP, &[super::shape::Change::Body("{}")])?;
    Ok(())
}

/// Names the first secret that occurs in `bytes`.
fn first_secret(stage: &Stage, bytes: &[u8]) -> Option<&'static str> {
    let cookie = |name| stage.word(name).split('=').nth(1).unwrap_or_default();
    let secrets = [
        ("a cookie", cookie("cookie")),
        ("another cookie", cookie("other_cookie")),
        ("an ended session's cookie", cookie("ended_cookie")),
        (
            "a cookie of the pages without JavaScript",
            cookie("plain_cookie"),
        ),
        (
            "an address of the pages without JavaScript",
            stage.word("plain").trim_start_matches("/plain/"),
        ),
        ("a key", stage.word("key")),
        ("another key", stage.word("other_key")),
        ("a token", stage.word("token")),
        ("another token", stage.word("other_token")),
        ("a revoked token", stage.word("revoked_token")),
    ];
    secrets
        .into_iter()
        .find(|(_, secret)| secret.is_empty() || contains(bytes, secret))
        .map(|(name, _)| name)
        .or_else(|| {
            stage
                .used_codes()
                .iter()
                .any(|code| contains(bytes, code))
                .then_some("a code")
        })
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// Heads of replies to a caller that is not signed in; a version or a CORS header is a finding.
fn strangers_view(stage: &Stage) -> Result<Vec<u8>> {
    let mut heads = String::new();
    for path in [
        "/",
        "/login",
        "/nowhere",
        "/api/v1/status",
        "/mcp",
        "/api/v1/health",
    ] {
        let request = Request::get(path).with(format!("Origin: {}", stage.word("origin")));
        let head = stage.place.portal().send(&request)?.head.to_lowercase();
        for forbidden in ["\nserver:", "access-control-", "x-powered-by", "set-cookie"] {
            anyhow::ensure!(!head.contains(forbidden), "{path} sends {forbidden}");
        }
        heads.push_str(&head);
    }
    Ok(heads.into())
}

/// Runs `sayso open` with a browser that notes its arguments; returns what it was given, and where
/// that leads.
fn open(stage: &Stage) -> Result<(String, String)> {
    let root = stage.new_directory();
    fs::create_dir(&root)?;
    let (browser, noted) = (root.join("browser"), root.join("noted"));
    fs::write(
        &browser,
        format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > {noted}.new\ncp \"${{1#file://}}\" {noted}.page\n\
             mv {noted}.new {noted}\n",
            noted = noted.display()
        ),
    )?;
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755))?;
    let mut open = stage.place.command(&["open"]);
    let mut child = open.env("BROWSER", &browser).spawn()?;
    until("the browser", || Ok(noted.exists().then_some(())))?;
    child.kill()?;
    child.wait()?;
    let (given, page) = (
        fs::read_to_string(&noted)?,
        fs::read_to_string(root.join("noted.page"))?,
    );
    let code = page
        .split("#c=")
        .nth(1)
        .and_then(|rest| rest.get(..40))
        .context("no code")?;
    let what = match (given.contains(code), given.trim().ends_with(".html")) {
        (true, _) => "the code itself",
        (false, true) => "a private file",
        (false, false) => "something else",
    };
    let leads = page.contains(&format!("{}/login#c=", stage.word("origin")));
    let code_is_good = stage.exchange_code(code)?.status == 200;
    let where_to = if leads && code_is_good {
        "leads to the login"
    } else {
        "leads nowhere"
    };
    Ok((what.into(), where_to.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leak_search_finds_a_text_anywhere_in_the_bytes() {
        assert!(contains(b"\0\0key=abc\xff", "abc"));
        assert!(!contains(b"ab", "abc"));
    }
}
