//! Two surfaces change one draft at the same time: neither overwrites what it did not touch.

use domain::interaction::AnswerDraft;

use crate::given::{choice, selecting};

fn text(text: &str) -> AnswerDraft {
    AnswerDraft {
        text: Some(text.to_owned()),
        ..AnswerDraft::default()
    }
}

fn merged(mode: &str, mine: AnswerDraft, base: &AnswerDraft, current: AnswerDraft) -> AnswerDraft {
    choice(mode, |_| {}).merge_drafts(mine, base, current)
}

#[test]
fn draft_merge_keeps_fields_that_only_one_surface_changed() {
    let draft = |selected: &[&str], text: &str, notes: &[(&str, &str)]| AnswerDraft {
        text: Some(text.to_owned()).filter(|text| !text.is_empty()),
        option_notes: notes
            .iter()
            .map(|(id, note)| ((*id).to_owned(), (*note).to_owned()))
            .collect(),
        ..selecting(selected)
    };
    let empty = draft(&[], "", &[]);
    let typed = draft(&[], "mine was longer", &[("a", "one")]);
    // Another page chose before it saw the text: both stay.
    let chosen = draft(&["a"], "", &[("b", "two")]);
    assert_eq!(
        merged("hybrid", chosen, &empty, typed.clone()),
        draft(&["a"], "mine was longer", &[("a", "one"), ("b", "two")])
    );
    // It saw the text and took it away: then it is gone.
    let cleared = draft(&["a"], "", &[]);
    assert_eq!(
        merged("hybrid", cleared.clone(), &typed, typed.clone()),
        cleared
    );
}

#[test]
fn draft_merge_keeps_both_texts_typed_into_one_field() {
    for (base, mine, current, expected) in [
        ("", "mine", "theirs", "mine\ntheirs"),
        (
            "start",
            "start, mine",
            "start, theirs",
            "start, mine\n, theirs",
        ),
        ("a plan", "a big plan", "a plan B", "a big plan B"),
        ("one two three", "1 two three", "one two 3", "1 two 3"),
        ("one two three", "one two 3", "1 two three", "1 two 3"),
        // Typing goes on after a merge that this surface has not seen yet.
        (
            "mine",
            "mine, longer",
            "mine\ntheirs",
            "mine, longer\ntheirs",
        ),
        ("old", "", "old and new", " and new"),
        ("old", "new", "", "new"),
        ("same", "same", "other", "other"),
        ("same", "other", "same", "other"),
        // A save whose reply was lost comes again, longer.
        ("", "half a thought", "half a", "half a thought"),
        ("数据", "数据库", "大数据", "大数据库"),
        ("é", "è", "e", "è\ne"),
    ] {
        let merged = merged("text_input", text(mine), &text(base), text(current));
        assert_eq!(
            merged.text.as_deref(),
            Some(expected),
            "{mine:?} and {current:?}"
        );
    }
}

#[test]
fn draft_merge_keeps_both_selections_where_the_limit_allows() {
    for (mode, base, mine, current, expected) in [
        (
            "multi",
            &[] as &[&str],
            &["a"] as &[&str],
            &["b"] as &[&str],
            &["b", "a"] as &[&str],
        ),
        ("multi", &["a", "b"], &["b"], &["a", "b", "c"], &["b", "c"]),
        ("multi", &["a"], &["a"], &[], &[]),
        ("single", &[], &["a"], &["b"], &["a"]),
        ("single", &["a"], &["a"], &["b"], &["b"]),
    ] {
        let merged = merged(mode, selecting(mine), &selecting(base), selecting(current));
        assert_eq!(
            merged,
            selecting(expected),
            "{mode} {base:?} {mine:?} {current:?}"
        );
    }
}

#[test]
fn draft_merge_does_not_select_an_option_that_one_surface_hides() {
    let base = AnswerDraft::default();
    let hides = AnswerDraft {
        hidden_ids: vec!["a".into()],
        ..AnswerDraft::default()
    };
    assert_eq!(
        merged("multi", selecting(&["a"]), &base, hides.clone()),
        hides
    );
    assert_eq!(
        merged("multi", hides.clone(), &base, selecting(&["a"])),
        hides
    );
}
