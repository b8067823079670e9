//! Names of things. All kinds are 128 random bits written as 32 hexadecimal digits.
//!
//! The bits come from outside: this crate has no source of randomness. Possession of an id
//! authorises nothing; every use is checked against the caller.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(u128);

        impl $name {
            /// Makes an id from 16 bytes of the caller's randomness.
            pub fn from_random(bytes: [u8; 16]) -> Self {
                Self(u128::from_be_bytes(bytes))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let canonical = text.len() == 32
                    && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                if !canonical {
                    return Err(InvalidId);
                }
                u128::from_str_radix(text, 16).map(Self).map_err(|_| InvalidId)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                text.parse()
            }
        }
    };
}

random_id!(
    /// Names one interaction; the `session_id` of the tool contracts.
    InteractionId
);
random_id!(
    /// Names one act of answering, so that sending it twice counts once.
    AnswerId
);
random_id!(
    /// Names one conversation with an agent; the `task_group_id` of a task.
    ThreadId
);
random_id!(
    /// Names one prompt in a thread.
    TaskId
);
random_id!(
    /// Names one message of a person to an agent.
    MessageId
);
random_id!(
    /// Names one call that asks, so that making it again after its reply was lost asks once.
    CallKey
);

/// The text is not 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 lower-case hexadecimal digits")]
pub struct InvalidId;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interaction_id_parses_from_its_own_text() {
        let id = InteractionId::from_random([7; 16]);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string().len(), 32);
    }

    #[test]
    fn interaction_id_refuses_every_other_spelling() {
        for text in [
            "",
            "7",
            "../../etc/passwd",
            &"g".repeat(32),
            &"A".repeat(32),
            &"+".repeat(32),
        ] {
            assert_eq!(text.parse::<InteractionId>(), Err(InvalidId), "{text:?}");
        }
    }
}
