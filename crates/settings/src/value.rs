//! A setting's value before it has its final type: in the file, on the wire, on a command line.

use std::collections::BTreeMap;
use std::fmt;

/// A value of any setting. `Display` writes what `parse_value` reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(i64),
    Text(String),
    Numbers(BTreeMap<String, i64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Numbers(numbers) => {
                for (index, (name, number)) in numbers.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "," };
                    write!(f, "{separator}{name}={number}")?;
                }
                Ok(())
            }
        }
    }
}
