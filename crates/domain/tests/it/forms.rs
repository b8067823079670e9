//! Which questions a form in the asker's own client, or the hand-off command on a terminal that
//! the agent opened, may answer. A new kind of question adds rows.

use domain::interaction::{
    Command, Confirm, DeadlineChange, Interface, PreferredDelivery, Question, Refusal,
};
use domain::{Policy, Surface};

use crate::given::{
    after, answer_id, approval, asked, choice, confirmed_question, form, permission, person, reply,
    request_spec, selecting,
};

fn questions() -> Vec<(&'static str, Question, bool)> {
    let destructive = |mode| {
        let choice = choice(mode, |spec| spec.risk = Some("destructive".into()));
        Question::Choice(choice)
    };
    let plain_request = request_spec(|_| {})
        .validate()
        .expect("it is valid")
        .question;
    let plain = |mode| Question::Choice(choice(mode, |_| {}));
    vec![
        ("single", plain("single"), true),
        ("multi", plain("multi"), true),
        ("text_input", plain("text_input"), true),
        ("hybrid", plain("hybrid"), true),
        ("destructive single", destructive("single"), false),
        ("destructive multi", destructive("multi"), false),
        ("destructive text_input", destructive("text_input"), false),
        ("destructive hybrid", destructive("hybrid"), false),
        ("request", plain_request, true),
        ("request with confirmation", confirmed_question(), false),
        ("approval", approval(), false),
        ("reply", Question::Reply(reply(&["a"])), false),
        ("permission", Question::Permission(permission()), false),
        ("form", Question::Form(form(Vec::new())), false),
    ]
}

#[test]
fn form_may_answer_only_a_plain_choice_without_confirmation() {
    for (name, question, expected) in questions() {
        assert_eq!(question.may_be_answered_by_form(), expected, "{name}");
    }
}

#[test]
fn form_answer_is_refused_unless_setting_and_question_allow_it() {
    for allowed in [false, true] {
        let policy = Policy {
            delivery: if allowed {
                PreferredDelivery::Elicitation
            } else {
                PreferredDelivery::Wait
            },
            ..Policy::default()
        };
        for (name, question, formable) in questions() {
            let mut interaction = asked(choice("single", |_| {}), Some(300));
            interaction.question = question;
            let answer = Command::Answer {
                draft: selecting(&["a"]),
                by: person(Surface::Elicitation),
                answer_id: answer_id(1),
                confirm: Confirm::Now,
            };
            let cancel = Command::Cancel {
                note: None,
                by: person(Surface::Elicitation),
                answer_id: answer_id(1),
            };
            for command in [answer, cancel] {
                let decision = interaction.decide(command, &policy, &after(1_000));
                let refused = decision == Err(Refusal::NotByForm);
                assert_eq!(refused, !(allowed && formable), "{name}, {allowed}");
            }
        }
    }
}

#[test]
fn agent_terminal_may_answer_only_handed_off_questions_without_risk() {
    let there = Surface::AgentTerminal;
    let by = || person(there);
    let answer_id = answer_id(1);
    for interface in [Interface::Web, Interface::Terminal, Interface::Elicitation] {
        for (name, question, harmless) in questions() {
            let mut interaction = asked(choice("single", |_| {}), Some(300));
            (interaction.question, interaction.interface) = (question, interface);
            let acts = [
                Command::View { surface: there },
                Command::Touch { surface: there },
                Command::SetDeadline {
                    change: DeadlineChange::Add { seconds: 60 },
                    surface: there,
                },
                Command::SwitchInterface {
                    to: Interface::Web,
                    surface: there,
                },
                Command::Answer {
                    draft: selecting(&["a"]),
                    by: by(),
                    answer_id,
                    confirm: Confirm::Now,
                },
                Command::Confirm {
                    chosen: answer_id,
                    by: by(),
                    answer_id,
                },
                Command::Cancel {
                    note: None,
                    by: by(),
                    answer_id,
                },
            ];
            let allowed = harmless && interface == Interface::Terminal;
            for act in acts {
                let decision = interaction.decide(act.clone(), &Policy::default(), &after(1_000));
                let refused = decision == Err(Refusal::NotInAgentsTerminal);
                assert_eq!(refused, !allowed, "{name}, {interface:?}, {act:?}");
            }
        }
    }
}
