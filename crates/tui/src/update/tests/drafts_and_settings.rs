//! What happens around an answer: drafts, other surfaces, settings, the list.

use domain::{DecidedBy, Surface};
use i18n::Language;
use protocol::{DraftChange, DraftReply, InteractionSummary};

use super::*;
use crate::model::inbox::Preview;

#[test]
fn inbox_opens_on_its_first_row_in_any_order_of_arrival() {
    let mut model = model(Language::En, (80, 24));
    model.inbox = Some(Inbox::default());
    let row = |id: &str, number| InteractionSummary {
        number,
        ..summary(id, "t")
    };
    let interactions = vec![row("third", 3), row("first", 1), row("second", 2)];
    let snapshot = ServerMessage::Snapshot {
        seq: 1,
        interactions,
        pending: 3,
    };
    update(&mut model, live(snapshot));
    assert_eq!(model.inbox.unwrap().focused.as_deref(), Some("first"));
}

#[test]
fn inbox_on_a_wide_screen_previews_the_focused_question() {
    let mut model = model(Language::En, (120, 40));
    model.inbox = Some(Inbox::default());
    let snapshot = ServerMessage::Snapshot {
        seq: 1,
        interactions: vec![summary(ID, "t")],
        pending: 1,
    };
    let effects = update(&mut model, live(snapshot));
    assert!(effects.contains(&Effect::Load(ID.into())));
    assert!(!update(&mut model, Message::Woke).contains(&Effect::Load(ID.into())));
    let detail = Box::new(question("single", 1, 1));
    update(&mut model, Message::Loaded(ID.into(), Ok(detail)));
    assert!(model.question.is_none());
    let preview = model.inbox.unwrap().preview.unwrap();
    assert!(matches!(preview, Preview::Shown(question) if question.id() == ID));
}

#[test]
fn changed_draft_is_saved_once_after_a_pause() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "jk ");
    let due = model.clock.ms + SAVE_AFTER_MS;
    assert_eq!(update(&mut model, Message::Woke), []);
    model.clock.ms = due;
    let save = saving(selected(&["lite"]), AnswerDraft::default());
    assert_eq!(
        update(&mut model, Message::Woke),
        std::slice::from_ref(&save)
    );
    assert_eq!(update(&mut model, Message::Woke), []);
    // The hub went away in the meantime: the draft is still here and goes out with the
    // reconnection.
    update(
        &mut model,
        Message::DraftSaved(ID.into(), Err(Trouble::Lost)),
    );
    update(&mut model, Message::Lost);
    assert_eq!(model.link, Link::Down);
    let effects = update(&mut model, Message::Linked);
    assert_eq!(
        effects,
        [Effect::LoadSettings, Effect::Load(ID.into()), save]
    );
}

#[test]
fn leaving_saves_the_draft_first() {
    let mut model = showing(question("single", 1, 1));
    let effects = type_keys(&mut model, " q");
    assert_eq!(
        effects,
        [
            saving(selected(&["lite"]), AnswerDraft::default()),
            undecided()
        ]
    );
}

#[test]
fn draft_of_another_surface_is_shown_unless_one_is_being_written_here() {
    let elsewhere = |ids: &[&str]| {
        live(ServerMessage::DraftChanged {
            session_id: ID.into(),
            surface: Surface::Web,
            draft: selected(ids),
        })
    };
    let mut model = showing(question("multi", 1, 3));
    update(&mut model, elsewhere(&["files"]));
    assert_eq!(model.question.as_ref().unwrap().draft.selected, ["files"]);
    type_keys(&mut model, " ");
    update(&mut model, elsewhere(&["pg"]));
    assert_eq!(
        model.question.as_ref().unwrap().draft.selected,
        ["files", "lite"]
    );
    assert!(model.notice.unwrap().text.contains("web portal"));
}

fn saving(draft: AnswerDraft, base: AnswerDraft) -> Effect {
    Effect::SaveDraft(ID.into(), DraftChange { draft, base })
}

fn noted(note: &str) -> AnswerDraft {
    AnswerDraft {
        global_note: Some(note.into()),
        ..AnswerDraft::default()
    }
}

fn saved(draft: AnswerDraft) -> Message {
    let reply = DraftReply {
        summary: summary(ID, "t"),
        problems: Vec::new(),
        draft,
    };
    Message::DraftSaved(ID.into(), Ok(Box::new(reply)))
}

