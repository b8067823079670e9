//! The calls that several trials make: a question, and what becomes of it.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::http::Request;
use crate::process::Place;

/// The project of every agent here that does not say another.
const PROJECT: &str = "/src/trials";

/// A valid question.
pub(crate) fn question(title: &str, timeout_seconds: u64) -> Value {
    json!({
        "title": title,
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
        "interface": "web",
        "timeout_seconds": timeout_seconds,
    })
}

/// The agent `client` asks.
pub(crate) fn ask(client: &str, question: &Value) -> Request {
    Request::post("/api/v1/asks", question).by(client, PROJECT)
}

/// Returns the id in the reply to an ask.
pub(crate) fn asked_id(reply: &Value) -> Result<String> {
    let id = reply["interaction"]["session_id"].as_str();
    Ok(id
        .with_context(|| format!("not asked: {reply}"))?
        .to_owned())
}

/// The agent that asked waits for the outcome.
pub(crate) fn result(client: &str, id: &str, wait_seconds: u64) -> Request {
    let path = format!("/api/v1/asks/{id}/result?wait_seconds={wait_seconds}");
    Request::get(path).by(client, PROJECT)
}

/// The agent that asked gives up waiting.
pub(crate) fn leave(client: &str, id: &str) -> Request {
    let path = format!("/api/v1/asks/{id}/leave");
    Request::post(path, &json!({})).by(client, PROJECT)
}

/// The agent that asked says that it has the outcome.
pub(crate) fn receipt(client: &str, id: &str) -> Request {
    Request::post(format!("/api/v1/asks/{id}/receipt"), &json!({})).by(client, PROJECT)
}

/// The agent that asked takes its question back.
pub(crate) fn withdraw(client: &str, id: &str, answer_id: &str) -> Request {
    let body = json!({"answer_id": answer_id, "note": answer_id});
    Request::post(format!("/api/v1/asks/{id}/cancel"), &body).by(client, PROJECT)
}

/// A person answers; the note is the answer's id, so that an outcome names the call that made it.
pub(crate) fn answer(id: &str, answer_id: &str, option: &str) -> Request {
    let answer = json!({"selected_ids": [option], "global_note": answer_id});
    let body = json!({"answer_id": answer_id, "answer": answer});
    Request::post(of(id, "answer"), &body)
}

pub(crate) fn cancel(id: &str, answer_id: &str) -> Request {
    let body = json!({"answer_id": answer_id, "note": answer_id});
    Request::post(of(id, "cancel"), &body)
}

pub(crate) fn extend(id: &str) -> Request {
    Request::post(of(id, "deadline"), &json!({"add_seconds": 1}))
}

pub(crate) fn draft(id: &str, note: &str) -> Request {
    let draft = json!({"selected_ids": ["a"], "global_note": note});
    let body = json!({"draft": draft, "base": {}});
    Request::new("PATCH", of(id, "draft")).json(&body)
}

pub(crate) fn show(id: &str) -> Request {
    Request::get(format!("/api/v1/interactions/{id}"))
}

fn of(id: &str, what: &str) -> String {
    format!("/api/v1/interactions/{id}/{what}")
}

/// A browser that is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Browser {
    /// `name=value`.
    pub(crate) cookie: String,
    pub(crate) key: String,
}

impl Browser {
    /// Signs in with a new login code.
    pub(crate) fn sign_in(place: &Place) -> Result<Self> {
        Self::with(place, &login_code(place)?)
    }

    /// Trades this login code for a session.
    pub(crate) fn with(place: &Place, code: &str) -> Result<Self> {
        let reply = place.portal().send(&exchange(place, code))?;
        let cookie = reply.header("set-cookie").context("no cookie")?;
        let key = reply.json()?["key"].take();
        Ok(Self {
            cookie: cookie.split(';').next().unwrap_or_default().to_owned(),
            key: key.as_str().context("no key")?.to_owned(),
        })
    }

    /// What the portal's own page sends along.
    pub(crate) fn headers(&self, place: &Place) -> Vec<String> {
        vec![
            origin(place),
            format!("Cookie: {}", self.cookie),
            format!("X-Hub-Key: {}", self.key),
        ]
    }
}

/// The person at this machine makes a login code.
pub(crate) fn login_code(place: &Place) -> Result<String> {
    let made = place.call(&Request::post("/api/v1/login-codes", &json!({})))?;
    Ok(made["code"].as_str().context("no code")?.to_owned())
}

/// The portal's page trades a login code for a session.
pub(crate) fn exchange(place: &Place, code: &str) -> Request {
    Request::post("/auth/exchange", &json!({ "code": code })).with(origin(place))
}

fn origin(place: &Place) -> String {
    format!("Origin: http://{}", place.portal().host())
}
