//! What is shown of changes, as tables.

use super::*;

fn diff(old: Option<&str>, new: &str) -> Diff {
    Diff {
        path: "a.txt".into(),
        old: old.map(str::to_owned),
        new: new.into(),
    }
}

/// Writes the changes as `diff -u` does.
fn unified(diffs: &[Diff]) -> String {
    let changes = Changes::of(diffs);
    let mut text = String::new();
    for hunk in changes.files.iter().flat_map(|file| &file.hunks) {
        text.push_str(&format!("@{},{}\n", hunk.old_start, hunk.new_start));
        for line in &hunk.lines {
            let sign = match line.change {
                LineChange::Same => ' ',
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            text.push_str(&format!("{sign}{}\n", line.text));
        }
    }
    text
}

#[test]
fn a_change_is_shown_with_three_lines_around_it() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";
    let expected = "@2,2\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n";
    assert_eq!(unified(&[diff(Some(old), new)]), expected);
}

#[test]
fn changes_far_apart_are_hunks_of_their_own() {
    let old: String = (1..=20).map(|number| format!("{number}\n")).collect();
    let new = old.replacen("1\n", "one\n", 1).replace("20\n", "20\n21\n");
    let expected = "@1,1\n-1\n+one\n 2\n 3\n 4\n@18,18\n 18\n 19\n 20\n+21\n";
    assert_eq!(unified(&[diff(Some(&old), &new)]), expected);
}

#[test]
fn lines_that_stay_between_changes_are_found() {
    let old = "a\nkeep\nb\nkeep too\nc\n";
    let new = "A\nkeep\nB\nkeep too\nC\n";
    let expected = "@1,1\n-a\n+A\n keep\n-b\n+B\n keep too\n-c\n+C\n";
    assert_eq!(unified(&[diff(Some(old), new)]), expected);
}

#[test]
fn files_that_are_new_emptied_or_unchanged_are_told_apart() {
    let changes = |old, new| Changes::of(&[diff(old, new)]).files.remove(0);
    let new = changes(None, "a\nb");
    assert_eq!((new.is_new, new.added, new.removed), (true, 2, 0));
    let emptied = changes(Some("a\nb\n"), "");
    assert_eq!(
        (emptied.is_new, emptied.added, emptied.removed),
        (false, 0, 2)
    );
    assert_eq!(changes(Some("a\n"), "a\n").hunks, []);
    // A carriage return counts as a change, although a person cannot see it in a line.
    assert_eq!(changes(Some("a\r\n"), "a\n").added, 1);
}

#[test]
fn a_huge_change_is_cut_and_the_rest_is_counted() {
    let new = "line\n".repeat(DIFF_LINES_MAX + 7);
    let changes = Changes::of(&[diff(None, &new), diff(None, "more\n")]);
    assert_eq!(changes.files[0].hunks[0].lines.len(), DIFF_LINES_MAX);
    assert_eq!(changes.files[1].hunks, []);
    assert_eq!(changes.lines_left_out, 8);
    assert_eq!(changes.files[0].added as usize, DIFF_LINES_MAX + 7);

    let long = Changes::of(&[diff(None, &"x".repeat(DIFF_BYTES_MAX + 1))]);
    assert_eq!(long.lines_left_out, 1);
    let many = Changes::of(&vec![diff(None, ""); TOOL_FILES_MAX + 3]);
    assert_eq!((many.files.len(), many.files_left_out), (TOOL_FILES_MAX, 3));
}

#[test]
fn texts_too_long_to_compare_are_shown_as_replaced() {
    let side = |mark: &str| -> String {
        (0..1_100)
            .map(|number| format!("{mark}{number}\n"))
            .collect()
    };
    let changes = Changes::of(&[diff(Some(&side("a")), &side("b"))]);
    let file = &changes.files[0];
    assert_eq!((file.removed, file.added), (1_100, 1_100));
    assert_eq!(changes.lines_left_out, 2_200 - DIFF_LINES_MAX);
}
