//! Codes that sign a browser in: used, pushed out, guessed, in the wrong place, too old.
//!
//! Five wrong tries void every code, so few rows here may cost a try; guessing has its own hub.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::Attack;
use super::shape::Change::{Method, Path, Set, Without};
use super::shape::{self, Shape, Variant, WRITE};
use super::stage::Stage;

const EXCHANGE: Shape = Shape {
    target: "/auth/exchange",
    method: "POST",
    path: "/auth/exchange",
    headers: &[
        ("Host", "{host}"),
        ("Origin", "{origin}"),
        ("Content-Type", "application/json"),
    ],
    body: r#"{"code":"{code}"}"#,
    ..WRITE
};

const FORM: Shape = Shape {
    target: "/login/plain",
    path: "/login/plain",
    headers: &[
        ("Host", "{host}"),
        ("Origin", "{origin}"),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ],
    body: "code={code}",
    accepted: "303",
    ..EXCHANGE
};

const BOTH: &[&Shape] = &[&EXCHANGE, &FORM];
/// A code's life, and a little more.
const CODE_LIFE: Duration = Duration::from_secs(61);
const TRIES: usize = 5;

const ROWS: &[Variant] = &[
    Variant {
        name: "good code from another site",
        targets: BOTH,
        changes: &[Set("Origin", "https://evil.example")],
        refused: "403 origin_not_allowed",
    },
    Variant {
        name: "good code from nowhere",
        targets: BOTH,
        changes: &[Without("Origin")],
        refused: "403 origin_required",
    },
    Variant {
        name: "good code as text/plain",
        targets: BOTH,
        changes: &[Set("Content-Type", "text/plain")],
        refused: "415 json_only",
    },
    Variant {
        name: "good code by GET, in the address",
        targets: &[&EXCHANGE],
        changes: &[
            Method("GET"),
            Path("/auth/exchange?code={code}"),
            Without("Content-Type"),
            shape::Change::Body(""),
        ],
        refused: "405 method_not_allowed",
    },
    Variant {
        name: "a form where JSON is wanted",
        targets: &[&EXCHANGE],
        changes: &[
            Set("Content-Type", "application/x-www-form-urlencoded"),
            shape::Change::Body("code={code}"),
        ],
        refused: "415 json_only",
    },
    Variant {
        name: "a code with something after it",
        targets: &[&EXCHANGE],
        changes: &[shape::Change::Body(r#"{"code":"{code}0"}"#)],
        refused: "401 code_unknown",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let scene = |name, attempt: fn(&Stage) -> Result<String>| {
        let words = ["401 code_unknown", "200"];
        Attack::scene("login", name, EXCHANGE.target, words, attempt, fresh)
    };
    let mut all = shape::attacks("login", ROWS);
    all.extend([
        scene("a code used before", |stage| {
            let code = stage.login_code()?;
            stage.exchange_code(&code)?;
            Ok(stage.exchange_code(&code)?.describe())
        }),
        scene("a code pushed out by three newer ones", |stage| {
            let code = stage.login_code()?;
            for _ in 0..3 {
                stage.login_code()?;
            }
            Ok(stage.exchange_code(&code)?.describe())
        }),
    ]);
    all
}

/// Ends with every code void, so its twin comes first.
pub(super) fn guessing() -> Vec<Attack> {
    let words = [
        "signed in: 200, after five guesses: 429 too_many_requests",
        "200",
    ];
    let attempt = |stage: &Stage| {
        let before = fresh(stage)?;
        let good = stage.login_code()?;
        for _ in 0..TRIES {
            stage.exchange_code("0123456789012345678901234567890123456789")?;
        }
        let after = stage.exchange_code(&good)?.describe();
        Ok(format!("signed in: {before}, after five guesses: {after}"))
    };
    // Sessions that exist are not touched by guessing.
    let twin = |stage: &Stage| shape::send(stage, &shape::READ, &[]);
    vec![Attack::scene(
        "guessing",
        "good code after five guesses",
        EXCHANGE.target,
        words,
        attempt,
        twin,
    )]
}

/// A minute of waiting: only with `--long`.
pub(super) fn expiry() -> Vec<Attack> {
    let attempt = |stage: &Stage| {
        let code = stage.login_code()?;
        wait(CODE_LIFE);
        Ok(stage.exchange_code(&code)?.describe())
    };
    vec![Attack::scene(
        "expiry",
        "a code older than a minute",
        EXCHANGE.target,
        ["401 code_unknown", "200"],
        attempt,
        fresh,
    )]
}

fn fresh(stage: &Stage) -> Result<String> {
    let code = stage.login_code()?;
    Ok(stage.exchange_code(&code)?.describe())
}

/// Time passing is what is tested here; there is no event to wait for.
fn wait(time: Duration) {
    let end = Instant::now() + time;
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        std::thread::park_timeout(left);
    }
}
