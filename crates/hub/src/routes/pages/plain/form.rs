//! What a form brings back. Fields are ours; unknown ones count for nothing.

use std::collections::BTreeMap;

use domain::interaction::AnswerDraft;

use super::fields::FIELD;

/// Before an option's id in the name of its note.
pub(super) const NOTE: &str = "note:";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Send,
    Cancel,
    /// Confirms the choice.
    Confirm,
    /// Back to the options.
    ChooseAnother,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Posted {
    pub(super) token: String,
    pub(super) digest: String,
    pub(super) action: Action,
    /// The id of the choice that the confirmation showed.
    pub(super) chosen: String,
    pub(super) draft: AnswerDraft,
    /// The word that confirms what cannot be undone.
    pub(super) word: String,
    /// What came back of the fields of a form, by their names.
    pub(super) fields: BTreeMap<String, Vec<String>>,
}

impl Posted {
    pub(super) fn parse(body: &[u8]) -> Self {
        let mut posted = Self {
            token: String::new(),
            digest: String::new(),
            action: Action::Send,
            chosen: String::new(),
            draft: AnswerDraft::default(),
            word: String::new(),
            fields: BTreeMap::new(),
        };
        for (name, value) in form_urlencoded::parse(body) {
            posted.take(&name, value.into_owned());
        }
        posted
    }

    fn take(&mut self, name: &str, value: String) {
        match name {
            "token" => self.token = value,
            "digest" => self.digest = value,
            "word" => self.word = value,
            "chosen" => self.chosen = value,
            // Enter in a field sends; everything else takes its own button.
            "action" if value == "cancel" => self.action = Action::Cancel,
            "action" if value == "confirm" => self.action = Action::Confirm,
            "action" if value == "change" => self.action = Action::ChooseAnother,
            "select" if !value.is_empty() => self.draft.selected_ids.push(value),
            "text" if !value.is_empty() => self.draft.text = Some(lines(&value)),
            "global-note" if !value.is_empty() => self.draft.global_note = Some(lines(&value)),
            "placeholder" => self.draft.placeholder_shown = true,
            _ => {
                if let (Some(field), false) = (name.strip_prefix(FIELD), value.is_empty()) {
                    let values = self.fields.entry(field.to_owned()).or_default();
                    values.push(lines(&value));
                }
                if let (Some(id), false) = (name.strip_prefix(NOTE), value.is_empty()) {
                    self.draft.option_notes.insert(id.to_owned(), lines(&value));
                }
            }
        }
    }
}

/// Forms end lines with CR LF; the other surfaces do not.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_form_fields_become_a_draft() {
        let body =
            b"token=t&digest=d&select=a&select=b%26c&text=one%0D%0Atwo&note%3Aa=why&note%3Ab=\
            &global-note=%E5%A5%BD&placeholder=shown&word=w&other=x&field%3Ap=1&field%3Ap=2";
        let posted = Posted::parse(body);
        let expected = Posted {
            token: "t".into(),
            digest: "d".into(),
            action: Action::Send,
            chosen: String::new(),
            word: "w".into(),
            fields: [("p".to_owned(), vec!["1".to_owned(), "2".to_owned()])].into(),
            draft: AnswerDraft {
                selected_ids: vec!["a".into(), "b&c".into()],
                text: Some("one\ntwo".into()),
                option_notes: [("a".to_owned(), "why".to_owned())].into(),
                global_note: Some("好".into()),
                hidden_ids: Vec::new(),
                placeholder_shown: true,
                ..AnswerDraft::default()
            },
        };
        assert_eq!(posted, expected);
        let second = Posted::parse(b"chosen=c&action=confirm");
        assert_eq!(
            (second.chosen.as_str(), second.action),
            ("c", Action::Confirm)
        );
    }

    #[test]
    fn plain_form_action_defaults_to_send() {
        for (body, action) in [
            ("action=send", Action::Send),
            ("action=other", Action::Send),
            ("", Action::Send),
            ("action=cancel", Action::Cancel),
            ("action=confirm", Action::Confirm),
            ("action=change", Action::ChooseAnother),
        ] {
            assert_eq!(Posted::parse(body.as_bytes()).action, action, "{body}");
        }
    }

    proptest::proptest! {
        #[test]
        fn plain_form_parses_any_bytes_and_reads_back_serialised_fields(
            body: Vec<u8>, selected: Vec<String>, text: String, note: String,
        ) {
            Posted::parse(&body);
            let mut form = form_urlencoded::Serializer::new(String::new());
            for id in selected.iter().filter(|id| !id.is_empty()) {
                form.append_pair("select", id);
            }
            form.append_pair("text", &text).append_pair("note:a", &note);
            let posted = Posted::parse(form.finish().as_bytes());
            let chosen: Vec<_> = selected.into_iter().filter(|id| !id.is_empty()).collect();
            proptest::prop_assert_eq!(posted.draft.selected_ids, chosen);
            let typed = (!text.is_empty()).then(|| lines(&text));
            proptest::prop_assert_eq!(posted.draft.text, typed);
            let noted = (!note.is_empty()).then(|| lines(&note));
            proptest::prop_assert_eq!(posted.draft.option_notes.get("a").cloned(), noted);
        }
    }
}
