//! Text for people: the message keys and one catalogue per language.
//!
//! The texts are `locales/*.ftl`, shared with the portal and compiled in here. `Key` is generated
//! from `en.ftl`, so a misspelt key does not compile; `check` keeps the languages alike.

mod catalogue;
mod check;
mod codegen;
#[path = "keys.gen.rs"]
mod keys;
mod language;
mod names;
mod of_task;
mod refusal;
mod syntax;
mod task_names;

pub use catalogue::{Arg, Catalogue, catalogue};
pub use check::check;
pub use codegen::{keys_source, keys_typescript};
pub use keys::Key;
pub use language::{Language, UnknownLanguage};
pub use refusal::RefusalText;
