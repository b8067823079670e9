//! Relative links in Markdown lead to files that exist.

use std::path::Path;

use super::SourceFile;

pub(super) fn check(root: &Path, files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let directory = root.join(Path::new(&file.path).parent().unwrap_or(Path::new("")));
        for (number, target) in relative_links(&file.text) {
            if !directory.join(target).exists() {
                problems.push(format!(
                    "{}:{number}: link to {target}, which does not exist",
                    file.path
                ));
            }
        }
    }
    problems
}

/// Returns (line, file) of every link without a scheme, outside code blocks.
fn relative_links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let inside = &line[at + 2..];
            let Some(end) = inside.find([')', ' ']) else {
                continue;
            };
            let target = inside[..end].split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains(':') && !target.starts_with('/') {
                found.push((index + 1, target));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_check_reads_only_relative_targets_outside_code() {
        let text = "See [a](docs/a.md#top) and [b](https://example.org/b).\n[c](#here) ![d](img/d.png \"title\")\n```\n[e](e.md)\n```\n";
        assert_eq!(relative_links(text), [(1, "docs/a.md"), (2, "img/d.png")]);
    }

    #[test]
    fn link_check_names_a_dead_link_with_its_line() {
        let file = |text: &str| SourceFile {
            path: "README.md".into(),
            text: text.into(),
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(
            check(root, &[file("\n[x](no/such.md) [y](src/main.rs)")]),
            ["README.md:2: link to no/such.md, which does not exist"]
        );
    }
}
