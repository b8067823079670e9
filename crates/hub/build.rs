//! Says so when the portal's bundle in `web/dist` was not built from the sources beside it.
//!
//! The bundle is committed, so a build needs no Node; a stale one would otherwise ship silently.

#[path = "build/stamp.rs"]
mod stamp;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for input in stamp::INPUTS.iter().chain(&["web/dist"]) {
        println!("cargo:rerun-if-changed={}", root.join(input).display());
    }
    let built_from = std::fs::read_to_string(root.join("web/dist/STAMP")).unwrap_or_default();
    match stamp::stamp(&root) {
        Ok(stamp) if stamp == built_from => {}
        Ok(_) => println!("cargo:warning=web/dist is stale: run `cargo xtask web`"),
        Err(error) => println!("cargo:warning=web/dist cannot be compared with web/: {error}"),
    }
}
