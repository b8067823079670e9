//! What can be wrong with a setting, the file, or the environment.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("there is no setting `{name}`{}", suggestion(*nearest))]
    Unknown {
        name: String,
        nearest: Option<&'static str>,
    },

    #[error("`{name}` cannot be `{given}`: allowed is {allowed}")]
    Invalid {
        name: &'static str,
        given: String,
        allowed: String,
    },

    #[error(
        "the environment variable {variable} cannot be `{given}`: allowed is {allowed}; \
         correct it or unset it"
    )]
    Environment {
        variable: String,
        given: String,
        allowed: String,
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

fn suggestion(nearest: Option<&str>) -> String {
    nearest
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}
