//! What agents ask while they work, with a scripted agent over the Agent Client Protocol.

use domain::interaction::{AnswerDraft, Question};
use domain::task::output::Entry;
use domain::task::{Status, WaitReason};
use domain::{AnswerId, InteractionId, Surface};
use engine::ThreadChange;
use scripted_agent::{Script, Step};
use serde_json::json;
use store::{Stored, StoredTask};
use testkit::{TestTasks, person};

fn permission(command: &str) -> Step {
    Step::Permission {
        tool: json!({
            "toolCallId": "call_1", "title": command, "kind": "execute", "status": "pending",
            "rawInput": { "command": command },
        }),
        options: json!([
            { "optionId": "once", "kind": "allow_once", "name": "Allow once" },
            { "optionId": "always", "kind": "allow_always", "name": "Always allow" },
            { "optionId": "reject", "kind": "reject_once", "name": "Reject" },
        ]),
    }
}

/// Returns the open question of a task that waits.
async fn open_question(test: &TestTasks, task: &StoredTask, reason: WaitReason) -> Stored {
    let waiting = test.until(task.task.id, Status::AwaitingResponse).await;
    let awaiting = waiting.task.awaiting().expect("it waits");
    assert_eq!(awaiting.reason, reason);
    let stored = test.engine.engine.interaction(awaiting.interaction).await;
    let stored = stored.expect("a store").expect("the question");
    assert!(stored.interaction.is_pending());
    stored
}

/// Chooses an option, having seen the question.
async fn choose(test: &TestTasks, question: &Stored, option: &str) {
    let draft = AnswerDraft {
        selected_ids: vec![option.into()],
        ..AnswerDraft::default()
    };
    answer(test, question, draft).await;
}

async fn answer(test: &TestTasks, question: &Stored, draft: AnswerDraft) {
    let id: InteractionId = question.interaction.id;
    let answer_id = AnswerId::from_random([5; 16]);
    let engine = &test.engine.engine;
    let digest = Some(question.digest.as_str());
    let answered = engine.answer(id, draft, answer_id, digest, person(Surface::Web));
    answered.await.expect("it is open");
}

async fn notices(test: &TestTasks, task: &StoredTask) -> Vec<String> {
    let output = test
        .tasks
        .output_after(task.task.id, 1, 0, 0)
        .await
        .expect("a store");
    let records = output.output.records.into_iter();
    let notices = records.filter_map(|record| match record.entry {
        Entry::Notice { text } => Some(text),
        Entry::Text { .. }
        | Entry::Thought { .. }
        | Entry::Tool(_)
        | Entry::Plan { .. }
        | Entry::Usage(_)
        | Entry::Printed { .. }
        | Entry::Heartbeat
        | Entry::Unknown { .. } => None,
    });
    notices.collect()
}

#[tokio::test]
async fn permission_waits_for_the_person_and_the_agent_gets_the_chosen_option() {
    let test = TestTasks::start().await;
    let script = Script::turn([permission("npm test")]);
    let given = test.run_script("shop", &script, false).await;
    let question = open_question(&test, &given, WaitReason::Permission).await;
    let Question::Permission(asked) = &question.interaction.question else {
        panic!("{question:?}");
    };
    assert_eq!(asked.call().title, "npm test");
    choose(&test, &question, "reject").await;
    let done = test.until(given.task.id, Status::Complete).await;
    let output = done.output.unwrap();
    assert!(output.contains("reject"), "{output}");
    test.stop().await;
}

#[tokio::test]
async fn agent_that_ends_its_turn_because_of_a_refusal_has_not_completed_its_task() {
    let Step::Permission { tool, options } = permission("npm test") else {
        unreachable!("it is one");
    };
    let before = Step::text("I will run the tests.");
    let quiet = Step::QuietPermission { tool, options };
    let script = Script::turn([before.clone(), quiet.clone()]);
    let test = TestTasks::start().await;
    let given = test.run_script("shop", &script, false).await;
    let question = open_question(&test, &given, WaitReason::Permission).await;
    choose(&test, &question, "reject").await;
    let how = open_question(&test, &given, WaitReason::Interrupted).await;
    assert_eq!(how.interaction.question.title(), "Refused");

    let allowed = test.run_script("mill", &script, false).await;
    let question = open_question(&test, &allowed, WaitReason::Permission).await;
    choose(&test, &question, "once").await;
    test.until(allowed.task.id, Status::Complete).await;
    test.stop().await;
}

#[tokio::test]
async fn person_may_take_an_hour_for_a_permission() {
    let test = TestTasks::start().await;
    let given = test
        .run_script("shop", &Script::turn([permission("npm test")]), false)
        .await;
    let question = open_question(&test, &given, WaitReason::Permission).await;
    test.engine.clock.advance_seconds(60 * 60);
    choose(&test, &question, "once").await;
    test.until(given.task.id, Status::Complete).await;
    test.stop().await;
}

#[tokio::test]
async fn lasting_permission_is_remembered_for_its_thread_until_it_is_revoked() {
    let test = TestTasks::start().await;
    let script = Script::turn([
        permission("npm test"),
        permission("npm test"),
        permission("npm publish"),
    ]);
    let given = test.run_script("shop", &script, false).await;
    let first = open_question(&test, &given, WaitReason::Permission).await;
    choose(&test, &first, "always").await;
    let waiting = test
        .until_task(given.task.id, |stored| {
            let awaiting = stored.task.awaiting();
            awaiting.is_some_and(|awaiting| awaiting.interaction != first.interaction.id)
        })
        .await;
    let other = open_question(&test, &waiting, WaitReason::Permission).await;
    assert_eq!(other.interaction.question.title(), "npm publish");
    choose(&test, &other, "reject").await;
    test.until(given.task.id, Status::Complete).await;
    assert_eq!(notices(&test, &given).await.len(), 1, "one was not asked");
    let thread = test.tasks.thread(given.task.thread).await.unwrap();
    assert_eq!(thread.thread.remembered.len(), 1);
    let forget = ThreadChange::Forget(1);
    let thread = test.tasks.change_thread(given.task.thread, forget).await;
    assert_eq!(thread.unwrap().thread.remembered, []);
    test.stop().await;
}

