//! Which parts of a command may name a file.

/// Returns what in one argument may be a path: all of it, what follows `=` (`--file=x`, `if=x`),
/// what is glued to a short option (`-fx`), and each of these without a leading `@` (`@x`).
pub(super) fn in_argument(argument: &str) -> Vec<&str> {
    let value = argument.split_once('=').map(|(_, value)| value);
    let parts = [Some(argument), value, glued(argument)];
    let parts = parts.into_iter().flatten();
    parts
        .flat_map(|part| [Some(part), part.strip_prefix('@')])
        .flatten()
        .filter(|part| !part.is_empty())
        .collect()
}

fn glued(argument: &str) -> Option<&str> {
    let rest = argument.strip_prefix('-')?;
    let option = rest.chars().next()?;
    option.is_ascii_alphanumeric().then(|| &rest[1..])
}

/// Returns what in the value of a variable may be a path: lists have `:` or spaces between.
pub(super) fn in_variable(value: &str) -> Vec<&str> {
    let words = value.split([':', ' ']).flat_map(in_argument);
    std::iter::once(value)
        .filter(|value| !value.is_empty())
        .chain(words)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_found_inside_arguments_and_variables() {
        for (argument, expected) in [
            ("", &[] as &[&str]),
            ("notes", &["notes"]),
            ("@notes", &["@notes", "notes"]),
            ("--file=a=b", &["--file=a=b", "a=b"]),
            ("if=disk", &["if=disk", "disk"]),
            ("--data=@x", &["--data=@x", "@x", "x"]),
            ("-fMakefile", &["-fMakefile", "Makefile"]),
            ("-d@x", &["-d@x", "@x", "x"]),
            ("-é", &["-é"]),
            ("-", &["-"]),
        ] {
            assert_eq!(in_argument(argument), expected, "{argument}");
        }
        let found = in_variable("--require /x.js:b.so");
        assert!(
            found.contains(&"/x.js") && found.contains(&"b.so"),
            "{found:?}"
        );
        assert!(in_variable("").is_empty());
    }
}
