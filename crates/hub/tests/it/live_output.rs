//! The output of attempts on the live stream.

use std::path::PathBuf;
use std::sync::Arc;

use client::LiveStream;
use domain::task::timeouts::Progress;
use protocol::{ChangedSubject, NewAgent, RunRequest, ServerMessage, parse_rfc3339};
use scripted_agent::{Script, Step};
use serde_json::json;
use tempfile::TempDir;

use crate::support::{TestHub, question};

/// A hub with a directory for agents to work in.
struct Stage {
    hub: TestHub,
    work: TempDir,
}

impl Stage {
    async fn start() -> Self {
        Self::start_with("").await
    }

    async fn start_with(settings: &str) -> Self {
        let data = Arc::new(tempfile::tempdir().unwrap());
        std::fs::write(data.path().join("settings.toml"), settings).unwrap();
        Self {
            hub: TestHub::start_in(data, |_| {}).await.unwrap(),
            work: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// Gives an agent that does these steps a job, and returns the task once it runs.
    async fn run(&self, steps: impl IntoIterator<Item = Step>) -> String {
        self.run_in("project", steps).await
    }

    async fn run_in(&self, project: &str, steps: impl IntoIterator<Item = Step>) -> String {
        let new = NewAgent {
            id: "scripted".into(),
            kind: "acp".into(),
            // A file each: the agent before may not have read its own yet.
            command: Script::turn(steps).write(&self.file(&format!("{project}.json"))),
            environment: [].into(),
        };
        let person = self.hub.person();
        person.add_agent(&new).await.unwrap();
        let mut live = self.live().await;
        let project = self.file(project);
        std::fs::create_dir_all(&project).unwrap();
        let request = RunRequest {
            prompt: "Mend the cart".into(),
            agent: Some(new.id),
            directory: Some(project.to_string_lossy().into_owned()),
            ..RunRequest::default()
        };
        let task = person.run(&request).await.unwrap().summary.task_id;
        until_task(&mut live, "started").await;
        task
    }

    /// Opens a live stream, past its snapshot.
    async fn live(&self) -> LiveStream {
        let mut live = self.hub.person().live(None).await.unwrap();
        let first = live.next().await.unwrap().unwrap();
        assert!(matches!(first, ServerMessage::Snapshot { .. }), "{first:?}");
        live
    }

    fn let_go(&self) {
        std::fs::write(self.file("go"), "").unwrap();
    }

    fn wait(&self) -> Step {
        let file = self.file("go");
        Step::WaitFor { file }
    }
}

/// Waits until a task is told of with this event.
async fn until_task(live: &mut LiveStream, wanted: &str) {
    loop {
        if let ServerMessage::Changed { event, subject, .. } = live.next().await.unwrap().unwrap()
            && matches!(subject, ChangedSubject::Task { .. })
            && event == wanted
        {
            return;
        }
    }
}

/// Returns the next message that is not about a change: tasks and threads may change at any time.
async fn answer(live: &mut LiveStream) -> ServerMessage {
    loop {
        let message = live.next().await.unwrap().unwrap();
        if !matches!(message, ServerMessage::Changed { .. }) {
            return message;
        }
    }
}

/// What a client knows of one attempt; checks that nothing is missing or doubled.
#[derive(Debug, Default)]
struct Reader {
    position: u64,
    received: u64,
    resyncs: u32,
    ended_at: Option<u64>,
}

impl Reader {
    fn at(position: u64) -> Self {
        Self {
            position,
            ..Self::default()
        }
    }

    fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Output { after, records, .. } => {
                assert_eq!(*after, self.position);
                for record in records {
                    assert_eq!(record.position, self.position + 1);
                    self.position = record.position;
                    self.received += 1;
                }
            }
            ServerMessage::OutputResync { position, .. } => {
                assert!(*position > self.position);
                self.position = *position;
                self.resyncs += 1;
            }
            ServerMessage::OutputEnded { last, .. } => self.ended_at = Some(*last),
            ServerMessage::Changed { .. } => {}
            ServerMessage::Snapshot { .. }
            | ServerMessage::Removed { .. }
            | ServerMessage::DraftChanged { .. }
            | ServerMessage::AskerChanged { .. }
            | ServerMessage::SettingsChanged
            | ServerMessage::Clock { .. }
            | ServerMessage::Resync
            | ServerMessage::Refused { .. } => panic!("not asked for: {message:?}"),
        }
    }

    async fn read_until(&mut self, live: &mut LiveStream, enough: impl Fn(&Self) -> bool) {
        while !enough(self) {
            self.take(&live.next().await.unwrap().unwrap());
        }
    }

