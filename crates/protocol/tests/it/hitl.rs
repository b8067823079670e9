//! What a `hitl_request` asker receives: success only with a confirmed choice.

use domain::interaction::Confirm;
use domain::interaction::{AnswerDraft, Command, HumanRequestSpec, Interaction};
use domain::{AnswerId, Policy, Responder};
use protocol::AskerResult;
use serde_json::{Value, json};

use crate::given::{SESSION, act, after, ana, asked, choice};

/// Deploy now? Yes or no, with a confirmation or without.
fn request(confirmation: bool) -> Interaction {
    let spec = json!({
        "question": "Deploy now?", "require_confirmation": confirmation,
        "options": [{ "label": "Yes" }, { "id": "no", "label": "No" }],
    });
    let spec: HumanRequestSpec = serde_json::from_value(spec).expect("a spec");
    Interaction {
        question: spec.validate().expect("it is valid").question,
        ..asked(choice("single", |_| {}), Some(60))
    }
}

fn choose(option: &str, confirm: Confirm) -> Command {
    Command::Answer {
        draft: AnswerDraft {
            selected_ids: vec![option.into()],
            ..AnswerDraft::default()
        },
        by: ana(),
        answer_id: AnswerId::from_random([1; 16]),
        confirm,
    }
}

fn cancel(by: Responder) -> Command {
    Command::Cancel {
        note: None,
        by,
        answer_id: AnswerId::from_random([2; 16]),
    }
}

fn result(confirmation: bool, commands: Vec<Command>) -> Value {
    let mut interaction = request(confirmation);
    for command in commands {
        let late = matches!(command, Command::Expire);
        let now = after(if late { 60_000 } else { 1_000 });
        interaction = act(interaction, command, &Policy::default(), &now);
    }
    let result = AskerResult::of(&interaction);
    let result = result.into_hitl().expect("it is a request");
    serde_json::to_value(result).expect("plain values")
}

fn expected(status: &str, chosen: Option<(&str, &str)>, source: &str, message: &str) -> Value {
    let confirmed = status == "confirmed";
    json!({
        "ok": confirmed, "status": status, "confirmed": confirmed,
        "selectedOption": chosen.map(|(label, _)| label),
        "selectedOptionId": chosen.map(|(_, id)| id),
        "source": source, "requestId": SESSION, "message": message,
    })
}

#[test]
fn hitl_result_is_a_success_only_for_a_confirmed_choice() {
    let yes = Some(("Yes", "opt_1"));
    let waiting = "HITL request is still waiting for the person.";
    let canceled = "HITL request was canceled.";
    for (confirmation, commands, expected) in [
        (false, vec![], expected("pending", None, "system", waiting)),
        (
            false,
            vec![choose("opt_1", Confirm::Later)],
            expected(
                "confirmed",
                yes,
                "user",
                "HITL request was answered by the person.",
            ),
        ),
        // Chosen is not confirmed: the agent gets no result before the confirmation.
        (
            true,
            vec![choose("opt_1", Confirm::Later)],
            expected("pending", None, "system", waiting),
        ),
        (
            true,
            vec![choose("no", Confirm::Now)],
            expected(
                "confirmed",
                Some(("No", "no")),
                "user",
                "HITL request was answered and confirmed by the person.",
            ),
        ),
        (
            true,
            vec![choose("opt_1", Confirm::Later), cancel(ana())],
            expected("canceled", None, "user", canceled),
        ),
        (
            false,
            vec![cancel(ana())],
            expected("canceled", None, "user", canceled),
        ),
        (
            false,
            vec![cancel(Responder::Asker)],
            expected(
                "canceled",
                None,
                "system",
                "HITL request was withdrawn by its asker.",
            ),
        ),
        (
            true,
            vec![choose("opt_1", Confirm::Later), Command::Expire],
            expected(
                "timeout",
                None,
                "timeout",
                "HITL request timed out before user confirmation.",
            ),
        ),
        (
            false,
            vec![Command::Expire],
            expected(
                "timeout",
                None,
                "timeout",
                "HITL request timed out before the person answered.",
            ),
        ),
    ] {
        assert_eq!(result(confirmation, commands), expected);
    }
}

#[test]
fn hitl_result_does_not_exist_for_other_kinds_of_questions() {
    let plain = asked(choice("single", |_| {}), None);
    assert_eq!(AskerResult::of(&plain).into_hitl(), None);
}
