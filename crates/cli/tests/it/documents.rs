//! `completions`, `--help`, and what is generated from the program.

use serde_json::Value;

use crate::place::{Place, said};

#[test]
fn codegen_prints_every_document_independent_of_the_language() {
    let place = Place::new();
    let run = |args: &[&str]| {
        let said = said(place.bare(args).env("CHOICE_LANG", "zh").output().unwrap());
        assert_eq!(said.code, 0, "{args:?}: {said:?}");
        said.out
    };
    let list = run(&["__codegen", "--list"]);
    let rows: Vec<(&str, &str)> = list
        .lines()
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    assert_eq!(
        rows,
        [
            ("cli", "docs/reference/cli.md"),
            ("settings", "docs/reference/settings.md"),
            ("openapi", "docs/reference/openapi.json"),
            ("clients", "docs/clients.md"),
            ("tools", "docs/reference/tools.json"),
        ]
    );
    for (name, path) in rows {
        let text = run(&["__codegen", name]);
        match path.rsplit_once('.').unwrap().1 {
            "json" => drop(serde_json::from_str::<Value>(&text).unwrap()),
            _ => assert!(text.contains("\n# "), "{name}: {text}"),
        }
        assert!(!text.contains(place.home().to_str().unwrap()), "{name}");
        assert!(!text.contains("退出码"), "{name}");
    }
    assert!(run(&["__codegen", "cli"]).contains("[SELECTION_COMPLETE]"));
}

#[test]
fn completions_are_printed_for_every_shell() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let said = said(place.bare(&["completions", shell]).output().unwrap());
        assert!(
            said.code == 0 && said.out.contains("doctor"),
            "{shell}: {said:?}"
        );
    }
}

#[test]
fn every_command_prints_its_help() {
    let place = Place::new();
    let root = said(place.bare(&["--help"]).output().unwrap()).out;
    let listed = root
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let commands: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 19, "{commands:?}");
    for command in commands {
        let said = said(place.bare(&[command, "--help"]).output().unwrap());
        assert!(
            said.code == 0 && said.out.contains("Usage: sayso"),
            "{command}: {said:?}"
        );
    }
}
