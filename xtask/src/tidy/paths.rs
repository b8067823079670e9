//! Paths of a developer's machine, which would mean nothing to anyone else.

use super::SourceFile;

/// Written in two parts, so that this file does not match itself.
const MACHINE: &[&str] = &[concat!("/ro", "ot/"), concat!("/wo", "rk/")];

/// Directories that hold people's own; the next word is a person's name.
const HOMES: &[&str] = &[concat!("/ho", "me/"), concat!("/Us", "ers/")];

/// Names that examples use for a user in general.
const ANYBODY: &[&str] = &["ada", "me", "you", "user", "name", "<name>"];

pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            if let Some(path) = private_path(line) {
                problems.push(format!(
                    "{}:{}: a path of one machine: {path}",
                    file.path,
                    number + 1
                ));
            }
        }
    }
    problems
}

fn private_path(line: &str) -> Option<&str> {
    MACHINE.iter().chain(HOMES).find_map(|start| {
        line.match_indices(start).find_map(|(at, _)| {
            let continued = line[..at].chars().last();
            let within = continued.is_some_and(|c| c.is_alphanumeric() || "._-~}".contains(c));
            let rest = &line[at + start.len()..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || "-_.<>".contains(c)));
            let name = &rest[..end.unwrap_or(rest.len())];
            let anybody = HOMES.contains(start) && (name.is_empty() || ANYBODY.contains(&name));
            (!within && !anybody).then(|| &line[at..at + start.len() + name.len()])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_check_finds_a_machine_path_inside_a_line() {
        let line = concat!("cd /ho", "me/erika/code && ls");
        assert_eq!(private_path(line), Some(concat!("/ho", "me/erika")));
        let line = concat!("(/ro", "ot/.cargo)");
        assert_eq!(private_path(line), Some(concat!("/ro", "ot/.cargo")));
    }

    #[test]
    fn path_check_ignores_examples_and_longer_paths() {
        for line in [
            concat!("/ho", "me/me/project"),
            concat!("src/wo", "rk/mod.rs"),
            concat!("example.org/ho", "me/page"),
        ] {
            assert_eq!(private_path(line), None, "{line}");
        }
    }
}
