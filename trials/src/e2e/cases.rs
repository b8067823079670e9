//! The questions of `e2e/cases.json`, one per selection mode, with an answer and what it must give.

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value};

use xtask::workspace::Workspace;

pub(super) struct Case {
    pub(super) name: String,
    arguments: Map<String, Value>,
    /// Arguments of `sayso answer` after the id.
    pub(super) answer: Vec<String>,
    expected: Map<String, Value>,
}

/// Reads the cases.
pub(super) fn read(workspace: &Workspace) -> Result<Vec<Case>> {
    let text = std::fs::read_to_string(workspace.root.join("e2e/cases.json"))?;
    let cases: Vec<Value> = serde_json::from_str(&text).context("e2e/cases.json")?;
    cases
        .iter()
        .map(|case| parse(case).with_context(|| format!("e2e/cases.json: {case}")))
        .collect()
}

fn parse(case: &Value) -> Result<Case> {
    let object = |name: &str| {
        case[name]
            .as_object()
            .cloned()
            .with_context(|| format!("{name} is missing"))
    };
    let answer = case["answer"].as_array().context("answer is missing")?;
    Ok(Case {
        name: case["name"].as_str().context("name is missing")?.to_owned(),
        arguments: object("arguments")?,
        answer: answer
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        expected: object("expected")?,
    })
}

impl Case {
    /// The question as asked by `label`, so that each call has a different title.
    pub(super) fn request(&self, label: &str) -> Value {
        let mut arguments = self.arguments.clone();
        arguments.insert("title".into(), self.title(label).into());
        arguments.insert("interface".into(), "web".into());
        arguments.insert("timeout_seconds".into(), 120.into());
        Value::Object(arguments)
    }

    pub(super) fn title(&self, label: &str) -> String {
        format!(
            "{} ({label})",
            self.arguments["title"].as_str().unwrap_or_default()
        )
    }

    /// Compares a tool's structured content with what the answer must give.
    pub(super) fn verify(&self, structured: &Value) -> Result<()> {
        let mut seen = structured
            .as_object()
            .context("no structured content")?
            .clone();
        for name in ["session_id", "waited_ms", "summary"] {
            ensure!(
                seen.remove(name).is_some(),
                "{name} is missing in {structured}"
            );
        }
        let by = seen.get_mut("answered_by").and_then(Value::as_object_mut);
        if let Some(by) = by {
            ensure!(
                by.remove("at").is_some(),
                "answered_by.at is missing in {structured}"
            );
            by.remove("name");
        }
        let mut expected = self.expected.clone();
        expected.insert("interface".into(), "web".into());
        expected.insert(
            "answered_by".into(),
            serde_json::json!({"kind": "person", "surface": "cli"}),
        );
        ensure!(
            seen == expected,
            "expected {}, got {structured}",
            Value::Object(expected)
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn case() -> Case {
        parse(&json!({
            "name": "single", "arguments": {"title": "T"}, "answer": ["--select", "a"],
            "expected": {"action_status": "selected", "selected_ids": ["a"]},
        }))
        .unwrap()
    }

    #[test]
    fn e2e_case_puts_its_label_into_the_title() {
        let expected = json!({"title": "T (x)", "interface": "web", "timeout_seconds": 120});
        assert_eq!(case().request("x"), expected);
    }

    #[test]
    fn e2e_case_compares_the_whole_result_except_ids_and_times() {
        let mut result = json!({
            "session_id": "i", "waited_ms": 1, "summary": "s", "interface": "web",
            "answered_by": {"kind": "person", "surface": "cli", "at": "t", "name": "n"},
            "action_status": "selected", "selected_ids": ["a"],
        });
        case().verify(&result).unwrap();
        result["custom_input"] = json!("more");
        assert!(case().verify(&result).is_err());
    }
}
