//! Randomness from the system, as the hexadecimal digits ids are made of.

use i18n::Key;

use crate::failure::Failure;
use crate::text::tell;

/// Names one act of answering.
pub(crate) fn answer_id() -> Result<String, Failure> {
    hexadecimal::<16>()
}

/// Returns `BYTES` random bytes as text.
pub(crate) fn hexadecimal<const BYTES: usize>() -> Result<String, Failure> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| {
        let reason = error.to_string();
        Failure::new(
            "no_randomness",
            tell(Key::CliErrorRandom, &[("reason", (&reason).into())]),
        )
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
