//! Sets JSON in lines without changing it.
//!
//! It only adds line breaks and blanks between tokens. So nothing that an agent sent can get lost,
//! a key that occurs twice for instance, and text that is cut or is not JSON stays readable.

/// Deeper levels are not moved further to the right.
const INDENTED_LEVELS_MAX: usize = 16;

/// Returns objects and arrays in lines, and every other text as it is.
pub(crate) fn json_lines(text: &str) -> String {
    let mut rest = text.trim();
    if !rest.starts_with(['{', '[']) {
        return text.to_owned();
    }
    let mut lines = Lines::default();
    while let Some(next) = rest.chars().next() {
        let token = match next {
            '"' => &rest[..string_end(rest)],
            _ => &rest[..next.len_utf8()],
        };
        rest = &rest[token.len()..];
        match next {
            '{' | '[' if rest.trim_start().starts_with(['}', ']']) => {
                let close = rest.trim_start();
                lines.text.push(next);
                lines.text.push_str(&close[..1]);
                rest = &close[1..];
            }
            '{' | '[' => {
                lines.text.push(next);
                lines.depth += 1;
                lines.start();
            }
            '}' | ']' => {
                lines.depth = lines.depth.saturating_sub(1);
                lines.start();
                lines.text.push(next);
            }
            ',' => {
                lines.text.push(next);
                lines.start();
            }
            ':' => lines.text.push_str(": "),
            ' ' | '\t' | '\n' | '\r' => {}
            _ => lines.text.push_str(token),
        }
    }
    lines.text
}

#[derive(Default)]
struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    fn start(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth.min(INDENTED_LEVELS_MAX) {
            self.text.push_str("  ");
        }
    }
}

/// Returns where the string that `text` begins with ends, behind its quote.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_set_in_lines() {
        let text = r#"{"a":[1,{"b":"x, {y}: \"z\""}],"c":{},"d":[ ]}"#;
        let expected = r#"{
  "a": [
    1,
    {
      "b": "x, {y}: \"z\""
    }
  ],
  "c": {},
  "d": []
}"#;
        assert_eq!(json_lines(text), expected);
        assert_eq!(json_lines(expected), expected);
    }

    #[test]
    fn nothing_gets_lost() {
        for (text, expected) in [
            (r#"{"a":1,"a":2}"#, "{\n  \"a\": 1,\n  \"a\": 2\n}"),
            (r#"{"a":"cut he"#, "{\n  \"a\": \"cut he"),
            (" plain text\n", " plain text\n"),
            ("[]]]", "[]\n]\n]"),
            ("", ""),
        ] {
            assert_eq!(json_lines(text), expected, "{text}");
        }
        let deep = json_lines(&"[".repeat(10_000));
        assert!(deep.len() < 400_000, "{}", deep.len());
    }
}
