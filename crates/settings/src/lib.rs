//! Every setting: its type, default, range, environment name, and where its value comes from. One
//! line in `table.rs` defines a setting; everything else follows from it. The environment beats the
//! file, the file beats the default. This crate reads and writes one TOML file and nothing else:
//! help texts are in the catalogues, under `Definition::message_key`.

mod change;
mod definition;
mod error;
mod field;
mod language;
mod load;
mod one_of;
mod reset;
mod table;
mod value;
mod write;

pub use change::change;
pub use definition::{Definition, Group, Kind, definition, parse_value};
pub use error::SettingsError;
pub use language::language;
pub use load::{Loaded, Source, load};
pub use one_of::{AnnotationFocus, Interface, Language, NotifyTrigger, PreferredDelivery, Theme};
pub use table::{DEFINITIONS, Settings};
pub use value::Value;
