//! Merges what two surfaces changed of one draft at the same time.
//!
//! Each surface sends its draft together with the one it was made from. A part that a surface did
//! not touch is not its to overwrite, and words that both wrote into one field are both kept.

use std::collections::BTreeSet;

use super::{AnswerDraft, Choice};
use crate::interaction::form::{FieldValue, FieldValues};

impl Choice {
    /// Carries over to `current` what `mine` changes of `base`.
    pub fn merge_drafts(
        &self,
        mine: AnswerDraft,
        base: &AnswerDraft,
        current: AnswerDraft,
    ) -> AnswerDraft {
        // Surfaces differ in whether they spell an empty field out.
        let (mine, base, current) = (tidied(mine), tidied(base.clone()), tidied(current));
        let hidden_ids = merge_ids(&mine.hidden_ids, &base.hidden_ids, &current.hidden_ids);
        let noted = mine.option_notes.keys().chain(current.option_notes.keys());
        let noted: BTreeSet<&String> = noted.collect();
        let option_notes = noted.into_iter().filter_map(|id| {
            let note = |draft: &AnswerDraft| draft.option_notes.get(id).cloned();
            let note = merge_field(note(&mine), note(&base), note(&current))?;
            Some((id.clone(), note))
        });
        AnswerDraft {
            option_notes: option_notes.collect(),
            selected_ids: self.merge_selections(&mine, &base, &current, &hidden_ids),
            text: merge_field(mine.text, base.text, current.text),
            global_note: merge_field(mine.global_note, base.global_note, current.global_note),
            hidden_ids,
            placeholder_shown: mine.placeholder_shown,
            fields: merge_fields(&mine.fields, &base.fields, &current.fields),
        }
    }

    /// Keeps both surfaces' options where the question has room for them, else the later choice.
    fn merge_selections(
        &self,
        mine: &AnswerDraft,
        base: &AnswerDraft,
        current: &AnswerDraft,
        hidden_ids: &[String],
    ) -> Vec<String> {
        let (mine, base, current) = (
            &mine.selected_ids,
            &base.selected_ids,
            &current.selected_ids,
        );
        let mut selected = merge_ids(mine, base, current);
        if mine != base && selected.len() > self.max_selections as usize {
            selected.clone_from(mine);
        }
        selected.retain(|id| !hidden_ids.contains(id));
        selected
    }
}

fn tidied(mut draft: AnswerDraft) -> AnswerDraft {
    draft.text = draft.text.filter(|text| !text.is_empty());
    draft.global_note = draft.global_note.filter(|note| !note.is_empty());
    draft.option_notes.retain(|_, note| !note.is_empty());
    draft.fields.retain(|_, value| match value {
        FieldValue::Text(text) | FieldValue::Number(text) => !text.is_empty(),
        FieldValue::Boolean(_) => true,
        FieldValue::Several(chosen) => !chosen.is_empty(),
    });
    draft
}

/// Merges the fields of a form: words of both writers are kept, and so are options of both; of
/// anything else the later change stays.
fn merge_fields(mine: &FieldValues, base: &FieldValues, current: &FieldValues) -> FieldValues {
    let names: BTreeSet<&String> = mine.keys().chain(current.keys()).collect();
    let merged = names.into_iter().filter_map(|name| {
        let [mine, base, current] = [mine, base, current].map(|fields| fields.get(name));
        let value = merge_value(mine, base, current)?;
        Some((name.clone(), value))
    });
    merged.collect()
}

fn merge_value(
    mine: Option<&FieldValue>,
    base: Option<&FieldValue>,
    current: Option<&FieldValue>,
) -> Option<FieldValue> {
    let sides = [mine, base, current];
    if let [Some(mine), Some(base), Some(current)] = sides.map(words_of) {
        let words = merge_words(mine, base, current);
        return Some(FieldValue::Text(words)).filter(|value| value.bytes() > 0);
    }
    if let [Some(mine), Some(base), Some(current)] = sides.map(options_of) {
        let chosen = merge_ids(mine, base, current);
        return Some(FieldValue::Several(chosen)).filter(|value| !value.is_empty());
    }
    let changed = mine != base;
    if changed { mine } else { current }.cloned()
}

/// Returns the words of a text field, none for an empty one; `None` for another kind of value.
fn words_of(value: Option<&FieldValue>) -> Option<&str> {
    match value {
        None => Some(""),
        Some(FieldValue::Text(text)) => Some(text),
        Some(FieldValue::Number(_) | FieldValue::Boolean(_) | FieldValue::Several(_)) => None,
    }
}

/// Returns the options of a field, none for an empty one; `None` for another kind of value.
fn options_of(value: Option<&FieldValue>) -> Option<&[String]> {
    match value {
        None => Some(&[]),
        Some(FieldValue::Several(chosen)) => Some(chosen),
        Some(FieldValue::Text(_) | FieldValue::Number(_) | FieldValue::Boolean(_)) => None,
    }
}

/// What `mine` took away is gone, what it added is there; the rest stays as it is now.
fn merge_ids(mine: &[String], base: &[String], current: &[String]) -> Vec<String> {
    let kept = current
        .iter()
        .filter(|id| mine.contains(id) || !base.contains(id));
    let added = mine
        .iter()
        .filter(|id| !base.contains(id) && !current.contains(id));
    kept.chain(added).cloned().collect()
}

fn merge_field(
    mine: Option<String>,
    base: Option<String>,
    current: Option<String>,
) -> Option<String> {
    let [mine, base, current] = [mine, base, current].map(Option::unwrap_or_default);
    Some(merge_words(&mine, &base, &current)).filter(|text| !text.is_empty())
}

/// What a writer made of a text: the bytes `from..to` of it became `with`.
struct Edit<'a> {
    from: usize,
    to: usize,
    with: &'a str,
}

impl<'a> Edit<'a> {
    fn between(base: &str, changed: &'a str) -> Self {
        let pairs = base.chars().zip(changed.chars());
        let same = pairs.take_while(|(one, other)| one == other);
        let from = same.map(|(letter, _)| letter.len_utf8()).sum();
        let (old, new) = (&base[from..], &changed[from..]);
        let pairs = old.chars().rev().zip(new.chars().rev());
        let same = pairs.take_while(|(one, other)| one == other);
        let tail: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
        Self {
            from,
            to: base.len() - tail,
            with: &new[..new.len() - tail],
        }
    }
}

/// Applies both writers' edits of `base`. Where they meet, the words of both stand in a line each.
fn merge_words(mine: &str, base: &str, theirs: &str) -> String {
    let (mine, theirs) = (Edit::between(base, mine), Edit::between(base, theirs));
    let (first, second) = match mine.from <= theirs.from {
        true => (&mine, &theirs),
        false => (&theirs, &mine),
    };
    if first.to < second.from {
        let between = &base[first.to..second.from];
        let (head, tail) = (&base[..first.from], &base[second.to..]);
        return [head, first.with, between, second.with, tail].concat();
    }
    let (head, tail) = (&base[..first.from], &base[first.to.max(second.to)..]);
    [head, &both(mine.with, theirs.with), tail].concat()
}

fn both(mine: &str, theirs: &str) -> String {
    // A save whose reply was lost comes again, perhaps longer: its words count once.
    if mine.contains(theirs) {
        mine.to_owned()
    } else if theirs.contains(mine) {
        theirs.to_owned()
    } else if theirs.starts_with('\n') {
        format!("{mine}{theirs}")
    } else {
        format!("{mine}\n{theirs}")
    }
}
