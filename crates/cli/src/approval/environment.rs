//! The environment of an approved command: captured before the person is asked, and passed on as
//! it was then.

use std::ffi::{OsStr, OsString};

use domain::interaction::ActionVariable;
use domain::interaction::approval::Influence;

use super::prepared::PrepareError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Environment(Vec<(OsString, OsString)>);

impl Environment {
    /// Takes the variables of this process.
    pub(crate) fn capture() -> Self {
        Self::new(std::env::vars_os())
    }

    pub(super) fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let mut variables: Vec<_> = variables.into_iter().collect();
        variables.sort();
        Self(variables)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    pub(super) fn path(&self) -> Option<&OsStr> {
        self.all()
            .find_map(|(name, value)| (name == "PATH").then_some(value))
    }

    /// Returns what can change what runs, by name. What cannot be shown cannot be approved.
    pub(super) fn influences(&self) -> Result<Vec<ActionVariable>, PrepareError> {
        let named = self
            .all()
            .map(|(name, value)| (name.to_string_lossy(), value));
        named
            .filter(|(name, _)| Influence::of(name).is_some())
            .map(|(name, value)| match value.to_str() {
                Some(value) => Ok(ActionVariable {
                    name: name.into_owned(),
                    value: value.to_owned(),
                }),
                None => Err(PrepareError::NotText(name.into_owned())),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn approval_environment_lists_influential_variables_and_refuses_binary_values() {
        let of = |variables: &[(&str, &[u8])]| {
            let variables = variables.iter();
            let variables = variables
                .map(|(name, value)| (OsString::from(name), OsString::from_vec(value.to_vec())));
            let found = Environment::new(variables).influences();
            found.map(|found| {
                let pairs = found
                    .into_iter()
                    .map(|it| format!("{}={}", it.name, it.value));
                pairs.collect::<Vec<_>>()
            })
        };
        assert_eq!(
            of(&[
                ("PATH", b"/bin"),
                ("LANG", b"\xff"),
                ("LD_PRELOAD", b"x.so"),
                ("ENV", b"")
            ]),
            Ok(["ENV=", "LD_PRELOAD=x.so", "PATH=/bin"]
                .map(str::to_owned)
                .to_vec())
        );
        assert_eq!(
            of(&[("BASH_ENV", b"\xff")]),
            Err(PrepareError::NotText("BASH_ENV".into()))
        );
    }
}
