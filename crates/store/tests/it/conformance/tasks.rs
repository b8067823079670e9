//! Threads, tasks, attempts, messages and output.

use domain::interaction::permission::PermissionKind;
use domain::task::output::{Entry, PlanStatus, PlanStep, Record, ToolCall, ToolStatus};
use domain::task::timeouts::Profile;
use domain::task::{Command, Ending, Layer, State, Status, Task, WaitReason};
use domain::thread::{PermissionSubject, Remembered, ThreadEvent};
use domain::{BootId, InteractionId, MessageId, Subject, TaskId, Thread, ThreadId};
use store::{
    AttemptEnd, AttemptFact, Lease, NewAttempt, NewMessage, NewOutput, Queue, Store, StoredTask,
    TaskQuery, TaskStep, TaskStepped, ThreadQuery,
};

use crate::support::{Backend, append, id, question, second, yes};

const MIB: u64 = 1024 * 1024;

fn thread_id(number: u128) -> ThreadId {
    ThreadId::from_random(number.to_be_bytes())
}

fn task_id(number: u128) -> TaskId {
    TaskId::from_random(number.to_be_bytes())
}

fn thread(number: u128) -> Thread {
    Thread {
        id: thread_id(number),
        title: format!("Thread {number}"),
        directory: format!("/src/{number}"),
        agent: "codex".into(),
        full_auto: false,
        limits: Profile::Standard.limits(),
        created_at: second(1),
        updated_at: second(1),
        archived_at: None,
        session: None,
        remembered: Vec::new(),
    }
}

fn task(number: u128, in_thread: u128) -> Task {
    Task::new(
        task_id(number),
        thread_id(in_thread),
        format!("Do {number}, ja?\r\n  \u{1f600} "),
        second(i64::try_from(number).unwrap()),
    )
}

async fn give(store: &dyn Store, number: u128, in_thread: u128) -> StoredTask {
    store.create_task(task(number, in_thread)).await.unwrap()
}

/// A store with one thread and one task in it.
async fn one_task(store: &dyn Store) -> StoredTask {
    store.create_thread(thread(1)).await.unwrap();
    give(store, 1, 1).await
}

fn lease(holder: &str) -> Lease {
    Lease {
        holder: holder.into(),
        boot: BootId("boot".into()),
        until_ms: 30_000,
    }
}

/// Decides `command` and makes it true, with what else belongs to the step.
async fn step(
    store: &dyn Store,
    current: &StoredTask,
    command: Command,
    at: i64,
    rest: TaskStep,
) -> StoredTask {
    let step = TaskStep {
        events: current.task.decide(command).unwrap(),
        at: second(at),
        ..rest
    };
    match store.step_task(current, step).await.unwrap() {
        TaskStepped::Done(recorded) => recorded.stored,
        TaskStepped::Conflict => panic!("another writer was first"),
    }
}

async fn start(store: &dyn Store, current: &StoredTask, at: i64) -> StoredTask {
    let begins = Some(NewAttempt {
        number: current.task.attempt + 1,
        lease: lease("hub-1"),
    });
    let rest = TaskStep {
        begins,
        ..TaskStep::default()
    };
    step(store, current, Command::Start, at, rest).await
}

async fn complete(store: &dyn Store, current: &StoredTask, at: i64) -> StoredTask {
    let attempt = current.task.attempt;
    let command = Command::End {
        attempt,
        ending: Ending::Complete { by: Layer::Rules },
    };
    let ends = Some(AttemptEnd {
        number: attempt,
        ending: "complete".into(),
        output: Some("Done.\r\n".into()),
    });
    let rest = TaskStep {
        ends,
        ..TaskStep::default()
    };
    step(store, current, command, at, rest).await
}

fn message(number: u128, text: &str) -> NewMessage {
    NewMessage {
        id: MessageId::from_random(number.to_be_bytes()),
        text: text.into(),
        at: second(50),
        interaction: None,
    }
}

pub(crate) async fn new_thread_is_stored_with_its_first_task_or_not_at_all(backend: &impl Backend) {
    let store = backend.open().await;
    let begun = store.begin_thread(thread(1), task(1, 1)).await.unwrap();
    assert_eq!(begun.task, task(1, 1));
    assert!(store.thread(thread_id(1)).await.unwrap().is_some());
    let taken = store.begin_thread(thread(2), task(1, 2)).await;
    assert!(taken.is_err(), "the task is there already");
    assert_eq!(store.thread(thread_id(2)).await.unwrap(), None);
}

