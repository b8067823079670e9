//! The one line with which every path ends: a marker for programs, then what belongs to it.
//!
//! Parts that are empty are left out. Ids are separated by commas; text that could be mistaken for
//! the next part is written as JSON, and the note on the whole comes last and runs to the end.

use domain::display_safe;
use domain::interaction::Status;
use protocol::{ActionStatus, ChoiceResult, Winner};

/// How a question ended, seen from here.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ending<'a> {
    /// With this result; also when the clock or the person's auto-submit decided.
    Decided(&'a ChoiceResult),
    /// Answered or cancelled elsewhere first.
    Elsewhere {
        session_id: &'a str,
        winner: &'a Winner,
    },
    /// Still open.
    Undecided { session_id: &'a str },
    /// Still open: these are chosen and await their confirmation.
    Chosen {
        session_id: &'a str,
        chosen_ids: &'a [String],
    },
}

/// Writes the line.
pub(crate) fn marker(ending: Ending<'_>) -> String {
    match ending {
        Ending::Decided(result) => decided(result),
        // The question timed out, so no surface decided it.
        Ending::Elsewhere { winner, .. } if winner.status == Status::Timeout => {
            "[TIMEOUT]".to_owned()
        }
        Ending::Elsewhere { session_id, winner } => {
            let surface = winner
                .surface
                .as_ref()
                .map(|surface| format!("surface={surface}"));
            let mut parts = vec![
                "[ANSWERED_ELSEWHERE]".to_owned(),
                format!("session_id={session_id}"),
                format!("status={}", winner.status),
                format!("by={}", winner.kind),
            ];
            parts.extend(surface);
            parts.push(format!("at={}", winner.at));
            safe(&parts)
        }
        Ending::Undecided { session_id } => format!("[UNDECIDED] session_id={session_id}"),
        Ending::Chosen {
            session_id,
            chosen_ids,
        } => safe(&[
            marker(Ending::Undecided { session_id }),
            format!("awaiting_confirmation={}", list(chosen_ids)),
        ]),
    }
}

fn decided(result: &ChoiceResult) -> String {
    let name = match (result.action_status, result.auto_submitted) {
        (ActionStatus::Selected | ActionStatus::CustomInput, Some(true)) => "[AUTO_SUBMITTED]",
        (ActionStatus::Selected | ActionStatus::CustomInput, _) => "[SELECTION_COMPLETE]",
        (ActionStatus::Cancelled, _) => "[CANCELLED]",
        (ActionStatus::Timeout, _) => "[TIMEOUT]",
        (ActionStatus::Pending, _) => {
            return marker(Ending::Undecided {
                session_id: &result.session_id,
            });
        }
    };
    let mut parts = vec![name.to_owned()];
    if !result.selected_ids.is_empty() {
        parts.push(format!("selected={}", list(&result.selected_ids)));
    }
    if let Some(text) = &result.custom_input {
        parts.push(format!("custom_input={}", as_json(text)));
    }
    if !result.option_annotations.is_empty() {
        parts.push(format!(
            "annotations={}",
            as_json(&result.option_annotations)
        ));
    }
    if let Some(note) = &result.global_annotation {
        parts.push(format!("additional_annotation={note}"));
    }
    safe(&parts)
}

fn list(ids: &[String]) -> String {
    let item = |id: &String| {
        let plain = !id.contains(|c: char| c == ',' || c == '"' || c.is_whitespace());
        if plain { id.clone() } else { as_json(id) }
    };
    ids.iter().map(item).collect::<Vec<_>>().join(",")
}

fn as_json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("text and maps of text have a JSON form")
}

fn safe(parts: &[String]) -> String {
    display_safe(&parts.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn result(status: ActionStatus) -> ChoiceResult {
        ChoiceResult {
            session_id: "7f".into(),
            action_status: status,
            selected_ids: Vec::new(),
            custom_input: None,
            option_annotations: BTreeMap::new(),
            global_annotation: None,
            placeholder_used: None,
            hidden_option_ids: Vec::new(),
            auto_submitted: None,
            interface: None,
            answered_by: None,
            waited_ms: None,
            summary: None,
        }
    }

    #[test]
    fn marker_has_one_line_for_every_outcome() {
        let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let selected = ChoiceResult {
            selected_ids: ids(&["a", "b"]),
            ..result(ActionStatus::Selected)
        };
        let odd = ChoiceResult {
            selected_ids: ids(&["a b", "c,d"]),
            ..selected.clone()
        };
        let noted = ChoiceResult {
            option_annotations: BTreeMap::from([("a".into(), "later".into())]),
            global_annotation: Some("not\ntoday".into()),
            ..selected.clone()
        };
        let auto = ChoiceResult {
            auto_submitted: Some(true),
            ..selected.clone()
        };
        let text = ChoiceResult {
            custom_input: Some("use \"x\"\u{1b}".into()),
            ..result(ActionStatus::CustomInput)
        };
        let cancelled = ChoiceResult {
            global_annotation: Some("wrong repo".into()),
            ..result(ActionStatus::Cancelled)
        };
        for (result, line) in [
            (selected, "[SELECTION_COMPLETE] selected=a,b"),
            (odd, r#"[SELECTION_COMPLETE] selected="a b","c,d""#),
            (
                noted,
                r#"[SELECTION_COMPLETE] selected=a,b annotations={"a":"later"} additional_annotation=not<LF>today"#,
            ),
            (auto, "[AUTO_SUBMITTED] selected=a,b"),
            (
                text,
                r#"[SELECTION_COMPLETE] custom_input="use \"x\"\u001b""#,
            ),
            (result(ActionStatus::Selected), "[SELECTION_COMPLETE]"),
            (cancelled, "[CANCELLED] additional_annotation=wrong repo"),
            (result(ActionStatus::Cancelled), "[CANCELLED]"),
            (result(ActionStatus::Timeout), "[TIMEOUT]"),
            (result(ActionStatus::Pending), "[UNDECIDED] session_id=7f"),
        ] {
            assert_eq!(marker(Ending::Decided(&result)), line);
        }
    }

    #[test]
    fn marker_names_the_choice_that_awaits_confirmation() {
        let chosen_ids = ["a".to_owned(), "b c".to_owned()];
        let ending = Ending::Chosen {
            session_id: "7f",
            chosen_ids: &chosen_ids,
        };
        let line = r#"[UNDECIDED] session_id=7f awaiting_confirmation=a,"b c""#;
        assert_eq!(marker(ending), line);
    }

    #[test]
    fn marker_of_a_late_answer_names_winner_place_and_time() {
        let winner = Winner {
            status: Status::Submitted,
            kind: domain::DecidedBy::Person,
            surface: Some(domain::Surface::Web),
            name: None,
            at: "2026-11-15T10:00:00.000Z".into(),
            summary: String::new(),
        };
        assert_eq!(
            marker(Ending::Elsewhere {
                session_id: "7f",
                winner: &winner
            }),
            "[ANSWERED_ELSEWHERE] session_id=7f status=submitted by=person surface=web \
             at=2026-11-15T10:00:00.000Z"
        );
        let late = Winner {
            status: Status::Timeout,
            ..winner
        };
        let ending = Ending::Elsewhere {
            session_id: "7f",
            winner: &late,
        };
        assert_eq!(marker(ending), "[TIMEOUT]");
    }
}
