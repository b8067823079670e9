//! A data directory with the real program in it: started, killed and spoken to from outside.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::e2e::hub::isolate;
use crate::local_http::{Door, Reply, Request};
use xtask::process;

/// How long anything that must happen may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) sayso: PathBuf,
    pub(crate) directory: PathBuf,
    /// The same for every hub of this place, as a person would have configured it.
    pub(crate) port: u16,
}

/// One life of a hub.
pub(crate) struct Generation {
    pub(crate) pid: u32,
    /// `None` when a client had started a hub before us.
    child: Option<Child>,
}

impl Place {
    /// Makes an empty place; `settings` are lines of the settings file besides the port.
    pub(crate) fn fresh(sayso: &Path, directory: &Path, settings: &str) -> Result<Self> {
        if directory.exists() {
            fs::remove_dir_all(directory)?;
        }
        fs::create_dir_all(directory.join("home"))?;
        Self::fresh_in(sayso, directory, settings)
    }

    /// Like `fresh`, in a directory that is there already.
    pub(crate) fn fresh_in(sayso: &Path, directory: &Path, settings: &str) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let place = Self {
            sayso: sayso.to_owned(),
            directory: directory.to_owned(),
            port,
        };
        DirBuilder::new()
            .mode(0o700)
            .recursive(true)
            .create(place.data_dir())?;
        fs::write(
            place.data_dir().join("settings.toml"),
            format!("port = {port}\nopen_browser = false\n{settings}"),
        )?;
        Ok(place)
    }

    /// Ends whatever hub is left in `directory`, also one that a client has started.
    pub(crate) fn clear(sayso: &Path, directory: &Path) {
        let mut stop = process::command(sayso);
        isolate(&mut stop, directory);
        process::works(stop.arg("stop"));
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.directory.join("data")
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.data_dir().join("sayso.db")
    }

    pub(crate) fn local(&self) -> Door {
        Door::Socket(self.data_dir().join("hub.sock"))
    }

    pub(crate) fn portal(&self) -> Door {
        Door::Portal(self.port)
    }

    /// The program with these arguments, seeing nothing of the machine it runs on.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = process::command(&self.sayso);
        isolate(&mut command, &self.directory);
        command
            .args(arguments)
            .current_dir(&self.directory)
            .stdin(Stdio::null());
        command
    }

    /// Spawns a hub without waiting for it.
    pub(crate) fn spawn(&self, fail_point: Option<&str>) -> Result<Child> {
        let mut command = self.command(&["serve", "--on-demand"]);
        if let Some(point) = fail_point {
            command.env("SAYSO_FAIL_POINT", point);
        }
        command.stdout(Stdio::piped()).stderr(self.log()?);
        command.spawn().context("cannot start the hub")
    }

    /// Starts a hub and returns once one answers; `None` when it died on the way.
    pub(crate) fn start(&self, fail_point: Option<&str>) -> Result<Option<Generation>> {
        self.settled(self.spawn(fail_point)?)
    }

    /// Waits until a spawned hub is ready, dead, or has given way to another.
    pub(crate) fn settled(&self, mut child: Child) -> Result<Option<Generation>> {
        let mut line = String::new();
        let stdout = child.stdout.take().context("no standard output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        if line.trim() == "ready" {
            let pid = child.id();
            return Ok(Some(Generation {
                pid,
                child: Some(child),
            }));
        }
        if !child.wait()?.success() {
            return Ok(None);
        }
        // A client was faster; its hub is as good as ours, and may be gone again already.
        let pid = self.pid();
        Ok(pid.map(|pid| Generation { pid, child: None }))
    }

    /// Starts a hub that must come up.
    pub(crate) fn started(&self) -> Result<Generation> {
        self.start(None)?
            .with_context(|| format!("the hub did not start; see {}", self.log_path().display()))
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        let status = self.get("/api/v1/status").ok()?;
        u32::try_from(status["pid"].as_u64()?).ok()
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: Option<Value>) -> Result<Reply> {
        Ok(self.local().send(&Request {
            method,
            path,
            headers: Vec::new(),
            body: body.map(|body| body.to_string()),
            patience: Some(PATIENCE),
        })?)
    }

    pub(crate) fn get(&self, path: &str) -> Result<Value> {
        let reply = self.send("GET", path, None)?;
        if reply.status != 200 {
            bail!("GET {path}: {} {}", reply.status, reply.body);
        }
        reply.json()
    }

    pub(crate) fn log_path(&self) -> PathBuf {
        self.directory.join("hub.log")
    }

    fn log(&self) -> Result<File> {
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.log_path());
        Ok(log?)
    }
}

impl Generation {
    pub(crate) fn signal(&self, signal: Signal) -> bool {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        pid.is_some_and(|pid| kill_process(pid, signal).is_ok())
    }

    /// Whether the hub is the one that we spawned, not one that a client had started before.
    pub(crate) fn is_own(&self) -> bool {
        self.child.is_some()
    }

    /// Kills it and waits until it is gone.
    pub(crate) fn kill(mut self) -> Result<()> {
        self.signal(Signal::KILL);
        match self.child.take() {
            Some(mut child) => {
                child.wait()?;
                Ok(())
            }
            // Somebody else's child: gone when its own parent has noticed, or was replaced.
            None => until("the end of a hub", || {
                Ok((!is_alive(self.pid)).then_some(()))
            }),
        }
    }

    /// Waits until it ends by itself and returns whether its exit code says that all is well;
    /// `None` when it does not end in time. Then it is still there.
    pub(crate) fn ended_within(&mut self, limit: Duration) -> Result<Option<bool>> {
        let deadline = Instant::now() + limit;
        loop {
            let status = match &mut self.child {
                Some(child) => child.try_wait()?.map(|status| status.success()),
                None => (!is_alive(self.pid)).then_some(false),
            };
            if status.is_some() || Instant::now() >= deadline {
                return Ok(status);
            }
            pause(Duration::from_millis(1));
        }
    }
}

impl Drop for Generation {
    fn drop(&mut self) {
        // A scenario that fails leaves no hub behind; one that has ended already is only collected.
        if let Some(child) = &mut self.child {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

fn is_alive(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // A zombie runs no more; it only waits for its parent.
    !status.is_empty() && !status.contains(") Z ")
}

/// Asks `look` again and again until it finds something.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(found) = look()? {
            return Ok(found);
        }
        pause(Duration::from_millis(2));
    }
    bail!("{what} did not come within {} s", PATIENCE.as_secs())
}

/// Lets time pass: the moments of a schedule are what is tested.
#[expect(
    clippy::disallowed_methods,
    reason = "a schedule of kills is made of durations"
)]
pub(crate) fn pause(duration: Duration) {
    std::thread::sleep(duration);
}
