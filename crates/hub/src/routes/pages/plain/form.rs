//! What a form brings back. Fields are ours; unknown ones count for nothing.

use domain::AnswerDraft;

/// Before an option's id in the name of its note.
pub(super) const NOTE: &str = "note:";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Send,
    Cancel,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Posted {
    pub(super) token: String,
    pub(super) digest: String,
    pub(super) action: Action,
    pub(super) draft: AnswerDraft,
    /// The word that confirms what cannot be undone.
    pub(super) word: String,
}

impl Posted {
    pub(super) fn parse(body: &[u8]) -> Self {
        let mut posted = Self {
            token: String::new(),
            digest: String::new(),
            action: Action::Send,
            draft: AnswerDraft::default(),
            word: String::new(),
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
            // Enter in a field sends; cancelling takes its own button.
            "action" if value == "cancel" => self.action = Action::Cancel,
            "select" if !value.is_empty() => self.draft.selected_ids.push(value),
            "text" if !value.is_empty() => self.draft.text = Some(lines(&value)),
            "global-note" if !value.is_empty() => self.draft.global_note = Some(lines(&value)),
            "placeholder" => self.draft.placeholder_shown = true,
            _ => {
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
    fn fields_become_a_draft() {
        let body =
            b"token=t&digest=d&select=a&select=b%26c&text=one%0D%0Atwo&note%3Aa=why&note%3Ab=\
            &global-note=%E5%A5%BD&placeholder=shown&word=w&other=x";
        let posted = Posted::parse(body);
        let expected = Posted {
            token: "t".into(),
            digest: "d".into(),
            action: Action::Send,
            word: "w".into(),
            draft: AnswerDraft {
                selected_ids: vec!["a".into(), "b&c".into()],
                text: Some("one\ntwo".into()),
                option_notes: [("a".to_owned(), "why".to_owned())].into(),
                global_note: Some("好".into()),
                hidden_ids: Vec::new(),
                placeholder_shown: true,
            },
        };
        assert_eq!(posted, expected);
        assert_eq!(Posted::parse(b"action=cancel").action, Action::Cancel);
        assert_eq!(Posted::parse(b"action=send").action, Action::Send);
    }
}
