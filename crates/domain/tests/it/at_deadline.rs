//! A deadline does what surfaces say about it.

use domain::Policy;
use domain::interaction::{AtDeadline, Command, Event, Question};

use crate::given::{after, approval, choice, confirmed_question, ids, put};

/// Returns what is said before the deadline and what the deadline then brings about.
fn said_and_done(question: Question, policy: &Policy) -> (Option<AtDeadline>, AtDeadline) {
    let pending = put(question, Some(300));
    let events = pending.decide(Command::Expire, policy, &after(300_000));
    let done = match events.expect("it is due").as_slice() {
        [Event::Answered { .. }] => AtDeadline::DefaultIsSent,
        [Event::TimedOut] => AtDeadline::TimesOut,
        other => panic!("unexpected: {other:?}"),
    };
    (pending.outline().at_deadline(policy), done)
}

#[test]
fn at_deadline_predicts_what_expiry_does() {
    let off = Policy::default();
    let on = Policy {
        auto_submit: true,
        ..Policy::default()
    };
    let on_without_notes = Policy {
        annotations: false,
        placeholder_visible: false,
        ..on.clone()
    };
    let defaults =
        |edit: fn(&mut domain::interaction::ChoiceSpec)| Question::Choice(choice("single", edit));
    let prepared = || defaults(|spec| spec.default_selection_ids = Some(ids(&["a"])));
    let noted = || {
        defaults(|spec| {
            spec.default_selection_ids = Some(ids(&["a"]));
            spec.global_annotation = Some("as last time".into());
        })
    };
    for (policy, question, expected) in [
        (&off, prepared(), AtDeadline::TimesOut),
        (&on, prepared(), AtDeadline::DefaultIsSent),
        (&on_without_notes, prepared(), AtDeadline::DefaultIsSent),
        (&on_without_notes, noted(), AtDeadline::DefaultIsSent),
        (&on, noted(), AtDeadline::DefaultIsSent),
        // Nothing is preselected or recommended, so there is nothing to send.
        (&on, defaults(|_| {}), AtDeadline::TimesOut),
        (
            &on,
            defaults(|spec| {
                spec.default_selection_ids = Some(ids(&["a"]));
                spec.risk = Some("destructive".into());
            }),
            AtDeadline::TimesOut,
        ),
        (&on, confirmed_question(), AtDeadline::TimesOut),
        (&on, approval(), AtDeadline::TimesOut),
        (
            &on,
            Question::Choice(choice("text_input", |_| {})),
            AtDeadline::TimesOut,
        ),
    ] {
        let shown = format!("{question:?}");
        let found = said_and_done(question, policy);
        assert_eq!(found, (Some(expected), expected), "{shown}");
    }
    assert_eq!(put(prepared(), None).outline().at_deadline(&on), None);
}
