//! A throw-away hub with everything an attack may want to steal: two signed-in browsers and two
//! without scripts, two agents' tokens, an ended session, a revoked token, questions.
//!
//! Rows name these things in braces, `{cookie}`; `fill` puts them in. A few are made afresh each
//! time: `{fresh}` (a question), `{code}` (a login code), `{number}`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::wire::{Door, Reply, exchange};
use crate::e2e::hub::Hub;
use crate::local_http;

/// Who asks the questions that are attacked.
pub(super) const ASKER: &str = "victim";

pub(crate) struct Stage {
    pub(crate) hub: Hub,
    socket: PathBuf,
    words: BTreeMap<&'static str, String>,
    counter: AtomicU64,
    /// Every login code that was ever made, used or not.
    codes: Mutex<Vec<String>>,
}

impl Stage {
    /// Starts a hub in `directory` and signs everybody in.
    pub(crate) fn start(directory: PathBuf, sayso: &Path) -> Result<Self> {
        // The most talkative log: nothing secret may be in it at any level.
        let hub = Hub::start_in(directory, sayso, &[("SAYSO_LOG", "trace")])?;
        let status: Value = serde_json::from_str(&hub.sayso(&["status", "--json"])?)?;
        let socket = status["socket"]
            .as_str()
            .context("status names no socket")?;
        let mut stage = Self {
            socket: socket.into(),
            words: BTreeMap::new(),
            counter: AtomicU64::new(1),
            codes: Mutex::default(),
            hub,
        };
        let port = stage.port();
        stage.put("port", port.to_string());
        stage.put("host", format!("localhost:{port}"));
        stage.put("origin", format!("http://localhost:{port}"));
        let [cookie, key] = stage.sign_in()?;
        stage.put("cookie", cookie);
        stage.put("key", key);
        let [cookie, key] = stage.sign_in()?;
        stage.put("other_cookie", cookie);
        stage.put("other_key", key);
        for (base, cookie) in [
            ("plain", "plain_cookie"),
            ("other_plain", "other_plain_cookie"),
        ] {
            let [found_base, found_cookie] = stage.sign_in_plain()?;
            stage.put(base, found_base);
            stage.put(cookie, found_cookie);
        }
        stage.end_a_session()?;
        for (name, agent) in [("token", "one"), ("other_token", "two")] {
            stage.put(name, stage.hub.token(agent)?);
        }
        stage.revoke_a_token()?;
        stage.put("asset", stage.asset()?);
        // A poll that finds nothing must not take half a minute.
        stage
            .hub
            .sayso(&["config", "set", "poll_window_seconds", "1"])?;
        stage.put("question", stage.ask()?);
        Ok(stage)
    }

