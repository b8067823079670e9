//! Finished questions of another program, on their way into the history.
//!
//! [`ImportedSession::record`] holds what they must be; senders can check with it in advance.

use std::collections::BTreeMap;

use domain::interaction::choice::ChoiceAsk;
use domain::interaction::record::Record;
use domain::interaction::{
    Answer, AnswerDraft, ChoiceSpec, Interface, OptionSpec, Origin, Outcome, SelectionMode,
};
use domain::{Asker, Responder, Surface, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::time::parse_rfc3339;

/// Finished questions; all of them are imported, or none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The program that kept them; it becomes their asker's name.
    pub source: String,
    /// The project they were asked for; empty when unknown.
    #[serde(default)]
    pub directory: String,
    pub sessions: Vec<ImportedSession>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportedSession {
    /// Its name in the other program.
    pub session_id: String,
    pub title: String,
    pub prompt: String,
    pub selection_mode: String,
    #[serde(default)]
    pub options: Vec<OptionSpec>,
    /// `web` or `terminal`.
    pub interface: String,
    /// RFC 3339.
    pub started_at: String,
    /// RFC 3339.
    pub completed_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<i64>,
    pub outcome: ImportedOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "status", deny_unknown_fields)]
pub enum ImportedOutcome {
    /// A person answered.
    Submitted(ImportedAnswer),
    /// The clock submitted what was recommended.
    AutoSubmitted(ImportedAnswer),
    /// A person cancelled.
    Cancelled {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The agent left before the question was answered.
    Withdrawn,
    Timeout,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ImportedAnswer {
    pub selected_ids: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub option_annotations: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_annotation: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportReply {
    pub imported: u64,
    /// Imported before; left as they are.
    pub known: u64,
    /// Finished longer ago than `retention_days`; left out.
    pub expired: u64,
}

impl ImportedSession {
    /// Returns the record to keep, or everything that keeps it from being valid.
    pub fn record(&self, source: &str, asker: &Asker) -> Result<Record, Vec<Problem>> {
        let mut problems = Vec::new();
        let asked_at = instant("started_at", &self.started_at, &mut problems);
        let closed_at = instant("completed_at", &self.completed_at, &mut problems);
        let ask = match self.ask() {
            Ok(ask) if problems.is_empty() => ask,
            Ok(_) => return Err(problems),
            Err(found) => return Err([problems, found].concat()),
        };
        let interface = ask.interface.unwrap_or(Interface::Web);
        let (outcome, by) = self.decided(&ask, interface)?;
        Ok(Record {
            origin: Origin {
                source: source.to_owned(),
                original_id: self.session_id.clone(),
            },
            asker: asker.clone(),
            ask,
            interface,
            asked_at,
            outcome,
            by,
            // Clocks are set back; an end is never before its beginning.
            closed_at: closed_at.max(asked_at),
            was_delivered: self.outcome != ImportedOutcome::Withdrawn,
        })
    }

    fn ask(&self) -> Result<ChoiceAsk, Vec<Problem>> {
        // The other program let people submit nothing where several could be chosen.
        let is_multi = SelectionMode::parse(&self.selection_mode) == Some(SelectionMode::Multi);
        let options = self.options.to_vec();
        let spec = ChoiceSpec {
            title: Some(self.title.clone()),
            prompt: Some(self.prompt.clone()),
            selection_mode: Some(self.selection_mode.clone()),
            options: Some(options),
            min_selections: is_multi.then_some(0),
            interface: Some(self.interface.clone()),
            timeout_seconds: self.timeout_seconds.filter(|seconds| *seconds > 0),
            ..ChoiceSpec::default()
        };
        spec.validate_record()
            .map_err(|found| found.iter().map(Problem::from).collect())
    }

    fn decided(
        &self,
        ask: &ChoiceAsk,
        interface: Interface,
    ) -> Result<(Outcome, Responder), Vec<Problem>> {
        let person = Responder::Person {
            surface: match interface {
                Interface::Terminal => Surface::Terminal,
                Interface::Auto | Interface::Web | Interface::Elicitation => Surface::Web,
            },
            name: None,
            process: None,
        };
        Ok(match &self.outcome {
            ImportedOutcome::Submitted(answer) => (Outcome::Answered(accept(ask, answer)?), person),
            ImportedOutcome::AutoSubmitted(answer) => {
                (Outcome::Answered(accept(ask, answer)?), Responder::Policy)
            }
            ImportedOutcome::Cancelled { note } => {
                let note = note.clone().filter(|note| !note.trim().is_empty());
                (Outcome::Cancelled { note }, person)
            }
            ImportedOutcome::Withdrawn => (Outcome::Cancelled { note: None }, Responder::Asker),
            ImportedOutcome::Timeout => (Outcome::TimedOut, Responder::Policy),
        })
    }
}

fn accept(ask: &ChoiceAsk, answer: &ImportedAnswer) -> Result<Answer, Vec<Problem>> {
    let draft = AnswerDraft {
        selected_ids: answer.selected_ids.clone(),
        option_notes: answer.option_annotations.clone(),
        global_note: answer.global_annotation.clone(),
        ..AnswerDraft::default()
    };
    ask.choice
        .accept(draft, true)
        .map_err(|found| found.iter().map(Problem::from).collect())
}

fn instant(field: &str, text: &str, problems: &mut Vec<Problem>) -> Timestamp {
    parse_rfc3339(text).unwrap_or_else(|| {
        let message = format!("{field} {text:?} is not an instant of RFC 3339");
        let hint = "Write it like 2026-01-31T09:30:00Z.";
        problems.push(Problem::new("instant_invalid", field, message, hint));
        Timestamp(0)
    })
}