    async fn read_to_the_end(&mut self, live: &mut LiveStream) {
        self.read_until(live, |reader| reader.ended_at.is_some())
            .await;
        assert_eq!(self.ended_at, Some(self.position), "nothing is missing");
    }
}

#[tokio::test]
async fn live_subscribers_get_the_records_after_their_position_until_the_attempt_ends() {
    let stage = Stage::start().await;
    let steps = [
        Step::text("one"),
        Step::text("two"),
        stage.wait(),
        Step::text("three"),
    ];
    let task = stage.run(steps).await;
    let mut first = stage.live().await;
    first.subscribe(&task, 1, 0).await.unwrap();
    let mut reader = Reader::default();
    reader
        .read_until(&mut first, |reader| reader.position == 2)
        .await;
    let mut second = stage.live().await;
    second.subscribe(&task, 1, 1).await.unwrap();
    let mut late = Reader::at(1);
    late.read_until(&mut second, |reader| reader.position == 2)
        .await;
    stage.let_go();
    reader.read_to_the_end(&mut first).await;
    late.read_to_the_end(&mut second).await;
    assert_eq!((reader.received, late.received), (3, 2));
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_subscriber_that_reconnects_misses_no_record_and_gets_none_twice() {
    let stage = Stage::start().await;
    let steps = [
        Step::Flood {
            per_second: 2_000,
            seconds: 1,
        },
        Step::text("Done."),
    ];
    let task = stage.run(steps).await;
    let mut reader = Reader::default();
    let mut connections = 0;
    while reader.ended_at.is_none() {
        connections += 1;
        let mut live = stage.live().await;
        live.subscribe(&task, 1, reader.position).await.unwrap();
        let enough = reader.position + 500;
        let is_enough = |reader: &Reader| reader.position >= enough || reader.ended_at.is_some();
        reader.read_until(&mut live, is_enough).await;
    }
    assert_eq!((reader.received, reader.resyncs), (2_001, 0));
    assert!(connections > 3);
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_records_tell_their_kind_of_progress_and_their_time() {
    let stage = Stage::start().await;
    let tool = json!({
        "sessionUpdate": "tool_call", "toolCallId": "t", "title": "Run tests", "kind": "execute",
        "status": "completed",
    });
    let usage = json!({ "sessionUpdate": "usage_update", "used": 7, "size": 100 });
    let steps = [
        Step::text("one"),
        Step::Update { update: tool },
        Step::Update { update: usage },
    ];
    let task = stage.run(steps).await;
    let mut live = stage.live().await;
    live.subscribe(&task, 1, 0).await.unwrap();
    let mut records = Vec::new();
    let mut reader = Reader::default();
    while reader.ended_at.is_none() {
        let message = live.next().await.unwrap().unwrap();
        reader.take(&message);
        if let ServerMessage::Output { records: more, .. } = message {
            records.extend(more);
        }
    }
    let kinds: Vec<_> = records.iter().map(|record| record.progress).collect();
    let expected = [
        Progress::LogChunk,
        Progress::ToolProgress,
        Progress::Heartbeat,
    ];
    assert_eq!(kinds, expected.map(Some));
    let times: Vec<_> = records
        .iter()
        .map(|record| parse_rfc3339(&record.at).unwrap())
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_subscription_to_an_ended_attempt_sends_what_is_stored_and_ends() {
    let stage = Stage::start().await;
    let task = stage.run([stage.wait(), Step::text("Done.")]).await;
    let mut live = stage.live().await;
    stage.let_go();
    until_task(&mut live, "completed").await;
    for (position, received) in [(0, 1), (1, 0)] {
        live.subscribe(&task, 1, position).await.unwrap();
        let mut reader = Reader::at(position);
        reader.read_to_the_end(&mut live).await;
        assert_eq!(reader.received, received);
    }
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_socket_refuses_an_unknown_attempt_and_keeps_sending_changes() {
    let stage = Stage::start().await;
    let task = stage.run([stage.wait()]).await;
    let mut live = stage.live().await;
    let unknown = "0".repeat(32);
    for (task, attempt) in [(task.as_str(), 0), (&task, 2), (&unknown, 1), ("7", 1)] {
        live.subscribe(task, attempt, 0).await.unwrap();
        let answer = answer(&mut live).await;
        let ServerMessage::Refused {
            code,
            task_id,
            attempt: refused,
            ..
        } = answer
        else {
            panic!("{answer:?}");
        };
        let expected = ("unknown_attempt", Some(task), Some(attempt));
        assert_eq!((code.as_str(), task_id.as_deref(), refused), expected);
    }
    stage.let_go();
    stage.hub.agent("codex").ask(&question()).await.unwrap();
    loop {
        if let Some(ServerMessage::Changed { event, .. }) = live.next().await.unwrap()
            && event == "asked"
        {
            break;
        }
    }
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_socket_sends_nothing_of_an_attempt_after_unsubscribe() {
    let stage = Stage::start().await;
    let steps = [Step::text("one"), stage.wait(), Step::text("two")];
    let task = stage.run(steps).await;
    let mut live = stage.live().await;
    live.subscribe(&task, 1, 0).await.unwrap();
    let mut reader = Reader::default();
    reader
        .read_until(&mut live, |reader| reader.position == 1)
        .await;
    live.unsubscribe(&task, 1).await.unwrap();
    // Its answer comes after everything that was on its way.
    live.subscribe("nothing", 1, 0).await.unwrap();
    let refused = answer(&mut live).await;
    assert!(
        matches!(refused, ServerMessage::Refused { .. }),
        "{refused:?}"
    );
    stage.let_go();
    until_task(&mut live, "completed").await;
    stage.hub.stop().await;
}

#[tokio::test]
async fn slow_live_subscriber_is_told_to_resync_and_delays_neither_the_agent_nor_others() {
    let stage = Stage::start().await;
    let lines = 30_000;
    let flood = Step::Flood {
        per_second: lines,
        seconds: 1,
    };
    let task = stage.run([stage.wait(), flood, Step::text("Done.")]).await;
    let mut slow = stage.live().await;
    slow.subscribe(&task, 1, 0).await.unwrap();
    let mut watcher = stage.live().await;
    stage.let_go();
    // The slow one reads nothing while the agent works to its end.
    until_task(&mut watcher, "completed").await;
    stage.hub.agent("codex").ask(&question()).await.unwrap();
    let mut reader = Reader::default();
    reader.read_to_the_end(&mut slow).await;
    assert_eq!(reader.position, lines + 1);
    assert!(reader.resyncs > 0 && reader.received < lines, "{reader:?}");
    // What was left out is stored.
    let person = stage.hub.person();
    let part = person.output_so_far(&task, 1, 5_000).await.unwrap();
    assert_eq!(part.records[0].position, 5_001);
    stage.hub.stop().await;
}

#[tokio::test]
async fn live_socket_refuses_more_streams_than_allowed_until_one_is_closed() {
    let stage = Stage::start_with("tasks_running_max = 17").await;
    let mut tasks = Vec::new();
    for number in 0..17 {
        let project = format!("project-{number}");
        tasks.push(stage.run_in(&project, [stage.wait()]).await);
    }
    let (last, rest) = tasks.split_last().unwrap();
    let mut live = stage.live().await;
    for task in rest {
        live.subscribe(task, 1, 0).await.unwrap();
        let answer = answer(&mut live).await;
        assert!(matches!(answer, ServerMessage::Output { .. }), "{answer:?}");
    }
    live.subscribe(last, 1, 0).await.unwrap();
    let refused = answer(&mut live).await;
    let ServerMessage::Refused { code, .. } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(code, "too_many_streams");
    // Asking again for one that is open is not one more.
    for task in [&rest[0], last] {
        live.unsubscribe(&rest[1], 1).await.unwrap();
        live.subscribe(task, 1, 0).await.unwrap();
        let answer = answer(&mut live).await;
        assert!(matches!(answer, ServerMessage::Output { .. }), "{answer:?}");
    }
    stage.hub.stop().await;
}

#[tokio::test]
async fn question_overtakes_the_output_that_a_live_subscriber_has_not_read_yet() {
    let stage = Stage::start().await;
    let flood = Step::Flood {
        per_second: 9_000,
        seconds: 1,
    };
    let task = stage.run([flood, stage.wait()]).await;
    let mut stored = stage.live().await;
    stored.subscribe(&task, 1, 0).await.unwrap();
    let mut reader = Reader::default();
    reader
        .read_until(&mut stored, |reader| reader.position == 9_000)
        .await;
    let mut slow = stage.live().await;
    slow.subscribe(&task, 1, 0).await.unwrap();
    stage.hub.agent("codex").ask(&question()).await.unwrap();
    // The question has been told to everybody once another surface has it.
    let told = stored.next().await.unwrap();
    assert!(matches!(told, Some(ServerMessage::Changed { .. })));
    let mut reader = Reader::default();
    loop {
        let message = slow.next().await.unwrap().unwrap();
        if matches!(message, ServerMessage::Changed { .. }) {
            break;
        }
        reader.take(&message);
    }
    assert!(reader.position < 9_000, "{reader:?}");
    stage.let_go();
    stage.hub.stop().await;
}
