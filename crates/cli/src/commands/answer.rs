//! `sayso answer ID`: a person's answer from the command line.

use std::collections::BTreeMap;

use clap::Args;
use client::ClientError;
use i18n::Key;
use protocol::{AnswerDraft, AnswerRequest, ConfirmRequest, InteractionDetail, QuestionView};

use super::show;
use crate::args::help;
use crate::context::Context;
use crate::describe::{self, short_id};
use crate::describe_task;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::field_values;
use crate::input::text_or_standard_input;
use crate::markers::{Ending, marker};
use crate::option_names;
use crate::output;
use crate::suggestion::answer_command;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
    #[arg(long, value_name = "OPT", help = help(Key::CliAnswerSelect))]
    select: Vec<String>,
    #[arg(long, conflicts_with = "select", help = help(Key::CliAnswerNone))]
    none: bool,
    #[arg(long, value_name = "OPT=TEXT", value_parser = note, help = help(Key::CliAnswerNote))]
    note: Vec<(String, String)>,
    #[arg(long, value_name = "TEXT", help = help(Key::CliAnswerAnnotation))]
    annotation: Option<String>,
    #[arg(long, value_name = "TEXT", help = help(Key::CliAnswerText))]
    text: Option<String>,
    #[arg(long, value_name = "FIELD=VALUE", help = help(Key::CliAnswerSet))]
    set: Vec<String>,
    #[arg(long, help = help(Key::CliConfirmFlag))]
    confirm: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, mut arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let detail = client.detail(&arguments.id).await?;
    let id = detail.summary.session_id.clone();
    let as_json = arguments.json;
    if arguments.only_confirms() {
        let request = confirmation(context, &detail)?;
        let sent = client.confirm(&id, &request).await;
        return finish(context, &id, sent, None, as_json);
    }
    let question = &detail.question;
    let action = question.action.iter().flat_map(describe::action);
    let tool = question.tool.iter().flat_map(describe_task::tool);
    for line in action.chain(tool).filter(|_| !as_json) {
        // Print the action first: a person who approves on the command line must see what will run.
        output::note(&line);
    }
    let text = arguments.text.take().map(text_or_standard_input);
    arguments.text = text.transpose()?;
    let usable = answer_command(context, &id, &detail.question);
    let confirm = arguments.confirm;
    let draft = arguments.draft(&detail.question);
    let request = AnswerRequest {
        answer_id: client::fresh_answer_id(),
        confirm,
        answer: draft.map_err(|failure| failure.with_hint(usable.clone()))?,
        digest: Some(detail.digest),
    };
    let sent = client.answer(&id, &request).await;
    finish(context, &id, sent, Some(usable), as_json)
}

/// Reports what became of it; what was wrong with an answer is followed by one that fits.
fn finish(
    context: &Context,
    id: &str,
    sent: Result<InteractionDetail, ClientError>,
    usable: Option<String>,
    as_json: bool,
) -> Result<Exit, Failure> {
    let failure = match sent {
        Ok(answered) => return Ok(end(context, &answered, as_json)),
        Err(error) => lost(context, id, error.into(), as_json),
    };
    let is_invalid = !failure.error.problems.is_empty();
    Err(match usable.filter(|_| is_invalid) {
        Some(usable) => failure.with_hint(usable),
        None => failure,
    })
}

/// Builds the confirmation of the current choice, and prints that choice.
fn confirmation(context: &Context, detail: &InteractionDetail) -> Result<ConfirmRequest, Failure> {
    // The hub refuses a question that is decided already, and says who was first.
    let open = detail.result.is_none();
    let id = &detail.summary.session_id;
    let usable = || answer_command(context, id, &detail.question);
    if open && detail.question.confirmation.is_none() {
        return Err(
            Failure::new("no_second_step", say(Key::CliConfirmNoneNeeded)).with_hint(usable()),
        );
    }
    let Some(chosen) = &detail.chosen else {
        if !open {
            return Ok(ConfirmRequest {
                answer_id: client::fresh_answer_id(),
                chosen_id: client::fresh_answer_id(),
            });
        }
        return Err(Failure::new("nothing_chosen", say(Key::CliConfirmNothing)).with_hint(usable()));
    };
    output::note(&describe::chosen_line(
        Key::CliConfirmConfirming,
        detail,
        chosen,
    ));
    Ok(ConfirmRequest {
        answer_id: client::fresh_answer_id(),
        chosen_id: chosen.answer_id.clone(),
    })
}

/// Prints what became of it. A choice that awaits its confirmation is not an answer yet.
fn end(context: &Context, answered: &InteractionDetail, as_json: bool) -> Exit {
    let id = &answered.summary.session_id;
    if as_json {
        output::json(&show::as_json(answered));
    }
    match (answered.decided(), &answered.chosen) {
        (Some(result), _) => {
            if !as_json {
                output::line(&marker(Ending::Decided(result)));
            }
            Exit::Done
        }
        (None, chosen) => {
            if !as_json {
                let chosen_ids = chosen.as_ref().map(|chosen| &chosen.selected_ids[..]);
                output::line(&marker(Ending::Chosen {
                    session_id: id,
                    chosen_ids: chosen_ids.unwrap_or_default(),
                }));
            }
            let command = context.command_line(&["answer", short_id(id), "--confirm"]);
            let option = chosen
                .as_ref()
                .map(|chosen| describe::labels(answered, chosen));
            let option = option.unwrap_or_default();
            let args = [("option", (&option).into()), ("command", (&command).into())];
            output::note(&tell(Key::CliConfirmChosen, &args));
            Exit::Undecided
        }
    }
}

