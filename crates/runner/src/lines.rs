//! Lines from a pipe, with a bound on what one line may hold.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Reads a pipe line by line. Bytes that are not UTF-8 are replaced.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line_bytes_max: usize,
    /// The line so far; it survives a read that was abandoned halfway.
    begun: Vec<u8>,
}

/// One line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Whole(String),
    /// A piece of a line that is longer than the bound; the rest follows.
    Part(String),
}

impl Line {
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Whole(text) | Self::Part(text) => text,
        }
    }
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(reader: R, line_bytes_max: usize) -> Self {
        Self {
            reader: BufReader::new(reader),
            line_bytes_max,
            begun: Vec::new(),
        }
    }

    /// Returns the next line; `None` at the end. Safe to cancel.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let room = self.line_bytes_max - self.begun.len();
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                return Ok(self.last());
            }
            let seen = &available[..available.len().min(room)];
            let (taken, end) = match seen.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at, true),
                None => (seen.len(), false),
            };
            self.begun.extend_from_slice(&seen[..taken]);
            self.reader.consume(taken + usize::from(end));
            if end {
                let line = std::mem::take(&mut self.begun);
                return Ok(Some(Line::Whole(text(line))));
            }
            if self.begun.len() == self.line_bytes_max {
                return Ok(Some(Line::Part(self.part())));
            }
        }
    }

    fn last(&mut self) -> Option<Line> {
        let line = std::mem::take(&mut self.begun);
        (!line.is_empty()).then(|| Line::Whole(text(line)))
    }

    /// Takes what has been read, but leaves a character that is not complete yet for the next part.
    fn part(&mut self) -> String {
        let incomplete = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => self.begun.len() - error.valid_up_to(),
            Ok(_) | Err(_) => 0,
        };
        let rest = self.begun.split_off(self.begun.len() - incomplete);
        text(std::mem::replace(&mut self.begun, rest))
    }
}

fn text(mut line: Vec<u8>) -> String {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8], line_bytes_max: usize) -> Vec<Line> {
        let mut lines = Lines::new(bytes, line_bytes_max);
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.expect("it is in memory") {
            read.push(line);
        }
        read
    }

    #[tokio::test]
    async fn lines_are_split_at_line_ends_and_at_the_bound() {
        let whole = |text: &str| Line::Whole(text.into());
        let part = |text: &str| Line::Part(text.into());
        for (bytes, expected) in [
            (&b""[..], vec![]),
            (b"a\nb\n", vec![whole("a"), whole("b")]),
            (b"a\r\n\nb", vec![whole("a"), whole(""), whole("b")]),
            (b"12345678", vec![part("12345678")]),
            (
                b"12345678\n9",
                vec![part("12345678"), whole(""), whole("9")],
            ),
            ("1234567ü8\n".as_bytes(), vec![part("1234567"), whole("ü8")]),
            (b"\xff\xfe\n", vec![whole("\u{fffd}\u{fffd}")]),
        ] {
            assert_eq!(read(bytes, 8).await, expected, "{bytes:?}");
        }
    }
}
