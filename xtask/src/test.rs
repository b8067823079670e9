//! Everything CI runs, in the order that finds mistakes soonest.
//!
//! Each step has a heading and its time; the first failure ends the run and says what to do.
//! The runners' own output is left as it is.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{codegen, fmt, lint, tidy, trial, web};
use xtask::process;
use xtask::workspace::Workspace;

struct Step {
    name: &'static str,
    /// Left out with `--fast`.
    slow: bool,
    run: fn(&Workspace) -> Result<()>,
}

const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        slow: false,
        run: |workspace| fmt::format(workspace, true),
    },
    Step {
        name: "lint",
        slow: false,
        run: |workspace| lint::run(workspace, &[]),
    },
    Step {
        name: "tidy",
        slow: false,
        run: |workspace| tidy::run(workspace, &[]),
    },
    Step {
        name: "codegen",
        slow: false,
        run: codegen::check,
    },
    Step {
        name: "web",
        slow: false,
        run: web::check,
    },
    Step {
        name: "docs",
        slow: true,
        run: docs,
    },
    Step {
        name: "tests",
        slow: false,
        run: tests,
    },
    Step {
        name: "doc tests",
        slow: true,
        run: doc_tests,
    },
    Step {
        name: "attack",
        slow: true,
        run: |workspace| trial(workspace, "attack", &[]),
    },
    Step {
        name: "fuzz",
        slow: true,
        run: |workspace| trial(workspace, "fuzz", &[]),
    },
    Step {
        name: "load",
        slow: true,
        run: |workspace| trial(workspace, "load", &["--short".to_owned()]),
    },
    Step {
        name: "e2e",
        slow: true,
        run: |workspace| trial(workspace, "e2e", &[]),
    },
    Step {
        name: "chaos",
        slow: true,
        run: |workspace| trial(workspace, "chaos", &[]),
    },
    Step {
        name: "races",
        slow: true,
        run: |workspace| trial(workspace, "races", &[]),
    },
];

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let fast = crate::only_flag(arguments, "--fast")?;
    let begun = Instant::now();
    for step in STEPS.iter().filter(|step| !(fast && step.slow)) {
        println!("\n=== {} ===", step.name);
        let started = Instant::now();
        (step.run)(workspace).with_context(|| format!("step {:?} failed", step.name))?;
        println!(
            "=== {}: ok, {:.1} s ===",
            step.name,
            started.elapsed().as_secs_f64()
        );
    }
    println!(
        "\nall steps passed in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

fn docs(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo
        .args(["doc", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings");
    process::run(&mut cargo).context("a doc comment is broken; rustdoc names the line above")
}

fn tests(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.cargo();
    if process::works(workspace.cargo().args(["nextest", "--version"])) {
        cargo.args(["nextest", "run", "--workspace"]);
    } else {
        println!("cargo-nextest is not installed: cargo test runs the tests (slower, same result)");
        // Doc tests have their own step.
        cargo.args(["test", "--workspace", "--lib", "--bins", "--tests"]);
    }
    process::run(&mut cargo).context("a test failed; its name and output are above")
}

fn doc_tests(workspace: &Workspace) -> Result<()> {
    let mut found = false;
    for file in workspace
        .files()?
        .iter()
        .filter(|file| file.ends_with(".rs"))
    {
        found |= workspace
            .text(file)?
            .is_some_and(|text| has_doc_test(&text));
    }
    if !found {
        println!("no documentation example in the sources");
        return Ok(());
    }
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--doc"]);
    process::run(&mut cargo).context("an example in a doc comment failed; it is named above")
}

/// Returns whether a doc comment opens a code block that rustdoc would run.
fn has_doc_test(text: &str) -> bool {
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let Some(doc) = line
            .strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"))
        else {
            inside = false;
            continue;
        };
        let Some(language) = doc.trim().strip_prefix("```") else {
            continue;
        };
        if !inside
            && language.split(',').all(|word| {
                matches!(
                    word.trim(),
                    "" | "rust" | "no_run" | "should_panic" | "compile_fail"
                )
            })
        {
            return true;
        }
        inside = !inside;
    }
    false
}

#[cfg(test)]
mod tests_of_the_parser {
    use super::has_doc_test;

    #[test]
    fn doc_tests_are_only_rust_blocks_in_doc_comments() {
        assert!(has_doc_test(
            "/// Adds.\n/// ```\n/// assert_eq!(1, 1);\n/// ```\nfn a() {}"
        ));
        assert!(has_doc_test("//! ```no_run\n//! main();\n//! ```"));
        assert!(!has_doc_test("/// ```text\n/// a -> b\n/// ```\nfn a() {}"));
        assert!(!has_doc_test("let x = \"```\";\n// ```\n"));
    }
}
