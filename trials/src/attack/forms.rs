//! The two forms that work without scripts: their token is all that stands in for the key.

use anyhow::{Context, Result, bail, ensure};

use super::Attack;
use super::stage::Stage;
use super::wire::{Door, Reply, exchange};

/// What a form sends, and what an attacker changes.
struct Post {
    cookie: String,
    origin: Option<String>,
    kind: &'static str,
    question: String,
    token: String,
}

/// What an attack does to a form before it is sent.
type Tamper = fn(&Stage, &mut Post) -> Result<()>;

const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn attacks() -> Vec<Attack> {
    let rows: [(&str, &str, Tamper); 9] = [
        ("no token", "422", |_, post| {
            post.token.clear();
            Ok(())
        }),
        ("a guessed token", "422", |_, post| {
            post.token = "0".repeat(64);
            Ok(())
        }),
        ("a token used before", "422", |stage, post| {
            let mut first = form(stage)?;
            first.question.clone_from(&post.question);
            let used = submit(stage, &first)?;
            ensure!(used.status == 422, "the first try was {}", used.describe());
            post.token = first.token;
            Ok(())
        }),
        ("another question's token", "422", |stage, post| {
            post.question = stage.ask()?;
            Ok(())
        }),
        ("another session's token", "422", |stage, post| {
            post.cookie = stage.word("other_cookie").to_owned();
            Ok(())
        }),
        ("no cookie", "303 to sign-in", |_, post| {
            post.cookie.clear();
            Ok(())
        }),
        ("no Origin", "403 origin_required", |_, post| {
            post.origin = None;
            Ok(())
        }),
        (
            "form of another site",
            "403 origin_not_allowed",
            |_, post| {
                post.origin = Some("https://evil.example".into());
                Ok(())
            },
        ),
        ("JSON where a form is wanted", "415 json_only", |_, post| {
            post.kind = "application/json";
            Ok(())
        }),
    ];
    rows.into_iter()
        .map(|(name, refused, change)| {
            let attempt = move |stage: &Stage| {
                let mut post = form(stage)?;
                change(stage, &mut post)?;
                let answer = told(&submit(stage, &post)?);
                ensure!(
                    is_pending(stage, &post.question)?,
                    "the question is decided"
                );
                Ok(answer)
            };
            let twin = |stage: &Stage| Ok(told(&submit(stage, &form(stage)?)?));
            Attack::scene(
                "forms",
                name,
                "/choice/ID/plain",
                [refused, "303"],
                attempt,
                twin,
            )
        })
        .collect()
}

/// Opens the form of a new question.
fn form(stage: &Stage) -> Result<Post> {
    let question = stage.ask()?;
    let cookie = stage.word("cookie").to_owned();
    let request = format!(
        "GET /choice/{question}/plain HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n\
         Connection: close\r\n\r\n",
        stage.word("host"),
    );
    let page = exchange(stage, Door::Portal, request.as_bytes())?.body;
    Ok(Post {
        cookie,
        origin: Some(stage.word("origin").to_owned()),
        kind: FORM,
        token: field(&page, "token")?,
        question,
    })
}

fn submit(stage: &Stage, post: &Post) -> Result<Reply> {
    let body = format!("token={}&action=cancel", post.token);
    let origin = match &post.origin {
        Some(origin) => format!("Origin: {origin}\r\n"),
        None => String::new(),
    };
    let request = format!(
        "POST /choice/{}/plain HTTP/1.1\r\nHost: {}\r\n{origin}Cookie: {}\r\nContent-Type: {}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        post.question,
        stage.word("host"),
        post.cookie,
        post.kind,
        body.len(),
    );
    exchange(stage, Door::Portal, request.as_bytes())
}

fn told(reply: &Reply) -> String {
    match reply.header("location") {
        Some("/login/plain") => "303 to sign-in".into(),
        _ => reply.describe(),
    }
}

fn is_pending(stage: &Stage, question: &str) -> Result<bool> {
    let path = format!("/api/v1/interactions/{question}");
    let shown = stage.local("GET", &path, None, None)?;
    Ok(shown["status"] == "pending")
}

/// Finds a hidden field's value in a page of ours.
fn field(page: &str, name: &str) -> Result<String> {
    let from = page
        .find(&format!("name=\"{name}\""))
        .context("no such field")?;
    let rest = &page[from..];
    let Some((_, value)) = rest.split_once("value=\"") else {
        bail!("the field {name} has no value");
    };
    Ok(value.split('"').next().unwrap_or_default().to_owned())
}