#[tokio::test]
async fn full_auto_allows_without_asking_and_says_so() {
    let test = TestTasks::start().await;
    let given = test
        .run_script("shop", &Script::turn([permission("npm test")]), true)
        .await;
    let done = test.until(given.task.id, Status::Complete).await;
    assert!(done.output.unwrap().contains("once"));
    assert_eq!(notices(&test, &given).await, ["allowed: npm test"]);
    test.stop().await;
}

#[tokio::test]
async fn form_of_several_fields_is_answered_together() {
    let test = TestTasks::start().await;
    let params = json!({
        "mode": "form", "message": "Which database?",
        "requestedSchema": { "type": "object", "required": ["db"], "properties": {
            "db": { "type": "string", "title": "DB", "enum": ["SQLite", "PostgreSQL"] },
            "name": { "type": "string", "title": "Name" },
        } },
    });
    let given = test
        .run_script("shop", &Script::turn([Step::Elicitation { params }]), false)
        .await;
    let question = open_question(&test, &given, WaitReason::Elicitation).await;
    let text = |value: &str| domain::interaction::form::FieldValue::Text(value.into());
    let draft = AnswerDraft {
        fields: [
            ("db".to_owned(), text("SQLite")),
            ("name".to_owned(), text("shop")),
        ]
        .into(),
        ..AnswerDraft::default()
    };
    answer(&test, &question, draft).await;
    let done = test.until(given.task.id, Status::Complete).await;
    let output = done.output.unwrap();
    assert!(
        output.contains("SQLite") && output.contains("shop"),
        "{output}"
    );
    test.stop().await;
}

#[tokio::test]
async fn tool_call_without_output_is_not_idle() {
    let test = TestTasks::start().await;
    let go = test.directory.path().join("go");
    let update = |status: &str| Step::Update {
        update: json!({
            "sessionUpdate": "tool_call", "toolCallId": "call_9", "title": "make", "kind": "execute",
            "status": status,
        }),
    };
    let script = Script::turn([
        update("in_progress"),
        Step::WaitFor { file: go.clone() },
        update("completed"),
        Step::Text {
            text: "Done.".into(),
            message: None,
        },
    ]);
    let given = test.run_script("shop", &script, false).await;
    let id = given.task.id;
    while test
        .tasks
        .output_after(id, 1, 0, 0)
        .await
        .unwrap()
        .output
        .last
        == 0
    {
        tokio::task::yield_now().await;
    }
    test.engine.clock.advance_seconds(61);
    std::fs::write(go, "").unwrap();
    test.until(id, Status::Complete).await;
    test.stop().await;
}

#[tokio::test]
async fn missing_login_fails_closed_and_trying_again_sends_the_same_prompt() {
    let test = TestTasks::start().await;
    let logged_out = Script {
        logged_out: true,
        errors: vec![scripted_agent::Failing {
            method: "session/new".into(),
            code: -32000,
            message: "Authentication required".into(),
            data: json!(null),
        }],
        ..Script::turn([Step::Echo])
    };
    let given = test.run_script("shop", &logged_out, false).await;
    let question = open_question(&test, &given, WaitReason::AuthRequired).await;
    let working = Script::turn([Step::Echo]);
    working.write(&test.directory.path().join("shop.json"));
    choose(&test, &question, "continue").await;
    let done = test.until(given.task.id, Status::Complete).await;
    let output = done.output.unwrap();
    assert!(output.contains("Mend the cart"), "{output}");
    test.stop().await;
}

#[tokio::test]
async fn request_that_comes_while_another_question_is_open_waits_for_its_turn() {
    let test = TestTasks::start().await;
    let go = test.directory.path().join("go");
    let script = Script::turn([Step::WaitFor { file: go.clone() }, permission("npm test")]);
    let given = test.run_script("shop", &script, false).await;
    test.until(given.task.id, Status::Running).await;
    let agent = test
        .tasks
        .agent_in(given.task.thread)
        .await
        .expect("it runs");
    let ask = domain::interaction::Ask::from(testkit::choice("single", &["a", "b"], |_| {}));
    let asked = test.tasks.ask_as(&agent, ask).await.expect("it is asked");
    let question = open_question(&test, &given, WaitReason::Question).await;
    assert_eq!(question.interaction.id, asked.stored.interaction.id);
    std::fs::write(go, "").unwrap();
    choose(&test, &question, "a").await;
    let engine = &test.engine.engine;
    let answer = engine.wait(question.interaction.id, &agent.asker, 0).await;
    let answer = answer.expect("its own question").interaction;
    test.tasks.takes_outcome(&agent.asker, &answer);
    let waiting = test
        .until_task(given.task.id, |stored| {
            let awaiting = stored.task.awaiting();
            awaiting.is_some_and(|awaiting| awaiting.reason == WaitReason::Permission)
        })
        .await;
    let permission = open_question(&test, &waiting, WaitReason::Permission).await;
    choose(&test, &permission, "once").await;
    test.until(given.task.id, Status::Complete).await;
    test.stop().await;
}