pub(crate) async fn thread_reads_back_with_every_change(backend: &impl Backend) {
    let store = backend.open().await;
    store.create_thread(thread(1)).await.unwrap();
    store.create_thread(thread(2)).await.unwrap();
    let remembered = Remembered {
        subject: PermissionSubject {
            tool: "execute".into(),
            what: "npm test".into(),
            input: None,
        },
        kind: PermissionKind::AllowAlways,
        at: second(5),
    };
    let events = vec![
        ThreadEvent::Renamed {
            title: "Nav".into(),
        },
        ThreadEvent::FullAutoOn,
        ThreadEvent::Remembered(remembered.clone()),
    ];
    let changed = store
        .append_thread(thread_id(1), events, second(5))
        .await
        .unwrap()
        .unwrap();
    store
        .keep_session(thread_id(1), Some("sess".into()))
        .await
        .unwrap();
    drop(store);
    let store = backend.open().await;
    let read = store.thread(thread_id(1)).await.unwrap().unwrap();
    let expected = Thread {
        title: "Nav".into(),
        full_auto: true,
        updated_at: second(5),
        session: Some("sess".into()),
        remembered: vec![remembered],
        ..thread(1)
    };
    assert_eq!(read.thread, expected);
    assert_eq!(read.revision, changed.revision);
    store
        .append_thread(thread_id(2), vec![ThreadEvent::Archived], second(9))
        .await
        .unwrap();
    let listed = async |archived| {
        let query = ThreadQuery { archived, limit: 9 };
        let threads = store.threads(query).await.unwrap();
        threads
            .iter()
            .map(|stored| stored.number)
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(false).await, [1]);
    assert_eq!(listed(true).await, [2, 1]);
    let unknown = store.append_thread(thread_id(3), Vec::new(), second(9));
    assert_eq!(unknown.await.unwrap(), None);
}

pub(crate) async fn task_reads_back_after_every_step(backend: &impl Backend) {
    let store = backend.open().await;
    let queued = one_task(&*store).await;
    assert_eq!(
        store.task(task_id(1)).await.unwrap(),
        Some(queued.clone()),
        "the prompt byte for byte"
    );
    let running = start(&*store, &queued, 2).await;
    for fact in [
        AttemptFact::Trace("{\"pid\":7}".into()),
        AttemptFact::Session("sess".into()),
    ] {
        store.note_attempt(task_id(1), 1, fact).await.unwrap();
    }
    let done = complete(&*store, &running, 3).await;
    drop(store);
    let store = backend.open().await;
    assert_eq!(store.task(task_id(1)).await.unwrap(), Some(done.clone()));
    assert_eq!(done.output.as_deref(), Some("Done.\r\n"));
    assert_eq!(done.task.state, State::Complete { by: Layer::Rules });
    let attempts = store.attempts(task_id(1)).await.unwrap();
    let [attempt] = attempts.as_slice() else {
        panic!("{attempts:?}");
    };
    assert_eq!(attempt.trace.as_deref(), Some("{\"pid\":7}"));
    assert_eq!(attempt.session.as_deref(), Some("sess"));
    assert_eq!(attempt.ended_at, Some(second(3)));
    let kinds: Vec<_> = store.task_events(task_id(1)).await.unwrap();
    let kinds: Vec<_> = kinds.iter().map(|event| event.event.kind()).collect();
    let words: Vec<_> = kinds.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(words, ["queued", "started", "completed"]);
}

pub(crate) async fn task_step_reports_a_conflict_on_an_older_revision(backend: &impl Backend) {
    let store = backend.open().await;
    let queued = one_task(&*store).await;
    start(&*store, &queued, 2).await;
    let late = TaskStep {
        events: queued.task.decide(Command::Cancel).unwrap(),
        at: second(3),
        ..TaskStep::default()
    };
    let stepped = store.step_task(&queued, late).await.unwrap();
    assert_eq!(stepped, TaskStepped::Conflict);
    let task = store.task(task_id(1)).await.unwrap().unwrap();
    assert_eq!(task.task.status(), Status::Running);
}

