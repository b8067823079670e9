//! All agents that a person can choose: the known ones and those that the person added.
//!
//! The person's own are in a file that only the person can read, because their keys are in it and
//! nowhere else.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use super::{Agent, Kind, presets};

/// What a name of an agent may have.
const ID_CHARS_MAX: usize = 40;

/// A file that only its owner may read and write.
const OWNER_ONLY: u32 = 0o600;

#[derive(Debug, Clone)]
pub struct Catalogue {
    file: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    #[error(
        "{0:?} cannot be the name of an agent: use 1 to {ID_CHARS_MAX} lower-case letters, digits and dashes, a letter first"
    )]
    Name(String),
    #[error("an agent needs a command")]
    NoCommand,
    #[error("{0:?} cannot be the name of an environment variable")]
    Variable(String),
    #[error("others can read {}, where keys are kept (mode {mode:04o}); run: chmod 600 {}", .file.display(), .file.display())]
    Readable { file: PathBuf, mode: u32 },
    #[error("cannot read {}: {problem}", .file.display())]
    Syntax { file: PathBuf, problem: String },
    #[error("cannot use {}", .file.display())]
    Io {
        file: PathBuf,
        #[source]
        error: io::Error,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(default)]
    agents: BTreeMap<String, KeptAgent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptAgent {
    name: Option<String>,
    #[serde(default = "acp")]
    kind: String,
    command: Vec<String>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
}

fn acp() -> String {
    Kind::Acp.as_str().to_owned()
}

impl Catalogue {
    /// The agents of `file`, which need not exist.
    pub fn new(file: PathBuf) -> Self {
        Self { file }
    }

    /// Returns every agent: the known ones, each as the person changed it, then the person's own.
    pub fn list(&self) -> Result<Vec<Agent>, CatalogueError> {
        let mut own = self.own()?;
        let known = presets::all().iter().map(|preset| {
            let changed = own.remove(&preset.id);
            changed.unwrap_or_else(|| preset.agent())
        });
        let mut all: Vec<Agent> = known.collect();
        all.extend(own.into_values());
        Ok(all)
    }

    pub fn find(&self, id: &str) -> Result<Option<Agent>, CatalogueError> {
        let all = self.list()?;
        Ok(all.into_iter().find(|agent| agent.id == id))
    }

    /// Keeps an agent of the person's own. One of the same name is replaced, and a known one hidden.
    pub fn add(&self, agent: &Agent) -> Result<(), CatalogueError> {
        check(agent)?;
        self.edit(|agents| {
            agents.insert(&agent.id, Item::Table(written(agent)));
            true
        })?;
        Ok(())
    }

    /// Forgets an agent of the person's own; `false` when there is none. A known one of that name is
    /// as it was.
    pub fn remove(&self, id: &str) -> Result<bool, CatalogueError> {
        self.edit(|agents| agents.remove(id).is_some())
    }

    fn own(&self) -> Result<BTreeMap<String, Agent>, CatalogueError> {
        let kept: Kept = toml::from_str(&self.read()?).map_err(|error| self.syntax(&error))?;
        let agents = kept.agents.into_iter().map(|(id, kept)| {
            let kind = Kind::parse(&kept.kind).ok_or_else(|| {
                self.syntax(&format!("{id}: the kind {:?} is unknown", kept.kind))
            })?;
            let agent = Agent {
                name: kept.name.unwrap_or_else(|| id.clone()),
                kind,
                command: kept.command,
                environment: kept.environment,
                id,
            };
            check(&agent)?;
            Ok((agent.id.clone(), agent))
        });
        agents.collect()
    }

    /// Reads the file, if others cannot.
    fn read(&self) -> Result<String, CatalogueError> {
        let mut file = match File::open(&self.file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
            Err(error) => return Err(self.io(error)),
        };
        let mode = file.metadata().map_err(|error| self.io(error))?.mode() & 0o7777;
        if mode & !OWNER_ONLY != 0 {
            let file = self.file.clone();
            return Err(CatalogueError::Readable { file, mode });
        }
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.map_err(|error| self.io(error))?;
        Ok(text)
    }

