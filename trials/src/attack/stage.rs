//! A throw-away hub with everything an attack may want to steal: two signed-in browsers and two
//! without JavaScript, two agents' tokens, an ended session, a revoked token, questions.
//!
//! Rows name these things in braces, `{cookie}`; `fill` puts them in. A few are made afresh each
//! time: `{fresh}` (a question) and `{number}`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::calls::{self, Browser, question};
use crate::http::{Address, Reply, Request};
use crate::process::{Hub, Place};

/// Who asks the questions that are attacked.
pub(super) const ASKER: &str = "victim";
/// A poll that finds nothing must not take half a minute.
const SETTINGS: &str = "poll_window_seconds = 1\n";
const TIMEOUT_SECONDS: u64 = 600;

pub(crate) struct Stage {
    pub(crate) place: Place,
    pub(crate) hub: Hub,
    words: BTreeMap<&'static str, String>,
    counter: AtomicU64,
    /// Every login code that was ever made, used or not.
    codes: Mutex<Vec<String>>,
}

/// Where an attack is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    Portal,
    Socket,
}

impl Stage {
    /// Starts a hub in `directory` and signs in every kind of caller.
    pub(crate) fn start(directory: &Path, sayso: &Path) -> Result<Self> {
        let place = Place::fresh(sayso, directory, SETTINGS)?;
        // The most talkative log: nothing secret may be in it at any level.
        let spawned = place.serve()?.env("SAYSO_LOG", "trace").spawn()?;
        let hub = Hub::settled(&place, spawned)?.context("the hub did not start")?;
        let mut stage = Self {
            hub,
            words: BTreeMap::new(),
            counter: AtomicU64::new(1),
            codes: Mutex::default(),
            place,
        };
        let host = stage.place.portal().host();
        stage.put("port", stage.place.port().to_string());
        stage.put("origin", format!("http://{host}"));
        stage.put("host", host);
        let browser = stage.sign_in()?;
        stage.put("cookie", browser.cookie);
        stage.put("key", browser.key);
        let other = stage.sign_in()?;
        stage.put("other_cookie", other.cookie);
        stage.put("other_key", other.key);
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
            stage.put(name, stage.place.token(agent)?);
        }
        stage.revoke_a_token()?;
        stage.put("asset", stage.asset()?);
        stage.put("question", stage.ask()?);
        Ok(stage)
    }

    pub(crate) fn address(&self, door: Door) -> Address {
        match door {
            Door::Portal => self.place.portal(),
            Door::Socket => self.place.local(),
        }
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
        while filled.contains("{number}") {
            filled = filled.replacen("{number}", &format!("{:032x}", self.number()), 1);
        }
        Ok(filled)
    }

    /// A number that was not used before.
    pub(super) fn number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// A directory that does not exist yet. Short, because sockets have short names.
    pub(super) fn new_directory(&self) -> PathBuf {
        self.place.directory().join(self.number().to_string())
    }

    /// Asks a question as [`ASKER`] and returns its id.
    pub(crate) fn ask(&self) -> Result<String> {
        let title = format!("Which schema? ({})", self.number());
        let asked = calls::ask(ASKER, &question(&title, TIMEOUT_SECONDS));
        calls::asked_id(&self.place.call(&asked)?)
    }

    fn login_code(&self) -> Result<String> {
        let code = calls::login_code(&self.place)?;
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
        let request = calls::exchange(&self.place, code);
        Ok(self.place.portal().send(&request)?)
    }

    /// Signs a browser in.
    fn sign_in(&self) -> Result<Browser> {
        Browser::with(&self.place, &self.login_code()?)
    }

    /// Signs in without JavaScript; returns where its pages are, and its cookie as a pair.
    fn sign_in_plain(&self) -> Result<[String; 2]> {
        let code = format!("code={}", self.login_code()?);
        let request = Request::new("POST", "/login/plain")
            .with(format!("Origin: {}", self.word("origin")))
            .body("application/x-www-form-urlencoded", code);
        let reply = self.place.portal().send(&request)?;
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
        let browser = self.sign_in()?;
        let mut made = self.session_ids()?;
        made.retain(|id| !before.contains(id));
        let id = made.first().context("no new session")?;
        self.end_session(id)?;
        self.put("ended_cookie", browser.cookie);
        self.put("ended_key", browser.key);
        Ok(())
    }

    fn end_session(&self, id: &str) -> Result<()> {
        let request = Request::new("DELETE", format!("/api/v1/sessions/{id}"));
        self.place.call(&request).map(drop)
    }

    /// Returns the ids of all live browser sessions.
    fn session_ids(&self) -> Result<Vec<String>> {
        let rows = self.place.get("/api/v1/sessions")?;
        let ids = rows.as_array().into_iter().flatten();
        Ok(ids
            .filter_map(|row| row["id"].as_str().map(str::to_owned))
            .collect())
    }

    fn revoke_a_token(&mut self) -> Result<()> {
        let wanted = json!({"name": "gone", "directory": "", "expires_in_days": 1});
        let made: Value = self.place.call(&Request::post("/api/v1/tokens", &wanted))?;
        let id = made["id"].as_str().context("no id")?;
        let revoke = Request::new("DELETE", format!("/api/v1/tokens/{id}"));
        self.place.call(&revoke)?;
        let secret = made["secret"].as_str().context("no secret")?;
        self.put("revoked_token", secret.to_owned());
        Ok(())
    }

    /// Finds a script of the portal by reading its page.
    fn asset(&self) -> Result<String> {
        let page = self.place.portal().send(&Request::get("/"))?.body;
        let from = page.find("/assets/").context("the page names no asset")?;
        let name = page[from..].split('"').next().unwrap_or_default();
        Ok(name.to_owned())
    }
}
