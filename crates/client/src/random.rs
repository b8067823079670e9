//! Random names, for everything on the asking and answering side of the hub.

use domain::CallKey;

/// Draws the key of a new call that asks.
pub fn fresh_call_key() -> CallKey {
    CallKey::from_random(random_bytes())
}

/// Draws the name of one act of answering or taking back.
pub fn fresh_answer_id() -> String {
    random_digits::<16>()
}

/// Draws `BYTES` bytes and writes them in hexadecimal digits.
pub fn random_digits<const BYTES: usize>() -> String {
    let bytes = random_bytes::<BYTES>();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn random_bytes<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    // Without random numbers there is nothing sensible left to do on this machine.
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes
}
