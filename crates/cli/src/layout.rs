//! Where everything of one data directory lies, and that only its owner can get at it.
//!
//! Pure path arithmetic first, then one place that creates the directories and refuses those that
//! others could have prepared. No file is opened here.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Sockets have room for 104 (macOS) or 108 (Linux) bytes of path.
const SOCKET_BYTES_MAX: usize = 100;
const PRIVATE: u32 = 0o700;

/// The places a user's programs share, as the system names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bases {
    pub(crate) data: PathBuf,
    pub(crate) config: PathBuf,
    pub(crate) state: PathBuf,
    /// Cleared at logout; not every system has one.
    pub(crate) runtime: Option<PathBuf>,
    pub(crate) temporary: PathBuf,
    pub(crate) uid: u32,
}

/// The files of one hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// As the person gave it; `None` means the user's own directories.
    pub(crate) chosen: Option<PathBuf>,
    pub(crate) data_dir: PathBuf,
    pub(crate) database: PathBuf,
    pub(crate) lock: PathBuf,
    pub(crate) settings_file: PathBuf,
    /// The person's own agents, with their keys.
    pub(crate) agents_file: PathBuf,
    pub(crate) socket: PathBuf,
    pub(crate) log: PathBuf,
    /// Must be ours alone, outermost first.
    private: Vec<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum LayoutError {
    #[error("the home directory is unknown")]
    NoHome,
    #[error("{} cannot be used", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} is not a directory", path.display())]
    NotADirectory { path: PathBuf },
    #[error("{} belongs to user {owner}", path.display())]
    Foreign { path: PathBuf, owner: u32 },
    #[error("{} can be entered by others (mode {mode:03o})", path.display())]
    Open { path: PathBuf, mode: u32 },
}

impl Bases {
    pub(crate) fn of_this_user(
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, LayoutError> {
        use etcetera::BaseStrategy as _;
        let strategy =
            etcetera::base_strategy::choose_base_strategy().map_err(|_| LayoutError::NoHome)?;
        let runtime = environment("XDG_RUNTIME_DIR").map(PathBuf::from);
        Ok(Self {
            data: strategy.data_dir(),
            config: strategy.config_dir(),
            state: strategy.state_dir().unwrap_or_else(|| strategy.data_dir()),
            // The specification wants relative values ignored.
            runtime: runtime.filter(|path| path.is_absolute()),
            temporary: std::env::temp_dir(),
            uid: rustix::process::geteuid().as_raw(),
        })
    }
}

impl Layout {
    /// Finds the paths; nothing is created.
    pub(crate) fn find(chosen: Option<&Path>, bases: &Bases) -> Result<Self, LayoutError> {
        let layout = match chosen {
            Some(directory) => {
                let directory =
                    std::path::absolute(directory).map_err(|source| LayoutError::Io {
                        path: directory.to_owned(),
                        source,
                    })?;
                Self::inside(directory)
            }
            None => Self::of_user(bases),
        };
        Ok(layout.with_short_socket(bases))
    }

    fn inside(directory: PathBuf) -> Self {
        Self {
            chosen: Some(directory.clone()),
            database: directory.join("sayso.db"),
            lock: directory.join("hub.lock"),
            settings_file: directory.join("settings.toml"),
            agents_file: directory.join("agents.toml"),
            socket: directory.join("hub.sock"),
            log: directory.join("hub.log"),
            private: vec![directory.clone()],
            data_dir: directory,
        }
    }

    fn of_user(bases: &Bases) -> Self {
        let data_dir = bases.data.join("sayso");
        let state = bases.state.join("sayso");
        let runtime = match &bases.runtime {
            Some(runtime) => runtime.join("sayso"),
            None => state.join("run"),
        };
        Self {
            chosen: None,
            database: data_dir.join("sayso.db"),
            lock: data_dir.join("hub.lock"),
            settings_file: bases.config.join("sayso").join("settings.toml"),
            agents_file: bases.config.join("sayso").join("agents.toml"),
            socket: runtime.join("hub.sock"),
            log: state.join("hub.log"),
            private: vec![data_dir.clone(), state, runtime],
            data_dir,
        }
    }

