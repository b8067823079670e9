//! What the agents of threads ask, one question of each kind.

use std::path::Path;
use std::sync::Arc;

use domain::interaction::form::{FieldOption, TextFormat};
use domain::interaction::{
    Ask, Field, FieldKind, FieldValue, Form, Interface, Permission, PermissionKind,
    PermissionOption, Question, Reply,
};
use domain::task::output::{Diff, ToolCall, ToolStatus};
use domain::task::timeouts::Profile;
use domain::task::{Awaiting, AwaitingAttempt, Event, State, Task, WaitReason};
use domain::{Asker, InteractionId, Principal, TaskId, Thread, ThreadId, TimeoutWish, Timestamp};
use engine::{Engine, Rules};
use store::{SqliteStore, TaskStep, Tasks as _, Threads as _};

use crate::clock::ManualClock;
use crate::question::asker;

/// Asks in the name of a task, straight into a database that no hub uses yet. The task waits for
/// the answer; its agent is not installed, so that nothing runs afterwards.
pub async fn ask_in(database: &Path, ask: Ask) -> InteractionId {
    let store = Arc::new(SqliteStore::open(database).await.expect("a database"));
    let clock = Arc::new(ManualClock::default());
    let engine = Engine::start(store.clone(), clock, Rules::default()).await;
    let engine = engine.expect("an engine");
    let task = ask.question.task().expect("a task asks it");
    let agent = thread_agent("codex", "/src/shop");
    let asked = engine.ask(agent.clone(), ask, Interface::Web).await;
    let interaction = asked.expect("the question is asked").stored.interaction;
    let thread = agent.principal.thread().expect("a thread asks");
    let known = store.thread(thread).await.expect("the store answers");
    if known.is_none() {
        let thread = thread_of(thread, interaction.asked_at);
        store.create_thread(thread).await.expect("a thread");
    }
    let task = queued_task(task, thread, interaction.asked_at);
    let task = store.create_task(task).await.expect("a task");
    let waits = TaskStep {
        events: vec![Event::Asked(Awaiting {
            reason: WaitReason::Question,
            interaction: interaction.id,
            by: None,
            attempt: AwaitingAttempt::Ended,
        })],
        at: interaction.asked_at,
        ..TaskStep::default()
    };
    store.step_task(&task, waits).await.expect("a waiting task");
    engine.stop().await;
    interaction.id
}

fn thread_of(id: ThreadId, at: Timestamp) -> Thread {
    Thread {
        id,
        title: "Orders".into(),
        directory: "/src/shop".into(),
        agent: "not-installed".into(),
        full_auto: false,
        limits: Profile::Standard.limits(),
        created_at: at,
        updated_at: at,
        archived_at: None,
        session: None,
        remembered: Vec::new(),
    }
}

fn queued_task(id: TaskId, thread: ThreadId, at: Timestamp) -> Task {
    Task {
        id,
        thread,
        prompt: "Tidy up the orders.".into(),
        attempt: 0,
        state: State::Queued,
        created_at: at,
        updated_at: at,
    }
}

/// The agent of a thread, which the hub runs.
pub fn thread_agent(client: &str, directory: &str) -> Asker {
    let id = ThreadId::from_random([9; 16]);
    Asker {
        principal: Principal::Thread { id },
        ..asker(client, directory)
    }
}

/// The task that waits for the reply below; the other questions have tasks of their own.
pub fn task() -> TaskId {
    TaskId::from_random([7; 16])
}

/// A question as a task asks it: it waits forever.
pub fn of_task(question: Question) -> Ask {
    Ask {
        question,
        interface: None,
        timeout: TimeoutWish::Forever,
        call: None,
    }
}

/// The closing question of a turn, with these options.
pub fn reply(options: &[&str]) -> Ask {
    let text = "I can keep the **orders** table or split it.\n\nWhich one shall I do?";
    let options = options.iter().map(|label| (*label).into()).collect();
    let reply = Reply::new(task(), "Which one shall I do?", text, options);
    of_task(Question::Reply(reply))
}

/// An edit of a file that an agent wants to make, with four options that the agent names.
pub fn permission() -> Ask {
    let call = ToolCall {
        id: "call-1".into(),
        title: "Edit src/orders.rs".into(),
        kind: "edit".into(),
        status: ToolStatus::Pending,
        command: Some("sed -i s/Key/Id/ src/orders.rs".into()),
        locations: vec!["/src/shop/src/orders.rs".into()],
        diffs: vec![Diff {
            path: "/src/shop/src/orders.rs".into(),
            old: Some("struct Order {\n    id: Key,\n}\n".into()),
            new: "struct Order {\n    id: Id,\n}\n".into(),
        }],
        input: Some(r#"{"path":"src/orders.rs","replace_all":true}"#.into()),
        output: None,
    };
    let option = |id: &str, label: &str, kind| PermissionOption {
        id: id.into(),
        label: label.into(),
        kind,
    };
    let options = vec![
        option("allow", "Yes", PermissionKind::AllowOnce),
        option("allow_always", "Yes, always", PermissionKind::AllowAlways),
        option("reject", "No", PermissionKind::RejectOnce),
        option("reject_always", "Never", PermissionKind::RejectAlways),
    ];
    of_task(Question::Permission(Permission::new(
        TaskId::from_random([23; 16]),
        call,
        options,
    )))
}

/// A form with a field of every kind. Only the mail address is required.
pub fn form() -> Ask {
    let options = |values: &[&str]| {
        let option = |value: &&str| FieldOption {
            value: (*value).into(),
            title: value.to_uppercase(),
            description: None,
        };
        values.iter().map(option).collect()
    };
    let mail = FieldKind::Text {
        format: Some(TextFormat::Email),
        min_chars: None,
        max_chars: Some(40),
    };
    let port = FieldKind::Number {
        integer: true,
        min: Some("1".into()),
        max: Some("65535".into()),
    };
    let region = FieldKind::One {
        options: options(&["eu", "us"]),
    };
    let parts = FieldKind::Several {
        options: options(&["ci", "docs", "site"]),
        min: None,
        max: Some(2),
    };
    let field = |name: &str, title: &str, kind| Field {
        name: name.into(),
        title: title.into(),
        description: None,
        required: name == "mail",
        kind,
        default: (name == "port").then(|| FieldValue::Number("8080".into())),
    };
    let fields = vec![
        Field {
            description: Some("Reports go there.".into()),
            ..field("mail", "Mail address", mail)
        },
        field("port", "Port", port),
        field("public", "Reachable from outside", FieldKind::Boolean),
        field("region", "Region", region),
        field("parts", "Parts", parts),
    ];
    let message = "The service needs a few details before it can be set up.";
    let form = Form::new(
        TaskId::from_random([39; 16]),
        "Set up the service",
        message,
        fields,
    );
    of_task(Question::Form(form.expect("tests ask valid questions")))
}
