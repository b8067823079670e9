//! The action as the person sees it, together with everything needed to start exactly that.

use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use domain::interaction::{Action, ActionFile, ActionVariable};
use domain::limits::ACTION_FILES_MAX;

use super::environment::Environment;
use super::interpreter::{Interpreter, first_line, sealed};
use super::look::{Look, regular};
use super::names;

/// Where programs are looked for when nothing says so, as the system does.
const PATH_DEFAULT: &str = "/bin:/usr/bin";

#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) action: Action,
    pub(super) environment: Environment,
    pub(super) start: Start,
    looks: Vec<Look>,
}

/// How it is started.
#[derive(Debug)]
pub(super) struct Start {
    /// A path as it was written, else the file that was found for a name.
    pub(super) program: PathBuf,
    /// The same program through the descriptor that was read, where that is possible.
    pub(super) descriptor: Option<File>,
    pub(super) argv: Vec<String>,
    /// The verified text of a script, which `argv` names by its descriptor.
    pub(super) script: Option<File>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PrepareError {
    #[error("no program {0}")]
    NoProgram(String),
    #[error("more than {ACTION_FILES_MAX} files")]
    TooManyFiles,
    #[error("the variable {0} is not text")]
    NotText(String),
}

impl Prepared {
    /// Looks at `argv` as it would run in `directory`.
    pub(crate) fn new(
        argv: &[String],
        directory: &Path,
        environment: &Environment,
    ) -> Result<Self, PrepareError> {
        let variables = environment.influences()?;
        let mut seen = Seen::default();
        let (start, sealed) = start(argv, directory, environment, &mut seen)?;
        let mut looks = seen.looks;
        for path in named_files(argv, &variables, directory) {
            if looks.iter().any(|look| look.path == path) {
                continue;
            }
            if looks.len() == ACTION_FILES_MAX {
                return Err(PrepareError::TooManyFiles);
            }
            looks.push(Look::at(path, |_| {}));
        }
        let files = looks.iter().map(|look| ActionFile {
            path: look.path.to_string_lossy().into_owned(),
            bytes: look.bytes,
            sha256: look.sha256.clone(),
            sealed: sealed.as_ref() == Some(&look.path),
        });
        let action = Action {
            argv: argv.to_vec(),
            directory: directory.to_string_lossy().into_owned(),
            files: files.collect(),
            environment: variables,
        };
        Ok(Self {
            action,
            environment: environment.clone(),
            start,
            looks,
        })
    }

    /// The files whose contents an approval does not cover.
    pub(crate) fn uncovered(&self) -> impl Iterator<Item = &ActionFile> {
        let files = self.action.files.iter();
        files.filter(|file| file.sha256.is_empty())
    }

    /// Names what is not as it was approved, or has changed again since it was looked at.
    pub(crate) fn differs_from(&self, approved: &Action) -> Option<String> {
        let (old, new) = (&approved.files, &self.action.files);
        let differing = old.iter().find(|file| !new.contains(file));
        let added = new.iter().find(|file| !old.contains(file));
        if let Some(file) = differing.or(added) {
            return Some(file.path.clone());
        }
        if self.action != *approved {
            return Some(self.action.directory.clone());
        }
        let sealed = self.action.files.iter().map(|file| file.sealed);
        let mut looks = self.looks.iter().zip(sealed);
        let changed = looks.find(|(look, sealed)| !sealed && !look.is_current());
        changed.map(|(look, _)| look.path.to_string_lossy().into_owned())
    }
}

/// Returns every regular file that an argument names, or a variable other than the search path.
fn named_files(argv: &[String], variables: &[ActionVariable], directory: &Path) -> Vec<PathBuf> {
    let arguments = argv.iter().skip(1);
    let arguments = arguments.flat_map(|argument| names::in_argument(argument));
    let values = variables
        .iter()
        .flat_map(|variable| names::in_variable(&variable.value));
    arguments
        .chain(values)
        .map(|name| directory.join(name))
        .filter(|path| regular(path).is_some())
        .map(|path| path.components().collect())
        .collect()
}

/// What the system would make of a command: a program and its arguments.
struct Invocation {
    program: PathBuf,
    argv: Vec<String>,
}

impl Invocation {
    /// Follows the first line of a script to its interpreter, as the kernel would.
    fn through_first_line(
        text: &[u8],
        script: &Path,
        arguments: &[String],
        find: impl Fn(&str) -> Option<PathBuf>,
    ) -> Option<Self> {
        let mut argv = first_line(text)?;
        let program = find(argv.first()?)?;
        argv.push(script.to_str()?.to_owned());
        argv.extend_from_slice(arguments);
        Some(Self { program, argv })
    }

