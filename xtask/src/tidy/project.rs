//! The files a newcomer and CI begin with say the commands that really work.

use super::SourceFile;

/// (file, what it must contain, why).
const MUST_CONTAIN: &[(&str, &str, &str)] = &[
    (
        "README.md",
        "cargo run --release -- demo",
        "the first minute of a newcomer",
    ),
    ("README.md", "cargo xtask test", "how to check everything"),
    (
        ".ci/run",
        "cargo xtask test",
        "CI runs what people run at home",
    ),
];

pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    MUST_CONTAIN
        .iter()
        .filter(|(path, needle, _)| {
            !files
                .iter()
                .any(|file| file.path == *path && file.text.contains(needle))
        })
        .map(|(path, needle, why)| format!("{path}: must contain `{needle}` ({why})"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn project_check_names_a_missing_command_with_its_reason() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.into(),
            text: text.into(),
        };
        let files = [
            file("README.md", "cargo run --release -- demo\ncargo xtask test"),
            file(".ci/run", "true"),
        ];
        assert_eq!(
            check(&files),
            [".ci/run: must contain `cargo xtask test` (CI runs what people run at home)"]
        );
    }
}
