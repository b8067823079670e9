//! The words behind the name of a trial: flags, flags with a value, and names.

use std::str::FromStr;

use anyhow::{Context, Result, bail};

#[derive(Debug, Default)]
pub(crate) struct Arguments {
    flags: Vec<String>,
    values: Vec<(String, String)>,
    /// Everything that is not a flag.
    pub(crate) names: Vec<String>,
}

impl Arguments {
    /// Accepts these flags, and those with a value; any other is refused.
    pub(crate) fn read(given: &[String], flags: &[&str], with_value: &[&str]) -> Result<Self> {
        let mut arguments = Self::default();
        let mut rest = given.iter();
        while let Some(word) = rest.next() {
            if with_value.contains(&word.as_str()) {
                let value = rest
                    .next()
                    .with_context(|| format!("{word} needs a value"))?;
                arguments.values.push((word.clone(), value.clone()));
            } else if flags.contains(&word.as_str()) {
                arguments.flags.push(word.clone());
            } else if word.starts_with("--") {
                let known = [flags, with_value].concat().join(", ");
                bail!("unknown argument {word:?}; there are {known}");
            } else {
                arguments.names.push(word.clone());
            }
        }
        Ok(arguments)
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|given| given == flag)
    }

    /// Returns every value of a flag that may be repeated.
    pub(crate) fn all(&self, flag: &str) -> Vec<String> {
        let given = self.values.iter().filter(|(name, _)| name == flag);
        given.map(|(_, value)| value.clone()).collect()
    }

    pub(crate) fn text(&self, flag: &str) -> Option<&str> {
        let mut given = self.values.iter().rev();
        given
            .find(|(name, _)| name == flag)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the number behind a flag, or the usual one.
    pub(crate) fn number<N: FromStr>(&self, flag: &str, usual: N) -> Result<N> {
        match self.text(flag) {
            Some(text) => match text.parse() {
                Ok(number) => Ok(number),
                Err(_) => bail!("{flag} {text}: not a number that fits"),
            },
            None => Ok(usual),
        }
    }

    /// Returns the items that were named, or all; a name that is not there is refused.
    pub(crate) fn choose<T>(
        &self,
        all: &'static [T],
        name: fn(&T) -> &str,
    ) -> Result<Vec<&'static T>> {
        named(&self.names, all, name)
    }

    /// The same for the values of a flag that may be repeated.
    pub(crate) fn choose_by<T>(
        &self,
        flag: &str,
        all: &'static [T],
        name: fn(&T) -> &str,
    ) -> Result<Vec<&'static T>> {
        named(&self.all(flag), all, name)
    }
}

fn named<T>(names: &[String], all: &'static [T], name: fn(&T) -> &str) -> Result<Vec<&'static T>> {
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let find = |wanted: &String| match all.iter().find(|one| name(one) == wanted) {
        Some(found) => Ok(found),
        None => {
            let known: Vec<&str> = all.iter().map(name).collect();
            bail!("no {wanted:?}; there are {}", known.join(", "))
        }
    };
    names.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Arguments::read(&words, &["--long"], &["--seed", "--only"])
    }

    #[test]
    fn arguments_are_read_in_any_order() {
        let given = read("disk --seed 9 --only a --long --only b").unwrap();
        assert!(given.has("--long"));
        assert_eq!(given.number("--seed", 1_u64).unwrap(), 9);
        assert_eq!(given.number("--kills", 200_usize).unwrap(), 200);
        assert_eq!(given.all("--only"), ["a", "b"]);
        assert_eq!(given.names, ["disk"]);
    }

    #[test]
    fn arguments_that_are_unknown_incomplete_or_not_a_number_are_refused() {
        assert_eq!(
            read("--short").unwrap_err().to_string(),
            "unknown argument \"--short\"; there are --long, --seed, --only"
        );
        assert!(read("--seed").is_err());
        assert!(read("--seed x").unwrap().number("--seed", 1_u64).is_err());
    }

    #[test]
    fn chosen_names_default_to_all_and_unknown_ones_are_refused() {
        const ALL: &[&str] = &["host", "slow"];
        let name: fn(&&'static str) -> &'static str = |name| name;
        assert_eq!(read("").unwrap().choose(ALL, name).unwrap().len(), 2);
        assert_eq!(read("slow").unwrap().choose(ALL, name).unwrap(), [&"slow"]);
        let only: fn(&Arguments) -> _ = |given| given.choose_by("--only", ALL, |name| name);
        assert_eq!(only(&read("--only host").unwrap()).unwrap(), [&"host"]);
        let error = read("dns").unwrap().choose(ALL, name).unwrap_err();
        assert_eq!(error.to_string(), "no \"dns\"; there are host, slow");
    }
}
