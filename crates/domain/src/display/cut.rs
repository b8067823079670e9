//! Shortens long texts. Every cut can be seen, and no character is cut in two.

/// Stands where the beginning of a text was left out.
const BEGINNING_LEFT_OUT: &str = "[…]\n\n";

/// Returns at most `max` characters of `text`, the last of them an ellipsis where it was longer.
pub(crate) fn cut_chars(text: &str, max: usize) -> String {
    match text.chars().nth(max) {
        None => text.to_owned(),
        Some(_) => text.chars().take(max - 1).chain(['…']).collect(),
    }
}

/// Returns the first `max` bytes of `text`, or a little less, and how many bytes are left out.
pub(crate) fn cut_bytes(text: &str, max: usize) -> (&str, usize) {
    let end = text.floor_char_boundary(max);
    (&text[..end], text.len() - end)
}

/// Returns the end of `text` in at most `max` bytes, from the start of a line where there is one.
pub(crate) fn cut_to_end(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let start = text.ceil_char_boundary(text.len() - (max - BEGINNING_LEFT_OUT.len()));
    let kept = &text[start..];
    let from_line = kept.find('\n').map(|at| &kept[at + 1..]);
    let kept = from_line.filter(|lines| !lines.trim().is_empty());
    format!("{BEGINNING_LEFT_OUT}{}", kept.unwrap_or(&text[start..]))
}

/// Returns the first line that says something.
pub(crate) fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_chars_marks_what_it_cuts() {
        for (text, expected) in [("", ""), ("äbc", "äbc"), ("äbcd", "äb…")] {
            assert_eq!(cut_chars(text, 3), expected);
        }
    }

    #[test]
    fn cut_bytes_counts_what_it_leaves_out() {
        for (text, expected) in [
            ("abc", ("abc", 0)),
            ("abcd", ("abc", 1)),
            ("ab€", ("ab", 3)),
        ] {
            assert_eq!(cut_bytes(text, 3), expected);
        }
    }

    #[test]
    fn cut_to_end_keeps_the_last_lines() {
        let text = "first line\nsecond line\nMay I?";
        for (max, expected) in [
            (29, text),
            (28, "[…]\n\nsecond line\nMay I?"),
            (20, "[…]\n\nMay I?"),
            (12, "[…]\n\nay I?"),
        ] {
            assert_eq!(cut_to_end(text, max), expected, "{max}");
        }
        assert!(cut_to_end(&"€".repeat(100), 100).len() <= 100);
    }
}
