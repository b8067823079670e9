//! Builders of interactions, and what a backend must offer to be tested.

use std::path::PathBuf;
use std::sync::Arc;

use domain::interaction::{
    Answer, AnswerDraft, Choice, ChoiceSpec, Event, Interaction, Interface, OptionSpec, Question,
    State,
};
use domain::{
    AnswerId, Asker, BootId, Deadline, InteractionId, Moment, Principal, Responder, Surface,
    Timestamp,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use store::{
    Append, Create, NewInteraction, PendingLimits, Recorded, SharedStore, SqliteStore, Store,
    Stored,
};
use tempfile::TempDir;

/// A place for one store, and a way past it.
pub(crate) trait Backend: Sized {
    async fn fresh() -> Self;
    /// Opens the store of this place; a second time only after the first was closed.
    async fn open(&self) -> SharedStore;
    /// Runs SQL on another connection; the guards of the schema are in place.
    async fn behind(&self, sql: &'static str) -> Result<u64, sqlx::Error>;
    /// Reads one number on another connection.
    async fn number(&self, sql: &'static str) -> i64;
    /// Runs SQL with the guards removed, as a person with the file and a tool would.
    async fn tamper(&self, sql: &'static str);
}

pub(crate) struct Sqlite {
    directory: TempDir,
}

impl Sqlite {
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("store.db")
    }

    pub(crate) async fn connect(&self) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(self.path())
            .create_if_missing(true)
            .connect()
            .await
            .unwrap()
    }

    /// Reads one text on another connection.
    pub(crate) async fn text(&self, sql: &'static str) -> String {
        let mut connection = self.connect().await;
        let text = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        text.unwrap()
    }
}

impl Backend for Sqlite {
    async fn fresh() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    async fn open(&self) -> SharedStore {
        Arc::new(SqliteStore::open(&self.path()).await.unwrap())
    }

    async fn behind(&self, sql: &'static str) -> Result<u64, sqlx::Error> {
        let mut connection = self.connect().await;
        let done = sqlx::raw_sql(sql).execute(&mut connection).await;
        connection.close().await.unwrap();
        Ok(done?.rows_affected())
    }

    async fn number(&self, sql: &'static str) -> i64 {
        let mut connection = self.connect().await;
        let number = sqlx::query_scalar(sql)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        number
    }

    async fn tamper(&self, sql: &'static str) {
        let mut connection = self.connect().await;
        let guards = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
        let guards: Vec<String> = sqlx::query_scalar(guards)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        for guard in guards {
            let drop = AssertSqlSafe(format!("DROP TRIGGER {guard}"));
            sqlx::raw_sql(drop).execute(&mut connection).await.unwrap();
        }
        let done = sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        assert_ne!(done.rows_affected(), 0, "nothing was tampered with: {sql}");
        connection.close().await.unwrap();
    }
}

pub(crate) const PLENTY: PendingLimits = PendingLimits {
    per_asker: 1_000,
    per_store: 10_000,
    bytes_per_principal: 100_000_000,
    bytes_per_store: 100_000_000,
};

/// The wall clock of the tests, in seconds after an arbitrary start.
pub(crate) fn second(seconds: i64) -> Timestamp {
    Timestamp(1_700_000_000_000 + seconds * 1000)
}

pub(crate) fn id(number: u128) -> InteractionId {
    InteractionId::from_random(number.to_be_bytes())
}

/// A question with two options and room for text, asked in second `number`.
pub(crate) fn question(number: u32) -> NewInteraction {
    titled(number, &format!("Question {number}"))
}

pub(crate) fn titled(number: u32, title: &str) -> NewInteraction {
    let option = |id: &str| OptionSpec {
        id: Some(id.into()),
        ..OptionSpec::default()
    };
    let spec = ChoiceSpec {
        title: Some(title.into()),
        prompt: Some(format!(
            "Moving the shop to another host. Is step {number} wanted?"
        )),
        selection_mode: Some("hybrid".into()),
        options: Some(vec![option("yes"), option("no")]),
        ..ChoiceSpec::default()
    };
    let interaction = Interaction {
        id: id(u128::from(number)),
        asker: asker("codex", "/src/shop"),
        question: Question::Choice(spec.validate().unwrap().choice),
        interface: Interface::Web,
        asked_at: second(i64::from(number)),
        timeout_seconds: None,
        asker_left_at: None,
        state: State::Pending(Default::default()),
    };
    NewInteraction {
        interaction,
        digest: format!("digest-{number}"),
        call: None,
    }
}

pub(crate) fn asker(client: &str, directory: &str) -> Asker {
    Asker {
        principal: Principal::LocalUser { uid: 1000 },
        client: client.into(),
        version: Some("1.2".into()),
        directory: directory.into(),
    }
}

pub(crate) fn deadline(uptime_ms: u64, duration_ms: u64) -> Deadline {
    let armed = Moment {
        wall: second(0),
        boot: BootId("boot".into()),
        uptime_ms,
    };
    Deadline::after(&armed, duration_ms)
}

/// The uptime at which questions with a deadline are asked.
pub(crate) const ARMED_AT_MS: u64 = 5_000;

/// The question with a deadline that it was asked with.
pub(crate) fn with_timeout(mut new: NewInteraction, seconds: u64) -> NewInteraction {
    let mut deadline = deadline(ARMED_AT_MS, seconds * 1000);
    deadline.armed.wall = new.interaction.asked_at;
    new.interaction.timeout_seconds = Some(seconds);
    new.interaction.state = State::Pending(domain::interaction::Pending {
        deadline: Some(deadline),
        ..domain::interaction::Pending::default()
    });
    new
}

pub(crate) async fn ask(store: &dyn Store, new: NewInteraction) -> Stored {
    match store.create(new, PLENTY).await.unwrap() {
        Create::Done(recorded) => recorded.stored,
        other @ (Create::Known(_)
        | Create::AskerFull
        | Create::StoreFull
        | Create::PrincipalBytesFull
        | Create::StoreBytesFull) => panic!("{other:?}"),
    }
}

pub(crate) async fn append(
    store: &dyn Store,
    current: &Stored,
    events: &[Event],
    at: Timestamp,
) -> Recorded {
    match store.append(current, events, at).await.unwrap() {
        Append::Done(recorded) => recorded,
        Append::Conflict => panic!("another writer was first"),
    }
}

/// Asks `number` and closes it in second `closed`.
pub(crate) async fn finish(store: &dyn Store, number: u32, closed: i64) -> Stored {
    let stored = ask(store, question(number)).await;
    append(store, &stored, &[yes(&stored)], second(closed))
        .await
        .stored
}

pub(crate) fn person() -> Responder {
    Responder::Person {
        surface: Surface::Web,
        name: Some("Ada".into()),
        process: None,
    }
}

pub(crate) fn answer_id(number: u128) -> AnswerId {
    AnswerId::from_random(number.to_be_bytes())
}

pub(crate) fn choice(stored: &Stored) -> &Choice {
    stored.interaction.question.choice()
}

pub(crate) fn answer(stored: &Stored, draft: AnswerDraft) -> Answer {
    choice(stored).accept(draft, true).unwrap()
}

/// A person selects "yes".
pub(crate) fn yes(stored: &Stored) -> Event {
    let draft = AnswerDraft {
        selected_ids: vec!["yes".into()],
        ..AnswerDraft::default()
    };
    Event::Answered {
        answer: answer(stored, draft),
        by: person(),
        answer_id: Some(answer_id(1)),
    }
}
