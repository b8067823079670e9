//! What every command needs: where things lie, how to reach the hub, how the person called us.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use client::{HubClient, Identity, SocketDoor, Starter};
use domain::Surface;
use hub::shell_word;
use i18n::Key;
use protocol::route::AskerClaim;

use crate::failure::Failure;
use crate::layout::Layout;
use crate::text::tell;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Debug, Clone)]
pub(crate) struct Context {
    pub(crate) layout: Layout,
    /// As given on the command line.
    pub(crate) port: Option<u16>,
    /// The absolute path of this program.
    pub(crate) program: PathBuf,
    /// What the person typed to start it.
    pub(crate) invoked: String,
}

impl Context {
    pub(crate) fn new(layout: Layout, port: Option<u16>) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| {
            let reason = error.to_string();
            Failure::new(
                "no_program",
                tell(Key::CliErrorNoProgram, &[("reason", (&reason).into())]),
            )
        })?;
        let invoked = std::env::args_os().next();
        let invoked = invoked.map(|name| name.to_string_lossy().into_owned());
        Ok(Self {
            layout,
            port,
            program,
            invoked: invoked.unwrap_or_else(|| "sayso".into()),
        })
    }

    /// The hub of this data directory, started when there is none.
    pub(crate) fn door(&self) -> Result<Arc<SocketDoor>, Failure> {
        self.layout.prepare()?;
        let starter = Starter {
            program: self.program.clone(),
            args: self.hub_args(),
            log: self.layout.log.clone(),
        };
        Ok(Arc::new(SocketDoor {
            path: self.layout.socket.clone(),
            starter: Some(starter),
        }))
    }

    /// A person's client; starts a hub when there is none.
    pub(crate) fn person(&self) -> Result<HubClient, Failure> {
        Ok(HubClient::new(self.door()?, PERSON))
    }

    /// The client of a person who answers in the terminal; starts a hub when there is none.
    pub(crate) fn at_the_terminal(&self) -> Result<HubClient, Failure> {
        let identity = Identity::Person {
            surface: Surface::Terminal,
        };
        Ok(HubClient::new(self.door()?, identity))
    }

    /// A person's client of a hub that already runs.
    pub(crate) fn running(&self) -> HubClient {
        let door = SocketDoor {
            path: self.layout.socket.clone(),
            starter: None,
        };
        HubClient::new(Arc::new(door), PERSON)
    }

    /// A client that asks from the current directory; starts a hub when there is none.
    pub(crate) fn asker(&self, name: &str) -> Result<HubClient, Failure> {
        let directory = std::env::current_dir().unwrap_or_default();
        let claim = AskerClaim {
            client: name.into(),
            version: Some(VERSION.into()),
            directory: directory.to_string_lossy().into_owned(),
            token_id: None,
            attempt_key: None,
            mcp: false,
        };
        Ok(HubClient::new(self.door()?, Identity::Asker(claim)))
    }

    fn hub_args(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["serve".into(), "--on-demand".into()];
        if let Some(directory) = &self.layout.chosen {
            args.extend(["--data-dir".into(), directory.into()]);
        }
        if let Some(port) = self.port {
            args.extend(["--port".into(), port.to_string().into()]);
        }
        args
    }

    /// Writes a command as the person would type it here.
    pub(crate) fn command_line(&self, args: &[&str]) -> String {
        let mut words = vec![shell_word(&self.invoked)];
        words.extend(self.arguments(args).iter().map(|word| shell_word(word)));
        words.join(" ")
    }

    /// Returns the arguments with which this program runs `args` on the same hub.
    pub(crate) fn arguments(&self, args: &[&str]) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(directory) = &self.layout.chosen {
            words.push("--data-dir".into());
            words.push(directory.to_string_lossy().into_owned());
        }
        words.extend(args.iter().map(ToString::to_string));
        words
    }
}

const PERSON: Identity = Identity::Person {
    surface: Surface::Cli,
};