    pub(crate) fn port(&self) -> u16 {
        self.hub.port()
    }

    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }

    pub(crate) fn word(&self, name: &str) -> &str {
        self.words.get(name).map_or("", String::as_str)
    }

    /// Puts names in braces into a row's text.
    pub(crate) fn fill(&self, text: &str) -> Result<String> {
        let mut filled = text.to_owned();
        for (name, value) in &self.words {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        if filled.contains("{fresh}") {
            filled = filled.replace("{fresh}", &self.ask()?);
        }
        if filled.contains("{code}") {
            filled = filled.replace("{code}", &self.login_code()?);
        }
        while filled.contains("{number}") {
            let number = self.counter.fetch_add(1, Ordering::Relaxed);
            filled = filled.replacen("{number}", &format!("{number:032x}"), 1);
        }
        Ok(filled)
    }

    /// Calls the hub as the person, or as an agent of this name.
    pub(super) fn local(
        &self,
        method: &str,
        path: &str,
        asker: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Value> {
        local_http::call(&self.socket, method, path, asker, body)
    }

    /// Asks a question as [`ASKER`] and returns its id.
    pub(crate) fn ask(&self) -> Result<String> {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        let question = question(&format!("Which schema? ({number})"));
        let asked = self.local("POST", "/api/v1/asks", Some(ASKER), Some(&question))?;
        let id = asked["interaction"]["session_id"].as_str();
        Ok(id.context("no id")?.to_owned())
    }

    pub(super) fn login_code(&self) -> Result<String> {
        let made = self.local("POST", "/api/v1/login-codes", None, Some(&json!({})))?;
        let code = made["code"].as_str().context("no code")?.to_owned();
        self.codes().push(code.clone());
        Ok(code)
    }

    /// Returns every login code that was made so far.
    pub(super) fn used_codes(&self) -> Vec<String> {
        self.codes().clone()
    }

    fn codes(&self) -> MutexGuard<'_, Vec<String>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Trades a login code for a session.
    pub(super) fn exchange_code(&self, code: &str) -> Result<Reply> {
        let body = json!({ "code": code }).to_string();
        let request = format!(
            "POST /auth/exchange HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len(),
            host = format_args!("localhost:{}", self.port()),
        );
        exchange(self, Door::Portal, request.as_bytes())
    }

    /// Signs a browser in; returns its cookie as a pair, and its key.
    pub(super) fn sign_in(&self) -> Result<[String; 2]> {
        let reply = self.exchange_code(&self.login_code()?)?;
        ensure!(
            reply.status == 200,
            "signing in failed: {}",
            reply.describe()
        );
        let cookie = reply.header("set-cookie").context("no cookie")?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let key = reply.json()["key"].as_str().context("no key")?.to_owned();
        Ok([cookie, key])
    }

    /// Signs in without scripts; returns where its pages are, and its cookie as a pair.
    fn sign_in_plain(&self) -> Result<[String; 2]> {
        let body = format!("code={}", self.login_code()?);
        let request = format!(
            "POST /login/plain HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len(),
            host = format_args!("localhost:{}", self.port()),
        );
        let reply = exchange(self, Door::Portal, request.as_bytes())?;
        let base = reply.header("location").context("no page to go to")?;
        let cookie = reply.header("set-cookie").context("no cookie")?;
        let cookie = cookie.split(';').next().unwrap_or_default();
        Ok([base.to_owned(), cookie.to_owned()])
    }

    fn put(&mut self, name: &'static str, value: String) {
        self.words.insert(name, value);
    }

    fn end_a_session(&mut self) -> Result<()> {
        let before = self.session_ids()?;
        let [cookie, key] = self.sign_in()?;
        let mut made = self.session_ids()?;
        made.retain(|id| !before.contains(id));
        let id = made.first().context("no new session")?;
        self.local("DELETE", &format!("/api/v1/sessions/{id}"), None, None)?;
        self.put("ended_cookie", cookie);
        self.put("ended_key", key);
        Ok(())
    }

    /// Returns the ids of all live browser sessions.
    pub(super) fn session_ids(&self) -> Result<Vec<String>> {
        let rows = self.local("GET", "/api/v1/sessions", None, None)?;
        let ids = rows.as_array().into_iter().flatten();
        Ok(ids
            .filter_map(|row| row["id"].as_str().map(str::to_owned))
            .collect())
    }

    fn revoke_a_token(&mut self) -> Result<()> {
        let wanted = json!({"name": "gone", "directory": "", "expires_in_days": 1});
        let made = self.local("POST", "/api/v1/tokens", None, Some(&wanted))?;
        let id = made["id"].as_str().context("no id")?;
        self.local("DELETE", &format!("/api/v1/tokens/{id}"), None, None)?;
        let secret = made["secret"].as_str().context("no secret")?;
        self.put("revoked_token", secret.to_owned());
        Ok(())
    }

    /// Finds a script of the portal by reading its page.
    fn asset(&self) -> Result<String> {
        let request = format!(
            "GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
            self.port()
        );
        let page = exchange(self, Door::Portal, request.as_bytes())?.body;
        let from = page.find("/assets/").context("the page names no asset")?;
        let name = page[from..].split('"').next().unwrap_or_default();
        Ok(name.to_owned())
    }
}

/// A valid question.
pub(super) fn question(title: &str) -> Value {
    json!({
        "title": title,
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}],
        "interface": "web",
        "timeout_seconds": 600,
    })
}
