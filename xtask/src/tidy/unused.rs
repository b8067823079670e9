//! Dependencies that nothing uses.
//!
//! A textual check: the crate's name must stand somewhere in the code as a path or an import.
//! It can miss a use only inside a macro of another crate; such a dependency goes into
//! [`WITHOUT_A_NAME`] with its reason.

use super::packages::{Dependency, Kind, Package, Packages};
use super::{SourceFile, is_word};

/// (workspace crate, dependency): used without being named in the code. Keep the reason beside it.
const WITHOUT_A_NAME: &[(&str, &str)] = &[];

pub(super) fn check(packages: &Packages, files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &packages.ours {
        for dependency in &package.dependencies {
            let exempt =
                WITHOUT_A_NAME.contains(&(package.name.as_str(), dependency.name.as_str()));
            if !exempt && !is_used(package, dependency, files) {
                problems.push(format!(
                    "{}/Cargo.toml: {} is not used",
                    package.directory, dependency.name
                ));
            }
        }
    }
    if let Some(root) = files.iter().find(|file| file.path == "Cargo.toml") {
        problems.extend(unused_shared(&root.text, packages));
    }
    problems
}

fn is_used(package: &Package, dependency: &Dependency, files: &[SourceFile]) -> bool {
    files
        .iter()
        .filter(|file| {
            file.path.ends_with(".rs") && file.path.starts_with(&format!("{}/", package.directory))
        })
        .filter(|file| {
            let inside = &file.path[package.directory.len() + 1..];
            match dependency.kind {
                Kind::Normal => inside.starts_with("src/"),
                Kind::Dev => inside != "build.rs",
                Kind::Build => inside == "build.rs",
            }
        })
        .any(|file| names(&file.text, &dependency.code_name))
}

/// Returns whether `text` names the crate: `name::…`, `#[name(…`, `use name;`, `use name as …`.
fn names(text: &str, name: &str) -> bool {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .any(|line| {
            line.match_indices(name).any(|(at, _)| {
                let before = &line[..at];
                let after = &line[at + name.len()..];
                let starts = !before.bytes().last().is_some_and(is_word);
                let as_path = after.starts_with("::");
                let as_attribute = before.ends_with("#[") && after.starts_with('(');
                let imported = before.trim_end().ends_with("use")
                    && (after.starts_with(';') || after.starts_with(" as "));
                starts && (as_path || as_attribute || imported)
            })
        })
}

/// Versions shared in the root manifest that no crate takes.
fn unused_shared(manifest: &str, packages: &Packages) -> Vec<String> {
    shared_names(manifest)
        .filter(|name| {
            !packages
                .ours
                .iter()
                .any(|package| package.dependencies.iter().any(|used| used.name == *name))
        })
        .map(|name| format!("Cargo.toml: no crate takes {name} of [workspace.dependencies]"))
        .collect()
}

fn shared_names(manifest: &str) -> impl Iterator<Item = &str> {
    manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('=').map(|(name, _)| name.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::packages::tests::{package, packages};
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: path.into(),
            text: text.into(),
        }
    }

    #[test]
    fn unused_check_counts_a_crate_only_as_a_path_or_an_import() {
        for text in [
            "use http::Method;",
            "let x = http::Method::GET;",
            "#[http(x)]",
            "use http as h;",
        ] {
            assert!(names(text, "http"), "{text}");
        }
        for text in [
            "let a = \"https://x\";",
            "// http::Method",
            "my_http::x()",
            "https::x()",
            "let http = 1;",
        ] {
            assert!(!names(text, "http"), "{text}");
        }
    }

    #[test]
    fn unused_check_names_an_unused_dependency_and_accepts_dev_ones_in_tests() {
        let ours = vec![package(
            "store",
            &[
                ("sha2", Kind::Normal),
                ("proc-macro2", Kind::Normal),
                ("tempfile", Kind::Dev),
            ],
        )];
        let files = [
            file("crates/store/src/lib.rs", "use proc_macro2::TokenStream;"),
            file(
                "crates/store/tests/it.rs",
                "use sha2::Sha256; use tempfile::tempdir;",
            ),
        ];
        assert_eq!(
            check(&packages(ours), &files),
            ["crates/store/Cargo.toml: sha2 is not used"]
        );
    }

    #[test]
    fn unused_check_names_a_workspace_version_that_no_crate_takes() {
        let manifest = "[workspace]\n[workspace.dependencies]\n# values\nserde = \"1\"\nulid = { version = \"1\" }\n\n[profile.dev]\ndebug = 1\n";
        let ours = vec![package("domain", &[("serde", Kind::Normal)])];
        assert_eq!(
            unused_shared(manifest, &packages(ours)),
            ["Cargo.toml: no crate takes ulid of [workspace.dependencies]"]
        );
    }
}
