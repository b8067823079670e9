//! Which tools a client gets, and for whom it works.

/// The tools of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolName {
    ProvideChoice,
    HitlRequest,
    RequestUserChoice,
    AskHuman,
    ReportOutcome,
}

impl ToolName {
    pub const ALL: [Self; 5] = [
        Self::ProvideChoice,
        Self::HitlRequest,
        Self::RequestUserChoice,
        Self::AskHuman,
        Self::ReportOutcome,
    ];

    /// Returns the name that models call it by.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ProvideChoice => "provide_choice",
            Self::HitlRequest => "hitl_request",
            Self::RequestUserChoice => "requestUserChoice",
            Self::AskHuman => "ask_human",
            Self::ReportOutcome => "report_outcome",
        }
    }

    /// Finds a tool by its name; the second name of `hitl_request` is what it was first called
    /// elsewhere.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "human_intervention_request" {
            return Some(Self::HitlRequest);
        }
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }

    /// Whether it makes sense only for an agent that the hub runs.
    pub fn needs_thread(self) -> bool {
        match self {
            Self::ReportOutcome => true,
            Self::ProvideChoice | Self::HitlRequest | Self::RequestUserChoice | Self::AskHuman => {
                false
            }
        }
    }
}

/// The agent of a task that the hub runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningAttempt {
    /// What proves it to the hub.
    pub key: String,
    /// How long a call may wait before the agent would give up on it. Then it ends with a ticket:
    /// the answer is the agent's next message.
    pub ticket_seconds: u64,
}

/// What one client is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub tools: Vec<ToolName>,
    /// Set for an agent that the hub runs.
    pub attempt: Option<RunningAttempt>,
}

/// For ordinary clients.
impl Default for Offer {
    fn default() -> Self {
        Self {
            tools: vec![ToolName::ProvideChoice, ToolName::HitlRequest],
            attempt: None,
        }
    }
}

impl Offer {
    /// Returns what an agent that the hub runs is offered: everything.
    pub fn in_thread(attempt: RunningAttempt) -> Self {
        Self {
            tools: ToolName::ALL.to_vec(),
            attempt: Some(attempt),
        }
    }

    pub(crate) fn has(&self, tool: ToolName) -> bool {
        self.tools.contains(&tool)
    }

    pub(crate) fn later(&self) -> Later {
        match self.attempt {
            Some(_) => Later::NextMessage,
            None => Later::Poll,
        }
    }
}

/// How an answer comes that was not there in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Later {
    /// The client calls again.
    Poll,
    /// It begins the next turn of the agent.
    NextMessage,
}
