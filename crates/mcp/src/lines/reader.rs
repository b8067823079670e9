//! Reads lines within a bound. Of a line beyond it only the request id is kept.

use std::io;

use rmcp::model::RequestId;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use super::id_scan::IdScan;

/// The longest line that is read. Far above what a question may hold, however it is escaped.
pub(super) const LINE_BYTES_MAX: usize = 4 * 1024 * 1024;

pub(super) enum Line {
    /// Without its end.
    Whole(Vec<u8>),
    /// The line was skipped.
    TooLong {
        id: Option<RequestId>,
    },
    End,
}

pub(super) struct LineReader<R> {
    input: BufReader<R>,
    /// The line so far. Kept here, because `next` may be dropped at any point.
    line: Vec<u8>,
    /// Reads on in a line that is too long.
    skipping: Option<IdScan>,
}

impl<R: AsyncRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: None,
        }
    }
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// Returns the next line; what is left at the end of input counts as one.
    pub(super) async fn next(&mut self) -> io::Result<Line> {
        loop {
            let available = self.input.fill_buf().await?;
            let at_end = available.is_empty();
            let newline = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..newline.unwrap_or(available.len())];
            match &mut self.skipping {
                Some(scan) => scan.feed(part),
                None if self.line.len() + part.len() > LINE_BYTES_MAX => {
                    let mut scan = IdScan::default();
                    scan.feed(&self.line);
                    scan.feed(part);
                    self.line = Vec::new();
                    self.skipping = Some(scan);
                }
                None => self.line.extend_from_slice(part),
            }
            let consumed = part.len() + usize::from(newline.is_some());
            self.input.consume(consumed);
            if newline.is_some() || at_end {
                if let Some(scan) = self.skipping.take() {
                    return Ok(Line::TooLong { id: scan.finish() });
                }
                if at_end && self.line.is_empty() {
                    return Ok(Line::End);
                }
                return Ok(Line::Whole(std::mem::take(&mut self.line)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(input: Vec<u8>) -> Vec<String> {
        let mut reader = LineReader::new(io::Cursor::new(input));
        let mut seen = Vec::new();
        loop {
            match reader.next().await.unwrap() {
                Line::Whole(line) => seen.push(String::from_utf8(line).unwrap()),
                Line::TooLong { id } => seen.push(format!("too long {id:?}")),
                Line::End => return seen,
            }
        }
    }

    #[tokio::test]
    async fn line_reader_returns_each_line_and_a_last_one_without_line_end() {
        let lines = read(b"one\ntwo\r\n\nthree".to_vec()).await;
        assert_eq!(lines, ["one", "two\r", "", "three"]);
    }

    #[tokio::test]
    async fn line_reader_skips_a_line_above_the_limit_and_keeps_its_id() {
        let long = "x".repeat(LINE_BYTES_MAX);
        let input = format!("{{\"params\":\"{long}\",\"id\":\"last\"}}\nnext\n");
        let lines = read(input.into_bytes()).await;
        assert_eq!(lines, ["too long Some(String(\"last\"))", "next"]);
    }

    #[tokio::test]
    async fn line_reader_accepts_a_line_of_exactly_the_limit() {
        let longest = "x".repeat(LINE_BYTES_MAX);
        assert_eq!(read(longest.clone().into_bytes()).await, [longest]);
    }
}
