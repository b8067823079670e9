//! Opening a browser for the person, where there is one. Supplied from outside.

/// Something that can show a page to the person at this machine.
pub trait Browser: Send + Sync {
    /// Whether there is a screen to show it on.
    fn can_open(&self) -> bool;
    /// Opens a link to the portal. May take its time; called off the async threads.
    fn open(&self, url: &str);
}
