//! JSON-RPC by hand: one message per line, and no crate of the protocol, so that its faults and ours
//! cannot cancel each other out.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How soon a waiting step looks again.
const LOOK: Duration = Duration::from_millis(5);

/// A request of the client.
pub(crate) struct Call {
    pub(crate) id: Value,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// Our side of the connection.
#[derive(Clone, Default)]
pub(crate) struct Wire {
    last: Arc<AtomicI64>,
    waiting: Arc<Mutex<HashMap<i64, Sender<Value>>>>,
    cancelled: Arc<AtomicBool>,
}

impl Wire {
    /// Reads stdin on a thread of its own. Ends the process with it, unless it is to stay.
    pub(crate) fn listen(&self, stays: bool) -> Receiver<Call> {
        let (sender, calls) = channel();
        let wire = self.clone();
        thread::spawn(move || {
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str::<Value>(&line) else {
                    continue;
                };
                if let Some(call) = wire.take(message)
                    && sender.send(call).is_err()
                {
                    return;
                }
            }
            if !stays {
                std::process::exit(0);
            }
            wire.until(|| false);
        });
        calls
    }

    fn take(&self, mut message: Value) -> Option<Call> {
        let id = message.get("id").cloned();
        let method = message.get("method").and_then(Value::as_str);
        match (id, method.map(str::to_owned)) {
            (Some(id), Some(method)) => Some(Call {
                id,
                method,
                params: message["params"].take(),
            }),
            (Some(id), None) => {
                let waiting = id.as_i64().and_then(|id| self.lock().remove(&id));
                if let Some(waiting) = waiting {
                    // A step that was cancelled does not wait any more.
                    let _ = waiting.send(message);
                }
                None
            }
            (None, Some(method)) if method == "session/cancel" => {
                self.cancelled.store(true, Ordering::Release);
                None
            }
            (None, _) => None,
        }
    }

    /// Whether the turn was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    pub(crate) fn begin_turn(&self) {
        self.cancelled.store(false, Ordering::Release);
    }

    /// Waits until something holds.
    pub(crate) fn until(&self, holds: impl Fn() -> bool) {
        while !holds() {
            thread::park_timeout(LOOK);
        }
    }

    pub(crate) fn answer(&self, id: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    pub(crate) fn refuse(&self, id: &Value, error: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request; the answer comes through the receiver.
    pub(crate) fn request(&self, method: &str, params: Value) -> (i64, Receiver<Value>) {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = channel();
        self.lock().insert(id, sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        (id, answer)
    }

    fn send(&self, message: &Value) {
        self.print(&message.to_string());
    }

    /// Prints a line as it is. Ends the process when nobody reads any more.
    pub(crate) fn print(&self, line: &str) {
        let mut stdout = std::io::stdout().lock();
        let printed = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
        if printed.is_err() {
            std::process::exit(0);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Sender<Value>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
