//! The only place that prints. Results go to standard output, everything else to standard error.
//!
//! A reader that has gone (`sayso list | head`) is not a failure: the rest is dropped.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use domain::display::json_for_screen;
use serde::Serialize;

/// Prints a result for people.
pub(crate) fn line(text: &str) {
    write(&mut io::stdout().lock(), text);
}

/// Prints a result for programs.
pub(crate) fn json(value: &impl Serialize) {
    let text = serde_json::to_string_pretty(value).expect("our values have text keys");
    line(&for_reader(&text, io::stdout().is_terminal()));
}

/// Prints one of many results for programs, one per line.
pub(crate) fn json_line(value: &impl Serialize) {
    let text = serde_json::to_string(value).expect("our values have text keys");
    line(&for_reader(&text, io::stdout().is_terminal()));
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
    let text = serde_json::to_string(value).expect("our values have text keys");
    note(&for_reader(&text, io::stderr().is_terminal()));
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

/// A program gets JSON as it is; a terminal nothing that it could obey or hide.
fn for_reader(json: &str, is_terminal: bool) -> Cow<'_, str> {
    match is_terminal {
        true => json_for_screen(json),
        false => Cow::Borrowed(json),
    }
}

fn write(stream: &mut impl Write, text: &str) {
    // The only thing to do about a closed stream is to stop talking.
    let _closed = writeln!(stream, "{text}").and_then(|()| stream.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_output_is_escaped_for_a_terminal_and_unchanged_for_a_pipe() {
        let json = "{\"a\":\"\u{9b}2J\u{202e}\"}";
        assert_eq!(for_reader(json, false), json);
        assert_eq!(for_reader(json, true), r#"{"a":"\u009b2J\u202e"}"#);
    }
}
