//! Finds the option that a person means on the command line: by its id, its label or its number.

use domain::display_safe;
use i18n::Key;
use protocol::OptionView;

use crate::failure::Failure;
use crate::text::{say, tell};

/// Returns the id of the option that `given` stands for.
///
/// The id as it is written comes first, so that scripts are never surprised; then the label, then
/// both in any case, then the number in the list that `sayso show` prints.
pub(crate) fn id_of(options: &[OptionView], given: &str) -> Result<String, Failure> {
    let wanted = given.trim();
    let lower = wanted.to_lowercase();
    let fits: [&dyn Fn(&OptionView) -> bool; 3] = [
        &|option| option.id == given,
        &|option| option.label == wanted,
        &|option| option.id.to_lowercase() == lower || option.label.to_lowercase() == lower,
    ];
    for fit in fits {
        match options
            .iter()
            .filter(|option| fit(option))
            .collect::<Vec<_>>()[..]
        {
            [] => {}
            [only] => return Ok(only.id.clone()),
            ref several => return Err(ambiguous(given, several)),
        }
    }
    let numbered = wanted.parse::<usize>().ok().and_then(|number| {
        let index = number.checked_sub(1)?;
        options.get(index)
    });
    numbered
        .map(|option| option.id.clone())
        .ok_or_else(|| unknown(given, options))
}

fn unknown(given: &str, options: &[OptionView]) -> Failure {
    let given = display_safe(given);
    if options.is_empty() {
        return invalid(say(Key::CliAnswerNoOptions));
    }
    let listed = list(options.iter());
    let args = [
        ("given", given.as_ref().into()),
        ("options", (&listed).into()),
    ];
    invalid(tell(Key::CliAnswerUnknown, &args))
}

/// The code with which the hub would refuse it.
fn invalid(message: String) -> Failure {
    Failure::new("invalid_request", message)
}

fn ambiguous(given: &str, options: &[&OptionView]) -> Failure {
    let given = display_safe(given);
    let listed = list(options.iter().copied());
    let args = [
        ("given", given.as_ref().into()),
        ("options", (&listed).into()),
    ];
    invalid(tell(Key::CliAnswerAmbiguous, &args))
}

fn list<'o>(options: impl Iterator<Item = &'o OptionView>) -> String {
    let named = options.map(|option| {
        let (id, label) = (display_safe(&option.id), display_safe(&option.label));
        match id == label {
            true => id.into_owned(),
            false => format!("{id} ({label})"),
        }
    });
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(pairs: &[(&str, &str)]) -> Vec<OptionView> {
        let option = |(id, label): &(&str, &str)| {
            let option = json!({"id": id, "label": label, "recommended": false, "default": false});
            serde_json::from_value(option).unwrap()
        };
        pairs.iter().map(option).collect()
    }

    #[test]
    fn option_name_is_resolved_by_id_label_or_number() {
        let options = options(&[
            ("pg", "PostgreSQL"),
            ("lite", "SQLite"),
            ("2", "Two"),
            ("PG", "Pig"),
        ]);
        for (given, id) in [
            ("pg", "pg"),
            ("PG", "PG"),
            ("SQLite", "lite"),
            ("sqlite", "lite"),
            (" postgresql ", "pg"),
            ("LITE", "lite"),
            ("1", "pg"),
            ("2", "2"),
            ("4", "PG"),
        ] {
            assert_eq!(id_of(&options, given).unwrap(), id, "{given}");
        }
    }

    #[test]
    fn option_name_that_is_unknown_or_ambiguous_is_refused_with_the_choices() {
        let named = options(&[("a", "Same"), ("b", "Same"), ("c", "c")]);
        let message = |given| id_of(&named, given).unwrap_err().error.message;
        assert_eq!(
            message("x"),
            "there is no option \"x\"; the options are a (Same), b (Same), c"
        );
        assert_eq!(message("same"), "\"same\" could be a (Same), b (Same)");
        for given in ["0", "4", ""] {
            assert!(message(given).contains("no option"), "{given}");
        }
        let none = id_of(&options(&[]), "x").unwrap_err().error.message;
        assert_eq!(none, "this question has no options to choose");
    }
}
