//! Writes the generated files, or says which of them are stale.
//!
//! Each generator is in the crate that it describes: message keys in `i18n`, the portal's types in
//! `protocol`, everything else in the binary, which lists its outputs with `sayso __codegen --list`
//! and prints one with `sayso __codegen NAME`. A new output therefore needs no line here.

use std::path::{Component, Path};
use std::process::Command;

use anyhow::{Context, Result, bail};

use xtask::process;
use xtask::workspace::Workspace;

const KEYS: &str = "crates/i18n/src/keys.gen.rs";
const KEYS_TS: &str = "web/src/lib/keys.gen.ts";
const PROTOCOL_TS: &str = "web/src/lib/protocol.gen.ts";
const FIX: &str = "cargo xtask codegen";

struct Output {
    path: String,
    text: String,
}

/// One line of the binary's list.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    name: String,
    path: String,
}

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    if crate::only_flag(arguments, "--check")? {
        return check(workspace);
    }
    // The keys come first, because without them the binary might not compile.
    for output in linked(workspace)? {
        write(workspace, &output)?;
    }
    for output in printed_by_sayso(workspace)? {
        write(workspace, &output)?;
    }
    Ok(())
}

/// Fails with the names of all stale files.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut outputs = linked(workspace)?;
    if !is_current(workspace, &outputs[0]) {
        bail!("{KEYS} is stale; {FIX}");
    }
    outputs.extend(printed_by_sayso(workspace)?);
    let stale: Vec<&str> = outputs
        .iter()
        .filter(|output| !is_current(workspace, output))
        .map(|output| output.path.as_str())
        .collect();
    if !stale.is_empty() {
        bail!("stale: {}; {FIX}", stale.join(", "));
    }
    println!("codegen: {} files are up to date", outputs.len());
    Ok(())
}

/// What xtask itself can make; the keys of the Rust code come first.
fn linked(workspace: &Workspace) -> Result<Vec<Output>> {
    let catalogue = std::fs::read_to_string(workspace.root.join("locales/en.ftl"))
        .context("cannot read locales/en.ftl")?;
    let output = |path: &str, text| Output {
        path: path.into(),
        text,
    };
    Ok(vec![
        output(KEYS, i18n::keys_source(&catalogue)),
        output(KEYS_TS, i18n::keys_typescript(&catalogue)),
        output(PROTOCOL_TS, protocol::typescript_source()),
    ])
}

fn printed_by_sayso(workspace: &Workspace) -> Result<Vec<Output>> {
    let sayso = workspace.build_sayso()?;
    let codegen = |what: &str| -> Command {
        let mut command = process::command(&sayso);
        command.args(["__codegen", what]);
        command
    };
    let list = process::stdout(&mut codegen("--list"))?;
    let mut outputs = Vec::new();
    for Listed { name, path } in parse_list(&list)? {
        let text = process::stdout(&mut codegen(&name))?;
        outputs.push(Output { path, text });
    }
    Ok(outputs)
}

fn parse_list(list: &str) -> Result<Vec<Listed>> {
    let mut listed = Vec::new();
    for line in list.lines() {
        let Some((name, path)) = line.split_once('\t') else {
            bail!("`sayso __codegen --list` printed {line:?}; expected a name, a tab and a path");
        };
        if !Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            bail!("`sayso __codegen --list` names {path:?}; expected a path inside the repository");
        }
        listed.push(Listed {
            name: name.into(),
            path: path.into(),
        });
    }
    if listed.is_empty() {
        bail!("`sayso __codegen --list` printed nothing");
    }
    Ok(listed)
}

fn is_current(workspace: &Workspace, output: &Output) -> bool {
    std::fs::read(workspace.root.join(&output.path))
        .is_ok_and(|bytes| bytes == output.text.as_bytes())
}

fn write(workspace: &Workspace, output: &Output) -> Result<()> {
    if is_current(workspace, output) {
        return Ok(());
    }
    let path = workspace.root.join(&output.path);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(&path, &output.text).with_context(|| format!("cannot write {}", output.path))?;
    println!("codegen: wrote {}", output.path);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codegen_list_is_read_as_names_and_paths() {
        let listed = |name: &str, path: &str| Listed {
            name: name.into(),
            path: path.into(),
        };
        assert_eq!(
            parse_list("openapi\tdocs/reference/openapi.json\ncli\tdocs/reference/cli.md\n")
                .unwrap(),
            [
                listed("openapi", "docs/reference/openapi.json"),
                listed("cli", "docs/reference/cli.md")
            ]
        );
    }

    #[test]
    fn codegen_list_that_is_empty_or_leaves_the_repository_is_refused() {
        for (list, complaint) in [
            ("", "printed nothing"),
            ("openapi docs/a.json\n", "a tab and a path"),
            ("openapi\t../a.json\n", "inside the repository"),
            ("openapi\t/etc/a.json\n", "inside the repository"),
        ] {
            let error = parse_list(list).unwrap_err().to_string();
            assert!(error.contains(complaint), "{list:?}: {error}");
        }
    }
}