pub(crate) async fn task_and_its_question_are_stored_together(backend: &impl Backend) {
    let store = backend.open().await;
    let running = start(&*store, &one_task(&*store).await, 2).await;
    let new = question(7);
    let ask = Command::Ask {
        attempt: 1,
        reason: WaitReason::Permission,
        interaction: new.interaction.id,
    };
    let rest = TaskStep {
        asks: Some(new.clone()),
        ..TaskStep::default()
    };
    let waiting = step(&*store, &running, ask, 3, rest).await;
    assert_eq!(waiting.task.status(), Status::AwaitingResponse);
    let asked = store.interaction(id(7)).await.unwrap().unwrap();
    assert_eq!(
        store.task_waiting_for(id(7)).await.unwrap(),
        Some(task_id(1))
    );
    assert_eq!(store.decided_tasks().await.unwrap(), []);
    append(&*store, &asked, &[yes(&asked)], second(4)).await;
    assert_eq!(store.decided_tasks().await.unwrap(), [task_id(1)]);
    let again = TaskStep {
        asks: Some(new),
        at: second(5),
        ..TaskStep::default()
    };
    store.step_task(&waiting, again).await.unwrap_err();
    let task = store.task(task_id(1)).await.unwrap().unwrap();
    assert_eq!(task, waiting, "all of a step or nothing of it");
}

pub(crate) async fn queue_is_in_the_order_of_waiting(backend: &impl Backend) {
    let store = backend.open().await;
    store.create_thread(thread(1)).await.unwrap();
    let first = give(&*store, 1, 1).await;
    for number in 2..5 {
        give(&*store, number, 1).await;
    }
    let running = start(&*store, &first, 10).await;
    let ids =
        |tasks: Vec<StoredTask>| -> Vec<u64> { tasks.iter().map(|stored| stored.number).collect() };
    assert_eq!(ids(store.queued_tasks(9).await.unwrap()), [2, 3, 4]);
    assert_eq!(ids(store.live_tasks().await.unwrap()), [1]);
    let command = Command::End {
        attempt: 1,
        ending: Ending::Continues,
    };
    step(&*store, &running, command, 11, TaskStep::default()).await;
    assert_eq!(ids(store.queued_tasks(9).await.unwrap()), [2, 3, 4, 1]);
    assert_eq!(ids(store.queued_tasks(2).await.unwrap()), [2, 3]);
    let query = TaskQuery {
        thread: Some(thread_id(1)),
        status: Some(Status::Queued),
        limit: 9,
    };
    assert_eq!(ids(store.tasks(query).await.unwrap()), [1, 2, 3, 4]);
    let found = store.tasks_with_prefix("0000", 9).await.unwrap();
    assert_eq!(found.len(), 4);
}

pub(crate) async fn messages_are_queued_until_an_attempt_takes_them(backend: &impl Backend) {
    let store = backend.open().await;
    let queued = one_task(&*store).await;
    let text = "one \r\ntwo\n\u{1f600}  ";
    for (number, text) in [(1, text), (2, "wrong"), (3, "gone")] {
        let done = store
            .queue_message(task_id(1), message(number, text))
            .await
            .unwrap();
        assert!(matches!(done, Queue::Done(_)), "{done:?}");
    }
    let edit = async |number: u128, text: Option<&str>| {
        let message = MessageId::from_random(number.to_be_bytes());
        let text = text.map(str::to_owned);
        store.edit_message(task_id(1), message, text).await.unwrap()
    };
    assert!(edit(2, Some("right")).await);
    assert!(edit(3, None).await);
    let answer = NewMessage {
        interaction: Some(InteractionId::from_random([9; 16])),
        ..message(5, "answer")
    };
    store.queue_message(task_id(1), answer).await.unwrap();
    assert!(!edit(5, Some("another answer")).await);
    assert!(!edit(5, None).await);
    let running = start(&*store, &queued, 2).await;
    assert!(!edit(1, Some("late")).await);
    assert!(!edit(2, None).await);
    let taken = store.messages(task_id(1)).await.unwrap();
    let taken: Vec<_> = taken
        .iter()
        .map(|message| (message.text.as_str(), message.attempt))
        .collect();
    let expected = [text, "right", "answer"].map(|text| (text, Some(1)));
    assert_eq!(taken, expected);

    store
        .queue_message(task_id(1), message(4, "more"))
        .await
        .unwrap();
    let command = Command::End {
        attempt: 1,
        ending: Ending::Complete { by: Layer::Rules },
    };
    let hasty = TaskStep {
        events: running.task.decide(command).unwrap(),
        at: second(3),
        needs_empty_queue: true,
        ..TaskStep::default()
    };
    let stepped = store.step_task(&running, hasty).await.unwrap();
    assert_eq!(stepped, TaskStepped::Conflict, "a message came before");
    complete(&*store, &running, 4).await;
    let refused = store.queue_message(task_id(1), message(5, "too late"));
    assert_eq!(refused.await.unwrap(), Queue::NotNow(Status::Complete));
    let unknown = store.queue_message(task_id(9), message(6, "whom?"));
    assert_eq!(unknown.await.unwrap(), Queue::NoTask);
}

