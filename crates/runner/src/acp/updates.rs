//! What an agent tells while it works, in our form. Pure: an update comes in, entries go out.

use agent_client_protocol::v1::schema::{self, SessionUpdate};
use domain::task::output::{Entry, PlanStatus, PlanStep, ToolCall, Usage};
use serde_json::Value;

use super::content;
use super::tools::Tools;
use crate::closing::Closing;

/// Follows one turn.
#[derive(Debug, Default)]
pub(super) struct Turn {
    tools: Tools,
    closing: Closing,
}

impl Turn {
    /// Translates the `params` of a `session/update`. What is not known is kept as it is.
    pub(super) fn update(&mut self, params: &Value) -> Option<Entry> {
        let update = params.get("update").unwrap_or(params);
        match serde_json::from_value(update.clone()) {
            Ok(known) => self.known(known, update),
            Err(_) => Some(unknown(update)),
        }
    }

    /// The whole call that a permission is about. An agent that tells no arguments of a command has
    /// the command in the title.
    pub(super) fn tool(&mut self, update: schema::ToolCallUpdate) -> ToolCall {
        let mut tool = self.tools.update(update);
        if tool.kind == "execute" && tool.input.is_none() {
            tool.command.get_or_insert_with(|| tool.title.clone());
        }
        tool
    }

    pub(super) fn closing(&self) -> String {
        self.closing.text()
    }

    fn known(&mut self, update: SessionUpdate, raw: &Value) -> Option<Entry> {
        let entry = match update {
            SessionUpdate::AgentMessageChunk(chunk) => self.said(chunk),
            SessionUpdate::AgentThoughtChunk(chunk) => Entry::Thought {
                text: content::text(&chunk.content),
            },
            // The person's own words, told back.
            SessionUpdate::UserMessageChunk(_) => return None,
            SessionUpdate::ToolCall(call) => {
                self.closing.tool_called();
                Entry::Tool(self.tools.begin(call))
            }
            SessionUpdate::ToolCallUpdate(update) => Entry::Tool(self.tools.update(update)),
            SessionUpdate::Plan(plan) => Entry::Plan {
                steps: plan.entries.into_iter().map(step).collect(),
            },
            SessionUpdate::UsageUpdate(used) => Entry::Usage(usage(used)),
            SessionUpdate::Notice(notice) => Entry::Notice {
                text: match notice.description {
                    Some(description) => format!("{}: {description}", notice.title),
                    None => notice.title,
                },
            },
            SessionUpdate::AvailableCommandsUpdate(_)
            | SessionUpdate::CurrentModeUpdate(_)
            | SessionUpdate::ConfigOptionUpdate(_)
            | SessionUpdate::SessionInfoUpdate(_)
            | SessionUpdate::CompactionUpdate(_)
            | SessionUpdate::CompactionSummaryChunk(_)
            | _ => unknown(raw),
        };
        Some(entry)
    }

    fn said(&mut self, chunk: schema::ContentChunk) -> Entry {
        let message = chunk.message_id.map(|id| id.to_string());
        let text = content::text(&chunk.content);
        self.closing.said(message.as_deref(), &text);
        Entry::Text { message, text }
    }
}

fn unknown(update: &Value) -> Entry {
    let json = update.to_string();
    Entry::Unknown { json }
}

fn step(entry: schema::PlanEntry) -> PlanStep {
    PlanStep {
        text: entry.content,
        status: match entry.status {
            schema::PlanEntryStatus::InProgress => PlanStatus::InProgress,
            schema::PlanEntryStatus::Completed => PlanStatus::Completed,
            schema::PlanEntryStatus::Pending | _ => PlanStatus::Pending,
        },
    }
}

fn usage(used: schema::UsageUpdate) -> Usage {
    Usage {
        tokens_used: used.used,
        tokens_max: (used.size > 0).then_some(used.size),
        cost: used
            .cost
            .map(|cost| format!("{} {}", cost.amount, cost.currency)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(update: Value, expected: Option<Entry>) {
        let params = json!({"sessionId": "s", "update": update});
        assert_eq!(Turn::default().update(&params), expected, "{params}");
    }

    #[test]
    fn every_kind_of_update_has_its_entry() {
        let text = || json!({"type": "text", "text": "hello"});
        check(
            json!({"sessionUpdate": "agent_message_chunk", "content": text(), "messageId": "m1"}),
            Some(Entry::Text {
                message: Some("m1".into()),
                text: "hello".into(),
            }),
        );
        check(
            json!({"sessionUpdate": "agent_thought_chunk", "content": text()}),
            Some(Entry::Thought {
                text: "hello".into(),
            }),
        );
        check(
            json!({"sessionUpdate": "user_message_chunk", "content": text()}),
            None,
        );
        check(
            json!({"sessionUpdate": "plan", "entries": [
                {"content": "look", "priority": "high", "status": "completed"},
                {"content": "leap", "priority": "low", "status": "in_progress"}]}),
            Some(Entry::Plan {
                steps: vec![
                    PlanStep {
                        text: "look".into(),
                        status: PlanStatus::Completed,
                    },
                    PlanStep {
                        text: "leap".into(),
                        status: PlanStatus::InProgress,
                    },
                ],
            }),
        );
        check(
            json!({"sessionUpdate": "usage_update", "used": 5, "size": 100,
                   "cost": {"amount": 0.12, "currency": "USD"}}),
            Some(Entry::Usage(Usage {
                tokens_used: 5,
                tokens_max: Some(100),
                cost: Some("0.12 USD".into()),
            })),
        );
        check(
            json!({"sessionUpdate": "notice", "severity": "warning", "title": "Slow", "description": "today"}),
            Some(Entry::Notice {
                text: "Slow: today".into(),
            }),
        );
    }

    #[test]
    fn updates_that_are_unknown_or_malformed_are_kept_as_they_are() {
        for update in [
            json!({"sessionUpdate": "dream", "of": ["sheep"]}),
            json!({"sessionUpdate": "tool_call", "title": 7}),
            json!({"sessionUpdate": "current_mode_update", "currentModeId": "plan"}),
            json!("nothing"),
        ] {
            let json = update.to_string();
            check(update, Some(Entry::Unknown { json }));
        }
    }
}
