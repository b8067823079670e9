//! Writes `keys.gen.rs` and `keys.gen.ts` from `en.ftl`.
//!
//! Tables rather than `match` arms: they come out of rustfmt as they went in, however long an id.

use std::fmt::Write;

use crate::syntax::messages;

/// Returns the source of the `Key` enum: one variant per message, in the order of the file.
pub fn keys_source(en_ftl: &str) -> String {
    let (messages, _problems) = messages(en_ftl);
    let count = messages.len();
    let mut variants = String::new();
    let mut all = String::new();
    let mut ids = String::new();
    for message in &messages {
        let name = variant(&message.id);
        // Writing to a string cannot fail.
        let _ = writeln!(variants, "    {name},");
        let _ = writeln!(all, "        Self::{name},");
        let _ = writeln!(ids, "    \"{}\",", message.id);
    }
    format!(
        "\
//! Generated from `locales/en.ftl` by `cargo xtask codegen`; do not edit.

/// A message, named as in the catalogues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {{
{variants}}}

impl Key {{
    pub const ALL: [Key; {count}] = [
{all}    ];

    /// Returns the name the message has in the catalogues.
    pub fn id(self) -> &'static str {{
        IDS[self as usize]
    }}

    /// Returns the key of the message called `id`.
    pub fn from_id(id: &str) -> Option<Self> {{
        Self::ALL.into_iter().find(|key| key.id() == id)
    }}
}}

static IDS: [&str; {count}] = [
{ids}];
"
    )
}

/// Returns the same keys as a TypeScript type, for the portal.
pub fn keys_typescript(en_ftl: &str) -> String {
    let (messages, _problems) = messages(en_ftl);
    let mut source =
        String::from("// Generated from locales/en.ftl by `cargo xtask codegen`; do not edit.\n\n");
    source.push_str("/** A message, named as in the catalogues. */\nexport type MessageKey =");
    for message in &messages {
        // Writing to a string cannot fail.
        let _ = write!(source, "\n  | '{}'", message.id);
    }
    source.push_str(";\n");
    source
}

/// Turns `setting-port` into `SettingPort`.
fn variant(id: &str) -> String {
    id.split(['-', '_'])
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            [first.to_uppercase(), rest.to_owned()]
        })
        .collect()
}
