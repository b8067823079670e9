//! What `doctor` looks at on this machine. Each check says what is, and what to do if it is wrong.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use client::ClientError;
use i18n::Key;
use protocol::HubStatus;
use serde::Serialize;
use settings::Source;

use crate::agent_report;
use crate::browser::{self, port_forward};
use crate::context::{Context, VERSION};
use crate::failure::Failure;
use crate::text::{say, tell};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Ok,
    /// Works, but not as one would wish.
    Warning,
    Problem,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Check {
    /// Stable, for programs.
    pub(crate) name: &'static str,
    pub(crate) verdict: Verdict,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

impl Check {
    pub(crate) fn new(name: &'static str, verdict: Verdict, message: String) -> Self {
        Self {
            name,
            verdict,
            message,
            hint: None,
        }
    }

    fn failed(name: &'static str, failure: Failure) -> Self {
        Self {
            hint: failure.error.hint,
            ..Self::new(name, Verdict::Problem, failure.error.message)
        }
    }

    pub(crate) fn with_hint(self, hint: String) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }
}

/// Looks at everything, in the order people read it.
pub(crate) async fn all(context: &Context) -> Vec<Check> {
    let status = context.running().status().await;
    let mut checks = vec![
        version(context),
        directories(context),
        disk_space(context),
        settings_file(context),
    ];
    checks.push(database(context).await);
    checks.push(hub(context, &status));
    checks.extend(agent_guard(context));
    checks.push(agent_report::processes(context));
    checks.push(agent_report::git(context).await);
    if matches!(status, Err(ClientError::NotRunning { .. })) {
        checks.push(port(context));
    }
    checks.push(loopback("loopback_ipv4", Ipv4Addr::LOCALHOST.into()));
    checks.push(loopback("loopback_ipv6", Ipv6Addr::LOCALHOST.into()));
    checks.push(screen(context, status.as_ref().ok()));
    checks
}

fn version(context: &Context) -> Check {
    let program = context.program.display().to_string();
    let args = [("version", VERSION.into()), ("program", (&program).into())];
    Check::new("version", Verdict::Ok, tell(Key::CliDoctorVersion, &args))
}

fn directories(context: &Context) -> Check {
    let name = "data_directory";
    if let Err(error) = context.layout.check() {
        return Check::failed(name, error.into());
    }
    let directory = context.layout.data_dir.display().to_string();
    let key = match context.layout.data_dir.exists() {
        true => Key::CliDoctorDirectory,
        false => Key::CliDoctorDirectoryNew,
    };
    Check::new(
        name,
        Verdict::Ok,
        tell(key, &[("directory", (&directory).into())]),
    )
}

/// Free space below which the hub takes no new questions.
const DISK_RESERVE_MIB: u64 = 256;

fn disk_space(context: &Context) -> Check {
    let name = "disk_space";
    let directory = &context.layout.data_dir;
    // A missing directory will be created on the disk of its nearest existing parent.
    let existing = directory.ancestors().find(|path| path.exists());
    let volume = existing.map(rustix::fs::statvfs);
    let shown = directory.display().to_string();
    let Some(Ok(volume)) = volume else {
        let args = [("directory", (&shown).into())];
        return Check::new(
            name,
            Verdict::Warning,
            tell(Key::CliDoctorDiskUnknown, &args),
        );
    };
    let free_mib = volume.f_bavail.saturating_mul(volume.f_frsize) / (1024 * 1024);
    let (verdict, key) = match free_mib >= DISK_RESERVE_MIB {
        true => (Verdict::Ok, Key::CliDoctorDisk),
        false => (Verdict::Problem, Key::CliDoctorDiskLow),
    };
    let free = free_mib.to_string();
    let args = [("directory", (&shown).into()), ("free", (&free).into())];
    Check::new(name, verdict, tell(key, &args))
}

fn settings_file(context: &Context) -> Check {
    let (name, file) = ("settings_file", &context.layout.settings_file);
    let path = file.display().to_string();
    let args = [("file", (&path).into())];
    match settings::load(file, &|name| std::env::var(name).ok()) {
        Err(error) => Check::failed(name, error.into()),
        Ok(_) if file.exists() => {
            Check::new(name, Verdict::Ok, tell(Key::CliDoctorSettings, &args))
        }
        Ok(_) => Check::new(name, Verdict::Ok, tell(Key::CliDoctorSettingsNone, &args)),
    }
}

async fn database(context: &Context) -> Check {
    let file = context.layout.database.display().to_string();
    let version = store::sqlite::version().await;
    match version {
        Ok(version) => {
            let args = [("version", (&version).into()), ("file", (&file).into())];
            Check::new("database", Verdict::Ok, tell(Key::CliDoctorDatabase, &args))
        }
        Err(error) => Check::new("database", Verdict::Problem, crate::failure::chain(&error)),
    }
}

