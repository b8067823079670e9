//! Our packages and what they depend on, out of `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Dev,
    Build,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// What the code calls it.
    pub(super) code_name: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: String,
    /// Relative to the root of the workspace, with `/`.
    pub(super) directory: String,
    pub(super) dependencies: Vec<Dependency>,
}

pub(super) struct Packages {
    pub(super) ours: Vec<Package>,
    /// Every package by id: its name, and the ids it needs at run time.
    graph: BTreeMap<String, (String, Vec<String>)>,
    ids: BTreeMap<String, String>,
}

impl Packages {
    pub(super) fn read(metadata: &Value) -> Result<Self> {
        let root = text(&metadata["workspace_root"])?;
        let members: BTreeSet<&str> = list(&metadata["workspace_members"])
            .filter_map(Value::as_str)
            .collect();
        let mut names = BTreeMap::new();
        let mut ours = Vec::new();
        let mut ids = BTreeMap::new();
        for package in list(&metadata["packages"]) {
            let id = text(&package["id"])?;
            let name = text(&package["name"])?;
            names.insert(id.to_owned(), name.to_owned());
            if members.contains(id) {
                ids.insert(name.to_owned(), id.to_owned());
                ours.push(read_package(package, root)?);
            }
        }
        let mut graph = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            let id = text(&node["id"])?;
            let name = names
                .get(id)
                .with_context(|| format!("{id} is in the graph only"))?;
            graph.insert(id.to_owned(), (name.clone(), needed_at_run_time(node)));
        }
        Ok(Self { ours, graph, ids })
    }

    /// Returns the names of everything that `name` needs at run time, directly or not; what only
    /// the packages in `aside` need is left out.
    pub(super) fn reachable_from(&self, name: &str, aside: &[&str]) -> BTreeSet<&str> {
        let mut open: Vec<&String> = self.ids.get(name).into_iter().collect();
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some((_, needed)) = self.graph.get(id) else {
                continue;
            };
            for next in needed.iter().filter(|next| seen.insert(*next)) {
                let name = self.graph.get(next).map(|(name, _)| name.as_str());
                if name.is_some_and(|name| aside.contains(&name)) {
                    continue;
                }
                found.extend(name);
                open.push(next);
            }
        }
        found
    }
}

fn needed_at_run_time(node: &Value) -> Vec<String> {
    list(&node["deps"])
        .filter(|dep| list(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null()))
        .filter_map(|dep| dep["pkg"].as_str())
        .map(str::to_owned)
        .collect()
}

fn read_package(package: &Value, root: &str) -> Result<Package> {
    let manifest = text(&package["manifest_path"])?;
    let directory = manifest
        .strip_prefix(root)
        .and_then(|rest| rest.strip_suffix("Cargo.toml"))
        .with_context(|| format!("{manifest} is not below {root}"))?
        .trim_matches(['/', '\\'])
        .replace('\\', "/");
    let dependencies = list(&package["dependencies"])
        .map(read_dependency)
        .collect::<Result<_>>()?;
    Ok(Package {
        name: text(&package["name"])?.to_owned(),
        directory,
        dependencies,
    })
}

fn read_dependency(dependency: &Value) -> Result<Dependency> {
    let name = text(&dependency["name"])?.to_owned();
    let code_name = dependency["rename"]
        .as_str()
        .unwrap_or(&name)
        .replace('-', "_");
    let kind = match dependency["kind"].as_str() {
        None => Kind::Normal,
        Some("dev") => Kind::Dev,
        Some("build") => Kind::Build,
        Some(other) => anyhow::bail!("unknown kind of dependency {other:?}"),
    };
    Ok(Dependency {
        name,
        code_name,
        kind,
    })
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Result<&str> {
    value
        .as_str()
        .with_context(|| format!("expected text in cargo metadata, found {value}"))
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    pub(crate) fn package(name: &str, dependencies: &[(&str, Kind)]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|(name, kind)| Dependency {
                name: (*name).into(),
                code_name: name.replace('-', "_"),
                kind: *kind,
            })
            .collect();
        Package {
            name: name.into(),
            directory: format!("crates/{name}"),
            dependencies,
        }
    }

    pub(crate) fn packages(ours: Vec<Package>) -> Packages {
        Packages {
            ours,
            graph: BTreeMap::new(),
            ids: BTreeMap::new(),
        }
    }

    fn sample() -> Value {
        let node = |id: &str, deps: Value| json!({"id": id, "deps": deps});
        json!({
            "workspace_root": "/w",
            "workspace_members": ["d"],
            "packages": [
                {"id": "d", "name": "domain", "manifest_path": "/w/crates/domain/Cargo.toml", "dependencies": [
                    {"name": "a-b", "kind": null, "rename": null},
                    {"name": "c", "kind": "dev", "rename": "see"},
                ]},
                {"id": "a", "name": "a-b", "dependencies": []},
                {"id": "c", "name": "c", "dependencies": []},
                {"id": "m", "name": "mio", "dependencies": []},
            ],
            "resolve": {"nodes": [
                node("d", json!([{"pkg": "a", "dep_kinds": [{"kind": null}]}, {"pkg": "c", "dep_kinds": [{"kind": "dev"}]}])),
                node("a", json!([{"pkg": "m", "dep_kinds": [{"kind": null}]}])),
                node("c", json!([])),
                node("m", json!([])),
            ]},
        })
    }

    #[test]
    fn packages_are_read_with_their_direct_dependencies() {
        let packages = Packages::read(&sample()).unwrap();
        let dependency = |name: &str, code_name: &str, kind| Dependency {
            name: name.into(),
            code_name: code_name.into(),
            kind,
        };
        let expected = Package {
            name: "domain".into(),
            directory: "crates/domain".into(),
            dependencies: vec![
                dependency("a-b", "a_b", Kind::Normal),
                dependency("c", "see", Kind::Dev),
            ],
        };
        assert_eq!(packages.ours, [expected]);
    }

    #[test]
    fn reachable_packages_follow_only_normal_dependencies() {
        let packages = Packages::read(&sample()).unwrap();
        assert_eq!(
            packages.reachable_from("domain", &[]),
            BTreeSet::from(["a-b", "mio"])
        );
        assert_eq!(packages.reachable_from("domain", &["a-b"]), BTreeSet::new());
    }
}
