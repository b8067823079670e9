//! Questions, settings and models for tests.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use domain::interaction::{QuestionKind, Status};
use i18n::Language;
use protocol::{InteractionDetail, InteractionSummary, OptionView, SettingsReply};
use serde_json::{Value, json};

use crate::appearance::{Appearance, Colours, Ground};
use crate::message::{Effect, Message};
use crate::model::question::{GUARD_MS, Question};
use crate::model::{Clock, Model};
use crate::update::update;
use crate::words::Words;

pub(crate) const ID: &str = "7f3a91bc000000000000000000000001";

/// Made from JSON, as it comes from the hub: fields that do not matter here may come and go.
pub(crate) fn from_wire<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

pub(crate) fn summary(id: &str, title: &str) -> InteractionSummary {
    from_wire(json!({
        "session_id": id,
        "title": title,
        "status": "pending",
        "interface": "terminal",
        "kind": "choice", "selection_mode": "single",
        "risk": "normal",
        "asker": "claude-code",
        "agent": "Claude Code",
        "project": "shop",
        "directory": "/src/shop",
        "started_at": "1970-01-01T00:00:07.000Z",
        "remaining_seconds": 252,
        "at_deadline": "times_out",
        "asker_state": "waiting",
        "delivery": "open",
        "revision": 1,
        "number": 1,
    }))
}

pub(crate) fn option(id: &str, label: &str) -> OptionView {
    from_wire(json!({"id": id, "label": label, "recommended": false, "default": false}))
}

/// A question between SQLite, PostgreSQL and files, with these bounds.
pub(crate) fn question(mode: &str, min: u32, max: u32) -> InteractionDetail {
    let prompt =
        "The service needs a place for its data:\n\n- one machine\n- **50** writes a second\n";
    let has_text = matches!(mode, "text_input" | "hybrid");
    let mut options = vec![
        option("lite", "SQLite"),
        option("pg", "PostgreSQL"),
        option("files", "JSON files"),
    ];
    options[0].description = Some("one file, nothing to operate".into());
    options[0].recommended = true;
    if mode == "text_input" {
        options.clear();
    }
    let mut detail = serde_json::to_value(summary(ID, "Which database?")).unwrap();
    let rest = json!({
        "question": {
            "title": "Which database?",
            "prompt": prompt,
            "prompt_blocks": protocol::markdown::parse(prompt),
            "kind": "choice", "selection_mode": mode,
            "options": options,
            "default_selection_ids": [],
            "min_selections": min,
            "max_selections": max,
            "placeholder": has_text.then_some("for example: the one we know"),
            "placeholder_visible": has_text,
            "single_submit_mode": false,
            "annotations_enabled": true,
            "risk": "normal",
            "timeout_seconds": 300,
        },
        "digest": "d1",
        "draft": {"placeholder_shown": has_text},
        "events": [],
        "hand_off": {
            "terminal_command": format!("sayso choose {ID}"),
            "url": format!("http://localhost:7297/choice/{ID}"),
        },
    });
    let fields = rest.as_object().cloned().unwrap_or_default();
    detail.as_object_mut().unwrap().extend(fields);
    from_wire(detail)
}

/// A request with options only; `confirmation` is the agent's text at the confirmation.
pub(crate) fn request(confirmation: Option<&str>) -> InteractionDetail {
    let mut detail = question("single", 1, 1);
    detail.summary.kind = QuestionKind::Request;
    detail.question.kind = QuestionKind::Request;
    detail.question.prompt.clear();
    detail.question.prompt_blocks.clear();
    detail.question.annotations_enabled = false;
    detail.question.options[0].recommended = false;
    detail.question.focused_id = Some("pg".into());
    detail.question.confirmation =
        confirmation.map(|message| from_wire(json!({"message": message})));
    detail
}

