//! The fingerprint of everything the portal's bundle is made from.
//!
//! Shared by the hub's build script and `cargo xtask web`; it needs no crate. It finds mistakes,
//! not attackers: a 64-bit FNV-1a is enough.

use std::io;
use std::path::{Path, PathBuf};

/// Files and directories the bundle depends on, relative to the workspace.
pub(crate) const INPUTS: &[&str] = &[
    "locales",
    "web/.npmrc",
    "web/index.html",
    "web/package-lock.json",
    "web/package.json",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// Returns the fingerprint as `web/dist/STAMP` holds it.
pub(crate) fn stamp(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for input in INPUTS {
        collect(root, Path::new(input), &mut files)?;
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for file in files {
        // A zero byte ends name and content, so that nothing can move between them unnoticed.
        add(
            &mut hash,
            file.to_string_lossy().replace('\\', "/").as_bytes(),
        );
        add(&mut hash, &std::fs::read(root.join(&file))?);
    }
    Ok(format!("{hash:016x}\n"))
}

fn collect(root: &Path, path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !root.join(path).is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(root.join(path))? {
        let name = entry?.file_name();
        // Tests do not ship.
        let name_text = name.to_string_lossy();
        if !name_text.ends_with(".test.ts") && !name_text.ends_with(".fixture.ts") {
            collect(root, &path.join(name), files)?;
        }
    }
    Ok(())
}

fn add(hash: &mut u64, bytes: &[u8]) {
    for byte in bytes.iter().chain(&[0]) {
        *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
}
