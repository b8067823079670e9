//! The processes of this machine, as the kernel tells of them.
//!
//! Reading only, but for one thing: [`Identity::signal`] reaches exactly the process that was seen,
//! however often its number has been used again since. On Linux everything comes from `/proc`,
//! elsewhere from `ps`, which tells less: no environment, and starts only to the second.

mod identity;
#[cfg(target_os = "linux")]
mod kernel_files;
#[cfg(any(test, not(target_os = "linux")))]
mod ps;
mod stat;

pub use identity::Identity;
#[cfg(target_os = "linux")]
pub use identity::ticks_since_boot;
#[cfg(target_os = "linux")]
pub use kernel_files::{environment, path, read, table};
#[cfg(not(target_os = "linux"))]
pub use ps::{environment, table};
pub use stat::Stat;
