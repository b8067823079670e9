//! What a running agent does with the hub's own tools, and how the answers come to it.

use domain::interaction::{AnswerDraft, Ask, OutcomeDelivery, PlainSpec};
use domain::task::{Layer, Status, TurnOutcome, WaitReason};
use domain::{AnswerId, InteractionId, Surface, TaskId};
use engine::{Replied, Report, RunningAgent, TaskError, ToolError};
use scripted_agent::{Script, Step};
use store::StoredTask;
use testkit::{TestTasks, person};

use super::until_made;

const LAST_WORDS: &str = "I wait for the person.";

/// An agent that works until it may end its turn, and then only says what it is told.
struct Working {
    test: TestTasks,
    given: StoredTask,
    agent: RunningAgent,
}

impl Working {
    async fn start(last_words: &str) -> Self {
        let test = TestTasks::start().await;
        let project = test.project("shop");
        let first = vec![
            Step::Write {
                file: project.join("begun"),
                text: String::new(),
            },
            Step::WaitFor {
                file: project.join("go"),
            },
            Step::Text {
                text: last_words.into(),
                message: None,
            },
        ];
        let script = Script {
            turns: vec![first, vec![Step::Echo]],
            resume: true,
            ..Script::default()
        };
        let given = test.run_script("shop", &script, false).await;
        until_made(&project.join("begun")).await;
        let agent = test.tasks.agent_in(given.task.thread).await;
        Self {
            agent: agent.expect("it runs"),
            test,
            given,
        }
    }

    fn id(&self) -> TaskId {
        self.given.task.id
    }

    /// Asks with a tool. The call itself is over at once, as after a ticket.
    async fn ask(&self, question: &str) -> InteractionId {
        let asked = self.test.tasks.ask_as(&self.agent, plain(question)).await;
        asked.expect("it is asked").stored.interaction.id
    }

    async fn answer(&self, question: InteractionId, text: &str) {
        let draft = AnswerDraft {
            text: Some(text.into()),
            ..AnswerDraft::default()
        };
        let answer_id = AnswerId::from_random(engine::random_bytes());
        let engine = &self.test.engine.engine;
        let answered = engine.answer(question, draft, answer_id, None, person(Surface::Web));
        answered.await.expect("it is open");
    }

    fn end_turn(&self) {
        std::fs::write(self.test.project("shop").join("go"), "").expect("a file");
    }

    async fn end_turn_waiting(&self) -> StoredTask {
        self.end_turn();
        let ended = |stored: &StoredTask| {
            stored.task.awaiting().is_some() && !stored.task.has_live_attempt()
        };
        self.test.until_task(self.id(), ended).await
    }

    async fn ended(&self) -> StoredTask {
        let ended = |stored: &StoredTask| stored.task.has_ended();
        self.test.until_task(self.id(), ended).await
    }

    async fn is_delivered(&self, question: InteractionId) -> bool {
        let stored = self.test.engine.engine.interaction(question).await;
        let stored = stored.expect("a store").expect("the question");
        let delivery = stored.interaction.closed().map(|closed| closed.delivery);
        matches!(delivery, Some(OutcomeDelivery::Delivered { .. }))
    }
}

fn plain(question: &str) -> Ask {
    let spec = PlainSpec {
        question: Some(question.into()),
        ..PlainSpec::default()
    };
    spec.validate().expect("a question")
}

#[tokio::test]
async fn answer_to_a_question_that_a_turn_left_open_begins_the_next_attempt() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    let waiting = working.end_turn_waiting().await;
    let awaiting = waiting.task.awaiting().expect("it waits");
    assert_eq!(awaiting.interaction, question, "the very same question");
    assert_eq!(awaiting.reason, WaitReason::Question);
    assert_eq!(awaiting.by, Some(Layer::OpenRequest));
    working.answer(question, "Nautilus").await;
    let done = working.ended().await;
    assert_eq!(done.task.attempt, 2);
    let told = "You asked: What is it called?\nThe answer: Nautilus";
    assert_eq!(done.output.as_deref(), Some(told));
    assert!(working.is_delivered(question).await);
    working.test.stop().await;
}

#[tokio::test]
async fn answer_that_comes_while_the_agent_works_on_is_told_once_after_its_turn() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    working.answer(question, "Nautilus").await;
    working.test.until(working.id(), Status::Running).await;
    working.end_turn();
    let done = working.ended().await;
    assert_eq!(
        (done.task.status(), done.task.attempt),
        (Status::Complete, 2)
    );
    let told = "You asked: What is it called?\nThe answer: Nautilus";
    assert_eq!(done.output.as_deref(), Some(told));
    assert!(working.is_delivered(question).await);
    working.test.stop().await;
}

