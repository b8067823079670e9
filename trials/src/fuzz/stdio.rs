//! `sayso mcp` fed with bad lines: it keeps running, writes only protocol messages, and continues
//! to work.

use std::fs::File;
use std::io::BufRead;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::mutate::message;
use super::{Run, corpus, no_panic};
use crate::process::{McpProcess, until};
use crate::random::Random;

const BATCH: usize = 50;
/// Lines of the process that wait to be looked at.
const LINES_MAX: usize = 4_096;
const REPLY_WITHIN: Duration = Duration::from_secs(30);
/// Shown of a line that should not be there.
const SHOWN_CHARS: usize = 200;

pub(super) fn run(run: &Run<'_>) -> Result<String> {
    let mut random = Random::new(run.seed, 0);
    let valid = corpus::messages();
    let log = run.stage.place.directory().join("mcp.log");
    let mut server = Server::start(run, &log)?;
    server.handshake()?;
    let mut sent = 0;
    for round in 0..run.rounds {
        for _ in 0..BATCH {
            server.send(&message(&mut random, &valid))?;
            sent += 1;
        }
        let check = format!("check-{round}");
        server.send(corpus::list(&check).to_string().as_bytes())?;
        server
            .reply(&check)
            .with_context(|| format!("after batch {round}"))?;
    }
    let heard = server.heard;
    drop(server);
    no_panic(&log)?;
    sent += before_the_handshake(run, &mut random)?;
    Ok(format!(
        "{sent} bad lines, {heard} lines of protocol and nothing else"
    ))
}

/// A server that is greeted badly may leave, but not noisily.
fn before_the_handshake(run: &Run<'_>, random: &mut Random) -> Result<u32> {
    let greetings = [
        corpus::initialize("i"),
        corpus::initialized(),
        corpus::list("l"),
    ];
    let log = run.stage.place.directory().join("mcp-greeted.log");
    for _ in 0..run.rounds {
        let mut server = Server::start(run, &log)?;
        for _ in 0..5 {
            // It may have left already.
            server.send(&message(random, &greetings)).ok();
        }
        server.finish()?;
        no_panic(&log)?;
    }
    Ok(run.rounds * 5)
}

struct Server {
    process: McpProcess,
    lines: Receiver<Vec<u8>>,
    heard: usize,
}

impl Server {
    fn start(run: &Run<'_>, log: &Path) -> Result<Self> {
        let program = run.stage.place.command(&["mcp"]);
        let mut process = McpProcess::spawn(program, File::create(log)?.into())?;
        let output = process.take_output()?;
        let (sender, lines) = sync_channel(LINES_MAX);
        thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            process,
            lines,
            heard: 0,
        })
    }

    fn handshake(&mut self) -> Result<()> {
        self.send(corpus::initialize("begin").to_string().as_bytes())?;
        self.reply("begin")?;
        self.send(corpus::initialized().to_string().as_bytes())
    }

    fn send(&mut self, line: &[u8]) -> Result<()> {
        self.process.send(line)
    }

    /// Waits for the good reply to `id`; every line on the way must be protocol.
    fn reply(&mut self, id: &str) -> Result<()> {
        loop {
            let Ok(line) = self.lines.recv_timeout(REPLY_WITHIN) else {
                match self.process.has_ended()? {
                    true => bail!("sayso mcp ended"),
                    false => bail!("no reply to {id}"),
                }
            };
            let heard = self.look_at(&line)?;
            if heard["id"] == id {
                ensure!(heard["result"].is_object(), "{id} was refused: {heard}");
                return Ok(());
            }
        }
    }

    fn look_at(&mut self, line: &[u8]) -> Result<Value> {
        self.heard += 1;
        let shown: String = String::from_utf8_lossy(line)
            .chars()
            .take(SHOWN_CHARS)
            .collect();
        let message: Value =
            serde_json::from_slice(line).with_context(|| format!("not JSON: {shown}"))?;
        let is_message = message["jsonrpc"] == "2.0"
            && ["method", "result", "error"]
                .iter()
                .any(|name| message.get(name).is_some());
        ensure!(is_message, "no JSON-RPC message: {shown}");
        Ok(message)
    }

    /// Ends the input and looks at everything that is still said.
    fn finish(mut self) -> Result<()> {
        self.process.close_input();
        while let Ok(line) = self.lines.recv_timeout(REPLY_WITHIN) {
            self.look_at(&line)?;
        }
        until("the end of sayso mcp after its input", || {
            Ok(self.process.has_ended()?.then_some(()))
        })
    }
}
