//! What the views look like, in both languages and three sizes, as text files to be read in review.
//! `UPDATE_SNAPSHOTS=1 cargo test -p tui` rewrites them.

use std::path::Path;

use crossterm::event::KeyCode;
use domain::interaction::Risk;
use i18n::Language;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use crate::given::{
    ID, answered_elsewhere, approval, chosen, control, form, key, model, option, permission,
    question, request, summary, type_keys,
};
use crate::message::Message;
use crate::model::inbox::Inbox;
use crate::model::question::{GUARD_MS, Question};
use crate::model::{Link, Model};
use crate::update::update;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (60, 20)];

/// Prints the cells; the second half of a wide character is not a cell itself.
fn print(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.content.chunks(usize::from(buffer.area.width)) {
        let mut skip = 0;
        let mut line = String::new();
        for cell in row {
            if skip == 0 {
                line.push_str(cell.symbol());
                skip = crate::text::width(cell.symbol()).max(1);
            }
            skip -= 1;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

pub(crate) fn painted(model: &Model) -> String {
    let (width, height) = model.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| super::draw(model, frame)).unwrap();
    print(terminal.backend().buffer())
}

fn long() -> protocol::InteractionDetail {
    let mut detail = question("multi", 1, 3);
    let prompt = "The order service needs a database, and **nothing** says which.\n\n\
        | engine | operates itself | cost |\n|---|---|---|\n\
        | SQLite | yes | none |\n| 数据库 | 需要运维 | 一台服务器 |\n\n\
        ```sql\nCREATE TABLE orders (id INTEGER);\n```\n\n\
        1. write the schema\n2. run the migration, on staging first and then, after a day, on production\n\n\
        > Whatever we take now stays.\n";
    detail.question.prompt_blocks = protocol::markdown::parse(prompt);
    detail.question.options = (1..=40)
        .map(|n| protocol::OptionView {
            description: Some(format!("what number {n} means")),
            recommended: n == 2,
            ..option(&format!("o{n}"), &format!("Option {n}"))
        })
        .collect();
    detail
}

fn open(language: Language, size: (u16, u16), detail: protocol::InteractionDetail) -> Model {
    let mut model = model(language, size);
    model.question = Some(Question::new(detail, model.clock));
    model.clock.ms += GUARD_MS;
    model
}

/// Every view, by name.
fn views(language: Language, size: (u16, u16)) -> Vec<(&'static str, Model)> {
    let open = |detail| open(language, size, detail);
    let with = |mut model: Model, keys: &str| {
        type_keys(&mut model, keys);
        model
    };
    let mut destructive = question("single", 1, 1);
    destructive.question.risk = Risk::Destructive;
    destructive.question.title = "删除生产数据库吗? \u{1b}[2J\u{202e}".into();
    let mut urgent = question("hybrid", 0, 1);
    urgent.summary.remaining_seconds = Some(8);
    let mut lost = with(open(urgent), "jo");
    lost.link = Link::Down;
    type_keys(&mut lost, "两行\u{4e2d}文 and more");
    let mut cancelling = open(question("single", 1, 1));
    update(&mut cancelling, control('c'));
    let mut closed = with(open(question("single", 1, 1)), "\tmy note");
    let elsewhere = Box::new(answered_elsewhere(question("single", 1, 1)));
    update(&mut closed, Message::Loaded(ID.into(), Ok(elsewhere)));
    let mut hidden = with(open(question("multi", 1, 3)), "s");
    update(&mut hidden, key(KeyCode::End));
    let message = "This replaces what runs now.\n没有\u{202e}回头路.";
    let second = chosen(request(Some(message)), "pg", "web", "c1");
    let argv = ["git", "push", "--force", " origin\u{1b}[2J", ""];
    let script = format!("set -e; {}rm -rf build", "make test && ".repeat(60));
    let long_action = approval(&["sh", "-c", &script], "一切都好\nreally");
    vec![
        ("request", open(request(None))),
        ("confirm", with(open(second), "k")),
        ("approval", with(open(approval(&argv, "")), "j")),
        ("approval_long", with(open(long_action), "1")),
        ("permission", with(open(permission()), "1")),
        ("form", with(open(form()), "ana@\n\n \t ")),
        ("single", with(open(question("single", 1, 1)), "j ")),
        ("many", with(open(long()), "r37")),
        ("text", with(open(question("text_input", 0, 0)), "")),
        ("hybrid_lost", lost),
        ("destructive", with(open(destructive), "j\n\nPost")),
        (
            "review",
            with(open(question("multi", 1, 3)), "a\tversion 3\nN都好\n\n"),
        ),
        ("cancel", cancelling),
        ("elsewhere", closed),
        ("settings", with(open(question("single", 1, 1)), "sj")),
        ("hide", with(hidden, " ")),
        ("help", with(open(question("single", 1, 1)), "?")),
        ("inbox", list(language, size)),
        ("inbox_empty", empty(language, size)),
    ]
}

fn empty(language: Language, size: (u16, u16)) -> Model {
    let mut model = model(language, size);
    model.inbox = Some(Inbox::default());
    model
}

fn list(language: Language, size: (u16, u16)) -> Model {
    let mut model = empty(language, size);
    let row = |id: &str, title: &str, number| protocol::InteractionSummary {
        number,
        ..summary(id, title)
    };
    let interactions = vec![
        row("a", "Which checks must pass before a merge?", 1),
        protocol::InteractionSummary {
            risk: Risk::Destructive,
            remaining_seconds: None,
            ..row("b", "删除旧数据吗？", 2)
        },
        row(ID, "Which database?", 3),
        chosen(request(Some("")), "pg", "web", "c1").summary,
        approval(&["git", "push"], "").summary,
    ];
    let mut interactions = interactions;
    for (at, id) in [(3, "c"), (4, "d")] {
        interactions[at].session_id = id.into();
        interactions[at].number = at as u64 + 1;
    }
    let destructive = interactions[1].clone();
    let snapshot = protocol::ServerMessage::Snapshot {
        seq: 1,
        interactions,
        pending: 5,
    };
    update(&mut model, Message::Live(Box::new(snapshot)));
    let elsewhere = Box::new(answered_elsewhere(question("single", 1, 1)));
    update(&mut model, Message::Loaded(ID.into(), Ok(elsewhere)));
    type_keys(&mut model, "j");
    let mut focused = question("single", 1, 1);
    focused.summary = destructive;
    update(
        &mut model,
        Message::Loaded("b".into(), Ok(Box::new(focused))),
    );
    model
}

#[test]
fn views_match_the_reviewed_snapshots() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let rewrite = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    let mut differing = Vec::new();
    for language in Language::ALL {
        for size in SIZES {
            for (name, model) in views(language, size) {
                let file = format!("{name}.{}.{}x{}.txt", language.as_str(), size.0, size.1);
                let path = directory.join(&file);
                let now = painted(&model);
                if rewrite {
                    std::fs::create_dir_all(&directory).unwrap();
                    std::fs::write(&path, &now).unwrap();
                } else if std::fs::read_to_string(&path).unwrap_or_default() != now {
                    differing.push(format!("{file}:\n{now}"));
                }
            }
        }
    }
    assert!(
        differing.is_empty(),
        "these look different now:\n{}",
        differing.join("\n")
    );
}

#[test]
fn views_show_control_characters_of_an_agent_as_text() {
    let mut detail = question("single", 1, 1);
    detail.question.title = "\u{1b}]0;x\u{7}\r\u{202e}t".into();
    detail.question.options[0].label = "rm -rf x\rls\u{200b}".into();
    detail.question.options[0].description = Some("a\u{1b}[2Jb\u{e0041}".into());
    let shown = painted(&open(Language::En, (120, 40), detail));
    for part in [
        "<ESC>]0;x<U+0007><CR><U+202E>t",
        "rm -rf x<CR>ls<U+200B>",
        "a<ESC>[2Jb<U+E0041>",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}