#[test]
fn saved_draft_carries_its_base_and_returns_merged_text() {
    let mut model = showing(question("multi", 1, 3));
    type_keys(&mut model, " ");
    model.clock.ms += SAVE_AFTER_MS;
    let ours = selected(&["lite"]);
    assert_eq!(
        update(&mut model, Message::Woke),
        [saving(ours.clone(), AnswerDraft::default())]
    );
    // The web page wrote a note in the meantime; the hub has merged both.
    let both = AnswerDraft {
        global_note: Some("from the web".into()),
        ..ours
    };
    update(&mut model, saved(both.clone()));
    assert_eq!(model.question.as_ref().unwrap().draft.body(), both);
    type_keys(&mut model, "j ");
    model.clock.ms += SAVE_AFTER_MS;
    let next = AnswerDraft {
        selected_ids: vec!["lite".into(), "pg".into()],
        ..both.clone()
    };
    assert_eq!(update(&mut model, Message::Woke), [saving(next, both)]);
}

#[test]
fn text_typed_during_a_save_is_based_on_the_sent_draft() {
    let mut model = showing(question("multi", 1, 3));
    type_keys(&mut model, "Nmine");
    model.clock.ms += SAVE_AFTER_MS;
    let sent = saving(noted("mine"), AnswerDraft::default());
    assert_eq!(update(&mut model, Message::Woke), [sent]);
    type_keys(&mut model, "!");
    update(&mut model, saved(noted("mine\ntheirs")));
    assert_eq!(
        model.question.as_ref().unwrap().draft.body(),
        noted("mine!")
    );
    model.clock.ms += SAVE_AFTER_MS;
    let next = saving(noted("mine!"), noted("mine"));
    assert_eq!(update(&mut model, Message::Woke), [next]);
    update(&mut model, saved(noted("mine!\ntheirs")));
    // The cursor is still behind the person's own words.
    type_keys(&mut model, "?");
    assert_eq!(
        model.question.as_ref().unwrap().draft.body(),
        noted("mine!?\ntheirs")
    );
}

#[test]
fn leaving_during_a_save_saves_the_newly_typed_text() {
    let mut model = showing(question("multi", 1, 3));
    type_keys(&mut model, " ");
    model.clock.ms += SAVE_AFTER_MS;
    update(&mut model, Message::Woke);
    let both = selected(&["lite", "pg"]);
    assert_eq!(
        type_keys(&mut model, "j q"),
        [saving(both, AnswerDraft::default()), undecided()]
    );
}

#[test]
fn echo_of_a_save_is_not_announced_as_another_surface() {
    let mut model = showing(question("multi", 1, 3));
    type_keys(&mut model, "Nmi");
    model.clock.ms += SAVE_AFTER_MS;
    update(&mut model, Message::Woke);
    type_keys(&mut model, "ne");
    let echo = ServerMessage::DraftChanged {
        session_id: ID.into(),
        surface: Surface::Terminal,
        draft: noted("mi"),
    };
    update(&mut model, live(echo));
    assert_eq!(model.notice, None);
}

#[test]
fn notes_that_are_not_offered_stay_in_the_draft_and_are_not_sent() {
    let mut detail = question("single", 1, 1);
    detail.question.annotations_enabled = false;
    detail.draft = noted("written before");
    let mut model = showing(detail);
    let effects = type_keys(&mut model, " q");
    let draft = AnswerDraft {
        selected_ids: vec!["lite".into()],
        ..noted("written before")
    };
    assert_eq!(
        effects,
        [saving(draft, noted("written before")), undecided()]
    );
    let question = model.question.unwrap();
    let answer = question.draft.answer(&question.detail.question);
    assert_eq!(answer, selected(&["lite"]));
}

/// A changed setting, with the question that it is meant for too.
fn changing(name: &str, value: Option<SettingValue>) -> Effect {
    Effect::ChangeSettings {
        changes: BTreeMap::from([(name.into(), value)]),
        question: Some(ID.into()),
    }
}

fn decided_elsewhere(model: &mut Model) -> Vec<Effect> {
    let closed = answered_elsewhere(question("single", 1, 1));
    let change = ServerMessage::Changed {
        seq: 9,
        event: "answered".into(),
        subject: protocol::ChangedSubject::Interaction {
            interaction: closed.summary.clone(),
        },
    };
    assert_eq!(
        update(model, Message::Live(Box::new(change))),
        [Effect::Load(ID.into())]
    );
    update(model, Message::Loaded(ID.into(), Ok(Box::new(closed))))
}

