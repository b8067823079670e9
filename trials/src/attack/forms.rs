//! The forms that work without JavaScript: address, cookie and token are all needed.

use anyhow::{Context, Result, bail, ensure};

use super::Attack;
use super::stage::Stage;
use crate::calls;
use crate::http::{Reply, Request};

/// What a form sends, and what an attacker changes.
struct Post {
    /// Where the session's pages are.
    base: String,
    cookie: String,
    origin: Option<String>,
    kind: &'static str,
    question: String,
    token: String,
}

/// What an attack does to a form before it is sent.
type Tamper = fn(&Stage, &mut Post) -> Result<()>;

const SIGN_IN: &str = "303 to sign-in";
const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn attacks() -> Vec<Attack> {
    let rows: [(&str, &str, Tamper); 13] = [
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
            post.base = stage.word("other_plain").to_owned();
            post.cookie = stage.word("other_plain_cookie").to_owned();
            Ok(())
        }),
        ("another session's cookie", SIGN_IN, |stage, post| {
            post.cookie = stage.word("other_plain_cookie").to_owned();
            Ok(())
        }),
        ("another session's address", SIGN_IN, |stage, post| {
            post.base = stage.word("other_plain").to_owned();
            Ok(())
        }),
        ("a portal session's cookie", SIGN_IN, |stage, post| {
            post.cookie = stage.word("cookie").to_owned();
            Ok(())
        }),
        (
            "Origin null, and no word that it is our page",
            "403 origin_not_allowed",
            |_, post| {
                post.origin = Some("null".into());
                Ok(())
            },
        ),
        ("no cookie", SIGN_IN, |_, post| {
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
                "/plain/SEGMENT/choice/ID",
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
    let base = stage.word("plain").to_owned();
    let cookie = stage.word("plain_cookie").to_owned();
    let request =
        Request::get(format!("{base}/choice/{question}")).with(format!("Cookie: {cookie}"));
    let page = stage.place.portal().send(&request)?.body;
    Ok(Post {
        base,
        cookie,
        origin: Some(stage.word("origin").to_owned()),
        kind: FORM,
        token: field(&page, "token")?,
        question,
    })
}

fn submit(stage: &Stage, post: &Post) -> Result<Reply> {
    let body = format!("token={}&action=cancel", post.token);
    let mut request = Request::new("POST", format!("{}/choice/{}", post.base, post.question))
        .with(format!("Cookie: {}", post.cookie))
        .body(post.kind, body);
    if let Some(origin) = &post.origin {
        request = request.with(format!("Origin: {origin}"));
    }
    Ok(stage.place.portal().send(&request)?)
}

fn told(reply: &Reply) -> String {
    match reply.header("location") {
        Some(target) if target.starts_with("/login/plain") => SIGN_IN.into(),
        Some(_) | None => reply.describe(),
    }
}

fn is_pending(stage: &Stage, question: &str) -> Result<bool> {
    let shown = stage.place.call(&calls::show(question))?;
    Ok(shown["status"] == "pending")
}

/// Finds a hidden field's value in a page of the portal.
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
