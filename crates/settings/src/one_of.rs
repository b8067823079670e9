//! The settings that are one of a few words, each as an enum.

use std::str::FromStr;

use crate::field::Field;
use crate::value::Value;

macro_rules! one_of {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($variant),+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The words as they are written in the file, in the order of `ALL`.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl FromStr for $name {
            /// The word that was not known.
            type Err = String;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    unknown => Err(unknown.to_owned()),
                }
            }
        }

        impl Field for $name {
            fn to_value(&self) -> Value {
                Value::Text(self.as_str().to_owned())
            }

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::Text(text) => text.parse().ok(),
                    Value::Flag(_) | Value::Number(_) | Value::Numbers(_) => None,
                }
            }
        }
    )+};
}

one_of! {
    /// Where a question is shown when its asker does not say.
    Interface { Auto = "auto", Web = "web", Terminal = "terminal", Elicitation = "elicitation" }

    /// How the person wants askers to receive the answer.
    PreferredDelivery { Wait = "wait", Elicitation = "elicitation", McpTask = "task" }

    /// The languages a person can choose.
    Language { En = "en", Zh = "zh" }

    /// The colours of the portal.
    Theme { System = "system", Light = "light", Dark = "dark" }

    /// When the portal may notify.
    NotifyTrigger {
        Always = "always",
        TabSwitch = "tab_switch",
        FocusLost = "focus_lost",
    }

    /// When the terminal moves into the note of an option.
    AnnotationFocus { OnTab = "on_tab", OnSelect = "on_select" }
}
