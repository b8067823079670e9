//! A conversation with one agent about one directory. Its tasks accumulate; its id never changes.

use serde::{Deserialize, Serialize};

use crate::id::ThreadId;
use crate::interaction::permission::PermissionKind;
use crate::limits::THREAD_TITLE_CHARS_MAX;
use crate::task::output::ToolCall;
use crate::task::timeouts::Limits;
use crate::time::Timestamp;
use crate::words::words;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    pub id: ThreadId,
    pub title: String,
    /// Where the agent works; absolute.
    pub directory: String,
    /// The agent's id.
    pub agent: String,
    /// Whether the agent acts without asking.
    pub full_auto: bool,
    pub limits: Limits,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub archived_at: Option<Timestamp>,
    /// The agent's own name of the conversation, once there is one.
    pub session: Option<String>,
    /// What the person has decided for good.
    pub remembered: Vec<Remembered>,
}

/// A permission that the person gave or refused for good in this thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    pub subject: PermissionSubject,
    pub kind: PermissionKind,
    pub at: Timestamp,
}

/// What a permission is about: the same tool with the same input, and nothing wider. The meaning of
/// "always" within an agent's own session is up to the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionSubject {
    /// The agent's word for the sort of tool.
    pub tool: String,
    /// The command, or else the title of the call.
    pub what: String,
    /// The arguments as JSON, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

words! {
    /// What sort of change of a thread it is.
    ThreadEventKind {
        Created = "created",
        Renamed = "renamed",
        Archived = "archived",
        Restored = "restored",
        FullAutoOn = "full_auto_on",
        FullAutoOff = "full_auto_off",
        Remembered = "remembered",
        Forgotten = "forgotten",
    }
}

/// One fact of a thread's own trail. The agent's session is not among them: it is the machine's
/// bookkeeping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum ThreadEvent {
    Created,
    Renamed { title: String },
    Archived,
    Restored,
    FullAutoOn,
    FullAutoOff,
    Remembered(Remembered),
    Forgotten { subject: PermissionSubject },
}

impl ThreadEvent {
    pub fn kind(&self) -> ThreadEventKind {
        match self {
            Self::Created => ThreadEventKind::Created,
            Self::Renamed { .. } => ThreadEventKind::Renamed,
            Self::Archived => ThreadEventKind::Archived,
            Self::Restored => ThreadEventKind::Restored,
            Self::FullAutoOn => ThreadEventKind::FullAutoOn,
            Self::FullAutoOff => ThreadEventKind::FullAutoOff,
            Self::Remembered(_) => ThreadEventKind::Remembered,
            Self::Forgotten { .. } => ThreadEventKind::Forgotten,
        }
    }
}

impl Thread {
    /// Makes `event` true.
    pub fn apply(&mut self, event: &ThreadEvent, at: Timestamp) {
        self.updated_at = at;
        match event {
            ThreadEvent::Created => {}
            ThreadEvent::Renamed { title } => self.title.clone_from(title),
            ThreadEvent::Archived => self.archived_at = Some(at),
            ThreadEvent::Restored => self.archived_at = None,
            ThreadEvent::FullAutoOn => self.full_auto = true,
            ThreadEvent::FullAutoOff => self.full_auto = false,
            ThreadEvent::Remembered(remembered) => {
                self.forget(&remembered.subject);
                self.remembered.push(remembered.clone());
            }
            ThreadEvent::Forgotten { subject } => self.forget(subject),
        }
    }

    fn forget(&mut self, subject: &PermissionSubject) {
        self.remembered.retain(|known| known.subject != *subject);
    }

    /// Returns what the person has decided for good about this tool call.
    pub fn remembers(&self, tool: &ToolCall) -> Option<PermissionKind> {
        let subject = PermissionSubject::of(tool);
        let known = self.remembered.iter();
        let mut same = known.filter(|known| known.subject == subject);
        same.next().map(|known| known.kind)
    }
}

impl PermissionSubject {
    pub fn of(tool: &ToolCall) -> Self {
        Self {
            tool: tool.kind.clone(),
            what: tool.command.clone().unwrap_or_else(|| tool.title.clone()),
            input: tool.input.clone(),
        }
    }
}

/// Makes a title of the first line of a prompt.
pub fn title_of(prompt: &str) -> String {
    let line = prompt.lines().map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or_default();
    let mut title: String = line.chars().take(THREAD_TITLE_CHARS_MAX).collect();
    if title.len() < line.len() {
        title.pop();
        title.push('…');
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::output::ToolStatus;
    use crate::task::timeouts::Profile;

    fn thread() -> Thread {
        Thread {
            id: ThreadId::from_random([1; 16]),
            title: "Mend the cart".into(),
            directory: "/src/shop".into(),
            agent: "codex".into(),
            full_auto: false,
            limits: Profile::Standard.limits(),
            created_at: Timestamp(1),
            updated_at: Timestamp(1),
            archived_at: None,
            session: None,
            remembered: Vec::new(),
        }
    }

    fn tool(command: &str) -> ToolCall {
        ToolCall {
            id: "call_1".into(),
            title: "Run it".into(),
            kind: "execute".into(),
            status: ToolStatus::Pending,
            command: Some(command.into()),
            locations: Vec::new(),
            diffs: Vec::new(),
            input: None,
            output: None,
        }
    }

    #[test]
    fn thread_remembers_a_lasting_permission_for_the_same_call_only() {
        let mut thread = thread();
        let always = ThreadEvent::Remembered(Remembered {
            subject: PermissionSubject::of(&tool("npm test")),
            kind: PermissionKind::AllowAlways,
            at: Timestamp(2),
        });
        thread.apply(&always, Timestamp(2));
        assert_eq!(
            thread.remembers(&tool("npm test")),
            Some(PermissionKind::AllowAlways)
        );
        for other in ["npm test; rm -rf .", "npm  test", "npm publish"] {
            assert_eq!(thread.remembers(&tool(other)), None, "{other}");
        }
        let subject = PermissionSubject::of(&tool("npm test"));
        thread.apply(&ThreadEvent::Forgotten { subject }, Timestamp(3));
        assert_eq!(thread.remembers(&tool("npm test")), None);
    }

    #[test]
    fn thread_title_is_the_first_line_of_the_prompt_within_its_bound() {
        for (prompt, title) in [
            ("\n  Mend the cart  \nIt loses items.", "Mend the cart"),
            ("", ""),
        ] {
            assert_eq!(title_of(prompt), title);
        }
        let long = title_of(&"ä".repeat(500));
        assert_eq!(long.chars().count(), THREAD_TITLE_CHARS_MAX);
        assert!(long.ends_with('…'));
    }
}
