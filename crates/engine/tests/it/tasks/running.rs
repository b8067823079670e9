//! From the prompt to the end of a task.

use std::path::Path;

use domain::interaction::AnswerDraft;
use domain::task::timeouts::{Limits, Profile};
use domain::task::{Layer, State, Status, WaitReason};
use domain::{InteractionId, Surface};
use engine::{GiveError, NewThread, Place, Replied, TaskError};
use store::StoredTask;
use testkit::{TestTasks, person};

use super::until_made;

const SECOND_MS: u64 = 1000;

async fn open_question(test: &TestTasks, waiting: &StoredTask) -> InteractionId {
    let awaiting = waiting.task.awaiting().expect("it waits");
    let stored = test.engine.engine.interaction(awaiting.interaction).await;
    let stored = stored.expect("a store").expect("the question");
    assert!(stored.interaction.is_pending());
    stored.interaction.id
}

/// Answers with an option, or with text.
async fn decide(test: &TestTasks, id: InteractionId, option: &str) {
    let answered = test.engine.answer(id, &[option]).await;
    answered.expect("it is open");
}

#[tokio::test]
async fn task_is_complete_when_its_agent_ends_without_a_question() {
    let test = TestTasks::start().await;
    let given = test.run("shop", "echo All tests pass.").await;
    let done = test.until(given.task.id, Status::Complete).await;
    assert_eq!(done.output.as_deref(), Some("All tests pass."));
    assert_eq!(done.task.state, State::Complete { by: Layer::Rules });
    assert_eq!(done.task.attempt, 1);
    let output = test
        .tasks
        .output_after(given.task.id, 1, 0, 0)
        .await
        .unwrap();
    assert!(output.has_ended);
    assert!(!output.output.records.is_empty());
    test.stop().await;
}

#[tokio::test]
async fn task_fails_when_its_program_ends_with_an_error() {
    let test = TestTasks::start().await;
    let given = test.run("shop", "echo no disk >&2; exit 3").await;
    let failed = test.until(given.task.id, Status::Error).await;
    let State::Error { message } = &failed.task.state else {
        panic!("{failed:?}");
    };
    assert!(
        message.contains('3') && message.contains("no disk"),
        "{message}"
    );
    test.stop().await;
}

#[tokio::test]
async fn reply_reaches_the_next_attempt_byte_for_byte() {
    let test = TestTasks::start().await;
    let given = test
        .run("shop", "echo 'Shall I delete the old cart?'")
        .await;
    let id = given.task.id;
    let waiting = test.until(id, Status::AwaitingResponse).await;
    let awaiting = waiting.task.awaiting().unwrap();
    assert_eq!(awaiting.reason, WaitReason::Question);
    assert_eq!(awaiting.by, Some(Layer::Rules));
    open_question(&test, &waiting).await;

    let empty = test
        .tasks
        .reply(id, " \n".into(), person(Surface::Cli))
        .await;
    assert!(matches!(empty, Err(TaskError::EmptyMessage)), "{empty:?}");
    let still = test.tasks.task(id).await.unwrap();
    assert_eq!(still, waiting, "an empty reply changes nothing");

    let text = "# run \r\n# \u{1f600}  \r\necho Deleted. ";
    let replied = test
        .tasks
        .reply(id, text.into(), person(Surface::Cli))
        .await;
    assert_eq!(replied.unwrap(), Replied::Answered);
    let done = test.until(id, Status::Complete).await;
    assert_eq!(done.task.attempt, 2);
    let messages = test.tasks.messages(id).await.unwrap();
    let texts: Vec<_> = messages
        .iter()
        .map(|message| (message.text.as_str(), message.attempt))
        .collect();
    assert_eq!(texts, [(text, Some(2))]);
    assert_eq!(messages[0].interaction, Some(awaiting.interaction));
    test.stop().await;
}