    /// Moves a socket whose path is too long for system calls to a short path.
    fn with_short_socket(mut self, bases: &Bases) -> Self {
        if self.socket.as_os_str().len() <= SOCKET_BYTES_MAX {
            return self;
        }
        let digest = Sha256::digest(canonical(&self.data_dir).as_os_str().as_bytes());
        let name: String = digest
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let base = bases.runtime.as_ref().unwrap_or(&bases.temporary);
        let shared = base.join(format!("sayso-{}", bases.uid));
        let own = shared.join(name);
        self.socket = own.join("hub.sock");
        self.private.extend([shared, own]);
        self
    }

    /// The directory for files that are needed only until logout.
    pub(crate) fn runtime_dir(&self) -> &Path {
        self.socket.parent().unwrap_or(&self.data_dir)
    }

    /// Creates the directories and checks that they are ours alone.
    pub(crate) fn prepare(&self) -> Result<(), LayoutError> {
        for directory in &self.private {
            create(directory)?;
            claim(directory)?;
        }
        if let Some(directory) = self.settings_file.parent() {
            create(directory)?;
        }
        Ok(())
    }

    /// Checks the directories that exist, without touching them.
    pub(crate) fn check(&self) -> Result<(), LayoutError> {
        self.private
            .iter()
            .filter(|directory| directory.exists())
            .try_for_each(|path| verify(path))
    }
}

fn create(directory: &Path) -> Result<(), LayoutError> {
    let created = DirBuilder::new()
        .recursive(true)
        .mode(PRIVATE)
        .create(directory);
    match created {
        // `verify` names what already exists there.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map_err(|source| LayoutError::Io {
            path: directory.to_owned(),
            source,
        }),
    }
}

/// Accepts a directory; an empty one that the person has just made is closed to others first.
fn claim(directory: &Path) -> Result<(), LayoutError> {
    match verify(directory) {
        Err(LayoutError::Open { .. }) if is_empty(directory) => {
            fs::set_permissions(directory, Permissions::from_mode(PRIVATE)).map_err(|source| {
                LayoutError::Io {
                    path: directory.to_owned(),
                    source,
                }
            })?;
            verify(directory)
        }
        other => other,
    }
}

fn is_empty(directory: &Path) -> bool {
    fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_none())
}

fn verify(directory: &Path) -> Result<(), LayoutError> {
    let path = directory.to_owned();
    // Not followed: anyone who can write to the directory could point a symbolic link elsewhere.
    let found = fs::symlink_metadata(directory).map_err(|source| LayoutError::Io {
        path: path.clone(),
        source,
    })?;
    if !found.is_dir() {
        return Err(LayoutError::NotADirectory { path });
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(LayoutError::Foreign {
            path,
            owner: found.uid(),
        });
    }
    let mode = found.mode() & 0o777;
    if mode != PRIVATE {
        return Err(LayoutError::Open { path, mode });
    }
    Ok(())
}