#[test]
fn answer_elsewhere_closes_the_question_unless_typed_text_would_be_lost() {
    let mut model = showing(question("single", 1, 1));
    let effects = decided_elsewhere(&mut model);
    let [Effect::Finish(finish @ Finish::Elsewhere { winner, .. })] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (winner.surface, winner.kind),
        (Some(Surface::Web), DecidedBy::Person)
    );

    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "\tmy words");
    assert_eq!(decided_elsewhere(&mut model), []);
    assert_eq!(stage(&model), &Stage::Closed);
    assert_eq!(
        type_keys(&mut model, "\n"),
        [Effect::Finish(finish.clone())]
    );
}

#[test]
fn refusal_of_the_hub_is_shown_and_the_draft_stays() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "\n\n");
    let error = protocol::ApiError::new("disk_full", "words for programs");
    let refused = Err(Trouble::Refused(Box::new(error)));
    assert_eq!(update(&mut model, Message::Decided(ID.into(), refused)), []);
    assert_eq!(stage(&model), &Stage::Answering);
    assert_eq!(
        model.notice.unwrap().text,
        "the disk is full; nothing was saved: free some space, then try again"
    );
    assert_eq!(model.question.unwrap().draft.selected, ["lite"]);
}

#[test]
fn extension_changes_the_deadline_only_when_the_hub_replies() {
    let mut model = showing(question("single", 1, 1));
    assert_eq!(type_keys(&mut model, "+"), [Effect::AddTime(ID.into())]);
    let mut detail = question("single", 1, 1);
    detail.summary.remaining_seconds = Some(552);
    detail.summary.revision = 2;
    let now = model.clock.ms;
    update(
        &mut model,
        Message::Extended(ID.into(), Ok(Box::new(detail))),
    );
    assert_eq!(model.question.unwrap().due_ms, Some(now + 552_000));
}

#[test]
fn screen_wakes_every_second_only_with_a_deadline() {
    let mut detail = question("single", 1, 1);
    let model = showing(detail.clone());
    assert_eq!(model.wakes_at(), Some(model.clock.ms + 500));
    detail.summary.remaining_seconds = None;
    assert_eq!(showing(detail).wakes_at(), None);
}

#[test]
fn moving_to_the_browser_keeps_the_question_and_its_draft() {
    let mut model = showing(question("single", 1, 1));
    assert_eq!(
        type_keys(&mut model, " w"),
        [Effect::SwitchToWeb(ID.into())]
    );
    let detail = question("single", 1, 1);
    let url = detail.hand_off.url.clone();
    let effects = update(
        &mut model,
        Message::Switched(ID.into(), Ok(Box::new(detail))),
    );
    let web = Finish::Web {
        session_id: ID.into(),
        url,
    };
    let save = saving(selected(&["lite"]), AnswerDraft::default());
    assert_eq!(effects, [save, Effect::Finish(web)]);
}

#[test]
fn settings_view_saves_with_one_key_and_applies_the_language_immediately() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "s");
    // Terminal first: hints, focus, then the language.
    let effects = type_keys(&mut model, "jj ");
    let zh = Some(SettingValue::Text("zh".into()));
    assert_eq!(effects, [changing("language", zh)]);
    let mut reply = usual_settings();
    reply.settings[2].value = SettingValue::Text("zh".into());
    update(&mut model, Message::Settings(Ok(reply)));
    assert_eq!(model.words.language(), i18n::Language::Zh);
}

#[test]
fn settings_view_checks_a_typed_number_before_sending_it() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "sjjj\n");
    assert_eq!(type_keys(&mut model, "000\n"), []);
    assert_eq!(
        model.notice.as_ref().unwrap().text,
        "That is not a possible value."
    );
    for _ in 0..3 {
        update(&mut model, key(KeyCode::Backspace));
    }
    let value = Some(SettingValue::Number(300));
    assert_eq!(
        type_keys(&mut model, "\n"),
        [changing("timeout_seconds", value)]
    );
}

