//! Finds the request id in a line that cannot be parsed: too long, too deep, or broken further on.
//!
//! Sees the line in pieces and keeps almost nothing of it. It looks only at the members of the
//! outermost object; what is nested never counts.

use rmcp::model::RequestId;

/// The longest key or id that is kept. No client sends a longer id.
const TOKEN_BYTES_MAX: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct IdScan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The key or plain value being read, as written.
    token: Vec<u8>,
    /// The value being read is that of `id`.
    is_id: bool,
    found: Option<RequestId>,
}

impl IdScan {
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// Returns the id, if it was seen.
    pub(super) fn finish(mut self) -> Option<RequestId> {
        self.end_value();
        self.found
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                // An object or an array is not an id.
                self.is_id = false;
                self.token.clear();
                // An array holds messages, each with its own id.
                self.depth += if self.depth == 0 && byte == b'[' {
                    2
                } else {
                    1
                };
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_value();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => {
                self.is_id = self.token == b"\"id\"";
                self.token.clear();
            }
            b',' if self.depth == 1 => self.end_value(),
            b' ' | b'\t' | b'\r' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < TOKEN_BYTES_MAX {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        if self.is_id && self.found.is_none() {
            self.found = serde_json::from_slice(&self.token).ok();
        }
        self.is_id = false;
        self.token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_scan_finds_the_id_only_among_the_outermost_members() {
        let number = |number| Some(RequestId::Number(number));
        let text = |text: &str| Some(RequestId::String(text.into()));
        for (line, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"x"}"#, number(7)),
            (r#"{ "id" : -7 , "method""#, number(-7)),
            (r#"{"method":"x","params":{"id":1},"id":"a"}"#, text("a")),
            (r#"{"params":{"a":[{"id":1}]},"id":2"#, number(2)),
            (r#"{"title":"\"id\":3,","id":4}"#, number(4)),
            (r#"{"id":"quo\"ted","x":{"#, text("quo\"ted")),
            (r#"{"id":1,"id":2}"#, number(1)),
            (r#"{"id":1.5}"#, None),
            (r#"{"id":null}"#, None),
            (r#"{"id":{"id":5}}"#, None),
            (r#"{"id":[5]}"#, None),
            (r#"{"a":"id","b":6}"#, None),
            (r#"{"params":{"id":8"#, None),
            (r#"[{"id":9}]"#, None),
            ("not json", None),
            ("", None),
        ] {
            for piece in [1, 3, 1000] {
                let mut scan = IdScan::default();
                line.as_bytes()
                    .chunks(piece)
                    .for_each(|part| scan.feed(part));
                assert_eq!(scan.finish(), expected, "{line} in pieces of {piece}");
            }
        }
        let mut endless = IdScan::default();
        endless.feed(b"{\"id\":\"");
        endless.feed(&[b'x'; 2 * TOKEN_BYTES_MAX]);
        endless.feed(b"\"}");
        assert_eq!(endless.finish(), None);
    }
}