#[tokio::test]
async fn answering_the_question_anywhere_is_the_same_as_a_reply() {
    let test = TestTasks::start().await;
    let given = test.run("shop", "echo 'Shall I go on?'").await;
    let id = given.task.id;
    let waiting = test.until(id, Status::AwaitingResponse).await;
    let question = open_question(&test, &waiting).await;
    let draft = AnswerDraft {
        text: Some("# run\necho Done.".into()),
        ..AnswerDraft::default()
    };
    let answer_id = domain::AnswerId::from_random([9; 16]);
    let engine = &test.engine.engine;
    let answer = engine.answer(question, draft, answer_id, None, person(Surface::Web));
    answer.await.unwrap();
    let moved = test.tasks.task(id).await.unwrap();
    assert_ne!(
        moved.task.status(),
        Status::AwaitingResponse,
        "moved at once"
    );
    test.until(id, Status::Complete).await;
    test.stop().await;
}

#[tokio::test]
async fn cancel_ends_every_process_of_the_task() {
    let test = TestTasks::start().await;
    let script = "(setsid sh -c 'trap \"\" TERM; echo $$ > pid.new; mv pid.new pid; while :; do sleep 1; done' &)
                  sleep 1000";
    let given = test.run("shop", script).await;
    let pid = test.project("shop").join("pid");
    until_made(&pid).await;
    test.tasks.cancel(given.task.id).await.unwrap();
    test.until(given.task.id, Status::Cancelled).await;
    let pid = std::fs::read_to_string(pid).unwrap();
    let process = Path::new("/proc").join(pid.trim());
    let dead = std::fs::read_to_string(process.join("stat"));
    assert!(
        dead.is_err() || dead.is_ok_and(|stat| stat.contains(") Z")),
        "the orphan lives"
    );
    test.stop().await;
}

#[tokio::test]
async fn silent_attempt_is_stopped_after_the_idle_limit_and_the_person_is_asked() {
    let test = TestTasks::start().await;
    let given = test.run("shop", ": > begun; exec sleep 1000").await;
    let id = given.task.id;
    until_made(&test.project("shop").join("begun")).await;
    test.until(id, Status::Running).await;
    test.engine.clock.advance_seconds(59);
    assert_eq!(
        test.tasks.task(id).await.unwrap().task.status(),
        Status::Running
    );
    test.engine.clock.advance_seconds(2);
    let waiting = test.until(id, Status::AwaitingResponse).await;
    assert_eq!(
        waiting.task.awaiting().unwrap().reason,
        WaitReason::TimeoutIdle
    );
    let question = open_question(&test, &waiting).await;
    decide(&test, question, "give-up").await;
    test.until(id, Status::Cancelled).await;
    test.stop().await;
}

#[tokio::test]
async fn talking_attempt_is_stopped_after_the_hard_limit() {
    let test = TestTasks::start().await;
    let limits = Limits {
        idle_ms: 60 * SECOND_MS,
        hard_ms: 60 * SECOND_MS,
    };
    let script = ": > begun; while :; do echo tick; sleep 0.01; done";
    let given = test.run_within("shop", script, limits).await;
    until_made(&test.project("shop").join("begun")).await;
    test.until(given.task.id, Status::Running).await;
    test.engine.clock.advance_seconds(61);
    let waiting = test.until(given.task.id, Status::AwaitingResponse).await;
    assert_eq!(
        waiting.task.awaiting().unwrap().reason,
        WaitReason::TimeoutHard
    );
    let question = open_question(&test, &waiting).await;
    decide(&test, question, "complete").await;
    let done = test.until(given.task.id, Status::Complete).await;
    assert_eq!(done.task.state, State::Complete { by: Layer::Person });
    test.stop().await;
}

