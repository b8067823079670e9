//! Questions, interactions and instants that the tests start from.

use domain::interaction::Pending;
use domain::interaction::choice::ChoiceAsk;
use domain::interaction::form::{FieldOption, TextFormat};
use domain::interaction::{
    Action, ActionFile, AnswerDraft, Approval, ApprovalWords, Choice, ChoiceSpec, Field, FieldKind,
    FieldValue, FieldValues, Form, HumanRequestOptionSpec, HumanRequestSpec, Interaction,
    Interface, OptionSpec, Permission, PermissionKind, PermissionOption, Question, Reply, Risk,
    State,
};
use domain::task::output::{Diff, ToolCall, ToolStatus};
use domain::{
    AgentSign, AnswerId, Asker, BootId, Deadline, InteractionId, LocalProcess, Moment, Principal,
    Responder, Surface, TaskId, ThreadId, Timestamp,
};

pub(crate) const TITLE: &str = "Which database?";
pub(crate) const PROMPT: &str = "The shop needs a store; both fit, and moving later is dear.";
/// When everything begins, on the wall and since boot.
pub(crate) const WALL: i64 = 1_700_000_000_000;
pub(crate) const UPTIME: u64 = 1_000_000;

pub(crate) fn option(id: &str) -> OptionSpec {
    OptionSpec {
        id: Some(id.into()),
        ..OptionSpec::default()
    }
}

/// A valid request of that mode; with options `a`, `b` and `c` where the mode has any.
pub(crate) fn spec(mode: &str) -> ChoiceSpec {
    let options = ["a", "b", "c"].map(option).to_vec();
    ChoiceSpec {
        title: Some(TITLE.into()),
        prompt: Some(PROMPT.into()),
        selection_mode: Some(mode.into()),
        options: (mode != "text_input").then_some(options),
        ..ChoiceSpec::default()
    }
}

/// A valid request of that mode, changed.
pub(crate) fn spec_with(mode: &str, edit: impl FnOnce(&mut ChoiceSpec)) -> ChoiceSpec {
    let mut spec = spec(mode);
    edit(&mut spec);
    spec
}

pub(crate) fn valid(spec: ChoiceSpec) -> ChoiceAsk {
    spec.validate().expect("the request is valid")
}

/// A question of that mode, changed.
pub(crate) fn choice(mode: &str, edit: impl FnOnce(&mut ChoiceSpec)) -> Choice {
    valid(spec_with(mode, edit)).choice
}

pub(crate) fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

pub(crate) fn selecting(selected: &[&str]) -> AnswerDraft {
    AnswerDraft {
        selected_ids: ids(selected),
        ..AnswerDraft::default()
    }
}

pub(crate) fn moment(boot: &str, wall: i64, uptime_ms: u64) -> Moment {
    Moment {
        wall: Timestamp(wall),
        boot: BootId(boot.into()),
        uptime_ms,
    }
}

/// The instant `ms` after everything began, on the first boot.
pub(crate) fn after(ms: u64) -> Moment {
    let wall = WALL + i64::try_from(ms).expect("a test is short");
    moment("first", wall, UPTIME + ms)
}

pub(crate) fn person(surface: Surface) -> Responder {
    Responder::Person {
        surface,
        name: None,
        process: None,
    }
}

/// A process that an agent started.
pub(crate) fn agents_process() -> LocalProcess {
    LocalProcess {
        pid: 4_711,
        program: "/usr/bin/sayso".into(),
        terminal: Some("/dev/pts/3".into()),
        agent: Some(AgentSign::StartedBy {
            pid: 4_242,
            program: "/usr/bin/codex".into(),
        }),
    }
}

pub(crate) fn answer_id(number: u8) -> AnswerId {
    AnswerId::from_random([number; 16])
}

pub(crate) fn asker() -> Asker {
    Asker {
        principal: Principal::LocalUser { uid: 1000 },
        client: "codex".into(),
        version: Some("1.2".into()),
        directory: "/src/shop".into(),
    }
}

/// A pending interaction, asked when everything began.
pub(crate) fn asked(choice: Choice, timeout_seconds: Option<u64>) -> Interaction {
    put(Question::Choice(choice), timeout_seconds)
}

