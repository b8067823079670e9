//! Where an export goes: standard output, or a file that appears only once it is complete.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use domain::display::{display_safe_lines, json_for_screen};
use protocol::ExportFormat;

use crate::output;

/// Decisions are the person's own business.
const PRIVATE_FILE: u32 = 0o600;

pub(crate) enum Destination {
    Output,
    /// A terminal acts on what it is shown, so odd characters are spelled out there, in JSON as
    /// JSON does it: it stays the same value.
    Terminal(ExportFormat),
    File(Unfinished),
}

impl Destination {
    /// Opens `path`, or standard output without one.
    pub(crate) fn open(path: Option<&Path>, format: ExportFormat) -> io::Result<Self> {
        Ok(match path {
            Some(path) => Self::File(Unfinished::create(path)?),
            None if output::is_shown_to_a_person() => Self::Terminal(format),
            None => Self::Output,
        })
    }

    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Self::Output => output::raw(text),
            Self::Terminal(format) => output::raw(&for_screen(text, *format)),
            Self::File(file) => file.writer.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    /// Makes a file complete: readers see the former one or this one.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Output | Self::Terminal(_) => Ok(()),
            Self::File(file) => file.finish(),
        }
    }
}

fn for_screen(text: &str, format: ExportFormat) -> Cow<'_, str> {
    match format {
        ExportFormat::Json => json_for_screen(text),
        ExportFormat::Csv | ExportFormat::Markdown => {
            let lines = text.replace("\r\n", "\n");
            Cow::Owned(display_safe_lines(&lines).into_owned())
        }
    }
}

/// A file beside the wanted one, which it replaces in the end. Dropped earlier, it goes.
pub(crate) struct Unfinished {
    writer: BufWriter<File>,
    path: PathBuf,
    wanted: PathBuf,
    is_finished: bool,
}

impl Unfinished {
    fn create(wanted: &Path) -> io::Result<Self> {
        let mut name = wanted.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let path = wanted.with_file_name(name);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(PRIVATE_FILE)
            .open(&path)?;
        Ok(Self {
            writer: BufWriter::new(file),
            path,
            wanted: wanted.to_owned(),
            is_finished: false,
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        fs::rename(&self.path, &self.wanted)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_finished {
            // Half an export is of no use to anyone.
            let _left = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn export_file_appears_only_when_it_is_complete() {
        let root = tempfile::tempdir().unwrap();
        let wanted = root.path().join("log.md");
        fs::write(&wanted, "former").unwrap();
        let mut abandoned = Destination::open(Some(&wanted), ExportFormat::Markdown).unwrap();
        abandoned.write("half").unwrap();
        drop(abandoned);
        assert_eq!(fs::read_to_string(&wanted).unwrap(), "former");

        let mut complete = Destination::open(Some(&wanted), ExportFormat::Markdown).unwrap();
        complete.write("one\r\n").unwrap();
        complete.write("two").unwrap();
        assert_eq!(fs::read_to_string(&wanted).unwrap(), "former");
        complete.finish().unwrap();
        assert_eq!(fs::read_to_string(&wanted).unwrap(), "one\r\ntwo");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
