//! Shows a page of the portal in the person's browser, where there is a screen.
//!
//! A sign-in link carries a one-time code, and arguments of processes can be read by others. So
//! the browser is handed a private file that leads to the link, never the link itself.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a sign-in code is valid, and so how long the file that holds one is kept.
const FILE_LIFE: Duration = Duration::from_secs(60);
const FILE_PREFIX: &str = "login-";
const FILE_SUFFIX: &str = ".html";

/// The browser of the person at this machine.
#[derive(Debug, Clone)]
pub(crate) struct PersonsBrowser {
    /// Private to the person.
    pub(crate) directory: PathBuf,
}

/// A file that leads to a link; gone when this is dropped.
#[derive(Debug)]
pub(crate) struct Redirect(PathBuf);

impl Drop for Redirect {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::debug!(%error, "the redirect was gone already");
        }
    }
}

impl PersonsBrowser {
    /// Whether there is a screen, and something to show a page on it.
    pub(crate) fn is_there(&self) -> bool {
        has_screen(&|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
            && webbrowser::Browser::is_available()
    }

    /// Opens `url`; the browser needs the returned file until it has read it.
    pub(crate) fn show(&self, url: &str) -> io::Result<Redirect> {
        self.sweep();
        let name = client::random_digits::<8>();
        let path = self
            .directory
            .join(format!("{FILE_PREFIX}{name}{FILE_SUFFIX}"));
        let redirect = Redirect(path);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&redirect.0)?;
        file.write_all(page(url).as_bytes())?;
        webbrowser::open(&redirect.0.to_string_lossy())?;
        Ok(redirect)
    }

    /// Removes files that a process was killed over.
    fn sweep(&self) {
        for entry in fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten()
        {
            if is_stale(&entry) {
                drop(Redirect(entry.path()));
            }
        }
    }
}

fn is_stale(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let age = entry
        .metadata()
        .and_then(|found| found.modified())
        .map(|at| at.elapsed());
    name.starts_with(FILE_PREFIX)
        && name.ends_with(FILE_SUFFIX)
        && matches!(age, Ok(Ok(age)) if age > FILE_LIFE)
}

/// Over SSH a browser would open on the wrong machine, unless the person named one that does not.
fn has_screen(is_set: &dyn Fn(&str) -> bool) -> bool {
    if is_set("BROWSER") {
        return true;
    }
    let display = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("WSL_DISTRO_NAME");
    !is_set("SSH_CONNECTION") && (display || cfg!(target_os = "macos"))
}

fn page(url: &str) -> String {
    let url = url
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"refresh\" content=\"0;url={url}\"><title>sayso</title>\
         <a href=\"{url}\">sayso</a>\n"
    )
}

impl hub::Browser for PersonsBrowser {
    fn can_open(&self) -> bool {
        self.is_there()
    }

    fn open(&self, url: &str) {
        match self.show(url) {
            Ok(redirect) => keep(redirect),
            Err(error) => tracing::warn!(%error, "no browser could be opened"),
        }
    }
}

impl PersonsBrowser {
    /// Opens `url` where there is a browser; returns whether there was one.
    pub(crate) fn opens(&self, url: &str) -> bool {
        let there = self.is_there();
        if there {
            hub::Browser::open(self, url);
        }
        there
    }
}

/// Keeps the file for as long as the code in it is good for.
fn keep(redirect: Redirect) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(async move {
            tokio::time::sleep(FILE_LIFE).await;
            drop(redirect);
        });
    }
}

/// The line that brings the portal to the machine the person sits at, over SSH.
pub(crate) fn port_forward(port: u16, ssh_connection: Option<&str>) -> Option<String> {
    // client address, client port, server address, server port
    let server = ssh_connection?.split_whitespace().nth(2)?;
    Some(format!("ssh -L {port}:localhost:{port} {server}"))
}

/// Where files that lead to links may be.
pub(crate) fn of(directory: &Path) -> PersonsBrowser {
    PersonsBrowser {
        directory: directory.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn has_screen_is_false_over_ssh_unless_a_browser_is_named() {
        let mac = cfg!(target_os = "macos");
        for (set, there) in [
            (&[] as &[&str], mac),
            (&["DISPLAY"], true),
            (&["WAYLAND_DISPLAY"], true),
            (&["DISPLAY", "SSH_CONNECTION"], false),
            (&["BROWSER", "SSH_CONNECTION"], true),
        ] {
            assert_eq!(has_screen(&|name| set.contains(&name)), there, "{set:?}");
        }
    }

    #[test]
    fn port_forward_names_the_host_of_the_ssh_connection() {
        let connection = Some("10.0.0.5 51544 192.0.2.7 22");
        let line = port_forward(7297, connection);
        assert_eq!(
            line.as_deref(),
            Some("ssh -L 7297:localhost:7297 192.0.2.7")
        );
        assert_eq!(port_forward(7297, None), None);
    }

    #[test]
    fn redirect_page_escapes_its_link() {
        let page = page("http://localhost:1/login#c=\"><script>&");
        assert!(
            page.contains("0;url=http://localhost:1/login#c=&quot;>&lt;script>&amp;\""),
            "{page}"
        );
    }

    #[test]
    fn redirect_cleanup_removes_only_old_redirect_files() {
        let root = tempfile::tempdir().unwrap();
        let (old, new, other) = ("login-1.html", "login-2.html", "notes.html");
        for name in [old, new, other] {
            fs::write(root.path().join(name), "").unwrap();
        }
        for name in [old, other] {
            let file = fs::File::options()
                .write(true)
                .open(root.path().join(name))
                .unwrap();
            file.set_modified(std::time::UNIX_EPOCH).unwrap();
        }
        of(root.path()).sweep();
        let mut left: Vec<String> = fs::read_dir(root.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [new, other]);
    }

    #[test]
    fn redirect_file_is_removed_when_its_owner_is_dropped() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("login-1.html");
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        drop(Redirect(path.clone()));
        assert!(!path.exists());
    }
}
