//! The confirmation of a request, and approvals.

use super::*;
use crate::given::{approval, chosen, request};
use crate::model::question::{Focus, GUARD_MS, SecondStep};

fn confirming(focus: SecondStep) -> Stage {
    Stage::Confirming { focus }
}

fn confirm(chosen_id: &str) -> Effect {
    Effect::Confirm {
        id: ID.into(),
        chosen_id: chosen_id.into(),
    }
}

fn decline() -> Effect {
    Effect::Cancel {
        id: ID.into(),
        note: None,
    }
}

fn replied(detail: InteractionDetail) -> Message {
    Message::Decided(ID.into(), Ok(Box::new(detail)))
}

fn loaded(detail: InteractionDetail) -> Message {
    Message::Loaded(ID.into(), Ok(Box::new(detail)))
}

fn refused(code: &str) -> Message {
    let error = protocol::ApiError::new(code, "something else is chosen now");
    Message::Decided(ID.into(), Err(Trouble::Refused(Box::new(error))))
}

/// A model that shows the confirmation and accepts keys.
fn at_second_step() -> Model {
    let mut model = showing(chosen(request(Some("Sure?")), "pg", "terminal", "c1"));
    assert_eq!(stage(&model), &confirming(SecondStep::Change));
    model.clock.ms += GUARD_MS;
    model
}

#[test]
fn human_request_focuses_the_default_without_selection_or_fields() {
    let mut model = showing(request(None));
    let question = model.question.as_ref().unwrap();
    assert_eq!(question.focus, Focus::Option(1));
    assert!(question.draft.selected.is_empty());
    let stops = [0, 1, 2].map(Focus::Option);
    assert_eq!(question.stops()[..3], stops);
    assert_eq!(question.stops()[3..], [Focus::Submit, Focus::Cancel]);
    assert_eq!(type_keys(&mut model, "Nnot\t"), []);
    let sent = type_keys(&mut model, "\n\n");
    assert_eq!(answers(&sent), [&selected(&["pg"])]);
}

#[test]
fn confirmation_ignores_early_keys_and_never_starts_on_confirm() {
    let mut model = showing(request(Some("Sure?")));
    let sent = type_keys(&mut model, "\n\n");
    assert_eq!(answers(&sent), [&selected(&["pg"])]);
    let detail = chosen(request(Some("Sure?")), "pg", "terminal", "c1");
    assert_eq!(update(&mut model, replied(detail)), []);
    assert_eq!(stage(&model), &confirming(SecondStep::Change));
    assert_eq!(
        type_keys(&mut model, "1\n3"),
        [],
        "typed before it was seen"
    );
    model.clock.ms += GUARD_MS;
    assert_eq!(type_keys(&mut model, "k\n"), [confirm("c1")]);
    assert_eq!(stage(&model), &Stage::Sending);
    let done = answered_elsewhere(request(Some("Sure?")));
    let result = done.decided().unwrap().clone();
    let finish = Effect::Finish(Finish::Decided(Box::new(result)));
    assert_eq!(update(&mut model, replied(done)), [finish]);
}

#[test]
fn confirmation_has_a_digit_for_every_action() {
    assert_eq!(type_keys(&mut at_second_step(), "1"), [confirm("c1")]);
    assert_eq!(type_keys(&mut at_second_step(), "3"), [decline()]);
    assert_eq!(type_keys(&mut at_second_step(), "j\n"), [decline()]);
    for keys in ["2", "\n", ESC] {
        let mut model = at_second_step();
        assert_eq!(type_keys(&mut model, keys), [], "{keys:?}");
        assert_eq!(stage(&model), &Stage::Answering);
        let question = model.question.as_ref().unwrap();
        assert_eq!(question.focus, Focus::Option(1));
    }
}

#[test]
fn confirmation_shows_another_option_after_it_is_chosen() {
    let mut model = at_second_step();
    let sent = type_keys(&mut model, "2k\n\n");
    assert_eq!(answers(&sent), [&selected(&["lite"])]);
    let detail = chosen(request(Some("Sure?")), "lite", "terminal", "c2");
    update(&mut model, replied(detail));
    model.clock.ms += GUARD_MS;
    assert_eq!(type_keys(&mut model, "1"), [confirm("c2")]);
}

#[test]
fn confirmation_can_be_cancelled_with_a_reason_or_returned_to() {
    let mut model = at_second_step();
    assert_eq!(update(&mut model, control('c')), []);
    assert_eq!(stage(&model), &Stage::Cancelling);
    type_keys(&mut model, ESC);
    assert_eq!(stage(&model), &confirming(SecondStep::Change));
    assert_eq!(type_keys(&mut model, "c\n"), [decline()]);
    let mut model = at_second_step();
    update(&mut model, control('c'));
    assert_eq!(update(&mut model, control('c')), [undecided()]);
    assert_eq!(type_keys(&mut at_second_step(), "q"), [undecided()]);
}

