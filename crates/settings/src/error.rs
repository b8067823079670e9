//! What can be wrong with a setting, the file, or the environment.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use crate::definition::Kind;

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("there is no setting `{name}`{}", suggestion(*nearest))]
    Unknown {
        name: String,
        nearest: Option<&'static str>,
    },

    #[error("`{name}` must be {allowed}, not `{given}`")]
    Invalid {
        name: &'static str,
        given: String,
        allowed: Kind,
    },

    #[error(
        "the environment variable {variable} must be {allowed}, not `{given}`; \
         correct it or unset it"
    )]
    Environment {
        variable: String,
        given: String,
        allowed: Kind,
    },

    #[error(
        "`{low}` ({low_value}) is greater than `{high}` ({high_value}): lower the first or raise \
         the second"
    )]
    Crossed {
        low: &'static str,
        low_value: u64,
        high: &'static str,
        high_value: u64,
    },

    #[error(
        "`{name}` is fixed by the environment variable {variable}: unset it there to change it"
    )]
    Locked {
        name: &'static str,
        variable: String,
    },

    /// The file is left as it is until a person has corrected it.
    #[error("{} line {line}: {reason}; correct the file, it was left as it is", path.display())]
    Broken {
        path: PathBuf,
        line: usize,
        reason: String,
    },

    #[error("the settings in {} cannot be read", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error("the settings in {} cannot be written", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl SettingsError {
    /// Returns the stable name of what is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { nearest: None, .. } => "setting_unknown",
            Self::Unknown { .. } => "setting_unknown_nearest",
            Self::Invalid { allowed, .. } => match allowed {
                Kind::Flag => "setting_not_a_flag",
                Kind::Number { .. } => "setting_not_a_number",
                Kind::Text { .. } => "setting_too_long",
                Kind::OneOf(_) => "setting_not_a_choice",
                Kind::Numbers { .. } => "setting_not_numbers",
            },
            Self::Environment { .. } => "setting_environment",
            Self::Crossed { .. } => "setting_crossed",
            Self::Locked { .. } => "setting_locked",
            Self::Broken { .. } => "setting_broken",
            Self::Read { .. } => "setting_unreadable",
            Self::Write { .. } => "setting_unwritable",
        }
    }

    /// Returns the values that its message names, for texts in the person's language.
    pub fn args(&self) -> BTreeMap<String, String> {
        let named: Vec<(&str, String)> = match self {
            Self::Unknown { name, nearest } => {
                let nearest = nearest.map(|nearest| ("nearest", nearest.to_owned()));
                let name = ("name", name.clone());
                std::iter::once(name).chain(nearest).collect()
            }
            Self::Invalid {
                name,
                given,
                allowed,
            } => {
                let mut named = vec![("name", (*name).to_owned()), ("given", given.clone())];
                named.extend(bounds(*allowed));
                named
            }
            Self::Environment {
                variable, given, ..
            } => vec![("variable", variable.clone()), ("given", given.clone())],
            Self::Crossed {
                low,
                low_value,
                high,
                high_value,
            } => vec![
                ("low", (*low).to_owned()),
                ("low_value", low_value.to_string()),
                ("high", (*high).to_owned()),
                ("high_value", high_value.to_string()),
            ],
            Self::Locked { name, variable } => {
                vec![("name", (*name).to_owned()), ("variable", variable.clone())]
            }
            Self::Broken { path, line, reason } => vec![
                ("path", path.display().to_string()),
                ("line", line.to_string()),
                ("reason", reason.clone()),
            ],
            Self::Read { path, source } | Self::Write { path, source } => vec![
                ("path", path.display().to_string()),
                ("reason", source.to_string()),
            ],
        };
        named
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

fn bounds(allowed: Kind) -> Vec<(&'static str, String)> {
    match allowed {
        Kind::Flag => Vec::new(),
        Kind::Number { min, max } | Kind::Numbers { min, max } => {
            vec![("min", min.to_string()), ("max", max.to_string())]
        }
        Kind::Text { chars_max } => vec![("max", chars_max.to_string())],
        Kind::OneOf(known) => vec![("known", known.join(", "))],
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}