fn hub(context: &Context, status: &Result<HubStatus, ClientError>) -> Check {
    let name = "hub";
    match status {
        Ok(status) => {
            let pid = status.pid.to_string();
            let args = [("url", (&status.url).into()), ("pid", (&pid).into())];
            let message = tell(Key::CliDoctorHub, &args);
            if status.version == VERSION {
                return Check::new(name, Verdict::Ok, message);
            }
            let stop = context.command_line(&["stop"]);
            let args = [
                ("version", (&status.version).into()),
                ("command", (&stop).into()),
            ];
            Check::new(name, Verdict::Warning, message)
                .with_hint(tell(Key::CliDoctorHubOther, &args))
        }
        Err(ClientError::NotRunning { .. }) => {
            Check::new(name, Verdict::Ok, say(Key::CliDoctorHubNone))
        }
        Err(error) => {
            let log = context.layout.log.display().to_string();
            Check::new(name, Verdict::Problem, crate::failure::chain(error))
                .with_hint(tell(Key::CliErrorNotStartedHint, &[("log", (&log).into())]))
        }
    }
}

/// Whether agents are kept from acting for the person; nothing when the file cannot be read.
fn agent_guard(context: &Context) -> Option<Check> {
    let name = "agent_guard";
    let loaded = settings::load(&context.layout.settings_file, &|name| {
        std::env::var(name).ok()
    });
    let on = loaded.ok()?.settings.agent_guard;
    Some(match (cfg!(target_os = "linux"), on) {
        (true, true) => Check::new(name, Verdict::Ok, say(Key::CliDoctorGuard)),
        (true, false) => {
            let command = context.command_line(&["config", "set", "agent_guard", "true"]);
            let hint = tell(Key::CliDoctorGuardHint, &[("command", (&command).into())]);
            Check::new(name, Verdict::Warning, say(Key::CliDoctorGuardOff)).with_hint(hint)
        }
        (false, _) => Check::new(name, Verdict::Warning, say(Key::CliDoctorGuardBlind)),
    })
}

/// The port that the next hub tries first.
struct NextPort {
    /// `None`: the system will assign one.
    port: Option<u16>,
    /// Whether another one will do.
    is_a_wish: bool,
}

fn next_port(context: &Context) -> NextPort {
    let loaded = settings::load(&context.layout.settings_file, &|name| {
        std::env::var(name).ok()
    });
    let (port, is_default) = match (context.port, loaded) {
        (Some(port), _) => (port, false),
        (None, Ok(loaded)) => (
            loaded.settings.port,
            loaded.source("port") == Source::Default,
        ),
        (None, Err(_)) => (protocol::route::DEFAULT_PORT, true),
    };
    let is_a_wish = is_default || port == 0;
    let kept = hub::kept_port(&context.layout.data_dir).filter(|_| is_a_wish);
    NextPort {
        port: kept.or(Some(port).filter(|port| *port != 0)),
        is_a_wish,
    }
}

/// Whether the port the next hub wants is free.
fn port(context: &Context) -> Check {
    let name = "port";
    let NextPort { port, is_a_wish } = next_port(context);
    let Some(port) = port else {
        return Check::new(name, Verdict::Ok, say(Key::CliDoctorPortAny));
    };
    let shown = port.to_string();
    let args = [("port", (&shown).into())];
    let is_free = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    match (is_free, is_a_wish) {
        (true, _) => Check::new(name, Verdict::Ok, tell(Key::CliDoctorPortFree, &args)),
        (false, true) => Check::new(
            name,
            Verdict::Warning,
            tell(Key::CliDoctorPortTakenDefault, &args),
        ),
        (false, false) => Check::new(name, Verdict::Problem, tell(Key::CliDoctorPortTaken, &args))
            .with_hint(say(Key::CliServePortHint)),
    }
}

fn loopback(name: &'static str, address: std::net::IpAddr) -> Check {
    let shown = address.to_string();
    match TcpListener::bind(SocketAddr::new(address, 0)) {
        Ok(_) => Check::new(
            name,
            Verdict::Ok,
            tell(Key::CliDoctorLoopback, &[("address", (&shown).into())]),
        ),
        Err(error) => {
            let reason = error.to_string();
            let args = [("address", (&shown).into()), ("reason", (&reason).into())];
            // The other family is enough for a browser on this machine.
            Check::new(
                name,
                Verdict::Warning,
                tell(Key::CliDoctorLoopbackNone, &args),
            )
        }
    }
}

fn screen(context: &Context, status: Option<&HubStatus>) -> Check {
    let name = "browser";
    if browser::of(context.layout.runtime_dir()).is_there() {
        return Check::new(name, Verdict::Ok, say(Key::CliDoctorBrowser));
    }
    let check = Check::new(name, Verdict::Warning, say(Key::CliDoctorBrowserNone));
    let next = || next_port(context).port;
    let Some(port) = status.map(|status| status.port).or_else(next) else {
        return check;
    };
    let connection = std::env::var("SSH_CONNECTION").ok();
    match port_forward(port, connection.as_deref()) {
        Some(line) => check.with_hint(tell(Key::CliOpenForward, &[("command", (&line).into())])),
        None => check,
    }
}
