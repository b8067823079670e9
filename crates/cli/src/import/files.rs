//! Finds and reads the two files of a data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// More than a lifetime of decisions; a larger file is not one of them.
const FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// The folder's usual name inside a project.
const FOLDER: &str = ".mcp-data";

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) config: Option<Text>,
    pub(crate) sessions: Option<Text>,
    /// The project the folder lies in; empty when it does not tell.
    pub(crate) project: String,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum FilesError {
    #[error("there is neither config.json nor sessions/index.json in {}", path.display())]
    Nothing { path: PathBuf },
    #[error("{} has more than {FILE_BYTES_MAX} bytes", path.display())]
    TooLarge { path: PathBuf },
    #[error("{} cannot be read", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} line {line}: {reason}", path.display())]
    Broken {
        path: PathBuf,
        line: usize,
        reason: String,
    },
}

/// Reads what is at `path`: the folder, the project around it, or one of the files itself.
pub(crate) fn find(path: &Path) -> Result<Found, FilesError> {
    let path = fs::canonicalize(path).map_err(|source| FilesError::Io {
        path: path.to_owned(),
        source,
    })?;
    if path.is_file() {
        return one_file(&path);
    }
    let inner = path.join(FOLDER);
    for folder in [path.as_path(), inner.as_path()] {
        let found = Found {
            config: read(&folder.join("config.json"))?,
            sessions: read(&folder.join("sessions/index.json"))?,
            project: project_of(folder),
        };
        if found.config.is_some() || found.sessions.is_some() {
            return Ok(found);
        }
    }
    Err(FilesError::Nothing { path })
}

fn one_file(path: &Path) -> Result<Found, FilesError> {
    let text = read(path)?;
    let folder = path.parent().unwrap_or(path);
    if path.file_name().is_some_and(|name| name == "config.json") {
        return Ok(Found {
            config: text,
            project: project_of(folder),
            ..Found::default()
        });
    }
    Ok(Found {
        sessions: text,
        project: project_of(folder.parent().unwrap_or(folder)),
        ..Found::default()
    })
}

/// The folder lies in its project by default; a folder of another name tells nothing.
fn project_of(folder: &Path) -> String {
    let is_usual = folder.file_name().is_some_and(|name| name == FOLDER);
    let project = folder.parent().filter(|_| is_usual);
    project.map_or_else(String::new, |project| {
        project.to_string_lossy().into_owned()
    })
}

fn read(path: &Path) -> Result<Option<Text>, FilesError> {
    let failed = |source| FilesError::Io {
        path: path.to_owned(),
        source,
    };
    match fs::metadata(path) {
        Ok(found) if found.len() > FILE_BYTES_MAX => {
            return Err(FilesError::TooLarge {
                path: path.to_owned(),
            });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    Ok(Some(Text {
        path: path.to_owned(),
        text,
    }))
}

impl Text {
    /// Reads it as JSON of one shape; otherwise says where it stops being that.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, FilesError> {
        // Other programs write a byte order mark.
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            self.broken(error.line(), reason.replace(&place, ""))
        })
    }

    pub(crate) fn broken(&self, line: usize, reason: String) -> FilesError {
        FilesError::Broken {
            path: self.path.clone(),
            line: line.max(1),
            reason,
        }
    }
}
