//! The real hub in a temporary directory, in this process, reached over its socket by typed calls
//! and over its port by the bluntest of HTTP clients.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use client::{HubClient, Identity, SocketDoor};
use domain::Surface;
use hub::{Agents, Ended, Options, RunningHub, StartError};
use protocol::route::AskerClaim;
use protocol::{AnswerDraft, ChoiceSpec, OptionSpec};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A hub that runs for one test.
pub struct TestHub {
    pub port: u16,
    pub directory: Arc<TempDir>,
    stop: CancellationToken,
    running: JoinHandle<Ended>,
}

pub fn options(directory: &TempDir) -> Options {
    let path = |name: &str| directory.path().join(name);
    Options {
        data_dir: directory.path().to_owned(),
        database: path("sayso.db"),
        socket: path("hub.sock"),
        lock: path("hub.lock"),
        settings_file: path("settings.toml"),
        port: Some(0),
        on_demand: false,
        program: vec!["sayso".into()],
        version: "0.0.0-test",
        environment: Arc::new(|_| None),
        browser: None,
        mcp: None,
        agents: Agents {
            file: path("agents.toml"),
            launcher: scripted_agent::launcher(),
            tools: Vec::new(),
            variables: vec![("PATH".into(), "/usr/bin:/bin".into())],
        },
    }
}

/// A test asks and answers from one process, and may itself run in an agent's shell.
fn let_the_test_be_the_person(options: &Options) {
    let written = std::fs::read_to_string(&options.settings_file).unwrap_or_default();
    if !written.contains("agent_guard") {
        let text = format!("agent_guard = false\n{written}");
        std::fs::write(&options.settings_file, text).expect("the settings can be written");
    }
}

impl TestHub {
    pub async fn start() -> Self {
        let directory = Arc::new(tempfile::tempdir().expect("a temporary directory"));
        let started = Self::start_in(directory, |_| {}).await;
        started.expect("a hub")
    }

    pub async fn start_in(
        directory: Arc<TempDir>,
        change: impl FnOnce(&mut Options),
    ) -> Result<Self, StartError> {
        let mut options = options(&directory);
        change(&mut options);
        let_the_test_be_the_person(&options);
        let hub = RunningHub::start(options).await?;
        let (port, stop) = (hub.port(), CancellationToken::new());
        let running = tokio::spawn(hub.run_until(stop.clone()));
        Ok(Self {
            port,
            directory,
            stop,
            running,
        })
    }

    /// Ends the hub and returns its directory.
    pub async fn stop(self) -> Arc<TempDir> {
        self.stop.cancel();
        assert_eq!(
            self.running.await.expect("the hub does not panic"),
            Ended::InOrder
        );
        self.directory
    }

    /// Waits until the hub has exited.
    pub async fn ended(self) -> Arc<TempDir> {
        assert_eq!(
            self.running.await.expect("the hub does not panic"),
            Ended::InOrder
        );
        self.directory
    }

    pub fn socket(&self) -> PathBuf {
        self.directory.path().join("hub.sock")
    }

    pub fn person(&self) -> HubClient {
        let door = SocketDoor {
            path: self.socket(),
            starter: None,
        };
        HubClient::new(
            Arc::new(door),
            Identity::Person {
                surface: Surface::Cli,
            },
        )
    }

    pub fn agent(&self, client: &str) -> HubClient {
        self.person().with_identity(Identity::Asker(AskerClaim {
            client: client.into(),
            version: None,
            directory: "/src/shop".into(),
            token_id: None,
            attempt_key: None,
            mcp: false,
        }))
    }

    /// Sends a request as it stands and returns status, headers and body.
    pub async fn raw(&self, request: &str) -> Reply {
        Reply::parse(&self.all_replies(request).await)
    }

    /// Sends bytes as they stand and returns everything that comes back.
    pub async fn all_replies(&self, sent: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))
            .await
            .expect("the portal listens");
        stream
            .write_all(sent.as_bytes())
            .await
            .expect("the hub reads");
        let mut bytes = Vec::new();
        stream
            .read_to_end(&mut bytes)
            .await
            .expect("the hub answers");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Sends a request with our own Host; `headers` one per line.
    pub async fn send(&self, method: &str, path: &str, headers: &[String], body: &str) -> Reply {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\n",
            self.port
        );
        for header in headers {
            request.push_str(&format!("{header}\r\n"));
        }
        request.push_str(&format!(
            "Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        self.raw(&request).await
    }

    pub fn origin(&self) -> String {
        format!("Origin: http://localhost:{}", self.port)
    }

    /// Signs a browser in and returns its two headers, `[cookie, key]`.
    pub async fn sign_in(&self) -> [String; 2] {
        let code = self.person().login_code().await.expect("a code").code;
        let reply = self.exchange(&code).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let cookie = reply.header("set-cookie").expect("a cookie");
        let cookie = cookie.split(';').next().unwrap_or(cookie);
        let key: serde_json::Value = serde_json::from_str(&reply.body).expect("JSON");
        [
            format!("Cookie: {cookie}"),
            format!("X-Hub-Key: {}", key["key"].as_str().expect("a key")),
        ]
    }

    pub async fn exchange(&self, code: &str) -> Reply {
        let headers = [self.origin(), JSON.into()];
        self.send(
            "POST",
            "/auth/exchange",
            &headers,
            &format!("{{\"code\":\"{code}\"}}"),
        )
        .await
    }
}

pub const JSON: &str = "Content-Type: application/json";

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Reply {
    pub fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .and_then(|code| code.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status: status.unwrap_or(0),
            headers: headers
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    pub fn code(&self) -> String {
        let body: serde_json::Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// A valid question with options `a` and `b`.
pub fn question() -> ChoiceSpec {
    let options = ["a", "b"].map(|id| OptionSpec {
        id: Some(id.into()),
        ..OptionSpec::default()
    });
    ChoiceSpec {
        title: Some("Which schema?".into()),
        prompt: Some("The orders table needs a key before the import can go on.".into()),
        selection_mode: Some("single".into()),
        options: Some(options.into()),
        interface: Some("web".into()),
        ..ChoiceSpec::default()
    }
}

/// A new answer with this option.
pub fn answer(option: &str) -> protocol::AnswerRequest {
    protocol::AnswerRequest {
        answer_id: fresh_id(),
        digest: None,
        confirm: false,
        answer: AnswerDraft {
            selected_ids: vec![option.into()],
            ..AnswerDraft::default()
        },
    }
}

pub fn fresh_id() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{:032x}", NEXT.fetch_add(1, Ordering::Relaxed))
}