/// Ends a lost race with its marker; the words follow on standard error.
pub(super) fn lost(context: &Context, id: &str, failure: Failure, as_json: bool) -> Failure {
    let Some(winner) = &failure.error.winner else {
        return failure;
    };
    if !as_json {
        output::line(&marker(Ending::Elsewhere {
            session_id: id,
            winner,
        }));
    }
    let show = context.command_line(&["show", short_id(id)]);
    failure.with_hint(show)
}

impl Arguments {
    /// Whether nothing is answered: what is chosen already counts from now on.
    fn only_confirms(&self) -> bool {
        let answers = !self.select.is_empty()
            || self.none
            || !self.note.is_empty()
            || self.annotation.is_some()
            || self.text.is_some()
            || !self.set.is_empty();
        self.confirm && !answers
    }

    /// Builds the answer on what the asker filled in, as a form would.
    fn draft(self, question: &QuestionView) -> Result<AnswerDraft, Failure> {
        let named = |given: &String| option_names::id_of(&question.options, given);
        let selected_ids = match (self.none, self.select.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => question.default_selection_ids.clone(),
            (false, false) => self.select.iter().map(named).collect::<Result<_, _>>()?,
        };
        let mut option_notes: BTreeMap<String, String> = question
            .options
            .iter()
            .filter(|_| question.annotations_enabled)
            .filter_map(|option| Some((option.id.clone(), option.annotation.clone()?)))
            .collect();
        for (option, note) in self.note {
            option_notes.insert(named(&option)?, note);
        }
        let prepared = question
            .global_annotation
            .clone()
            .filter(|_| question.annotations_enabled);
        Ok(AnswerDraft {
            selected_ids,
            text: self.text,
            option_notes,
            global_note: self.annotation.or(prepared),
            hidden_ids: Vec::new(),
            // This surface never shows it.
            placeholder_shown: false,
            fields: field_values::read(&question.fields, &self.set)?,
        })
    }
}

fn note(text: &str) -> Result<(String, String), String> {
    let (option, note) = text
        .split_once('=')
        .ok_or_else(|| say(Key::CliAnswerNoteInvalid))?;
    Ok((option.to_owned(), note.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A question as the hub sends it.
    fn question() -> QuestionView {
        let option =
            |id: &str| json!({"id": id, "label": id, "recommended": false, "default": id == "b"});
        let mut noted = option("a");
        noted["annotation"] = json!("prepared");
        let question = json!({
            "title": "Which?",
            "prompt": "Which of the two?",
            "prompt_blocks": [],
            "kind": "choice", "selection_mode": "multi",
            "options": [noted, option("b")],
            "default_selection_ids": ["b"],
            "min_selections": 0,
            "max_selections": 2,
            "placeholder_visible": false,
            "single_submit_mode": false,
            "annotations_enabled": true,
            "global_annotation": "all",
            "risk": "normal",
        });
        serde_json::from_value(question).unwrap()
    }

    fn given() -> Arguments {
        Arguments {
            id: "7f".into(),
            select: Vec::new(),
            none: false,
            note: Vec::new(),
            annotation: None,
            text: None,
            set: Vec::new(),
            confirm: false,
            json: false,
        }
    }

    fn notes(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(id, note)| ((*id).to_owned(), (*note).to_owned()))
            .collect()
    }

    #[test]
    fn answer_without_arguments_sends_the_agents_defaults_and_notes() {
        let expected = AnswerDraft {
            selected_ids: vec!["b".into()],
            option_notes: notes(&[("a", "prepared")]),
            global_note: Some("all".into()),
            ..AnswerDraft::default()
        };
        assert_eq!(given().draft(&question()).unwrap(), expected);
    }

    #[test]
    fn answer_arguments_replace_the_agents_defaults_and_notes() {
        let arguments = Arguments {
            select: vec!["1".into()],
            note: vec![("A".into(), "mine".into()), ("b".into(), String::new())],
            annotation: Some("new".into()),
            text: Some("words".into()),
            ..given()
        };
        let expected = AnswerDraft {
            selected_ids: vec!["a".into()],
            text: Some("words".into()),
            option_notes: notes(&[("a", "mine"), ("b", "")]),
            global_note: Some("new".into()),
            ..AnswerDraft::default()
        };
        assert_eq!(arguments.draft(&question()).unwrap(), expected);
    }

    #[test]
    fn answer_none_selects_nothing_and_sends_no_hidden_notes() {
        let arguments = Arguments {
            none: true,
            ..given()
        };
        let question = QuestionView {
            annotations_enabled: false,
            ..question()
        };
        assert_eq!(arguments.draft(&question).unwrap(), AnswerDraft::default());
    }

    #[test]
    fn note_argument_is_split_at_the_first_equals_sign() {
        assert_eq!(note("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert!(note("a").is_err());
    }
}