#[test]
fn confirmation_opens_for_a_choice_made_elsewhere_and_ignores_early_keys() {
    let mut model = showing(request(Some("Sure?")));
    type_keys(&mut model, "k");
    let detail = chosen(request(Some("Sure?")), "files", "web", "w1");
    let changed = ServerMessage::Changed {
        event: "chosen".into(),
        seq: 2,
        subject: protocol::ChangedSubject::Interaction {
            interaction: detail.summary.clone(),
        },
    };
    let effects = update(&mut model, live(changed));
    assert_eq!(effects, [Effect::Load(ID.into())]);
    update(&mut model, loaded(detail));
    assert_eq!(stage(&model), &confirming(SecondStep::Change));
    assert_eq!(type_keys(&mut model, "1"), []);
    model.clock.ms += GUARD_MS;
    assert_eq!(type_keys(&mut model, "1"), [confirm("w1")]);
}

#[test]
fn dismissed_confirmation_reopens_only_for_another_choice() {
    let mut model = at_second_step();
    type_keys(&mut model, ESC);
    let same = chosen(request(Some("Sure?")), "pg", "terminal", "c1");
    update(&mut model, loaded(same));
    assert_eq!(stage(&model), &Stage::Answering);
    let other = chosen(request(Some("Sure?")), "lite", "web", "w1");
    update(&mut model, loaded(other));
    assert_eq!(stage(&model), &confirming(SecondStep::Change));
}

#[test]
fn confirmation_of_a_replaced_choice_shows_the_current_one() {
    let mut model = at_second_step();
    type_keys(&mut model, "1");
    let effects = update(&mut model, refused("other_chosen"));
    assert_eq!(effects, [Effect::Load(ID.into())]);
    assert_eq!(
        model.notice.as_ref().unwrap().text,
        "another option was chosen in the meantime: check it, then confirm or choose again"
    );
    let other = chosen(request(Some("Sure?")), "lite", "web", "w1");
    update(&mut model, loaded(other));
    model.clock.ms += GUARD_MS;
    assert_eq!(type_keys(&mut model, "1"), [confirm("w1")]);
}

#[test]
fn confirmation_elsewhere_closes_the_question() {
    let mut model = at_second_step();
    let effects = update(&mut model, loaded(answered_elsewhere(request(None))));
    assert!(
        matches!(&effects[..], [Effect::Finish(Finish::Elsewhere { .. })]),
        "{effects:?}"
    );
}

#[test]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects, and anything else fails it"
)]
fn approval_is_possible_only_after_the_whole_action_was_shown() {
    let argv = ["sh", "-c", &"echo one; ".repeat(150)];
    let mut model = showing(approval(&argv, "to see"));
    model.size = (80, 24);
    update(&mut model, Message::Woke);
    assert!(model.question.as_ref().unwrap().unread().is_some());
    assert_eq!(type_keys(&mut model, "1\n"), []);
    assert_eq!(update(&mut model, control('s')), []);
    let said = model.notice.take().unwrap().text;
    assert!(said.contains("more lines to read"), "{said}");
    for _ in 0..20 {
        update(&mut model, key(KeyCode::PageDown));
    }
    assert_eq!(model.question.as_ref().unwrap().unread(), None);
    let sent = update(&mut model, control('s'));
    assert_eq!(answers(&sent), [&selected(&["approve"])]);
    let digest = sent.iter().find_map(|effect| match effect {
        Effect::Answer { digest, .. } => Some(digest.as_str()),
        _ => None,
    });
    assert_eq!(digest, Some("d1"));
}

#[test]
fn denial_needs_neither_reading_nor_typing_even_for_a_destructive_action() {
    let argv = ["sh", "-c", &"echo one; ".repeat(150)];
    let mut detail = approval(&argv, "");
    detail.question.risk = Risk::Destructive;
    let mut model = showing(detail);
    let question = model.question.as_ref().unwrap();
    assert!(question.draft.selected.is_empty());
    let sent = type_keys(&mut model, "j\n\n");
    assert_eq!(answers(&sent), [&selected(&["deny"])]);
}

#[test]
fn narrower_screen_restarts_the_reading_of_an_action() {
    let argv = ["sh", "-c", &"echo one; ".repeat(150)];
    let mut model = showing(approval(&argv, ""));
    update(&mut model, Message::Woke);
    update(&mut model, key(KeyCode::PageDown));
    assert!(model.question.as_ref().unwrap().prompt_top > 0);
    model.size = (60, 20);
    update(&mut model, Message::Resized);
    let question = model.question.as_ref().unwrap();
    assert_eq!(question.prompt_top, 0);
    assert!(question.unread().is_some());
}
