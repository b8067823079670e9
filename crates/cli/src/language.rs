//! Finds the language before the command line is parsed, because its help is already text.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use i18n::Language;

use crate::layout::{Bases, Layout};

/// What was found, and what the log should say about it.
pub(crate) struct Chosen {
    pub(crate) language: Language,
    pub(crate) warning: Option<String>,
}

/// Returns the stored preference, else `CHOICE_LANG`, else English.
///
/// A settings file that cannot be read leaves it at `CHOICE_LANG`; the command that needs the
/// settings reports it.
pub(crate) fn choose(argv: &[OsString]) -> Chosen {
    if argv.get(1).is_some_and(|word| word == "__codegen") {
        // Generated files are the same on every machine.
        return Chosen {
            language: Language::En,
            warning: None,
        };
    }
    let choice_lang = std::env::var("CHOICE_LANG").ok();
    let directory =
        data_dir(argv).or_else(|| std::env::var_os("SAYSO_DATA_DIR").map(PathBuf::from));
    let layout = Bases::of_this_user(|name| std::env::var_os(name))
        .and_then(|bases| Layout::find(directory.as_deref(), &bases));
    let environment = |name: &str| std::env::var(name).ok();
    let loaded = layout
        .ok()
        .and_then(|layout| settings::load(&layout.settings_file, &environment).ok());
    let (code, warning) = match loaded {
        Some(loaded) => settings::language(&loaded, choice_lang.as_deref()),
        None => ("", None),
    };
    let code = if code.is_empty() {
        choice_lang.unwrap_or_default()
    } else {
        code.to_owned()
    };
    Chosen {
        language: code.parse().unwrap_or(Language::En),
        warning,
    }
}

/// Looks for `--data-dir DIR` or `--data-dir=DIR`.
fn data_dir(argv: &[OsString]) -> Option<PathBuf> {
    let mut words = argv.iter().skip(1).take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if word == "--data-dir" {
            return words.next().map(PathBuf::from);
        }
        if let Some(value) = word.as_bytes().strip_prefix(b"--data-dir=") {
            return Some(PathBuf::from(OsStr::from_bytes(value)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_dir_argument_is_read_in_both_spellings() {
        for (words, expected) in [
            (
                &["sayso", "list", "--data-dir", "/a"] as &[&str],
                Some("/a"),
            ),
            (&["sayso", "--data-dir=/a b", "list"], Some("/a b")),
            (&["sayso", "ask", "--", "--data-dir", "/a"], None),
            (&["--data-dir", "list"], None),
        ] {
            let argv: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(data_dir(&argv), expected.map(PathBuf::from), "{words:?}");
        }
    }
}
