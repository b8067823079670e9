//! The person's own editor, on a temporary file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Removed when it goes out of scope, because it can hold private text.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::debug!(%error, "the editor's file was gone already");
        }
    }
}

/// Returns the edited text; `None` when there is no editor or it failed.
pub(super) fn edit(editor: Option<&str>, text: &str) -> Option<String> {
    match edited(editor.unwrap_or("vi"), text) {
        Ok(edited) => edited,
        Err(error) => {
            tracing::warn!(%error, "the editor could not be used");
            None
        }
    }
}

fn edited(editor: &str, text: &str) -> io::Result<Option<String>> {
    let path = std::env::temp_dir().join(format!("sayso-{}.md", client::fresh_answer_id()));
    let scratch = Scratch(path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&scratch.0)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    if !run(editor, &scratch.0)? {
        return Ok(None);
    }
    let text = fs::read_to_string(&scratch.0)?;
    // Editors end the last line; the person did not mean it.
    Ok(Some(text.strip_suffix('\n').unwrap_or(&text).to_owned()))
}

/// Runs the editor as a shell would read it: the first word is the program, the rest its options.
fn run(editor: &str, file: &Path) -> io::Result<bool> {
    let mut words = editor.split_whitespace();
    let program = words.next().ok_or(io::ErrorKind::NotFound)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that starts the person's editor"
    )]
    let status = std::process::Command::new(program)
        .args(words)
        .arg(file)
        .status()?;
    Ok(status.success())
}
