//! What tasks need of the world around the engine: programs to run, and words for people.

use std::path::PathBuf;

use domain::Thread;
use domain::task::Expiry;
use runner::attempt::Order;

/// Where agents and their surroundings come from.
pub trait Workshop: Send + Sync {
    /// Returns what to start for a thread: its agent with its environment. The caller fills in the
    /// prompt and the conversation.
    fn order(&self, thread: &Thread, marks: &Marks) -> Result<Order, WorkshopError>;

    /// Refuses a name that no agent has.
    fn knows(&self, agent: &str) -> Result<(), WorkshopError>;

    /// Directories in which no agent may work, besides the root of the file system.
    fn forbidden(&self) -> Vec<PathBuf>;
}

/// What names an attempt to the world.
#[derive(Debug, Clone)]
pub struct Marks {
    /// The mark of its processes.
    pub name: String,
    /// What proves that a caller of the hub's tools is the agent of this attempt.
    pub secret: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkshopError {
    #[error("there is no agent called {0}")]
    UnknownAgent(String),
    #[error("{0}")]
    Unusable(String),
}

/// The hub's own words around what agents say, in the person's language.
pub trait TaskWords: Send + Sync {
    /// Words for the choice between the ways to go on.
    fn ways_on(&self, halt: &Halt, thread: &Thread) -> WaysOn;

    /// What is noted when a permission is given without asking.
    fn allowed_unasked(&self, what: &str, because_of_full_auto: bool) -> String;

    /// What is noted when a permission is refused without asking.
    fn refused_unasked(&self, what: &str) -> String;

    /// Why a turn that its agent broke off failed.
    fn broken_off(&self, stop: runner::attempt::Stop) -> String;

    /// Words for a page that the agent wants the person to visit.
    fn visit(&self, message: &str, url: &str) -> WaysOn;

    /// What is said when processes of an attempt cannot be ended.
    fn remains(&self, pids: &str) -> String;
}

/// Why a task stopped on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    Expired {
        expiry: Expiry,
        after_seconds: u64,
    },
    Interrupted,
    /// The person refused something, and the agent ended its turn without a word about it.
    Refused,
    /// The sentence says what is missing and where to set it.
    NeedsLogin {
        message: String,
    },
}

/// The choice between the ways to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaysOn {
    pub title: String,
    pub prompt: String,
    pub go_on: String,
    pub complete: Option<String>,
    pub give_up: String,
}
