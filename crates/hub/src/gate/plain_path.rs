//! Addresses of the pages without JavaScript.
//!
//! JavaScript could keep a key and send it with each request; these pages cannot. The second half
//! of their session is therefore part of their address, `/plain/SEGMENT/…`, and the cookie is
//! scoped to it. Neither half is accepted without the other.

const ROOT: &str = "/plain/";
const SIGN_OUT: &str = "/sign-out";
const QUESTION: &str = "/choice/";

/// Where a code is typed.
pub(crate) const SIGN_IN: &str = "/login/plain";

/// An address below a session's own segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainPath<'p> {
    /// The session's list; everything else of the session is below it.
    pub(crate) base: &'p str,
    pub(crate) segment: &'p str,
    below: &'p str,
}

impl<'p> PlainPath<'p> {
    pub(crate) fn of(path: &'p str) -> Option<Self> {
        let rest = path.strip_prefix(ROOT)?;
        let segment = rest.split('/').next().filter(|text| !text.is_empty())?;
        let (base, below) = path.split_at(ROOT.len() + segment.len());
        Some(Self {
            base,
            segment,
            below,
        })
    }

    /// The question that the address names.
    pub(crate) fn question(&self) -> Option<&'p str> {
        one_name(self.below.strip_prefix(QUESTION)?)
    }

    pub(super) fn takes_form(&self) -> bool {
        self.question().is_some() || self.below == SIGN_OUT
    }
}

/// The list of the session with this segment.
pub(crate) fn base(segment: &str) -> String {
    format!("{ROOT}{segment}")
}

pub(crate) fn question(base: &str, id: &str) -> String {
    format!("{base}{QUESTION}{id}")
}

pub(crate) fn sign_out(base: &str) -> String {
    format!("{base}{SIGN_OUT}")
}

/// The question that `/choice/ID/plain` names: the address that everyone may know.
pub(crate) fn public_question(path: &str) -> Option<&str> {
    one_name(path.strip_prefix(QUESTION)?.strip_suffix("/plain")?)
}

fn one_name(text: &str) -> Option<&str> {
    (!text.is_empty() && !text.contains('/')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_path_parses_the_addresses_that_it_writes() {
        let base = base("5e9");
        let list = PlainPath::of(&base).unwrap();
        assert_eq!((list.base, list.segment), ("/plain/5e9", "5e9"));
        assert_eq!((list.question(), list.takes_form()), (None, false));
        let question = question(&base, "ab12");
        let question = PlainPath::of(&question).unwrap();
        assert_eq!((question.base, question.segment), ("/plain/5e9", "5e9"));
        assert_eq!(question.question(), Some("ab12"));
        assert!(question.takes_form());
        assert!(PlainPath::of(&sign_out(&base)).unwrap().takes_form());
    }

    #[test]
    fn plain_path_takes_forms_at_no_other_address() {
        for path in [
            "/plain",
            "/plain/",
            "/plain//choice/ab12",
            "/plain/5e9",
            "/plain/5e9/choice",
            "/plain/5e9/choice/",
            "/plain/5e9/choice/ab/12",
            "/plain/5e9/sign-out/",
            "/choice/ab12/plain",
            "/api/plain/5e9/choice/ab12",
        ] {
            let taken = PlainPath::of(path).is_some_and(|path| path.takes_form());
            assert!(!taken, "{path}");
        }
    }

    #[test]
    fn public_plain_address_names_exactly_one_question() {
        for (path, question) in [
            ("/choice/ab12/plain", Some("ab12")),
            ("/choice//plain", None),
            ("/choice/ab/12/plain", None),
            ("/choice/ab12", None),
            ("/plain", None),
        ] {
            assert_eq!(public_question(path), question, "{path}");
        }
    }
}
