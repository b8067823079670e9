//! The languages there are: one for each file in `locales/`.

use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    En,
    Zh,
}

/// A language without a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLanguage(pub String);

impl Language {
    pub const ALL: [Language; 2] = [Self::En, Self::Zh];

    /// The code, which is also the name of its file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Its catalogue as it is written.
    pub fn source(self) -> &'static str {
        match self {
            Self::En => include_str!("../../../locales/en.ftl"),
            Self::Zh => include_str!("../../../locales/zh.ftl"),
        }
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Reads a code as people write it: spaces around it and its case do not matter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.as_str() == wanted)
            .ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = Language::ALL.map(Language::as_str).join(", ");
        write!(f, "no language `{}`; there are {known}", self.0)
    }
}

impl std::error::Error for UnknownLanguage {}