fn line(position: u64) -> Record {
    Record {
        position,
        at: second(60),
        entry: Entry::Text {
            message: None,
            text: format!("line {position}\n"),
        },
    }
}

fn lines(first: u64, last: u64) -> NewOutput {
    NewOutput {
        task: task_id(1),
        attempt: 1,
        records: (first..=last).map(line).collect(),
    }
}

pub(crate) async fn output_reads_back_from_any_position(backend: &impl Backend) {
    let store = backend.open().await;
    start(&*store, &one_task(&*store).await, 2).await;
    for first in [1, 101, 201] {
        let output = vec![lines(first, first + 99)];
        store.append_output(output, MIB).await.unwrap();
    }
    drop(store);
    let store = backend.open().await;
    for after in [0, 1, 99, 100, 250, 299, 300] {
        let output = store.output_after(task_id(1), 1, after, MIB).await.unwrap();
        let expected: Vec<_> = (after + 1..=300).map(line).collect();
        assert_eq!(output.records, expected, "after {after}");
        assert_eq!((output.last, output.cut), (300, 0));
    }
    let one_chunk = store.output_after(task_id(1), 1, 0, 1).await.unwrap();
    assert_eq!(one_chunk.records.len(), 100);
    let tail = store.output_tail(task_id(1), 1, 3).await.unwrap();
    assert_eq!(tail.records, [line(298), line(299), line(300)]);
    let none = store.output_tail(task_id(2), 1, 3).await.unwrap();
    assert_eq!(none, Default::default());
}

pub(crate) async fn output_is_cut_at_the_beginning_when_it_is_too_long(backend: &impl Backend) {
    let store = backend.open().await;
    start(&*store, &one_task(&*store).await, 2).await;
    for first in [1, 101, 201, 301] {
        let output = vec![lines(first, first + 99)];
        store.append_output(output, 20_000).await.unwrap();
    }
    let output = store.output_after(task_id(1), 1, 0, MIB).await.unwrap();
    assert_eq!(output.last, 400);
    assert!(output.cut > 0, "something was dropped");
    let expected: Vec<_> = (output.cut + 1..=400).map(line).collect();
    assert_eq!(output.records, expected, "and it is known what");
}

pub(crate) async fn tool_calls_and_the_plan_are_kept_as_they_are_by_now(backend: &impl Backend) {
    let store = backend.open().await;
    start(&*store, &one_task(&*store).await, 2).await;
    let tool = |id: &str, status| ToolCall {
        id: id.into(),
        title: "Run the tests".into(),
        kind: "execute".into(),
        status,
        command: Some("npm test".into()),
        locations: Vec::new(),
        diffs: Vec::new(),
        input: None,
        output: None,
    };
    let plan = |status| Entry::Plan {
        steps: vec![PlanStep {
            text: "Test".into(),
            status,
        }],
    };
    let entries = [
        Entry::Tool(tool("b", ToolStatus::Pending)),
        plan(PlanStatus::Pending),
        Entry::Tool(tool("a", ToolStatus::InProgress)),
        Entry::Tool(tool("b", ToolStatus::Completed)),
        plan(PlanStatus::Completed),
    ];
    for (entry, position) in entries.into_iter().zip(1..) {
        let record = Record {
            position,
            at: second(60),
            entry,
        };
        let output = NewOutput {
            task: task_id(1),
            attempt: 1,
            records: vec![record],
        };
        store.append_output(vec![output], MIB).await.unwrap();
    }
    let tools = store.tool_calls(task_id(1), 1).await.unwrap();
    let expected = [
        tool("b", ToolStatus::Completed),
        tool("a", ToolStatus::InProgress),
    ];
    assert_eq!(tools, expected);
    let attempts = store.attempts(task_id(1)).await.unwrap();
    let plan = attempts[0].plan.as_deref().unwrap();
    assert!(plan.contains("completed"), "{plan}");
}

