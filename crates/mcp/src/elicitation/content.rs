//! What came back from a client's form, as a decision to relay. Whether it fits is not judged here.

use protocol::{AnswerDraft, ClientStep, RelayedDecision};
use rmcp::model::{ElicitResult, ElicitationAction};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{CHOICE, TEXT};

/// What the client was asked to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shown {
    Form { placeholder: bool },
    Link,
}

impl Shown {
    /// Returns what a question is shown as; `None` when it does not go through the client.
    pub(super) fn of(delivery: &ClientStep) -> Option<Self> {
        match delivery {
            ClientStep::Form(form) => {
                let text = form.text.as_ref();
                let placeholder = text.is_some_and(|text| text.placeholder.is_some());
                Some(Self::Form { placeholder })
            }
            ClientStep::Link { .. } => Some(Self::Link),
            ClientStep::Wait | ClientStep::McpTask => None,
        }
    }
}

/// Returns what to relay; `None` when the person only followed a link and decides there.
pub(super) fn read(result: &ElicitResult, shown: Shown) -> Option<RelayedDecision> {
    match (&result.action, shown) {
        (ElicitationAction::Accept, Shown::Form { placeholder }) => {
            let content = result.content.as_ref().unwrap_or(&Value::Null);
            Some(RelayedDecision::Answered(draft(content, placeholder)))
        }
        (ElicitationAction::Accept, Shown::Link) => None,
        // Declining a form and closing it say the same: no answer will come.
        (_, Shown::Form { .. } | Shown::Link) => Some(RelayedDecision::Cancelled),
    }
}

fn draft(content: &Value, placeholder_shown: bool) -> AnswerDraft {
    AnswerDraft {
        selected_ids: match &content[CHOICE] {
            // An optional field that was left alone may come back as an empty text.
            Value::String(id) if id.is_empty() => Vec::new(),
            Value::String(id) => vec![id.clone()],
            Value::Array(ids) => ids
                .iter()
                .filter_map(|id| id.as_str().map(str::to_owned))
                .collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
        },
        text: content[TEXT].as_str().map(str::to_owned),
        placeholder_shown,
        ..AnswerDraft::default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn elicitation_result_is_read_as_the_persons_decision() {
        let form = Shown::Form { placeholder: true };
        let link = Shown::Link;
        let answered = |selected_ids: &[&str], text: Option<&str>| {
            Some(RelayedDecision::Answered(AnswerDraft {
                selected_ids: selected_ids.iter().map(|id| (*id).into()).collect(),
                text: text.map(Into::into),
                placeholder_shown: true,
                ..AnswerDraft::default()
            }))
        };
        for (shown, given, expected) in [
            (
                form,
                json!({ "action": "accept", "content": { "choice": "a" } }),
                answered(&["a"], None),
            ),
            (
                form,
                json!({ "action": "accept", "content": { "choice": ["b", "a"], "text": "x" } }),
                answered(&["b", "a"], Some("x")),
            ),
            (
                form,
                json!({ "action": "accept", "content": { "choice": "", "text": "" } }),
                answered(&[], Some("")),
            ),
            (
                form,
                json!({ "action": "accept", "content": { "choice": 7, "text": null } }),
                answered(&[], None),
            ),
            (form, json!({ "action": "accept" }), answered(&[], None)),
            (
                form,
                json!({ "action": "decline" }),
                Some(RelayedDecision::Cancelled),
            ),
            (
                form,
                json!({ "action": "cancel", "content": { "choice": "a" } }),
                Some(RelayedDecision::Cancelled),
            ),
            (link, json!({ "action": "accept" }), None),
            (
                link,
                json!({ "action": "decline" }),
                Some(RelayedDecision::Cancelled),
            ),
        ] {
            let result: ElicitResult = serde_json::from_value(given.clone()).unwrap();
            assert_eq!(read(&result, shown), expected, "{given}");
        }
    }
}
