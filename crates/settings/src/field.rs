//! How a field of `Settings` becomes a `Value` and comes back.

use std::collections::BTreeMap;

use crate::value::Value;

/// The type of a setting. `from_value` is given only values its definition has accepted.
pub(crate) trait Field: Sized {
    fn to_value(&self) -> Value;
    fn from_value(value: &Value) -> Option<Self>;
}

impl Field for bool {
    fn to_value(&self) -> Value {
        Value::Flag(*self)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Flag(flag) => Some(*flag),
            Value::Number(_) | Value::Text(_) | Value::Numbers(_) => None,
        }
    }
}

macro_rules! number_field {
    ($($type:ty),+) => {$(
        impl Field for $type {
            fn to_value(&self) -> Value {
                // The ranges of all settings end far below the largest `i64`.
                Value::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::Number(number) => Self::try_from(*number).ok(),
                    Value::Flag(_) | Value::Text(_) | Value::Numbers(_) => None,
                }
            }
        }
    )+};
}

number_field!(u16, u32, u64);

impl Field for BTreeMap<String, u64> {
    fn to_value(&self) -> Value {
        let number = |number: &u64| i64::try_from(*number).unwrap_or(i64::MAX);
        Value::Numbers(
            self.iter()
                .map(|(name, value)| (name.clone(), number(value)))
                .collect(),
        )
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Numbers(numbers) => numbers
                .iter()
                .map(|(name, number)| Some((name.clone(), u64::try_from(*number).ok()?)))
                .collect(),
            Value::Flag(_) | Value::Number(_) | Value::Text(_) => None,
        }
    }
}