/// The same request after `option` was chosen on `surface` by the act `answer_id`.
pub(crate) fn chosen(
    mut detail: InteractionDetail,
    option: &str,
    surface: &str,
    answer_id: &str,
) -> InteractionDetail {
    detail.summary.revision += 1;
    detail.summary.awaiting_confirmation = true;
    detail.draft.selected_ids = vec![option.into()];
    detail.chosen = from_wire(json!({
        "answer_id": answer_id,
        "selected_ids": [option],
        "by": {"kind": "person", "surface": surface, "at": "1970-01-01T00:02:07.000Z"},
    }));
    detail
}

/// A command that waits for permission.
pub(crate) fn approval(argv: &[&str], reason: &str) -> InteractionDetail {
    let mut detail = question("single", 1, 1);
    // The hub repeats no more of the command than this.
    let command: String = argv.join(" ").chars().take(120).collect();
    let title = format!("Run {command}?");
    detail.summary.title.clone_from(&title);
    detail.summary.kind = QuestionKind::Approval;
    detail.question.title = title;
    detail.question.kind = QuestionKind::Approval;
    detail.question.prompt = reason.into();
    detail.question.prompt_blocks = protocol::markdown::parse(reason);
    detail.question.options = vec![option("approve", "Approve"), option("deny", "Deny")];
    let hash = "0123456789abcdef".repeat(4);
    detail.question.action = from_wire(json!({
        "argv": argv,
        "directory": "/src/shop",
        "files": [
            {"path": "/usr/bin/git", "bytes": 3_145_728, "sha256": hash, "sealed": true},
            {"path": "/src/shop/big.tar", "bytes": 99_145_728, "sha256": ""},
        ],
        "environment": [{"name": "LD_PRELOAD", "value": "evil\u{1b}.so"}],
        "digest": "fedcba9876543210".repeat(4),
    }));
    detail
}

/// A tool call that waits for permission.
pub(crate) fn permission() -> InteractionDetail {
    let mut detail = question("single", 1, 1);
    let title = "Edit src/orders.rs";
    detail.summary.title = title.into();
    detail.summary.kind = QuestionKind::Permission;
    detail.question.title = title.into();
    detail.question.kind = QuestionKind::Permission;
    detail.question.prompt = String::new();
    detail.question.prompt_blocks = Vec::new();
    detail.question.annotations_enabled = false;
    detail.question.focused_id = Some("no".into());
    let of = |id: &str, label: &str, kind: &str| protocol::OptionView {
        permission: from_wire(json!(kind)),
        ..option(id, label)
    };
    detail.question.options = vec![
        of("yes", "Yes", "allow_once"),
        of("always", "Yes, always", "allow_always"),
        of("no", "No", "reject_once"),
    ];
    detail.question.tool = from_wire(json!({
        "title": title,
        "kind": "edit",
        "command": "sed -i s/Key/Id/ src/orders.rs",
        "changes": [{
            "path": "src/orders.rs",
            "is_new": false,
            "added": 1,
            "removed": 1,
            "hunks": [{"old_start": 1, "new_start": 1, "lines": [
                {"change": "same", "text": "struct Order {"},
                {"change": "removed", "text": "\tid: Key,"},
                {"change": "added", "text": "\tid: Id,\u{1b}"},
                {"change": "same", "text": "}"},
            ]}],
        }],
        "cuts": [{"part": "lines", "left_out": 12}],
        "shown": {"\tid: Id,\u{1b}": "\tid: Id,<ESC>"},
    }));
    detail
}