pub(crate) async fn lease_is_renewed_for_attempts_of_its_holder_only(backend: &impl Backend) {
    let store = backend.open().await;
    let running = start(&*store, &one_task(&*store).await, 2).await;
    assert_eq!(store.renew_leases("hub-2", 90_000).await.unwrap(), []);
    let held = store.renew_leases("hub-1", 90_000).await.unwrap();
    assert_eq!(held, [(task_id(1), 1)]);
    let attempts = store.attempts(task_id(1)).await.unwrap();
    assert_eq!(attempts[0].lease.until_ms, 90_000);
    complete(&*store, &running, 3).await;
    assert_eq!(store.renew_leases("hub-1", 99_000).await.unwrap(), []);
}

pub(crate) async fn threads_are_removed_only_when_all_their_tasks_are_finished(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    for number in 1..4 {
        store.create_thread(thread(number)).await.unwrap();
    }
    let finished = give(&*store, 1, 1).await;
    complete(&*store, &start(&*store, &finished, 2).await, 3).await;
    store.append_output(vec![lines(1, 5)], MIB).await.unwrap();
    give(&*store, 2, 2).await;
    assert_eq!(store.prune_threads(second(1)).await.unwrap(), 0);
    assert_eq!(store.prune_threads(second(1000)).await.unwrap(), 2);
    assert_eq!(store.task(task_id(1)).await.unwrap(), None);
    assert!(store.task(task_id(2)).await.unwrap().is_some());
    let left = "SELECT count(*) FROM output_chunk";
    assert_eq!(backend.number(left).await, 0);
    assert_eq!(store.verify_audit().await.unwrap(), [""; 0]);
}

pub(crate) async fn events_of_all_subjects_share_one_gap_free_log(backend: &impl Backend) {
    let store = backend.open().await;
    let queued = one_task(&*store).await;
    crate::support::ask(&*store, question(3)).await;
    start(&*store, &queued, 2).await;
    let log = store.log_after(0, 99).await.unwrap();
    let seqs: Vec<u64> = log.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [1, 2, 3, 4]);
    let subjects: Vec<_> = log.iter().map(|entry| entry.subject).collect();
    let expected = [
        Subject::Thread(thread_id(1)),
        Subject::Task(task_id(1)),
        Subject::Interaction(id(3)),
        Subject::Task(task_id(1)),
    ];
    assert_eq!(subjects, expected);
}

pub(crate) async fn schema_refuses_sql_that_changes_or_removes_task_records(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    let queued = one_task(&*store).await;
    store
        .queue_message(task_id(1), message(1, "hello"))
        .await
        .unwrap();
    start(&*store, &queued, 2).await;
    drop(store);
    for sql in [
        "UPDATE task SET prompt = 'x', revision = revision + 1",
        "UPDATE task SET attempt = 9, revision = revision + 1",
        "UPDATE task SET status = 'COMPLETE'",
        "DELETE FROM task",
        "UPDATE message SET text = 'x'",
        "DELETE FROM message",
        "UPDATE thread SET directory = '/'",
        "DELETE FROM event WHERE subject_kind = 'task'",
    ] {
        backend.behind(sql).await.unwrap_err();
    }
}

pub(crate) async fn verify_audit_names_tasks_and_threads_that_were_tampered_with(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    start(&*store, &one_task(&*store).await, 2).await;
    assert_eq!(store.verify_audit().await.unwrap(), [""; 0]);
    drop(store);
    backend
        .tamper("UPDATE task SET prompt = 'something else'")
        .await;
    backend
        .tamper("UPDATE event SET at = 1 WHERE subject_kind = 'thread'")
        .await;
    let store = backend.open().await;
    let problems = store.verify_audit().await.unwrap();
    let expected = [
        format!("thread {}: its record was changed", thread_id(1)),
        format!("task {}: its record was changed", task_id(1)),
    ];
    assert_eq!(problems, expected);
}