#[tokio::test]
async fn message_sent_while_a_task_runs_is_its_next_prompt() {
    let test = TestTasks::start().await;
    let script = ": > begun; while [ ! -e go ]; do sleep 0.01; done; echo First.";
    let given = test.run("shop", script).await;
    let id = given.task.id;
    until_made(&test.project("shop").join("begun")).await;
    let actor = person(Surface::Cli);
    let queued = test
        .tasks
        .reply(id, "# run\necho Secnd.".into(), actor)
        .await
        .unwrap();
    let Replied::Queued(message) = queued else {
        panic!("{queued:?}");
    };
    let edited = Some("# run\necho Second.".to_owned());
    test.tasks.edit_message(id, message, edited).await.unwrap();
    std::fs::write(test.project("shop").join("go"), "").unwrap();
    let done = test.until_task(id, |stored| stored.task.has_ended()).await;
    assert_eq!(
        (done.task.status(), done.task.attempt),
        (Status::Complete, 2)
    );
    assert_eq!(done.output.as_deref(), Some("Second."));
    let late = test.tasks.edit_message(id, message, None).await;
    assert!(matches!(late, Err(TaskError::MessageTaken)), "{late:?}");
    let finished = test
        .tasks
        .reply(id, "more".into(), person(Surface::Cli))
        .await;
    assert!(
        matches!(finished, Err(TaskError::TakesNoMessages(Status::Complete))),
        "{finished:?}"
    );
    test.stop().await;
}

#[tokio::test]
async fn hub_that_ends_interrupts_its_tasks_and_the_next_one_asks_how_to_go_on() {
    let test = TestTasks::start().await;
    let given = test.run("shop", ": > begun; exec sleep 1000").await;
    let id = given.task.id;
    until_made(&test.project("shop").join("begun")).await;
    let test = test.restart().await;
    let waiting = test.tasks.task(id).await.unwrap();
    assert_eq!(
        waiting.task.awaiting().map(|awaiting| awaiting.reason),
        Some(WaitReason::Interrupted)
    );
    let question = open_question(&test, &waiting).await;
    let draft = AnswerDraft {
        text: Some("# run\necho Done.".into()),
        ..AnswerDraft::default()
    };
    let answer_id = domain::AnswerId::from_random([7; 16]);
    let engine = &test.engine.engine;
    let answer = engine.answer(question, draft, answer_id, None, person(Surface::Web));
    answer.await.unwrap();
    let done = test.until(id, Status::Complete).await;
    assert_eq!(done.task.attempt, 2);
    test.stop().await;
}

#[tokio::test]
async fn person_corrects_whether_a_task_is_done() {
    let test = TestTasks::start().await;
    let given = test.run("shop", "echo Everything is done.").await;
    let id = given.task.id;
    test.until(id, Status::Complete).await;
    let waiting = test.tasks.mark(id, true).await.unwrap();
    let awaiting = waiting.task.awaiting().expect("it waits");
    assert_eq!(awaiting.by, Some(Layer::Person));
    open_question(&test, &waiting).await;
    let done = test.tasks.mark(id, false).await.unwrap();
    assert_eq!(done.task.state, State::Complete { by: Layer::Person });
    let question = test.engine.engine.interaction(awaiting.interaction).await;
    assert!(!question.unwrap().unwrap().interaction.is_pending());
    test.stop().await;
}

#[tokio::test]
async fn job_is_refused_where_no_agent_may_work() {
    let test = TestTasks::start().await;
    let thread = |directory: &str, agent: &str| {
        Place::New(NewThread {
            directory: directory.into(),
            agent: agent.into(),
            limits: Profile::Standard.limits(),
            full_auto: false,
        })
    };
    let give = async |place| test.tasks.give("Do it".into(), place).await.unwrap_err();
    assert!(matches!(
        give(thread("/", "shell")).await,
        GiveError::Forbidden(_)
    ));
    assert!(matches!(
        give(thread("src", "shell")).await,
        GiveError::NotAbsolute(_)
    ));
    let missing = give(thread("/nowhere/at/all", "shell")).await;
    assert!(matches!(missing, GiveError::NotADirectory(_)));
    assert!(matches!(
        give(thread("/tmp", "nobody")).await,
        GiveError::Workshop(_)
    ));
    let empty = test.tasks.give(" ".into(), thread("/tmp", "shell")).await;
    assert!(matches!(
        empty,
        Err(GiveError::Task(TaskError::EmptyMessage))
    ));
    test.stop().await;
}
