//! The only place that prints. Results go to standard output, everything else to standard error.
//!
//! A reader that has gone (`sayso list | head`) is no failure of ours: the rest is dropped.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

/// Prints a result for people.
pub(crate) fn line(text: &str) {
    write(&mut io::stdout().lock(), text);
}

/// Prints a result for programs.
pub(crate) fn json(value: &impl Serialize) {
    let text = serde_json::to_string_pretty(value).expect("our values have text keys");
    line(&text);
}

/// Tells people something that is not the result.
pub(crate) fn note(text: &str) {
    write(&mut io::stderr().lock(), text);
}

/// Prints a failure for programs, on one line.
pub(crate) fn error_json(value: &impl Serialize) {
    note(&serde_json::to_string(value).expect("our values have text keys"));
}

/// Asks for a `y`; anything else is a no.
pub(crate) fn confirm(question: &str) -> bool {
    let mut stderr = io::stderr().lock();
    let asked = write!(stderr, "{question} ").and_then(|()| stderr.flush());
    let mut reply = String::new();
    let read = io::stdin().read_line(&mut reply);
    asked.is_ok() && read.is_ok() && matches!(reply.trim(), "y" | "Y" | "yes")
}

/// Whether a person can be asked right here.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

fn write(stream: &mut impl Write, text: &str) {
    // The only thing to do about a closed stream is to stop talking.
    let _closed = writeln!(stream, "{text}").and_then(|()| stream.flush());
}
