//! What an attempt is started with: the prompt, and the conversation before it.

use domain::Thread;
use domain::task::Task;
use runner::attempt::Order;
use store::{StoreError, StoredAttempt, StoredMessage, StoredTask, TaskQuery};

use super::settle::GO_ON;
use super::{Marks, Tasks};

/// What is told again of a conversation that the agent has forgotten. The newest part counts most.
const HISTORY_BYTES_MAX: usize = 128 * 1024;
/// Tasks of a thread that are told again.
const HISTORY_TASKS_MAX: u32 = 500;
/// How an attempt ended that never got to its prompt.
pub(super) const NEEDS_LOGIN: &str = "needs_login";

/// One exchange: what the person wrote, and what the agent said last.
struct Turn {
    prompt: String,
    closing: Option<String>,
}

impl Tasks {
    pub(super) async fn order(
        &self,
        stored: &StoredTask,
        thread: &Thread,
        marks: &Marks,
    ) -> Result<Order, String> {
        let order = self.inner.workshop.order(thread, marks);
        let mut order = order.map_err(|error| error.to_string())?;
        let task = &stored.task;
        let turns = self.turns_before(task).await;
        let turns = turns.map_err(|error| error.to_string())?;
        let messages = self.store().messages(task.id).await;
        let messages = messages.map_err(|error| error.to_string())?;
        let attempts = self.store().attempts(task.id).await;
        let attempts = attempts.map_err(|error| error.to_string())?;
        order.prompt = prompt(task, task.attempt, &messages, &attempts);
        order.session.clone_from(&thread.session);
        order.history = history(&turns);
        order.full_auto = thread.full_auto;
        Ok(order)
    }

    /// Returns the exchanges of the thread before the newest attempt of `task`.
    async fn turns_before(&self, task: &Task) -> Result<Vec<Turn>, StoreError> {
        let query = TaskQuery {
            thread: Some(task.thread),
            status: None,
            limit: HISTORY_TASKS_MAX,
        };
        let mut turns = Vec::new();
        for stored in self.store().tasks(query).await? {
            let own = stored.task.id == task.id;
            let messages = self.store().messages(stored.task.id).await?;
            let attempts = self.store().attempts(stored.task.id).await?;
            for attempt in &attempts {
                let is_newest = own && attempt.number == task.attempt;
                if is_newest || attempt.ending.as_deref() == Some(NEEDS_LOGIN) {
                    continue;
                }
                turns.push(Turn {
                    prompt: prompt(&stored.task, attempt.number, &messages, &attempts),
                    closing: attempt.closing.clone(),
                });
            }
            if own {
                break;
            }
        }
        Ok(turns)
    }
}

/// Returns what an attempt is asked to do: what the person wrote for it, and what an attempt before
/// it never got to hear.
fn prompt(
    task: &Task,
    attempt: u32,
    messages: &[StoredMessage],
    attempts: &[StoredAttempt],
) -> String {
    let own = messages
        .iter()
        .filter(|message| message.attempt == Some(attempt))
        .map(|message| message.text.clone());
    let mut parts: Vec<String> = Vec::new();
    let before = attempts.iter().find(|known| known.number + 1 == attempt);
    match before {
        None => parts.push(task.prompt.clone()),
        Some(before) if before.ending.as_deref() == Some(NEEDS_LOGIN) => {
            parts.push(prompt(task, before.number, messages, attempts));
        }
        Some(_) => {}
    }
    parts.extend(own);
    if parts.is_empty() {
        return GO_ON.to_owned();
    }
    parts.join("\n\n")
}

/// Tells a conversation as text, the newest part of it if it is long.
fn history(turns: &[Turn]) -> String {
    let told = turns.iter().map(|turn| {
        let closing = turn.closing.as_deref().unwrap_or("(no answer)");
        format!("Person:\n{}\n\nAgent:\n{closing}\n\n", turn.prompt)
    });
    let told: Vec<String> = told.collect();
    let mut bytes = 0;
    let kept = told.iter().rev().take_while(|turn| {
        bytes += turn.len();
        bytes <= HISTORY_BYTES_MAX
    });
    let kept = kept.count();
    told[told.len() - kept..].concat()
}

#[cfg(test)]
mod tests {
    use domain::{BootId, MessageId, TaskId, ThreadId, Timestamp};
    use store::Lease;

    use super::*;

    fn task() -> Task {
        let id = TaskId::from_random([1; 16]);
        let thread = ThreadId::from_random([2; 16]);
        Task::new(id, thread, "Mend it".into(), Timestamp(0))
    }

    fn attempt(number: u32, ending: &str) -> StoredAttempt {
        StoredAttempt {
            number,
            started_at: Timestamp(0),
            ended_at: Some(Timestamp(1)),
            ending: Some(ending.into()),
            closing: None,
            lease: Lease {
                holder: String::new(),
                boot: BootId(String::new()),
                until_ms: 0,
            },
            trace: None,
            session: None,
            plan: None,
            usage: None,
            output_last: 0,
            output_cut: 0,
        }
    }

    fn message(attempt: u32, text: &str) -> StoredMessage {
        StoredMessage {
            id: MessageId::from_random([3; 16]),
            number: 1,
            at: Timestamp(0),
            interaction: None,
            attempt: Some(attempt),
            text: text.into(),
        }
    }

    #[test]
    fn attempt_is_asked_what_no_attempt_before_it_has_heard() {
        let login = [attempt(1, NEEDS_LOGIN), attempt(2, "complete")];
        let lost = [attempt(1, "interrupted"), attempt(2, "complete")];
        for (number, messages, attempts, expected) in [
            (1, vec![], &login, "Mend it"),
            (1, vec![message(1, "now")], &login, "Mend it\n\nnow"),
            (2, vec![], &login, "Mend it"),
            (2, vec![message(2, "now")], &login, "Mend it\n\nnow"),
            (2, vec![message(2, "now ")], &lost, "now "),
            (2, vec![message(1, "now")], &lost, GO_ON),
        ] {
            assert_eq!(prompt(&task(), number, &messages, attempts), expected);
        }
    }

    #[test]
    fn history_keeps_the_newest_turns_when_it_is_long() {
        let turn = |prompt: &str, bytes| Turn {
            prompt: prompt.into(),
            closing: Some("x".repeat(bytes)),
        };
        let told = history(&[turn("old", HISTORY_BYTES_MAX), turn("new", 10)]);
        assert_eq!(told, "Person:\nnew\n\nAgent:\nxxxxxxxxxx\n\n");
        assert_eq!(history(&[]), "");
    }
}