    /// Gives the interpreter a sealed copy of its script; `None` where that cannot be done.
    fn sealed(&self, directory: &Path, seen: &mut Seen) -> Option<(Start, PathBuf)> {
        let interpreter = Interpreter::named(&self.program)?;
        let at = interpreter.script_at(&self.argv)?;
        let path: PathBuf = directory.join(&self.argv[at]).components().collect();
        regular(&path)?;
        let (_, text) = seen.at(&path);
        let text = text.filter(|text| interpreter.can_hold(text))?;
        let script = sealed(text).ok()??;
        let mut argv = self.argv.clone();
        argv.splice(at..at, interpreter.words_before_script(script.as_raw_fd()));
        let (program, _) = seen.at(&self.program);
        let start = Start {
            descriptor: descriptor(program),
            program: self.program.clone(),
            argv,
            script: Some(script),
        };
        Some((start, path))
    }
}

/// The program, its interpreter and its script; each file is read only once.
#[derive(Default)]
struct Seen {
    looks: Vec<Look>,
    texts: Vec<Vec<u8>>,
}

impl Seen {
    /// Returns the look at `path` and its contents, if they are covered.
    fn at(&mut self, path: &Path) -> (&Look, Option<&[u8]>) {
        let known = self.looks.iter().position(|look| look.path == path);
        let at = known.unwrap_or_else(|| {
            let mut text = Vec::new();
            let look = Look::at(path.to_owned(), |piece| text.extend_from_slice(piece));
            self.looks.push(look);
            self.texts.push(text);
            self.looks.len() - 1
        });
        let look = &self.looks[at];
        let covered = !look.sha256.is_empty();
        (look, covered.then_some(self.texts[at].as_slice()))
    }
}

/// Returns how to start the command, and the script that it runs from a sealed copy.
fn start(
    argv: &[String],
    directory: &Path,
    environment: &Environment,
    seen: &mut Seen,
) -> Result<(Start, Option<PathBuf>), PrepareError> {
    let name = argv.first().map(String::as_str).unwrap_or_default();
    let find = |name: &str| find_program(name, directory, environment);
    let found = find(name).ok_or_else(|| PrepareError::NoProgram(name.to_owned()))?;
    // A script learns by which path it was started, as it would from a shell.
    let program = match name.contains('/') {
        true => PathBuf::from(name),
        false => found.clone(),
    };
    let (look, text) = seen.at(&found);
    let text = text.unwrap_or_default();
    let is_script = text.starts_with(b"#!");
    let as_it_is = Start {
        descriptor: descriptor(look).filter(|_| !is_script),
        program: program.clone(),
        argv: argv.to_vec(),
        script: None,
    };
    let invocation = match is_script {
        true => Invocation::through_first_line(text, &program, &argv[1..], find),
        false => Some(Invocation {
            program: found,
            argv: argv.to_vec(),
        }),
    };
    let sealed = invocation.and_then(|invocation| invocation.sealed(directory, seen));
    Ok(match sealed {
        Some((start, script)) => (start, Some(script)),
        None => (as_it_is, None),
    })
}

/// The program as it was read. A descriptor that cannot be doubled leaves its path.
fn descriptor(program: &Look) -> Option<File> {
    let file = program.file.as_ref()?;
    file.try_clone().ok()
}

/// Finds the file that a name stands for, as a shell would.
fn find_program(name: &str, directory: &Path, environment: &Environment) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let executable = |path: &PathBuf| {
        regular(path).is_some_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        let path = directory.join(name).components().collect();
        return Some(path).filter(executable);
    }
    let path = environment.path().unwrap_or(OsStr::new(PATH_DEFAULT));
    std::env::split_paths(path)
        .map(|place| directory.join(place).join(name))
        .find(executable)
}

#[cfg(test)]
#[path = "prepared_tests.rs"]
mod tests;
