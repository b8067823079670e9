//! Asking: limits, repetition, retention, drafts.

use domain::interaction::ListFilter;
use domain::interaction::choice::ChoiceAsk;
use domain::interaction::{
    Action, AnswerDraft, Approval, ApprovalWords, Ask, Interface, Question, Risk, Status,
};
use domain::{Asker, Policy, Principal, Surface, TimeoutWish};
use engine::{AskError, CommandError, Presence, Rules};
use store::ListQuery;
use testkit::{TestEngine, asker, choice, person};

fn question() -> ChoiceAsk {
    choice("single", &["a", "b"], |_| {})
}

#[tokio::test]
async fn repeated_question_attaches_once_no_call_waits_for_the_first() {
    let test = TestEngine::start().await;
    let me = asker("codex", "/src/shop");
    let first = test
        .engine
        .ask(me.clone(), question(), Interface::Web)
        .await
        .unwrap();
    let at_once = test
        .engine
        .ask(me.clone(), question(), Interface::Web)
        .await
        .unwrap();
    assert!(!at_once.attached, "the first call is about to wait");
    let window_over = test
        .engine
        .wait(first.stored.interaction.id, &me, 0)
        .await
        .unwrap();
    assert!(window_over.interaction.is_pending());
    let again = test
        .engine
        .ask(me.clone(), question(), Interface::Web)
        .await
        .unwrap();
    assert!(again.attached);
    assert_eq!(again.stored.interaction.id, first.stored.interaction.id);
}

#[tokio::test]
async fn question_never_attaches_to_one_of_another_asker_or_content() {
    let test = TestEngine::start().await;
    let me = asker("codex", "/src/shop");
    let first = test
        .engine
        .ask(me.clone(), question(), Interface::Terminal)
        .await
        .unwrap();
    let different = choice("single", &["a", "c"], |_| {});
    for (who, what) in [
        (asker("claude-code", "/src/shop"), question()),
        (asker("codex", "/src/blog"), question()),
        (me.clone(), different),
    ] {
        let asked = test
            .engine
            .ask(who, what, Interface::Terminal)
            .await
            .unwrap();
        assert!(!asked.attached);
        assert_ne!(asked.stored.interaction.id, first.stored.interaction.id);
    }
    let id = first.stored.interaction.id;
    let answered = test.answer(id, &["a"]).await.unwrap();
    assert_eq!(answered.interaction.status(), Status::Submitted);
    test.engine.confirm_delivery(id, &me).await.unwrap();
    let after = test.engine.ask(me, question(), Interface::Terminal).await;
    assert!(!after.unwrap().attached, "its asker has had the answer");
}

#[tokio::test]
async fn asker_counts_as_disconnected_when_it_does_not_start_to_wait() {
    let test = TestEngine::start().await;
    let web = test.ask_seconds(300).await;
    assert_eq!(
        test.engine.presence(&web.interaction.outline()),
        Presence::Waiting,
        "its call is on the way"
    );
    test.clock.advance_seconds(5);
    let id = web.interaction.id;
    let left = test
        .until(id, |stored| stored.interaction.asker_left_at.is_some())
        .await;
    assert_eq!(
        test.engine.presence(&left.interaction.outline()),
        Presence::Disconnected
    );
}

#[tokio::test]
async fn changed_draft_is_kept_and_extends_the_deadline() {
    let test = TestEngine::start().await;
    let asked = test.ask_seconds(30).await;
    let id = asked.interaction.id;
    test.clock.advance_seconds(20);
    let draft = AnswerDraft {
        selected_ids: vec!["b".into()],
        ..AnswerDraft::default()
    };
    let (touched, _) = test
        .engine
        .change_draft(
            id,
            draft.clone(),
            &AnswerDraft::default(),
            person(Surface::Web),
        )
        .await
        .unwrap();
    let now = engine::Clock::now(&*test.clock);
    assert_eq!(
        touched.interaction.deadline().unwrap().remaining_ms(&now),
        domain::policy::TYPING_EXTENDS_TO_MS
    );
    let test = test.restart().await;
    let stored = test.engine.interaction(id).await.unwrap().unwrap();
    assert_eq!(test.engine.draft(&stored).await.unwrap(), draft);
}

#[tokio::test]
async fn draft_above_the_size_limit_is_refused_and_the_old_one_stays() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let short = AnswerDraft {
        text: Some("short".into()),
        ..AnswerDraft::default()
    };
    test.engine
        .change_draft(
            id,
            short.clone(),
            &AnswerDraft::default(),
            person(Surface::Web),
        )
        .await
        .unwrap();
    let long = AnswerDraft {
        text: Some("x".repeat(300_000)),
        ..AnswerDraft::default()
    };
    let refused = test
        .engine
        .change_draft(id, long, &short, person(Surface::Web))
        .await;
    assert!(matches!(refused, Err(CommandError::DraftTooLong { .. })));
    let stored = test.engine.interaction(id).await.unwrap().unwrap();
    assert_eq!(test.engine.draft(&stored).await.unwrap(), short);
}

