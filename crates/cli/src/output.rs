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

/// Prints one of many results for programs, on a line of its own.
pub(crate) fn json_line(value: &impl Serialize) {
    line(&serde_json::to_string(value).expect("our values have text keys"));
}

/// Prints part of a result as it stands.
pub(crate) fn raw(text: &str) {
    let mut stdout = io::stdout().lock();
    // As below: a closed stream ends the talking.
    let _closed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
}

/// Whether what is printed goes to a screen.
pub(crate) fn is_shown_to_a_person() -> bool {
    io::stdout().is_terminal()
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
