//! Says why something was refused, by its code, in the language of the catalogue.

use std::collections::BTreeMap;

use crate::{Arg, Catalogue, Key};

/// A refusal for people: what is wrong, and what to do next where there is something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalText {
    pub text: String,
    pub hint: Option<String>,
}

impl Catalogue {
    /// Returns the words for `code` with its values filled in; `None` for a code that this
    /// program does not know, whose own message then has to do.
    pub fn refusal(&self, code: &str, args: &BTreeMap<String, String>) -> Option<RefusalText> {
        let code = code.replace('_', "-");
        let args: Vec<(&str, Arg<'_>)> = args
            .iter()
            .map(|(name, value)| (name.as_str(), Arg::from(value)))
            .collect();
        let find = |id: String| Key::from_id(&id).map(|key| self.format(key, &args));
        Some(RefusalText {
            text: find(format!("problem-{code}"))?,
            hint: find(format!("hint-{code}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, catalogue};

    #[test]
    fn refusal_text_contains_its_values_in_every_language() {
        let args = BTreeMap::from([
            ("count".to_owned(), "1".to_owned()),
            ("min".to_owned(), "2".to_owned()),
        ]);
        let said = |language| catalogue(language).refusal("too_few_selections", &args);
        let en = said(Language::En).unwrap();
        assert_eq!(en.text, "1 chosen; choose at least 2");
        assert_eq!(en.hint.as_deref(), Some("choose more options"));
        assert_eq!(said(Language::Zh).unwrap().text, "已选 1 项，至少选 2 项");
    }

    #[test]
    fn refusal_of_an_unknown_code_has_no_text() {
        let said = catalogue(Language::En).refusal("from_the_future", &BTreeMap::new());
        assert_eq!(said, None);
    }
}
