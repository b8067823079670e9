//! What the program that shows this surface decides for it.

use std::fmt;
use std::sync::Arc;

use i18n::Language;

use crate::appearance::Appearance;

/// Opens a link of the portal in the person's browser; returns whether there was one.
pub type OpenWeb = Arc<dyn Fn(&str) -> bool + Send + Sync>;

#[derive(Clone)]
pub struct Options {
    /// Until the person chooses another in the settings.
    pub language: Language,
    /// Line by line, without moving the cursor.
    pub plain: bool,
    pub appearance: Appearance,
    /// For surfaces that stay; where the visit ends with the switch, the caller opens it.
    pub open_web: Option<OpenWeb>,
    /// The person's editor as a command line, such as `vim` or `code --wait`.
    pub editor: Option<String>,
}

impl Options {
    /// Reads what the environment says; `variable` returns the value of one.
    pub fn of_environment(language: Language, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        Self {
            language,
            plain: set("TERM").is_some_and(|term| term == "dumb"),
            appearance: Appearance::of_environment(variable),
            open_web: None,
            editor: set("VISUAL").or_else(|| set("EDITOR")),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("language", &self.language)
            .field("plain", &self.plain)
            .field("appearance", &self.appearance)
            .field("editor", &self.editor)
            .finish_non_exhaustive()
    }
}