    /// Changes the table of agents and keeps everything else as the person wrote it.
    fn edit(&self, change: impl FnOnce(&mut Table) -> bool) -> Result<bool, CatalogueError> {
        let _held = self.lock()?;
        let text = self.read()?;
        let mut document: DocumentMut = text.parse().map_err(|error| self.syntax(&error))?;
        let agents = document.entry("agents").or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        let agents = agents
            .as_table_mut()
            .ok_or_else(|| self.syntax(&"agents is not a table"))?;
        let changed = change(agents);
        if changed {
            self.write(&document.to_string())?;
        }
        Ok(changed)
    }

    /// Keeps two processes from writing at the same time.
    fn lock(&self) -> Result<File, CatalogueError> {
        let directory = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(directory).map_err(|error| self.io(error))?;
        let lock = self.file.with_extension("lock");
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(OWNER_ONLY)
            .open(lock)
            .map_err(|error| self.io(error))?;
        lock.lock().map_err(|error| self.io(error))?;
        Ok(lock)
    }

    /// Replaces the file in one step.
    fn write(&self, text: &str) -> Result<(), CatalogueError> {
        let directory = self.file.parent().unwrap_or(Path::new("."));
        let write = || -> io::Result<()> {
            // Made with the mode 0600.
            let mut new = tempfile::NamedTempFile::new_in(directory)?;
            new.write_all(text.as_bytes())?;
            new.as_file().sync_all()?;
            new.persist(&self.file)?;
            File::open(directory)?.sync_all()
        };
        write().map_err(|error| self.io(error))
    }

    fn io(&self, error: io::Error) -> CatalogueError {
        let file = self.file.clone();
        CatalogueError::Io { file, error }
    }

    fn syntax(&self, problem: &impl ToString) -> CatalogueError {
        CatalogueError::Syntax {
            file: self.file.clone(),
            problem: problem.to_string().trim_end().to_owned(),
        }
    }
}

fn check(agent: &Agent) -> Result<(), CatalogueError> {
    if !is_id(&agent.id) {
        return Err(CatalogueError::Name(agent.id.clone()));
    }
    if agent.command.first().is_none_or(String::is_empty) {
        return Err(CatalogueError::NoCommand);
    }
    let names = agent.environment.keys();
    match names.into_iter().find(|name| !is_variable(name)) {
        Some(name) => Err(CatalogueError::Variable(name.clone())),
        None => Ok(()),
    }
}

fn is_id(id: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.len() <= ID_CHARS_MAX
        && id.chars().all(is_allowed)
}

fn is_variable(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(is_allowed)
}

