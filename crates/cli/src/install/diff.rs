//! Shows what an edit changes. Edits here touch one place, so one hunk is enough.

const CONTEXT_LINES: usize = 3;

/// Returns the changed lines with a few around them; empty when nothing changes.
pub(super) fn diff(before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let mut lines = Vec::new();
    let mut push = |mark: &str, range: &[&str]| {
        lines.extend(range.iter().map(|line| format!("{mark}{line}")));
    };
    push("  ", &old[head.saturating_sub(CONTEXT_LINES)..head]);
    push("- ", &old[head..old.len() - tail]);
    push("+ ", &new[head..new.len() - tail]);
    push(
        "  ",
        &old[old.len() - tail..(old.len() - tail + CONTEXT_LINES).min(old.len())],
    );
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_shows_a_change_with_lines_of_context() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        assert_eq!(
            diff(before, "1\n2\n3\n4\nfive\nmore\n6\n7\n8\n9\n"),
            "  2\n  3\n  4\n- 5\n+ five\n+ more\n  6\n  7\n  8"
        );
        assert_eq!(diff("", "a\n"), "+ a");
        assert_eq!(diff("a\na\n", "a\n"), "  a\n- a");
        assert_eq!(diff(before, before), "");
    }
}
