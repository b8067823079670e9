//! Text from standard input, where an argument says `-`.

use std::io::{self, Read};

use domain::limits::MESSAGE_BYTES_MAX;
use i18n::Key;

use crate::failure::Failure;
use crate::text::tell;

/// Stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Returns `text`, or all of standard input, byte for byte, where it says `-`.
pub(crate) fn text_or_standard_input(text: String) -> Result<String, Failure> {
    if text != STANDARD_INPUT {
        return Ok(text);
    }
    let mut read = String::new();
    // One byte more than any text may have: the hub then refuses it with its bound.
    let mut input = io::stdin().take(MESSAGE_BYTES_MAX as u64 + 1);
    input.read_to_string(&mut read).map_err(|error| {
        let reason = error.to_string();
        let message = tell(Key::CliAnswerStdin, &[("reason", (&reason).into())]);
        Failure::new("invalid_request", message)
    })?;
    Ok(read)
}