/// A form with a field of every kind.
pub(crate) fn form() -> InteractionDetail {
    let mut detail = question("multi", 0, 0);
    detail.summary.title = "Set up the service".into();
    detail.summary.kind = QuestionKind::Form;
    detail.question.title = "Set up the service".into();
    detail.question.kind = QuestionKind::Form;
    detail.question.options = Vec::new();
    detail.question.default_selection_ids = Vec::new();
    detail.question.annotations_enabled = false;
    detail.draft = from_wire(json!({"fields": {"port": {"type": "number", "value": "8080"}}}));
    let options = json!([{"value": "eu", "title": "Europe"}, {"value": "us", "title": ""}]);
    detail.question.fields = from_wire(json!([
        {
            "name": "mail", "title": "Mail address", "required": true,
            "description": "Reports go there.",
            "kind": {"type": "text", "format": "email", "max_chars": 40},
        },
        {
            "name": "port", "title": "Port", "required": false,
            "kind": {"type": "number", "integer": true, "min": "1", "max": "65535"},
        },
        {"name": "public", "title": "Public", "required": false, "kind": {"type": "boolean"}},
        {
            "name": "region", "title": "Region", "required": false,
            "kind": {"type": "one", "options": options},
        },
        {
            "name": "parts", "title": "Parts", "required": false,
            "kind": {"type": "several", "options": options},
        },
    ]));
    detail
}

/// The same question, answered in the portal.
pub(crate) fn answered_elsewhere(mut detail: InteractionDetail) -> InteractionDetail {
    detail.summary.status = Status::Submitted;
    detail.summary.revision += 1;
    detail.summary.remaining_seconds = None;
    detail.summary.at_deadline = None;
    let mut result = json!({
        "kind": detail.summary.kind,
        "session_id": ID,
        "action_status": "selected",
        "selected_ids": ["pg"],
        "answered_by": {
            "kind": "person",
            "surface": "web",
            "at": "1970-01-01T00:01:07.000Z",
        },
        "summary": "\"Which database?\": the person chose PostgreSQL.",
    });
    if detail.summary.kind == QuestionKind::Request {
        result["hitl_result"] = json!(protocol::HitlResult::pending(ID.into()));
    }
    detail.result = from_wire(result);
    detail
}

/// A few settings of every kind.
pub(crate) fn usual_settings() -> SettingsReply {
    let setting = |name: &str, group: &str, kind: Value, value: Value| {
        json!({
            "name": name,
            "kind": kind,
            "value": value,
            "default": value,
            "source": "file",
            "environment": format!("SAYSO_{}", name.to_uppercase()),
            "group": group,
            "help": "",
        })
    };
    let flag = json!({"type": "flag"});
    let number = json!({"type": "number", "min": 0, "max": 900});
    let words = |words: &[&str]| json!({"type": "one_of", "values": words});
    let focus = words(&["on_tab", "on_select"]);
    from_wire(json!({
        "file": "settings.toml",
        "settings": [
            setting("timeout_seconds", "questions", number, json!(300)),
            setting("annotations", "questions", flag.clone(), json!(true)),
            setting("language", "interface", words(&["en", "zh"]), json!("en")),
            setting("navigation_hints", "terminal", flag, json!(true)),
            setting("annotation_focus", "terminal", focus, json!("on_tab")),
        ],
    }))
}

pub(crate) fn model(language: Language, size: (u16, u16)) -> Model {
    let appearance = Appearance {
        colours: Colours::None,
        ground: Ground::Unknown,
    };
    let clock = Clock {
        ms: 1_000,
        wall_ms: 127_000,
    };
    let mut model = Model::new(Words::new(language), appearance, clock, size);
    model.settings = Some(usual_settings());
    model
}

/// A model with the question in view, past the guard.
pub(crate) fn showing(detail: InteractionDetail) -> Model {
    let mut model = model(Language::En, (80, 24));
    model.question = Some(Question::new(detail, model.clock));
    model.clock.ms += GUARD_MS;
    model
}

pub(crate) fn key(code: KeyCode) -> Message {
    Message::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

pub(crate) fn control(letter: char) -> Message {
    Message::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

/// Types text, one key each; `\n` is Enter, `\t` Tab, `\u{1b}` Esc.
pub(crate) fn type_keys(model: &mut Model, text: &str) -> Vec<Effect> {
    text.chars()
        .flat_map(|character| {
            let code = match character {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '\u{1b}' => KeyCode::Esc,
                other => KeyCode::Char(other),
            };
            update(model, key(code))
        })
        .collect()
}