#[test]
fn hidden_options_cannot_be_chosen_and_are_listed_in_the_answer() {
    let mut model = showing(question("multi", 1, 3));
    type_keys(&mut model, " s");
    update(&mut model, key(KeyCode::End));
    type_keys(&mut model, &format!(" {ESC}"));
    assert_eq!(model.question.as_ref().unwrap().shown(), [0, 1]);
    update(&mut model, control('s'));
    let expected = AnswerDraft {
        hidden_ids: vec!["files".into()],
        ..selected(&["lite"])
    };
    assert_eq!(answers(&type_keys(&mut model, "\n")), [&expected]);

    let mut model = showing(question("multi", 3, 3));
    type_keys(&mut model, "s");
    update(&mut model, key(KeyCode::End));
    type_keys(&mut model, " ");
    assert!(model.question.unwrap().draft.hidden.is_empty());
}

fn inbox(rows: &[(&str, &str, u64)]) -> Model {
    let mut model = model(i18n::Language::En, (80, 24));
    model.inbox = Some(Inbox::default());
    let interactions = rows
        .iter()
        .map(|(id, title, number)| protocol::InteractionSummary {
            number: *number,
            ..summary(id, title)
        })
        .collect();
    let snapshot = ServerMessage::Snapshot {
        seq: 1,
        interactions,
        pending: 2,
    };
    let title = Effect::Title(format!("({}) sayso", rows.len()));
    assert_eq!(
        update(&mut model, Message::Live(Box::new(snapshot))),
        [title]
    );
    model.clock.ms += 10_000;
    model
}

fn arrival(id: &str, title: &str) -> Message {
    live(ServerMessage::Changed {
        seq: 2,
        event: "asked".into(),
        subject: protocol::ChangedSubject::Interaction {
            interaction: protocol::InteractionSummary {
                number: 9,
                ..summary(id, title)
            },
        },
    })
}

#[test]
fn inbox_rings_once_for_a_new_question_and_counts_it_in_the_title() {
    let mut model = inbox(&[("a", "First", 1)]);
    let effects = update(&mut model, arrival("b", "Sec\u{1b}ond"));
    let expected = [
        Effect::Ring("Sec<ESC>ond".into()),
        Effect::Title("(2) sayso".into()),
    ];
    assert_eq!(effects, expected);
    assert_eq!(update(&mut model, arrival("b", "Second")), []);
}

#[test]
fn inbox_opens_questions_and_exits_without_deciding() {
    let mut model = inbox(&[("a", "First", 1), (ID, "Which database?", 2)]);
    assert_eq!(type_keys(&mut model, "j\n"), [Effect::Load(ID.into())]);
    let detail: Box<InteractionDetail> = Box::new(question("single", 1, 1));
    let effects = update(&mut model, Message::Loaded(ID.into(), Ok(detail)));
    assert_eq!(effects, [Effect::View(ID.into())]);
    model.clock.ms += 10_000;
    assert_eq!(type_keys(&mut model, "]"), [Effect::Load("a".into())]);
    assert_eq!(
        update(&mut model, control('c')),
        [Effect::Finish(Finish::Left)]
    );
}

#[test]
fn inbox_row_shows_who_answered_elsewhere() {
    let mut model = inbox(&[(ID, "Which database?", 1)]);
    let closed = answered_elsewhere(question("single", 1, 1));
    let change = ServerMessage::Changed {
        seq: 3,
        event: "answered".into(),
        subject: protocol::ChangedSubject::Interaction {
            interaction: closed.summary.clone(),
        },
    };
    let effects = update(&mut model, Message::Live(Box::new(change)));
    assert_eq!(
        effects,
        [Effect::Load(ID.into()), Effect::Title("sayso".into())]
    );
    update(&mut model, Message::Loaded(ID.into(), Ok(Box::new(closed))));
    let inbox = model.inbox.unwrap();
    assert_eq!(inbox.winners[ID].surface, Some(Surface::Web));
}

#[test]
fn restored_draft_has_its_text_selection_and_focus() {
    let mut detail = question("hybrid", 0, 1);
    detail.draft = AnswerDraft {
        placeholder_shown: true,
        text: Some("as before".into()),
        option_notes: BTreeMap::from([("pg".into(), "17".into())]),
        ..selected(&["pg"])
    };
    let expected = detail.draft.clone();
    let question = Question::new(detail, Default::default());
    assert_eq!(question.draft.body(), expected);
}