/// A pending interaction of any kind, asked when everything began.
pub(crate) fn put(question: Question, timeout_seconds: Option<u64>) -> Interaction {
    let deadline = timeout_seconds.map(|seconds| Deadline::after(&after(0), seconds * 1000));
    Interaction {
        id: InteractionId::from_random([7; 16]),
        asker: asker(),
        question,
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

/// A valid `hitl_request` with options `a`, `b` and `c`, changed.
pub(crate) fn request_spec(edit: impl FnOnce(&mut HumanRequestSpec)) -> HumanRequestSpec {
    let option = |id: &str| HumanRequestOptionSpec {
        id: Some(id.into()),
        label: Some(format!("Option {id}")),
        description: None,
    };
    let mut spec = HumanRequestSpec {
        question: Some(TITLE.into()),
        options: Some(["a", "b", "c"].map(option).to_vec()),
        ..HumanRequestSpec::default()
    };
    edit(&mut spec);
    spec
}

/// A question whose choice counts only after its confirmation.
pub(crate) fn confirmed_question() -> Question {
    let spec = request_spec(|spec| spec.require_confirmation = Some(true));
    spec.validate().expect("the request is valid").question
}

/// An approval that uses every field.
pub(crate) fn approval() -> Question {
    let action = Action {
        argv: ids(&["rm", "-rf", "build"]),
        directory: "/src/shop".into(),
        files: vec![ActionFile {
            path: "/usr/bin/rm".into(),
            bytes: 59_912,
            sha256: "00ff".into(),
            sealed: false,
        }],
        environment: Vec::new(),
    };
    let words = ApprovalWords {
        title: "Run rm -rf build?".into(),
        approve: "Approve".into(),
        deny: "Deny".into(),
    };
    let reason = Some("A clean build is needed.".into());
    let approval = Approval::new(action, words, reason, Risk::Destructive);
    Question::Approval(approval.expect("it is valid"))
}

pub(crate) fn task() -> TaskId {
    TaskId::from_random([7; 16])
}

/// A question as the agent of a thread asks it.
pub(crate) fn of_thread(question: Question) -> Interaction {
    let id = ThreadId::from_random([9; 16]);
    Interaction {
        asker: Asker {
            principal: Principal::Thread { id },
            ..asker()
        },
        ..put(question, None)
    }
}

pub(crate) fn reply(options: &[&str]) -> Reply {
    let text = "I can use SQLite or Postgres.\n\nWhich one?";
    Reply::new(task(), "Which one?", text, ids(options))
}

/// A permission that uses every field.
pub(crate) fn permission() -> Permission {
    let call = ToolCall {
        id: "call-1".into(),
        title: "Edit a.txt".into(),
        kind: "edit".into(),
        status: ToolStatus::Pending,
        command: Some("sed -i s/a/b/ a.txt".into()),
        locations: ids(&["/src/shop/a.txt"]),
        diffs: vec![Diff {
            path: "/src/shop/a.txt".into(),
            old: Some("a\n".into()),
            new: "b\n".into(),
        }],
        input: Some(r#"{"path":"a.txt"}"#.into()),
        output: Some("1 match".into()),
    };
    let option = |id: &str, label: &str, kind| PermissionOption {
        id: id.into(),
        label: label.into(),
        kind,
    };
    let options = vec![
        option("yes", "Allow", PermissionKind::AllowOnce),
        option("always", "Always allow", PermissionKind::AllowAlways),
        option("never", "Never", PermissionKind::RejectAlways),
        option("no", "Reject", PermissionKind::RejectOnce),
    ];
    Permission::new(task(), call, options)
}

pub(crate) fn form(fields: Vec<Field>) -> Form {
    let message = "The service needs a few details.";
    Form::new(task(), "Details", message, fields).expect("the form is valid")
}

pub(crate) fn field(name: &str, kind: FieldKind) -> Field {
    Field {
        name: name.into(),
        title: String::new(),
        description: None,
        required: false,
        kind,
        default: None,
    }
}

pub(crate) fn field_options(values: &[&str]) -> Vec<FieldOption> {
    let option = |value: &&str| FieldOption {
        value: (*value).into(),
        title: value.to_uppercase(),
        description: None,
    };
    values.iter().map(option).collect()
}

/// One field of each kind, each with every bound.
pub(crate) fn every_field() -> Vec<Field> {
    let text = FieldKind::Text {
        format: Some(TextFormat::Email),
        min_chars: Some(3),
        max_chars: Some(40),
    };
    let number = FieldKind::Number {
        integer: true,
        min: Some("1".into()),
        max: Some("65535".into()),
    };
    let several = FieldKind::Several {
        options: field_options(&["ci", "docs"]),
        min: Some(1),
        max: Some(2),
    };
    let one = FieldKind::One {
        options: field_options(&["eu", "us"]),
    };
    let mut fields = vec![
        field("mail", text),
        field("port", number),
        field("public", FieldKind::Boolean),
        field("region", one),
        field("parts", several),
    ];
    fields[0].title = "Mail".into();
    fields[0].description = Some("Where reports go.".into());
    fields[0].required = true;
    fields[1].default = Some(FieldValue::Number("8080".into()));
    fields
}

/// A value for each of [`every_field`].
pub(crate) fn every_value() -> FieldValues {
    let values = [
        ("mail", FieldValue::Text("ana@example.org".into())),
        ("port", FieldValue::Number("443".into())),
        ("public", FieldValue::Boolean(false)),
        ("region", FieldValue::Text("eu".into())),
        ("parts", FieldValue::Several(ids(&["docs", "ci"]))),
    ];
    let values = values.map(|(name, value)| (name.to_owned(), value));
    values.into()
}
