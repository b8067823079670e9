//! Enums whose variants are one word each: on the wire, in the store, in arguments.

/// Declares such enums. Each word stands once, so that `as_str` and what serde writes cannot differ.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $name:ident { $($(#[$about_variant:meta])* $variant:ident = $word:tt),+ $(,)? }
    )+) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$about])*
        pub enum $name {
            $($(#[$about_variant])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns the word as it is stored, sent and typed.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Returns what `word` names, written exactly so.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    )+};
}

pub(crate) use words;
