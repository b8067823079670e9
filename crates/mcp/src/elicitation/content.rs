//! What came back from a client's form, as a decision to relay. Whether it fits is not judged here.

use protocol::{Delivery, DraftBody, Form, RelayedDecision};
use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::Value;

use super::fields::{CHOICE, TEXT};

/// Returns what to relay; `None` when the person only followed a link and decides there.
pub(super) fn read(result: &ElicitResult, delivery: &Delivery) -> Option<RelayedDecision> {
    match (&result.action, delivery) {
        (ElicitationAction::Accept, Delivery::Form(form)) => {
            let content = result.content.as_ref().unwrap_or(&Value::Null);
            Some(RelayedDecision::Answered(draft(content, form)))
        }
        (ElicitationAction::Accept, Delivery::Link { .. } | Delivery::Wait | Delivery::Task) => {
            None
        }
        // Declining a form and closing it say the same: no answer will come.
        (_, _) => Some(RelayedDecision::Cancelled),
    }
}

fn draft(content: &Value, form: &Form) -> DraftBody {
    DraftBody {
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
        placeholder_shown: form
            .text
            .as_ref()
            .is_some_and(|text| text.placeholder.is_some()),
        ..DraftBody::default()
    }
}

#[cfg(test)]
mod tests {
    use protocol::FormText;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_person_did_is_read_as_it_is() {
        let form = Delivery::Form(Form {
            message: "Which?".into(),
            select: None,
            text: Some(FormText {
                title: "Your answer".into(),
                placeholder: Some("a path".into()),
                required: true,
            }),
        });
        let link = Delivery::Link {
            message: "Which?".into(),
        };
        let answered = |selected_ids: &[&str], text: Option<&str>| {
            Some(RelayedDecision::Answered(DraftBody {
                selected_ids: selected_ids.iter().map(|id| (*id).into()).collect(),
                text: text.map(Into::into),
                placeholder_shown: true,
                ..DraftBody::default()
            }))
        };
        for (delivery, given, expected) in [
            (
                &form,
                json!({ "action": "accept", "content": { "choice": "a" } }),
                answered(&["a"], None),
            ),
            (
                &form,
                json!({ "action": "accept", "content": { "choice": ["b", "a"], "text": "x" } }),
                answered(&["b", "a"], Some("x")),
            ),
            (
                &form,
                json!({ "action": "accept", "content": { "choice": "", "text": "" } }),
                answered(&[], Some("")),
            ),
            (
                &form,
                json!({ "action": "accept", "content": { "choice": 7, "text": null } }),
                answered(&[], None),
            ),
            (&form, json!({ "action": "accept" }), answered(&[], None)),
            (
                &form,
                json!({ "action": "decline" }),
                Some(RelayedDecision::Cancelled),
            ),
            (
                &form,
                json!({ "action": "cancel", "content": { "choice": "a" } }),
                Some(RelayedDecision::Cancelled),
            ),
            (&link, json!({ "action": "accept" }), None),
            (
                &link,
                json!({ "action": "decline" }),
                Some(RelayedDecision::Cancelled),
            ),
        ] {
            let result: ElicitResult = serde_json::from_value(given.clone()).unwrap();
            assert_eq!(read(&result, delivery), expected, "{given}");
        }
    }
}