fn written(agent: &Agent) -> Table {
    let mut table = Table::new();
    table.insert("name", value(&agent.name));
    table.insert("kind", value(agent.kind.as_str()));
    table.insert("command", value(agent.command.iter().collect::<Array>()));
    if !agent.environment.is_empty() {
        let environment: InlineTable = agent.environment.iter().collect();
        table.insert("environment", value(environment));
    }
    table
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    struct Kept {
        catalogue: Catalogue,
        file: PathBuf,
        _directory: tempfile::TempDir,
    }

    fn kept(text: &str) -> Kept {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("below/agents.toml");
        let catalogue = Catalogue::new(file.clone());
        if !text.is_empty() {
            fs::create_dir_all(file.parent().expect("it has one")).expect("it can be made");
            fs::write(&file, text).expect("it can be written");
            set_mode(&file, 0o600);
        }
        Kept {
            catalogue,
            file,
            _directory: directory,
        }
    }

    fn set_mode(file: &Path, mode: u32) {
        fs::set_permissions(file, fs::Permissions::from_mode(mode)).expect("it is ours");
    }

    fn agent(id: &str) -> Agent {
        Agent {
            id: id.into(),
            name: "Mine".into(),
            kind: Kind::Command,
            command: vec!["sh".into(), "-c".into(), "echo \"{prompt}\"".into()],
            environment: BTreeMap::from([("API_KEY".into(), "s3cret".into())]),
        }
    }

    fn ids(catalogue: &Catalogue) -> Vec<String> {
        let all = catalogue.list().expect("it can be read");
        all.into_iter().map(|agent| agent.id).collect()
    }

    #[test]
    fn added_agents_are_kept_for_the_owner_alone() {
        let kept = kept("");
        assert_eq!(kept.catalogue.find("mine").expect("it is empty"), None);
        kept.catalogue.add(&agent("mine")).expect("it can be kept");
        assert_eq!(
            kept.catalogue.find("mine").expect("it can be read"),
            Some(agent("mine"))
        );
        let mode = fs::metadata(&kept.file).expect("it is there").mode() & 0o777;
        assert_eq!(mode, 0o600);
        assert!(kept.catalogue.remove("mine").expect("it can be forgotten"));
        assert!(!kept.catalogue.remove("mine").expect("it is gone"));
        assert_eq!(
            ids(&kept.catalogue),
            ["claude", "codex", "gemini", "opencode", "goose"]
        );
    }

    #[test]
    fn known_agent_can_be_changed_and_comes_back() {
        let kept = kept("");
        kept.catalogue.add(&agent("codex")).expect("it can be kept");
        kept.catalogue.add(&agent("mine")).expect("it can be kept");
        assert_eq!(
            ids(&kept.catalogue),
            ["claude", "codex", "gemini", "opencode", "goose", "mine"]
        );
        let codex = || {
            kept.catalogue
                .find("codex")
                .expect("it can be read")
                .expect("it is there")
        };
        assert_eq!(codex().command[0], "sh");
        kept.catalogue.remove("codex").expect("it can be forgotten");
        assert_eq!(codex().command[0], "codex-acp");
    }

    #[test]
    fn file_that_others_can_read_is_refused() {
        for mode in [0o644, 0o640, 0o606, 0o700] {
            let kept = kept("[agents.mine]\ncommand = [\"true\"]\n");
            set_mode(&kept.file, mode);
            let error = kept.catalogue.list().expect_err("others could read it");
            assert!(error.to_string().contains("chmod 600"), "{error}");
            assert!(kept.catalogue.add(&agent("mine")).is_err());
        }
    }

    #[test]
    fn what_the_person_wrote_beside_an_agent_stays() {
        let kept = kept("# my agents\n[agents.one]\n# the old one\ncommand = [\"true\"]\n");
        kept.catalogue.add(&agent("two")).expect("it can be kept");
        let text = fs::read_to_string(&kept.file).expect("it is there");
        assert!(
            text.starts_with("# my agents\n[agents.one]\n# the old one\n"),
            "{text}"
        );
        let one = kept
            .catalogue
            .find("one")
            .expect("it can be read")
            .expect("it is there");
        assert_eq!((one.name.as_str(), one.kind), ("one", Kind::Acp));
    }

    #[test]
    fn unfit_agents_are_refused() {
        let kept = kept("");
        for id in ["", "A", "1st", "-x", "a b", "../x", "a".repeat(41).as_str()] {
            let error = kept.catalogue.add(&agent(id));
            assert!(matches!(error, Err(CatalogueError::Name(_))), "{id}");
        }
        let mut idle = agent("idle");
        idle.command.clear();
        assert!(matches!(
            kept.catalogue.add(&idle),
            Err(CatalogueError::NoCommand)
        ));
        let mut odd = agent("odd");
        odd.environment.insert("A=B".into(), "c".into());
        assert!(matches!(
            kept.catalogue.add(&odd),
            Err(CatalogueError::Variable(_))
        ));
        assert!(!kept.file.exists());
    }

    #[test]
    fn broken_file_is_told_and_left_alone() {
        for text in [
            "[agents",
            "[agents.x]\nkind = \"odd\"\ncommand = [\"a\"]\n",
            "x = 1\n",
        ] {
            let kept = kept(text);
            let error = kept.catalogue.list().expect_err("it is broken");
            assert!(matches!(error, CatalogueError::Syntax { .. }), "{error}");
            assert_eq!(fs::read_to_string(&kept.file).expect("it is there"), text);
        }
    }
}