#[tokio::test]
async fn answer_that_the_agent_fetched_itself_is_not_told_again() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    working.answer(question, "Nautilus").await;
    let engine = &working.test.engine.engine;
    let fetched = engine
        .wait(question, &working.agent.asker, 0)
        .await
        .unwrap();
    let tasks = &working.test.tasks;
    tasks.takes_outcome(&working.agent.asker, &fetched.interaction);
    working.end_turn();
    let done = working.ended().await;
    assert_eq!(done.task.attempt, 1, "nothing is left to tell");
    assert_eq!(done.output.as_deref(), Some(LAST_WORDS));
    working.test.stop().await;
}

#[tokio::test]
async fn answer_that_a_given_up_call_did_not_take_is_told() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    working.answer(question, "Nautilus").await;
    let engine = &working.test.engine.engine;
    let fetched = engine
        .wait(question, &working.agent.asker, 0)
        .await
        .unwrap();
    let tasks = &working.test.tasks;
    tasks.takes_outcome(&working.agent.asker, &fetched.interaction);
    tasks.leaves_outcome(&working.agent.asker, question);
    working.end_turn();
    let done = working.ended().await;
    assert!(done.output.unwrap().contains("The answer: Nautilus"));
    working.test.stop().await;
}

#[tokio::test]
async fn declined_question_is_told_as_declined() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    working.end_turn_waiting().await;
    let engine = &working.test.engine.engine;
    let answer_id = AnswerId::from_random([8; 16]);
    let cancelled = engine.cancel(question, None, answer_id, person(Surface::Web));
    cancelled.await.expect("it is open");
    let done = working.ended().await;
    let told = "You asked: What is it called?\nThe person declined to answer.";
    assert_eq!(done.output.as_deref(), Some(told));
    working.test.stop().await;
}

#[tokio::test]
async fn queued_message_is_not_taken_for_the_answer_to_an_open_question() {
    let working = Working::start(LAST_WORDS).await;
    let tasks = &working.test.tasks;
    let queued = tasks
        .reply(working.id(), "Use tabs.".into(), person(Surface::Cli))
        .await;
    assert!(matches!(queued, Ok(Replied::Queued(_))), "{queued:?}");
    let question = working.ask("What is it called?").await;
    let waiting = working.end_turn_waiting().await;
    assert_eq!(waiting.task.awaiting().unwrap().interaction, question);
    working.answer(question, "Nautilus").await;
    let done = working.ended().await;
    let told = "Use tabs.\n\nYou asked: What is it called?\nThe answer: Nautilus";
    assert_eq!(done.output.as_deref(), Some(told));
    working.test.stop().await;
}

#[tokio::test]
async fn reply_to_a_running_agent_answers_the_question_that_it_asked() {
    let working = Working::start(LAST_WORDS).await;
    let question = working.ask("What is it called?").await;
    let tasks = &working.test.tasks;
    let replied = tasks
        .reply(working.id(), "Nautilus".into(), person(Surface::Cli))
        .await;
    assert!(matches!(replied, Ok(Replied::Answered)), "{replied:?}");
    let stored = working.test.engine.engine.interaction(question).await;
    let answered = stored.unwrap().unwrap().interaction.answer_in_words();
    assert_eq!(answered.as_deref(), Some("Nautilus"));
    working.test.stop().await;
}

#[tokio::test]
async fn answer_survives_the_time_limit_and_the_end_of_the_hub() {
    for restart in [false, true] {
        let mut working = Working::start(LAST_WORDS).await;
        let question = working.ask("What is it called?").await;
        working.answer(question, "Nautilus").await;
        working.test.until(working.id(), Status::Running).await;
        if restart {
            working.test = working.test.restart().await;
        }
        let waiting = working.test.until(working.id(), Status::AwaitingResponse);
        let mut waiting = Box::pin(waiting);
        let waiting = loop {
            tokio::select! {
                biased;
                waiting = &mut waiting => break waiting,
                // Its clock goes on only after the attempt has heard that the person is done.
                () = tokio::task::yield_now() => working.test.engine.clock.advance_seconds(61),
            }
        };
        let awaiting = waiting.task.awaiting().cloned().expect("it waits");
        let expected = match restart {
            true => WaitReason::Interrupted,
            false => WaitReason::TimeoutIdle,
        };
        assert_eq!(awaiting.reason, expected);
        let go_on = working
            .test
            .engine
            .answer(awaiting.interaction, &["continue"]);
        go_on.await.expect("it is open");
        let done = working.ended().await;
        let told = "You asked: What is it called?\nThe answer: Nautilus";
        assert_eq!(done.output.as_deref(), Some(told), "restart: {restart}");
        working.test.stop().await;
    }
}

