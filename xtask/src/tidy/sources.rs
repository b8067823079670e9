//! What a source file must look like: it says what it is for, it is short, and it is finished.

use super::SourceFile;

const LINES_MAX: usize = 600;

const CODE: &[&str] = &["rs", "py", "js", "mjs", "ts", "svelte", "css", "sql"];

/// Unfinished or switched-off code. Written in two parts, so that this file does not match itself.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("to", "do!("), "finish it or leave it out"),
    (concat!("unimpl", "emented!("), "finish it or leave it out"),
    (concat!("db", "g!("), "remove it, or use tracing"),
    (
        concat!("#[ig", "nore"),
        "assert what is true today instead, and say so",
    ),
];

pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    files
        .iter()
        .filter(|file| !is_generated(&file.path))
        .flat_map(check_file)
        .collect()
}

/// Generated files answer to their generator.
fn is_generated(path: &str) -> bool {
    path.contains(".gen.") || path.starts_with("web/dist/")
}

fn check_file(file: &SourceFile) -> Vec<String> {
    let path = &file.path;
    let mut problems = Vec::new();
    let Some((_, extension)) = path.rsplit_once('.') else {
        return problems;
    };
    let lines = file.text.lines().count();
    if CODE.contains(&extension) && lines > LINES_MAX {
        problems.push(format!(
            "{path}: {lines} lines; split it (at most {LINES_MAX})"
        ));
    }
    if extension != "rs" {
        return problems;
    }
    if !file.text.starts_with("//!") {
        problems.push(format!(
            "{path}:1: must start with `//!`: what the module is responsible for, and what not"
        ));
    }
    for (number, line) in file.text.lines().enumerate() {
        for (word, remedy) in FORBIDDEN {
            if line.contains(word) {
                problems.push(format!("{path}:{}: `{word}`: {remedy}", number + 1));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&[SourceFile {
            path: path.into(),
            text: text.into(),
        }])
    }

    #[test]
    fn source_check_accepts_a_documented_short_finished_file() {
        assert_eq!(
            problems("crates/a/src/lib.rs", "//! Adds.\n\nfn add() {}\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn source_check_names_missing_heads_and_unfinished_code_by_line() {
        let text = format!("fn a() {{\n    {}\n}}\n", concat!("to", "do!()"));
        assert_eq!(
            problems("crates/a/src/lib.rs", &text),
            [
                "crates/a/src/lib.rs:1: must start with `//!`: what the module is responsible for, and what not".to_owned(),
                format!("crates/a/src/lib.rs:2: `{}`: finish it or leave it out", concat!("to", "do!(")),
            ]
        );
    }

    #[test]
    fn source_check_limits_length_only_in_code() {
        let long = "x\n".repeat(LINES_MAX + 1);
        assert_eq!(
            problems("e2e/a.py", &long),
            ["e2e/a.py: 601 lines; split it (at most 600)"]
        );
        assert_eq!(problems("docs/a.md", &long), Vec::<String>::new());
        assert_eq!(
            problems("crates/a/src/b.gen.rs", &long),
            Vec::<String>::new()
        );
    }
}
