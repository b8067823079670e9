//! A plain program: the prompt goes in, what it prints is the answer.

use std::ffi::OsString;

use domain::task::output::{Entry, Stream};
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};

use crate::attempt::{Order, Said};
use crate::closing::{CLOSING_BYTES_MAX, keep_end};
use crate::lines::{Line, Lines};
use crate::supervise::{Link, Outcome, PRINTED_BYTES_MAX};

/// Stands for the prompt in the arguments of a command. Without it the prompt is written to stdin.
const PLACEHOLDER: &str = "{prompt}";

/// Linux passes no longer argument to a program (`MAX_ARG_STRLEN`, with the zero at its end).
const ARGUMENT_BYTES_MAX: usize = 128 * 1024 - 1;

/// A prompt that cannot be an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnfitPrompt {
    #[error(
        "the prompt and the conversation before it have {bytes} bytes, and an argument can have at most {ARGUMENT_BYTES_MAX}; leave {PLACEHOLDER} out of the command to pass them on stdin"
    )]
    TooLong { bytes: usize },
    #[error(
        "the prompt contains a zero byte, which an argument cannot; leave {PLACEHOLDER} out of the command to pass it on stdin"
    )]
    ZeroByte,
}

/// Returns the arguments of the program, with the prompt in its place.
pub(crate) fn arguments(arguments: &[String], order: &Order) -> Result<Vec<OsString>, UnfitPrompt> {
    let prompt = prompt_with_history(order);
    let fill = |argument: &String| {
        if !argument.contains(PLACEHOLDER) {
            return Ok(argument.into());
        }
        let filled = argument.replace(PLACEHOLDER, &prompt);
        if filled.len() > ARGUMENT_BYTES_MAX {
            let bytes = filled.len();
            return Err(UnfitPrompt::TooLong { bytes });
        }
        if filled.contains('\0') {
            return Err(UnfitPrompt::ZeroByte);
        }
        Ok(filled.into())
    };
    arguments.iter().map(fill).collect()
}

/// The prompt after the conversation that led to it.
pub(crate) fn prompt_with_history(order: &Order) -> String {
    if order.history.is_empty() {
        return order.prompt.clone();
    }
    format!("{}\n\n{}", order.history, order.prompt)
}

pub(crate) async fn talk(
    order: &Order,
    stdin: ChildStdin,
    stdout: ChildStdout,
    link: Link,
) -> Outcome {
    let has_prompt = order
        .agent
        .command
        .iter()
        .any(|argument| argument.contains(PLACEHOLDER));
    let prompt = if has_prompt {
        String::new()
    } else {
        prompt_with_history(order)
    };
    let ((), closing) = tokio::join!(write(stdin, prompt), read(stdout, link));
    Outcome::Exited {
        closing: Some(closing),
    }
}

async fn write(mut stdin: ChildStdin, prompt: String) {
    // A program that does not want to read all of it is free to close its input.
    if let Err(error) = stdin.write_all(prompt.as_bytes()).await {
        tracing::debug!(%error, "a program did not read its whole prompt");
    }
}

async fn read(stdout: ChildStdout, link: Link) -> String {
    let mut lines = Lines::new(stdout, PRINTED_BYTES_MAX);
    let mut closing = String::new();
    while let Ok(Some(line)) = lines.next().await {
        let ends = matches!(line, Line::Whole(_));
        let text = line.into_text();
        closing.push_str(&text);
        if ends {
            closing.push('\n');
        }
        keep_end(&mut closing, 2 * CLOSING_BYTES_MAX);
        let stream = Stream::Stdout;
        link.say(Said::Entry(Entry::Printed { stream, text })).await;
    }
    closing.truncate(closing.trim_end().len());
    keep_end(&mut closing, CLOSING_BYTES_MAX);
    closing
}