#[tokio::test]
async fn retention_removes_the_oldest_finished_questions_and_no_pending_one() {
    let mut rules = Rules {
        policy: Policy::default(),
        ..Rules::default()
    };
    rules.retention.finished_max = 2;
    let test = TestEngine::start_with(rules).await;
    let pending = test.ask_seconds(301).await.interaction.id;
    let mut finished = Vec::new();
    for _ in 0..4 {
        test.clock.advance_seconds(1);
        let id = test.ask_seconds(300).await.interaction.id;
        test.answer(id, &["a"]).await.unwrap();
        finished.push(id);
    }
    let everything = ListQuery {
        filter: ListFilter::All,
        limit: 50,
        ..ListQuery::default()
    };
    // Retention runs behind the answers; the hourly run makes it certain to have seen them all.
    let kept = loop {
        let page = test.engine.list(&everything).await.unwrap();
        if page.rows.len() <= 3 {
            break page.rows;
        }
        test.clock.advance_seconds(1);
        tokio::task::yield_now().await;
    };
    let kept: Vec<_> = kept.iter().map(|row| row.outline.id).collect();
    assert_eq!(kept, [pending, finished[3], finished[2]]);
}

#[tokio::test]
async fn ask_refuses_an_approval_from_an_agent_with_a_token() {
    let test = TestEngine::start().await;
    let action = Action {
        argv: vec!["ls".into()],
        directory: "/".into(),
        files: Vec::new(),
        environment: Vec::new(),
    };
    let words = ApprovalWords {
        title: "Run ls?".into(),
        approve: "Approve".into(),
        deny: "Deny".into(),
    };
    let approval = Approval::new(action, words, None, Risk::Normal).unwrap();
    let ask = Ask {
        question: Question::Approval(approval),
        interface: None,
        timeout: TimeoutWish::WithinPolicy(None),
        call: None,
    };
    let remote = Asker {
        principal: Principal::Token { id: "1".into() },
        ..asker("codex", "/src/shop")
    };
    let refused = test.engine.ask(remote, ask.clone(), Interface::Web).await;
    assert!(
        matches!(refused, Err(AskError::NotForAgents)),
        "{refused:?}"
    );
    let local = asker("codex", "/src/shop");
    test.engine.ask(local, ask, Interface::Web).await.unwrap();
}

#[tokio::test]
async fn repeated_question_gets_the_decision_that_was_never_delivered() {
    let test = TestEngine::start().await;
    let me = asker("codex", "/src/shop");
    let id = test.ask_seconds(300).await.interaction.id;
    // Its first wait never comes, as when a client gave up on the call.
    test.clock.advance_seconds(5);
    test.until(id, |stored| stored.interaction.asker_left_at.is_some())
        .await;
    let answered = test.answer(id, &["b"]).await.unwrap();
    let again = || {
        choice("single", &["a", "b"], |spec| {
            spec.timeout_seconds = Some(300)
        })
    };
    let asked = test.engine.ask(me.clone(), again(), Interface::Web).await;
    let asked = asked.unwrap();
    assert!(asked.attached);
    assert_eq!(asked.stored, answered);
    test.engine.confirm_delivery(id, &me).await.unwrap();
    let anew = test.engine.ask(me, again(), Interface::Web).await.unwrap();
    assert_ne!(anew.stored.interaction.id, id, "it has arrived");
}

#[tokio::test]
async fn repeated_question_is_asked_again_after_an_old_or_a_destructive_decision() {
    for (risk, wait_seconds) in [("normal", 601), ("destructive", 1)] {
        let test = TestEngine::start().await;
        let me = asker("codex", "/src/shop");
        let question = || choice("single", &["a", "b"], |spec| spec.risk = Some(risk.into()));
        let first = test
            .engine
            .ask(me.clone(), question(), Interface::Web)
            .await;
        let id = first.unwrap().stored.interaction.id;
        test.clock.advance_seconds(5);
        test.until(id, |stored| stored.interaction.asker_left_at.is_some())
            .await;
        test.answer(id, &["b"]).await.unwrap();
        test.clock.advance_seconds(wait_seconds);
        let again = test.engine.ask(me, question(), Interface::Web).await;
        assert_ne!(again.unwrap().stored.interaction.id, id, "{risk}");
    }
}

#[tokio::test]
async fn concurrent_drafts_of_two_pages_are_merged() {
    let test = TestEngine::start().await;
    let id = test.ask_seconds(300).await.interaction.id;
    let empty = AnswerDraft::default();
    let typed = AnswerDraft {
        text: Some("mine was longer".into()),
        ..AnswerDraft::default()
    };
    let chosen = AnswerDraft {
        selected_ids: vec!["b".into()],
        ..AnswerDraft::default()
    };
    let (one, other) = tokio::join!(
        test.engine
            .change_draft(id, typed.clone(), &empty, person(Surface::Web)),
        test.engine
            .change_draft(id, chosen.clone(), &empty, person(Surface::Web)),
    );
    let (stored, _) = one.and(other).unwrap();
    let both = AnswerDraft {
        text: typed.text,
        ..chosen
    };
    assert_eq!(test.engine.draft(&stored).await.unwrap(), both);
}
