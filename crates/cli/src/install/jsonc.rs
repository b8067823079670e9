//! Reads JSON with comments and trailing commas, and remembers where everything is.
//!
//! Comments and trailing commas are replaced by spaces first, so that a position in the strict
//! text is the same position in the file. What is left must be JSON to the letter.

use serde_json::Value;

use super::EditError;

/// A value and its place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    /// `None` for everything but an object.
    pub(super) members: Option<Vec<Member>>,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: String,
    /// Where the key's quotation mark is.
    pub(super) start: usize,
    pub(super) value: Node,
}

/// A file, read.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The file with comments blanked, commas as they were.
    pub(super) bare: String,
    pub(super) value: Value,
    pub(super) root: Node,
}

pub(super) fn parse(text: &str) -> Result<Parsed, EditError> {
    let bare = without_comments(text);
    let strict = without_trailing_commas(&bare);
    let value: Value = serde_json::from_str(&strict).map_err(|error| EditError::Unreadable {
        line: error.line(),
        reason: error.to_string(),
    })?;
    let mut reader = Reader {
        bytes: strict.as_bytes(),
        at: 0,
    };
    let root = reader.node()?;
    Ok(Parsed { bare, value, root })
}

/// Returns the text with every comment replaced by as many spaces; line breaks stay.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'"', _) => at = string_end(&bytes, at),
            (b'/', Some(b'/')) => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    bytes[at] = b' ';
                    at += 1;
                }
            }
            (b'/', Some(b'*')) => {
                let rest = bytes[at + 2..].windows(2).position(|pair| pair == b"*/");
                let end = rest.map_or(bytes.len(), |length| at + 2 + length + 2);
                bytes[at..end]
                    .iter_mut()
                    .filter(|byte| **byte != b'\n')
                    .for_each(|byte| *byte = b' ');
                at = end;
            }
            _ => at += 1,
        }
    }
    String::from_utf8(bytes).expect("whole characters were replaced by spaces")
}

/// Returns the text with a space for every comma that closes a list or an object.
fn without_trailing_commas(bare: &str) -> String {
    let mut bytes = bare.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(&bytes, at),
            b',' => {
                let next = bytes[at + 1..]
                    .iter()
                    .find(|byte| !byte.is_ascii_whitespace());
                if matches!(next, Some(b'}' | b']')) {
                    bytes[at] = b' ';
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    String::from_utf8(bytes).expect("commas were replaced by spaces")
}

/// Returns the position behind the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Walks text that is known to be strict JSON; nesting is bounded by `serde_json`'s own limit.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn node(&mut self) -> Result<Node, EditError> {
        self.skip_space();
        let start = self.at;
        let members = match self.peek() {
            b'{' => Some(self.members()?),
            b'[' => {
                self.list()?;
                None
            }
            b'"' => {
                self.at = string_end(self.bytes, self.at);
                None
            }
            _ => {
                while !matches!(self.peek(), b',' | b'}' | b']' | 0) && !self.is_space() {
                    self.at += 1;
                }
                None
            }
        };
        Ok(Node {
            start,
            end: self.at,
            members,
        })
    }

    fn members(&mut self) -> Result<Vec<Member>, EditError> {
        let mut members: Vec<Member> = Vec::new();
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                b'}' => break,
                b',' => self.at += 1,
                _ => {
                    let member = self.member()?;
                    if members.iter().any(|earlier| earlier.key == member.key) {
                        return Err(EditError::Twice { key: member.key });
                    }
                    members.push(member);
                }
            }
        }
        self.at += 1;
        Ok(members)
    }

    fn member(&mut self) -> Result<Member, EditError> {
        let start = self.at;
        self.at = string_end(self.bytes, start);
        let key = serde_json::from_slice(&self.bytes[start..self.at])
            .map_err(|_| EditError::Unverified)?;
        self.skip_space();
        // The colon.
        self.at += 1;
        Ok(Member {
            key,
            start,
            value: self.node()?,
        })
    }

    fn list(&mut self) -> Result<(), EditError> {
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                b']' => break,
                b',' => self.at += 1,
                _ => {
                    self.node()?;
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn is_space(&self) -> bool {
        self.peek().is_ascii_whitespace()
    }

    fn skip_space(&mut self) {
        while self.is_space() {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_no_part_of_the_value() {
        let text = "// top\n{\n  \"a\": [1, 2,], /* b */ \"c\": \"// no /* comment */\\\" ,}\", // end\n}\n";
        let parsed = parse(text).unwrap();
        assert_eq!(
            parsed.value,
            json!({"a": [1, 2], "c": "// no /* comment */\" ,}"})
        );
        assert_eq!(parsed.bare.len(), text.len());
        let members = parsed.root.members.unwrap();
        let values = members
            .iter()
            .map(|member| &text[member.value.start..member.value.end]);
        assert_eq!(
            values.collect::<Vec<_>>(),
            ["[1, 2,]", r#""// no /* comment */\" ,}""#]
        );
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_line() {
        for (text, line) in [
            ("{\n\"a\": }", 2),
            ("{\"a\": 1", 1),
            ("/* open", 1),
            ("{'a': 1}", 1),
        ] {
            let refused = parse(text).unwrap_err();
            assert!(
                matches!(refused, EditError::Unreadable { line: at, .. } if at == line),
                "{text}: {refused:?}"
            );
        }
        assert_eq!(
            parse(r#"{"a":1,"a":2}"#).unwrap_err(),
            EditError::Twice { key: "a".into() }
        );
    }
}