/// Resolves links in the part of the path that exists, so that one directory has one name
/// whether or not it has been created yet.
fn canonical(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let (Ok(resolved), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
            return if rest.as_os_str().is_empty() {
                resolved
            } else {
                resolved.join(rest)
            };
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn bases(root: &Path, runtime: Option<&str>) -> Bases {
        Bases {
            data: root.join("share"),
            config: root.join("config"),
            state: root.join("state"),
            runtime: runtime.map(|name| root.join(name)),
            temporary: root.join("tmp"),
            uid: 1000,
        }
    }

    #[test]
    fn layout_puts_everything_into_a_chosen_directory() {
        let bases = bases(Path::new("/home/ada"), Some("run"));
        let layout = Layout::find(Some(Path::new("/srv/one")), &bases).unwrap();
        let files = [
            &layout.database,
            &layout.lock,
            &layout.settings_file,
            &layout.socket,
            &layout.log,
        ];
        let names = files.map(|path| path.strip_prefix("/srv/one").unwrap().to_str().unwrap());
        assert_eq!(
            names,
            [
                "sayso.db",
                "hub.lock",
                "settings.toml",
                "hub.sock",
                "hub.log"
            ]
        );
        assert_eq!(layout.runtime_dir(), Path::new("/srv/one"));
    }

    #[test]
    fn layout_follows_the_system_directories_by_default() {
        let root = Path::new("/home/ada");
        let layout = Layout::find(None, &bases(root, Some("run"))).unwrap();
        assert_eq!(layout.database, root.join("share/sayso/sayso.db"));
        assert_eq!(
            layout.settings_file,
            root.join("config/sayso/settings.toml")
        );
        assert_eq!(layout.log, root.join("state/sayso/hub.log"));
        assert_eq!(layout.socket, root.join("run/sayso/hub.sock"));
        let without_runtime = Layout::find(None, &bases(root, None)).unwrap();
        assert_eq!(
            without_runtime.socket,
            root.join("state/sayso/run/hub.sock")
        );
    }

    #[test]
    fn layout_moves_a_socket_whose_path_is_too_long_to_a_short_one() {
        let root = Path::new("/home/ada");
        let deep = |name: &str| PathBuf::from(format!("/srv/{}/{name}", "d".repeat(90)));
        let one = Layout::find(Some(&deep("one")), &bases(root, Some("run"))).unwrap();
        let again = Layout::find(Some(&deep("one")), &bases(root, Some("run"))).unwrap();
        let two = Layout::find(Some(&deep("two")), &bases(root, Some("run"))).unwrap();
        assert!(
            one.socket.starts_with("/home/ada/run/sayso-1000"),
            "{:?}",
            one.socket
        );
        assert!(one.socket.as_os_str().len() <= SOCKET_BYTES_MAX);
        assert_eq!(one.socket, again.socket);
        assert_ne!(one.socket, two.socket);
        let temporary = Layout::find(Some(&deep("one")), &bases(root, None)).unwrap();
        assert!(temporary.socket.starts_with("/home/ada/tmp/sayso-1000"));
    }

    #[test]
    fn layout_gives_a_directory_the_same_canonical_name_before_it_exists() {
        let root = tempfile::tempdir().unwrap();
        let real = root.path().join("real");
        fs::create_dir(&real).unwrap();
        symlink(&real, root.path().join("link")).unwrap();
        let path = root.path().join("link/new/data");
        let before = canonical(&path);
        fs::create_dir_all(&path).unwrap();
        assert_eq!(before, canonical(&path));
        assert_eq!(before, real.canonicalize().unwrap().join("new/data"));
    }

    #[test]
    fn layout_creates_private_directories_and_refuses_open_ones() {
        let root = tempfile::tempdir().unwrap();
        let layout =
            Layout::find(Some(&root.path().join("new")), &bases(root.path(), None)).unwrap();
        layout.prepare().unwrap();
        assert_eq!(
            fs::metadata(&layout.data_dir).unwrap().mode() & 0o777,
            0o700
        );
        fs::write(layout.data_dir.join("sayso.db"), "").unwrap();
        for open in [0o750, 0o770, 0o701, 0o755, 0o777] {
            fs::set_permissions(&layout.data_dir, Permissions::from_mode(open)).unwrap();
            let refused = layout.prepare();
            assert!(
                matches!(refused, Err(LayoutError::Open { mode, .. }) if mode == open),
                "{open:o}: {refused:?}"
            );
            assert!(matches!(layout.check(), Err(LayoutError::Open { .. })));
        }
    }

    #[test]
    fn layout_makes_an_existing_empty_directory_private() {
        let root = tempfile::tempdir().unwrap();
        let made = root.path().join("made");
        fs::create_dir(&made).unwrap();
        fs::set_permissions(&made, Permissions::from_mode(0o755)).unwrap();
        Layout::find(Some(&made), &bases(root.path(), None))
            .unwrap()
            .prepare()
            .unwrap();
        assert_eq!(fs::metadata(&made).unwrap().mode() & 0o777, 0o700);
    }

    #[test]
    fn layout_refuses_a_symbolic_link_or_a_file_as_directory() {
        let root = tempfile::tempdir().unwrap();
        symlink(root.path(), root.path().join("link")).unwrap();
        fs::write(root.path().join("file"), "").unwrap();
        for name in ["link", "file"] {
            let chosen = root.path().join(name);
            let refused = Layout::find(Some(&chosen), &bases(root.path(), None))
                .unwrap()
                .prepare();
            assert!(
                matches!(refused, Err(LayoutError::NotADirectory { .. })),
                "{name}: {refused:?}"
            );
        }
    }
}
