//! Another user of the machine: at the files, at the socket, in the hub's place.
//!
//! Needs root, to become another user. This program is run as that user, from a copy that
//! they may read.

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::report::SKIPPED;
use super::stage::Stage;
use super::{Attack, Scene};
use crate::http::{Address, Reply, Request};
use crate::process::until;
use xtask::process;

/// The user that owns nothing.
pub(super) const NOBODY: u32 = 65_534;
const PROBE: &str = "--probe";
const POSE: &str = "--pose";
const REPLY_WITHIN: Duration = Duration::from_secs(5);

pub(super) fn attacks() -> Vec<Attack> {
    let scene = |name, target, words, attempt: fn(&Stage, &Open) -> Result<String>, twin: Scene| {
        let attempt = move |stage: &Stage| match is_root() {
            true => attempt(stage, &Open::place(stage)?),
            false => Ok(format!("{SKIPPED}: needs root to become another user")),
        };
        Attack::scene("users", name, target, words, attempt, twin)
    };
    let probe_own: Scene = |stage| Ok(probe(&stage.place.socket()));
    vec![
        scene(
            "another user at the socket",
            "Unix socket",
            ["permission denied", "200"],
            |stage, open| open.probe_as_nobody(&stage.place.socket()),
            probe_own,
        ),
        scene(
            "another user runs our commands on our data",
            "command line",
            ["refused", "listed"],
            |stage, open| open.list_as_nobody(stage),
            |stage| {
                stage.place.run(&["list", "--json"])?;
                Ok("listed".into())
            },
        ),
        scene(
            "another user's program in the hub's place",
            "command line",
            ["refused: foreign_hub", "listed"],
            |stage, open| open.pose_as_hub(stage),
            |stage| {
                stage.place.run(&["list", "--json"])?;
                Ok("listed".into())
            },
        ),
    ]
}

pub(super) fn is_root() -> bool {
    process::stdout(process::command("id").arg("-u")).is_ok_and(|uid| uid.trim() == "0")
}

/// What this program does when it is run as another user; `None`: not asked to.
pub(super) fn as_another(flag: &str, path: &Path) -> Option<Result<()>> {
    match flag {
        PROBE => {
            println!("{}", probe(path));
            Some(Ok(()))
        }
        POSE => Some(pose(path)),
        _ => None,
    }
}

/// Connects and asks for the status.
fn probe(socket: &Path) -> String {
    let hub = Address::Socket(socket.to_owned());
    let mut stream = match hub.connect(REPLY_WITHIN) {
        Ok(stream) => stream,
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            return "permission denied".into();
        }
        Err(error) => return error.to_string(),
    };
    // A hub that has hung up already is what is hoped for.
    stream
        .write_all(&Request::get("/api/v1/status").bytes(&hub.host()))
        .ok();
    match Reply::parse(&stream.read_until(|_| false)).status {
        0 => "closed".into(),
        status => status.to_string(),
    }
}

/// Listens where a hub would, and answers no client.
fn pose(socket: &Path) -> Result<()> {
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, Permissions::from_mode(0o777))?;
    let (mut stream, _) = listener.accept()?;
    let mut heard = [0; 1024];
    let count = stream.read(&mut heard)?;
    // A client must not send anything to this listener.
    eprintln!("{}", String::from_utf8_lossy(&heard[..count]));
    Ok(())
}

/// A directory that every user can use, with a copy of this program in it.
struct Open {
    directory: PathBuf,
    program: PathBuf,
}

impl Open {
    fn place(stage: &Stage) -> Result<Self> {
        let name = format!("sayso-attack-{}-{}", std::process::id(), stage.number());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir(&directory)?;
        fs::set_permissions(&directory, Permissions::from_mode(0o777))?;
        let program = directory.join("trials");
        copy_for_all(&std::env::current_exe()?, &program)?;
        Ok(Self { directory, program })
    }

    fn as_nobody(&self, program: &Path) -> Command {
        let mut command = process::command(program);
        command.uid(NOBODY).gid(NOBODY).current_dir(&self.directory);
        command
    }

    fn probe_as_nobody(&self, socket: &Path) -> Result<String> {
        let mut probe = self.as_nobody(&self.program);
        let said = process::stdout(probe.args(["attack", PROBE]).arg(socket))?;
        Ok(said.trim().to_owned())
    }

    fn list_as_nobody(&self, stage: &Stage) -> Result<String> {
        let copy = self.directory.join("sayso");
        copy_for_all(stage.place.program(), &copy)?;
        let mut list = stage.place.isolated(self.as_nobody(&copy));
        let output = list.args(["list", "--json"]).output()?;
        Ok(match output.status.success() {
            true => "listed".into(),
            false => "refused".into(),
        })
    }

    /// Another user listens, on a socket that came into our own directory.
    fn pose_as_hub(&self, stage: &Stage) -> Result<String> {
        let posed = self.directory.join("posed.sock");
        let mut poser = self
            .as_nobody(&self.program)
            .args(["attack", POSE])
            .arg(&posed)
            .stderr(Stdio::piped())
            .spawn()?;
        until("the poser", || Ok(posed.exists().then_some(())))?;
        let data = self.directory.join("d");
        fs::create_dir(&data)?;
        fs::set_permissions(&data, Permissions::from_mode(0o700))?;
        fs::rename(&posed, data.join("hub.sock"))?;
        let mut list = stage.place.command(&[]);
        let output = list
            .args(["list", "--json", "--data-dir"])
            .arg(&data)
            .output()?;
        poser.kill()?;
        let heard = poser.wait_with_output().context("the poser is gone")?;
        ensure!(
            heard.stderr.trim_ascii().is_empty(),
            "the client spoke to a stranger"
        );
        let said = String::from_utf8_lossy(&output.stderr);
        Ok(
            match (output.status.success(), said.contains("foreign_hub")) {
                (true, _) => "listed".into(),
                (false, true) => "refused: foreign_hub".into(),
                (false, false) => format!("refused: {}", said.trim()),
            },
        )
    }
}

/// Copies a program so that every user can run it. Another process makes the copy: a file that is
/// open for writing here would also be open in every child that another thread starts at that
/// moment, and then it cannot be run.
fn copy_for_all(from: &Path, to: &Path) -> Result<()> {
    process::run(
        process::command("install")
            .args(["-m", "755"])
            .arg(from)
            .arg(to),
    )
}

impl Drop for Open {
    fn drop(&mut self) {
        // Left behind, it would only take room.
        fs::remove_dir_all(&self.directory).ok();
    }
}
