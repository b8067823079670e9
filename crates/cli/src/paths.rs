//! Paths as the hub wants them.

use std::path::Path;

use i18n::Key;

use crate::failure::Failure;
use crate::text::tell;

/// Returns `path` seen from the root.
pub(crate) fn absolute(path: &Path) -> Result<String, Failure> {
    let found = std::path::absolute(path).map_err(|error| {
        let (path, reason) = (path.display().to_string(), error.to_string());
        let args = [("path", (&path).into()), ("reason", (&reason).into())];
        Failure::new("unusable_path", tell(Key::CliErrorPath, &args))
    })?;
    Ok(found.to_string_lossy().into_owned())
}
