//! Measures the terminal surface of the built binary, on a real pseudo-terminal:
//!
//! ```sh
//! cargo build --release -p cli && cargo run --release -p cli --example terminal_figures
//! ```
//!
//! First frame: from the start of `sayso choose` to the footer on the screen, with a hub running.
//! Idle: processor time used while a question with a countdown is in view and no key is pressed.

#![expect(clippy::print_stdout, reason = "the figures are the result")]
#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const ROUNDS: usize = 50;
const IDLE: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(20);
/// On the screen as soon as anything is. One word: blank cells are not written.
const FOOTER: &[u8] = b"Cancel";

fn main() {
    let program = std::env::current_exe().unwrap();
    let program = program.parent().unwrap().parent().unwrap().join("sayso");
    let place = tempfile::tempdir().unwrap();
    let (mut asking, id) = ask(&program, place.path());
    let mut frames: Vec<Duration> = (0..ROUNDS)
        .map(|_| Visit::start(&program, place.path(), &id).first_frame())
        .collect();
    frames.sort();
    let ms = |at: usize| frames[at].as_secs_f64() * 1000.0;
    println!(
        "first frame: p50 {:.2} ms, p99 {:.2} ms ({ROUNDS} rounds)",
        ms(ROUNDS / 2),
        ms(ROUNDS - 1)
    );
    let mut visit = Visit::start(&program, place.path(), &id);
    visit.until(FOOTER);
    let before = visit.processor_ticks();
    visit.listen(IDLE);
    let used = (visit.processor_ticks() - before) * 10;
    println!(
        "idle with a countdown in view: {used} ms of processor time in {} s",
        IDLE.as_secs()
    );
    drop(visit);
    stop(&program, place.path());
    asking.kill().unwrap();
    asking.wait().unwrap();
}

fn command(program: &Path, place: &Path, args: &[&str]) -> Command {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that starts the program"
    )]
    let mut command = Command::new(program);
    command.args(args).arg("--data-dir").arg(place.join("data"));
    command
        .env("SAYSO_PORT", "0")
        .env("HOME", place)
        .current_dir(place);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn ask(program: &Path, place: &Path) -> (Child, String) {
    let mut args = vec![
        "ask",
        "--title",
        "Which one?",
        "--timeout",
        "900",
        "--prompt",
    ];
    args.push("One of these has to be taken before the build can go on.");
    let options: Vec<String> = (1..=40)
        .map(|n| format!("o{n}=Option {n}|what it means"))
        .collect();
    args.extend(options.iter().flat_map(|option| ["--option", option]));
    let mut child = command(program, place, &args)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines
        .map(Result::unwrap)
        .find(|line| line.contains("/choice/"))
        .unwrap();
    (child, line.rsplit('/').next().unwrap().trim().to_owned())
}

fn stop(program: &Path, place: &Path) {
    command(program, place, &["stop"])
        .stderr(Stdio::null())
        .status()
        .unwrap();
}

/// One run of `sayso choose`.
struct Visit {
    started: Instant,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    bytes: Receiver<Vec<u8>>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Visit {
    fn start(program: &Path, place: &Path, id: &str) -> Self {
        let size = PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(PathBuf::from(program));
        command.args(["choose", id, "--data-dir"]);
        command.arg(place.join("data"));
        command.env("TERM", "xterm-256color");
        command.env("HOME", place);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let started = Instant::now();
        Self {
            started,
            child: pair.slave.spawn_command(command).unwrap(),
            bytes,
            _master: pair.master,
        }
    }

    fn until(&mut self, wanted: &[u8]) {
        let mut seen = Vec::new();
        while !seen.windows(wanted.len()).any(|part| part == wanted) {
            seen.extend(self.bytes.recv_timeout(PATIENCE).unwrap());
        }
    }

    fn first_frame(mut self) -> Duration {
        self.until(FOOTER);
        self.started.elapsed()
    }

    /// Reads what is drawn for so long.
    fn listen(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            // Nothing to read is what is hoped for.
            let _drawn = self.bytes.recv_timeout(left);
        }
    }

    /// User and system time, in ticks of 10 ms (Linux).
    fn processor_ticks(&self) -> u64 {
        let pid = self.child.process_id().unwrap();
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