#[tokio::test]
async fn questions_of_one_agent_are_asked_one_after_the_other() {
    let working = Working::start(LAST_WORDS).await;
    let first = working.ask("What is it called?").await;
    let tasks = &working.test.tasks;
    let second = async {
        let asked = tasks.ask_as(&working.agent, plain("Which port?")).await;
        asked.expect("its turn comes").stored.interaction.id
    };
    let answered = async {
        // The other one waits by now: this future runs only when that one cannot.
        working.answer(first, "Nautilus").await;
    };
    let (second, ()) = tokio::join!(biased; second, answered);
    let stored = working.test.tasks.task(working.id()).await.unwrap();
    assert_eq!(stored.task.awaiting().unwrap().interaction, second);
    // After an hour the person is still asked, and nobody stops the agent.
    working.test.engine.clock.advance_seconds(3600);
    working.answer(second, "8080").await;
    working.end_turn();
    let done = working.ended().await;
    let told = "You asked: What is it called?\nThe answer: Nautilus\n\n\
                You asked: Which port?\nThe answer: 8080";
    assert_eq!(done.output.as_deref(), Some(told));
    working.test.stop().await;
}

#[tokio::test]
async fn question_whose_turn_does_not_come_is_refused_for_now() {
    let working = Working::start(LAST_WORDS).await;
    working.ask("What is it called?").await;
    let tasks = &working.test.tasks;
    let mut second = Box::pin(tasks.ask_as(&working.agent, plain("Which port?")));
    let refused = loop {
        tokio::select! {
            biased;
            refused = &mut second => break refused,
            () = tokio::task::yield_now() => working.test.engine.clock.advance_seconds(20),
        }
    };
    assert!(
        matches!(
            refused,
            Err(ToolError::Task(TaskError::Refused(
                domain::task::Refusal::AlreadyAsking { .. }
            )))
        ),
        "{refused:?}"
    );
    working.test.stop().await;
}

#[tokio::test]
async fn report_of_the_agent_decides_how_its_turn_ends() {
    use TurnOutcome::{Done, NeedsReply};
    let asks = "Shall I also update the docs?";
    let ends = "The cart is mended.";
    for (last_words, outcome, message, status, shown) in [
        (asks, Done, "", Status::Complete, None),
        ("", Done, ends, Status::Complete, None),
        (
            ends,
            NeedsReply,
            "",
            Status::AwaitingResponse,
            Some((ends, ends)),
        ),
        (
            ends,
            NeedsReply,
            "Which cart\nis next?",
            Status::AwaitingResponse,
            Some(("Which cart", "The cart is mended.\n\nWhich cart\nis next?")),
        ),
        (
            "",
            NeedsReply,
            asks,
            Status::AwaitingResponse,
            Some((asks, asks)),
        ),
        (
            asks,
            NeedsReply,
            "",
            Status::AwaitingResponse,
            Some((asks, asks)),
        ),
    ] {
        let working = Working::start(last_words).await;
        let report = Report {
            outcome,
            message: message.into(),
        };
        working.test.tasks.report(&working.agent, report).unwrap();
        working.end_turn();
        let ended = |stored: &StoredTask| stored.task.status() != Status::Running;
        let ended = working.test.until_task(working.id(), ended).await;
        assert_eq!(ended.task.status(), status, "{last_words} {message}");
        assert_eq!(engine::decided_by(&ended.task), Some(Layer::Report));
        let output = [last_words, message]
            .into_iter()
            .find(|text| !text.is_empty());
        assert_eq!(ended.output.as_deref(), output);
        if let (Some(awaiting), Some((title, prompt))) = (ended.task.awaiting(), shown) {
            let engine = &working.test.engine.engine;
            let stored = engine.interaction(awaiting.interaction).await;
            let asked = stored.unwrap().unwrap().interaction.question;
            assert_eq!((asked.title(), asked.prompt()), (title, prompt));
        }
        working.test.stop().await;
    }
}
