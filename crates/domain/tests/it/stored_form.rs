//! The stored form of interactions and events, version 1, as committed files.
//!
//! Databases in the field hold these bytes. A change that alters a file here needs a migration;
//! a new variant needs a new file (`UPDATE_SNAPSHOTS=1` writes files that are missing).

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use domain::interaction::{
    Answer, AnswerDraft, Choice, Closed, Event, Interaction, Interface, OptionSpec, Origin,
    Outcome, OutcomeDelivery, Question, State,
};
use domain::interaction::{DeadlineCause, LeaveReason, Pending};
use domain::{
    AgentSign, Asker, Deadline, LocalProcess, PersonalAct, Principal, Responder, Surface, Timestamp,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::given::{
    WALL, after, agents_process, answer_id, approval, asked, choice, every_field, every_value,
    form, ids, of_thread, option, permission, person, put, reply, request_spec, selecting,
};
use crate::kinds::*;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1")
}

/// A question that uses every field.
fn full_question() -> Choice {
    choice("hybrid", |s| {
        let rich = OptionSpec {
            label: Some("SQLite".into()),
            description: Some("one file".into()),
            recommended: Some(true),
            annotation: Some("already in use".into()),
            ..option("a")
        };
        s.options = Some(vec![rich, option("b")]);
        s.placeholder = Some("another one".into());
        s.placeholder_visible = Some(true);
        s.default_selection_ids = Some(ids(&["a"]));
        s.max_selections = Some(2);
        s.single_submit_mode = Some(false);
        s.global_annotation = Some("by Friday".into());
        s.annotations_enabled = Some(true);
        s.risk = Some("destructive".into());
    })
}

/// An answer that uses every field.
fn full_answer() -> Answer {
    let draft = AnswerDraft {
        text: Some("and keep the log".into()),
        option_notes: [("a".to_owned(), "for now".to_owned())].into(),
        global_note: Some("ask again in May".into()),
        hidden_ids: ids(&["b"]),
        placeholder_shown: true,
        ..selecting(&["a"])
    };
    full_question()
        .accept(draft, true)
        .expect("it fits the question")
}

fn plain_answer() -> Answer {
    let question = choice("single", |_| {});
    question
        .accept(selecting(&["b"]), true)
        .expect("it fits the question")
}

fn ana() -> Responder {
    Responder::Person {
        surface: Surface::Web,
        name: Some("Ana".into()),
        process: None,
    }
}

fn closed(
    outcome: Outcome,
    by: Responder,
    answer: Option<u8>,
    delivery: OutcomeDelivery,
) -> Interaction {
    let at = Timestamp(WALL + 9_000);
    let answer_id = answer.map(answer_id);
    let state = State::Closed(Closed {
        outcome,
        by,
        at,
        answer_id,
        delivery,
    });
    Interaction {
        state,
        ..asked(choice("single", |_| {}), Some(300))
    }
}

