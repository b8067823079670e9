//! Interactions that the tests start from.

use domain::interaction::{
    AnswerDraft, Choice, ChoiceSpec, Command, Interaction, Interface, OptionSpec, Question, State,
};
use domain::interaction::{Confirm, Pending};
use domain::{
    AnswerId, Asker, BootId, Deadline, InteractionId, Moment, Policy, Principal, Responder,
    Surface, Timestamp,
};

/// 2023-11-14T22:13:20.000Z.
pub(crate) const WALL: i64 = 1_700_000_000_000;
pub(crate) const SESSION: &str = "07070707070707070707070707070707";

/// The instant `ms` after the question was asked.
pub(crate) fn after(ms: u64) -> Moment {
    let wall = Timestamp(WALL + i64::try_from(ms).expect("a test is short"));
    Moment {
        wall,
        boot: BootId("first".into()),
        uptime_ms: 50 + ms,
    }
}

pub(crate) fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

/// Which database? SQLite or Postgres, as that mode asks it.
pub(crate) fn choice(mode: &str, edit: impl FnOnce(&mut ChoiceSpec)) -> Choice {
    let option = |id: &str, label: &str| OptionSpec {
        id: Some(id.into()),
        label: Some(label.into()),
        ..OptionSpec::default()
    };
    let options = vec![
        option("lite", "SQLite"),
        option("pg", "Postgres"),
        option("my", "MySQL"),
    ];
    let mut spec = ChoiceSpec {
        title: Some("Which database?".into()),
        prompt: Some("The shop needs a store; moving later is dear.".into()),
        selection_mode: Some(mode.into()),
        options: (mode != "text_input").then_some(options),
        ..ChoiceSpec::default()
    };
    edit(&mut spec);
    spec.validate().expect("the request is valid").choice
}

pub(crate) fn asked(choice: Choice, timeout_seconds: Option<u64>) -> Interaction {
    let deadline = timeout_seconds.map(|seconds| Deadline::after(&after(0), seconds * 1000));
    Interaction {
        id: InteractionId::from_random([7; 16]),
        asker: Asker {
            principal: Principal::LocalUser { uid: 1000 },
            client: "codex".into(),
            version: None,
            directory: "/src/shop".into(),
        },
        question: Question::Choice(choice),
        interface: Interface::Web,
        asked_at: Timestamp(WALL),
        timeout_seconds,
        asker_left_at: None,
        state: State::Pending(Pending {
            deadline,
            ..Pending::default()
        }),
    }
}

pub(crate) fn act(
    mut interaction: Interaction,
    command: Command,
    policy: &Policy,
    now: &Moment,
) -> Interaction {
    for event in interaction
        .decide(command, policy, now)
        .expect("it is allowed")
    {
        interaction.apply(&event, now.wall);
    }
    interaction
}

pub(crate) fn ana() -> Responder {
    Responder::Person {
        surface: Surface::Web,
        name: Some("Ana".into()),
        process: None,
    }
}

/// Answered by Ana 1.5 s after it was asked.
pub(crate) fn answered(choice: Choice, draft: AnswerDraft) -> Interaction {
    let answer_id = AnswerId::from_random([1; 16]);
    let command = Command::Answer {
        confirm: Confirm::Later,
        draft,
        by: ana(),
        answer_id,
    };
    act(
        asked(choice, Some(300)),
        command,
        &Policy::default(),
        &after(1_500),
    )
}

/// Cancelled 2 s after it was asked.
pub(crate) fn cancelled(choice: Choice, by: Responder, note: Option<&str>) -> Interaction {
    let answer_id = AnswerId::from_random([2; 16]);
    let command = Command::Cancel {
        note: note.map(str::to_owned),
        by,
        answer_id,
    };
    act(
        asked(choice, Some(300)),
        command,
        &Policy::default(),
        &after(2_000),
    )
}

/// Left alone until its deadline, five minutes after it was asked.
pub(crate) fn left_alone(choice: Choice, auto_submit: bool) -> Interaction {
    let policy = Policy {
        auto_submit,
        ..Policy::default()
    };
    act(
        asked(choice, Some(300)),
        Command::Expire,
        &policy,
        &after(300_000),
    )
}
