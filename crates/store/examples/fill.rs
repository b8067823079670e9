//! Fills a database with finished questions, for measurements of a long history:
//!
//! ```sh
//! cargo run --release -p store --example fill -- DATABASE FROM TO
//! ```
//!
//! Writes the questions numbered from FROM up to TO through the store's own import, a thousand
//! in a transaction, so that every guard of the schema and both hash chains hold. Ids count up:
//! random ones would touch most pages of four indexes in each transaction, and lists use none of them.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on has failed"
)]

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use domain::interaction::{
    AnswerDraft, Choice, ChoiceSpec, Event, Interaction, Interface, OptionSpec, Origin, Question,
    State,
};
use domain::{AnswerId, Asker, InteractionId, Principal, Responder, Surface, Timestamp};
use store::{Import, Interactions, Recording, SqliteStore, Store};

const PER_TRANSACTION: usize = 1_000;
/// One was decided in each of the last so many seconds; retention must allow 24 days.
const SPAN_MS: i64 = 2_000_000_000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [database, from, to] = arguments.as_slice() else {
        panic!("three arguments are needed: DATABASE FROM TO");
    };
    let numbers: Vec<u64> = (from.parse().unwrap()..to.parse().unwrap()).collect();
    let now = now();
    let store = SqliteStore::open(Path::new(database)).await.unwrap();
    let choice = choice();
    for batch in numbers.chunks(PER_TRANSACTION) {
        let recordings = batch.iter().map(|&number| recording(number, now, &choice));
        let done = store.import(recordings.collect(), now).await.unwrap();
        let new = done.iter().filter(|one| matches!(one, Import::Done(_)));
        assert_eq!(new.count(), batch.len(), "some of them were there already");
    }
    store.close().await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "the hub that reads this applies retention by the real clock"
)]
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap())
}

/// One question stands for all: what differs is who asked, where, when, and how it ended.
fn choice() -> Choice {
    let option = |id: &str, description: &str| OptionSpec {
        id: Some(id.into()),
        description: Some(description.into()),
        ..OptionSpec::default()
    };
    let spec = ChoiceSpec {
        title: Some("Which key for the orders table?".into()),
        prompt: Some("The import needs a key that stays the same when orders are merged.".into()),
        selection_mode: Some("single".into()),
        options: Some(vec![
            option("natural", "Shop and order number"),
            option("surrogate", "A number of our own"),
        ]),
        ..ChoiceSpec::default()
    };
    spec.validate().unwrap().choice
}

fn recording(number: u64, now: Timestamp, choice: &Choice) -> Recording {
    let closed_at = Timestamp(now.0 - SPAN_MS + i64::try_from(number).unwrap() * 1000);
    Recording {
        interaction: Interaction {
            id: InteractionId::from_random(u128::from(number + 1).to_be_bytes()),
            asker: Asker {
                principal: Principal::LocalUser { uid: 1000 },
                client: ["claude-code", "codex", "gemini-cli"][spread(number, 3)].into(),
                version: None,
                directory: format!("/src/project-{}", spread(number, 20)),
            },
            question: Question::Choice(choice.clone()),
            interface: Interface::Web,
            asked_at: Timestamp(closed_at.0 - 30_000),
            timeout_seconds: None,
            asker_left_at: None,
            state: State::Pending(Default::default()),
        },
        digest: format!("{number:064x}"),
        origin: Origin {
            source: "load".into(),
            original_id: number.to_string(),
        },
        closed: closed(number, choice),
        closed_at,
        was_delivered: false,
    }
}

fn closed(number: u64, choice: &Choice) -> Event {
    let answer_id = AnswerId::from_random(u128::from(number + 1).to_be_bytes());
    let by = Responder::Person {
        surface: Surface::Web,
        name: None,
        process: None,
    };
    match number % 10 {
        0 => Event::TimedOut,
        1 => Event::Cancelled {
            note: None,
            by,
            answer_id,
        },
        _ => {
            let draft = AnswerDraft {
                selected_ids: vec!["natural".into()],
                ..AnswerDraft::default()
            };
            Event::Answered {
                answer: choice.accept(draft, true).unwrap(),
                by,
                answer_id: Some(answer_id),
            }
        }
    }
}

fn spread(number: u64, over: u64) -> usize {
    usize::try_from(number % over).unwrap()
}