/// A request that uses every field, with something chosen.
fn request() -> Interaction {
    let spec = request_spec(|spec| {
        spec.require_confirmation = Some(true);
        spec.confirmation_message = Some("It cannot be undone.".into());
        spec.default_option = Some("b".into());
        spec.metadata = Some(r#"{"ticket":7}"#.into());
    });
    let mut interaction = put(spec.validate().expect("it is valid").question, None);
    let chosen = Event::Chosen {
        answer: plain_answer(),
        by: ana(),
        answer_id: answer_id(4),
    };
    interaction.apply(&chosen, Timestamp(WALL + 3_000));
    interaction
}

/// A form with every kind of field, answered.
fn answered_form() -> Interaction {
    let form = form(every_field());
    let draft = AnswerDraft {
        fields: every_value(),
        ..AnswerDraft::default()
    };
    let question = Question::Form(form);
    let answer = question.accept(draft, true).expect("it is valid");
    let State::Closed(closed) = closed(
        Outcome::Answered(answer),
        ana(),
        Some(5),
        OutcomeDelivery::Saved,
    )
    .state
    else {
        unreachable!("it is closed");
    };
    Interaction {
        state: State::Closed(closed),
        ..of_thread(question)
    }
}

fn interactions() -> Vec<(&'static str, Interaction)> {
    let full = Interaction {
        asker: Asker {
            principal: Principal::Token { id: "t1".into() },
            client: "claude-code".into(),
            version: None,
            directory: String::new(),
        },
        interface: Interface::Terminal,
        asker_left_at: Some(Timestamp(WALL + 5_000)),
        state: State::Pending(Pending {
            deadline: Some(Deadline::after(&after(2_000), 60_000)),
            typing_extensions: 3,
            seen_on: vec![
                Surface::Web,
                Surface::Terminal,
                Surface::Cli,
                Surface::Elicitation,
            ],
            draft_started: true,
            agent_refusals: 0,
            chosen: None,
        }),
        ..asked(full_question(), Some(60))
    };
    let answered = Interaction {
        question: full.question.clone(),
        ..closed(
            Outcome::Answered(full_answer()),
            ana(),
            Some(1),
            OutcomeDelivery::Delivered {
                at: Timestamp(WALL + 9_001),
            },
        )
    };
    let automatic = Outcome::Answered(plain_answer());
    let refused = Outcome::Cancelled {
        note: Some("wrong branch".into()),
    };
    let withdrawn = Outcome::Cancelled { note: None };
    let cli = person(Surface::Cli);
    vec![
        ("pending_plain", asked(choice("text_input", |_| {}), None)),
        ("pending_full", full),
        ("pending_request", request()),
        ("pending_approval", put(approval(), Some(60))),
        (
            "pending_reply",
            of_thread(Question::Reply(reply(&["Postgres"]))),
        ),
        (
            "pending_permission",
            of_thread(Question::Permission(permission())),
        ),
        ("closed_form", answered_form()),
        ("closed_answered", answered),
        (
            "closed_auto_submitted",
            closed(automatic, Responder::Policy, None, OutcomeDelivery::Saved),
        ),
        (
            "closed_cancelled",
            closed(refused, cli, Some(2), OutcomeDelivery::Saved),
        ),
        (
            "closed_withdrawn",
            closed(withdrawn, Responder::Asker, Some(3), OutcomeDelivery::Saved),
        ),
        (
            "closed_timed_out",
            closed(
                Outcome::TimedOut,
                Responder::Policy,
                None,
                OutcomeDelivery::Saved,
            ),
        ),
    ]
}

fn events() -> Vec<(&'static str, Event)> {
    let moved = |cause| Event::DeadlineMoved {
        deadline: Some(Deadline::after(&after(2_000), 60_000)),
        cause,
    };
    let by_person = DeadlineCause::Person {
        surface: Surface::Web,
    };
    let cancelled = |note: Option<&str>, by| Event::Cancelled {
        note: note.map(str::to_owned),
        by,
        answer_id: answer_id(2),
    };
    vec![
        ("event_asked", Event::Asked),
        (
            "event_viewed",
            Event::Viewed {
                surface: Surface::Terminal,
            },
        ),
        (
            "event_draft_started",
            Event::DraftStarted {
                surface: Surface::Elicitation,
            },
        ),
        ("event_deadline_moved_by_person", moved(by_person)),
        (
            "event_deadline_moved_by_typing",
            moved(DeadlineCause::Typing),
        ),
        (
            "event_deadline_moved_by_reboot",
            moved(DeadlineCause::Reboot),
        ),
        (
            "event_deadline_lifted",
            Event::DeadlineMoved {
                deadline: None,
                cause: by_person,
            },
        ),
        (
            "event_interface_switched",
            Event::InterfaceSwitched {
                to: Interface::Terminal,
                surface: Surface::Web,
            },
        ),
        (
            "event_chosen",
            Event::Chosen {
                answer: plain_answer(),
                by: ana(),
                answer_id: answer_id(4),
            },
        ),
        (
            "event_confirmed",
            Event::Confirmed {
                surface: Surface::Cli,
            },
        ),
        (
            "event_answered",
            Event::Answered {
                answer: full_answer(),
                by: ana(),
                answer_id: Some(answer_id(1)),
            },
        ),
        (
            "event_auto_submitted",
            Event::Answered {
                answer: plain_answer(),
                by: Responder::Policy,
                answer_id: None,
            },
        ),
        (
            "event_cancelled",
            cancelled(Some("wrong branch"), person(Surface::Cli)),
        ),
        ("event_withdrawn", cancelled(None, Responder::Asker)),
        ("event_timed_out", Event::TimedOut),
        (
            "event_answered_in_agents_terminal",
            Event::Answered {
                answer: plain_answer(),
                by: Responder::Person {
                    surface: Surface::AgentTerminal,
                    name: None,
                    process: Some(Box::new(agents_process())),
                },
                answer_id: Some(answer_id(5)),
            },
        ),
        (
            "event_agent_refused",
            Event::AgentRefused {
                act: PersonalAct::Cancel,
                process: agents_process(),
            },
        ),
        (
            "event_agent_refused_by_variable",
            Event::AgentRefused {
                act: PersonalAct::See,
                process: LocalProcess {
                    terminal: None,
                    agent: Some(AgentSign::Variable {
                        variable: "CLAUDECODE".into(),
                        agent: "Claude Code".into(),
                    }),
                    ..agents_process()
                },
            },
        ),
        (
            "event_agent_refused_by_terminal",
            Event::AgentRefused {
                act: PersonalAct::Extend,
                process: LocalProcess {
                    agent: Some(AgentSign::SharesTerminal {
                        pid: 4_242,
                        program: "/usr/bin/codex".into(),
                    }),
                    ..agents_process()
                },
            },
        ),
        (
            "event_asker_left_cancelled",
            Event::AskerLeft {
                reason: LeaveReason::Cancelled,
            },
        ),
        (
            "event_asker_left_disconnected",
            Event::AskerLeft {
                reason: LeaveReason::Disconnected,
            },
        ),
        (
            "event_asker_left_hub_restarted",
            Event::AskerLeft {
                reason: LeaveReason::HubRestarted,
            },
        ),
        ("event_asker_returned", Event::AskerReturned),
        ("event_delivered", Event::Delivered),
        (
            "event_imported",
            Event::Imported(Origin {
                source: "another-server".into(),
                original_id: "7f3a".into(),
            }),
        ),
    ]
}

fn check<T>(name: &str, value: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let path = directory().join(format!("{name}.json"));
    let written = serde_json::to_value(value).expect("it can be stored");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() && !path.exists() {
        let text = serde_json::to_string_pretty(&written).expect("it can be printed");
        std::fs::write(&path, text + "\n").expect("the fixture can be written");
    }
    let stored = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; see the top of this file", path.display()));
    let parsed: Value = serde_json::from_str(&stored).expect("the fixture is JSON");
    assert_eq!(written, parsed, "{name}: the stored form has changed");
    let read: T = serde_json::from_str(&stored).expect("what was stored can be read");
    assert_eq!(
        &read, value,
        "{name}: what was stored means something else now"
    );
}

#[test]
fn interaction_has_the_same_stored_form_as_in_earlier_releases() {
    for (name, interaction) in interactions() {
        check(name, &interaction);
    }
}

#[test]
fn event_has_the_same_stored_form_as_in_earlier_releases() {
    for (name, event) in events() {
        check(name, &event);
        let tag = serde_json::to_value(&event).expect("it can be stored")["type"].clone();
        assert_eq!(
            tag,
            event.kind().as_str(),
            "the stored tag and the shown name are one"
        );
    }
}

#[test]
fn stored_form_files_cover_every_state_outcome_and_event() {
    let events = events();
    let kinds: BTreeSet<_> = events.iter().map(|(_, event)| event_kind(event)).collect();
    assert_eq!(kinds, EVENTS.iter().copied().collect());
    let interactions = interactions();
    let states: BTreeSet<_> = interactions
        .iter()
        .map(|(_, i)| state_kind(&i.state))
        .collect();
    assert_eq!(states, STATES.iter().copied().collect());
    let closed: Vec<&Closed> = interactions
        .iter()
        .filter_map(|(_, i)| i.closed())
        .collect();
    let outcomes: BTreeSet<_> = closed.iter().map(|c| outcome_kind(&c.outcome)).collect();
    assert_eq!(outcomes, OUTCOMES.iter().copied().collect());
    let responders: BTreeSet<_> = closed.iter().map(|c| responder_kind(&c.by)).collect();
    assert_eq!(responders, RESPONDERS.iter().copied().collect());
    let deliveries: BTreeSet<_> = closed.iter().map(|c| delivery_kind(&c.delivery)).collect();
    assert_eq!(deliveries, DELIVERIES.iter().copied().collect());
}

#[test]
fn stored_form_files_all_belong_to_a_tested_value() {
    let mut named: BTreeSet<String> = interactions()
        .iter()
        .map(|(name, _)| format!("{name}.json"))
        .collect();
    named.extend(events().iter().map(|(name, _)| format!("{name}.json")));
    let files = std::fs::read_dir(directory()).expect("the fixtures are there");
    let found: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, named);
}

#[test]
fn state_parses_without_fields_that_were_added_later() {
    let old = r#"{"phase":"pending","deadline":null}"#;
    let read: State = serde_json::from_str(old).expect("it can be read");
    assert_eq!(read, State::Pending(Pending::default()));
}
