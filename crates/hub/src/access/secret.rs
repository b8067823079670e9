//! Random secrets that never show themselves by accident.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret value. It has no `Debug` and no `Display`; `reveal` is easy to search for.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// Draws `bytes` random bytes and writes them in hexadecimal after a recognisable prefix.
    pub(crate) fn random<const BYTES: usize>(prefix: &str) -> Self {
        let mut text = prefix.to_owned();
        for byte in engine::random_bytes::<BYTES>() {
            text.push_str(&format!("{byte:02x}"));
        }
        Self(text)
    }

    pub(crate) fn offered(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// Compares two hashes without telling where they differ.
pub(crate) fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.ct_eq(other).into()
}
