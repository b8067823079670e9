//! A repeated call finds the same question, no matter which process was killed in between, and
//! when.

use std::collections::HashSet;

use domain::interaction::{Ask, Event, Interface, LeaveReason, Status};
use domain::{Asker, CallKey, InteractionId, Principal};
use engine::{AskError, CommandError};
use store::Stored;
use testkit::{TestEngine, asker, choice};
use tokio::task::JoinHandle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dies {
    Agent,
    Hub,
    Both,
    Connection,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    BeforeTheAnswer,
    BeforeItsDelivery,
}

/// How the asker gets the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gets {
    Wait,
    HandOff,
    Poll,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Risk {
    Normal,
    Grave,
}

#[derive(Debug, Clone, Copy)]
struct Case {
    dies: Dies,
    when: When,
    gets: Gets,
    risk: Risk,
}

fn all_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for dies in [Dies::Agent, Dies::Hub, Dies::Both, Dies::Connection] {
        for when in [When::BeforeTheAnswer, When::BeforeItsDelivery] {
            for gets in [Gets::Wait, Gets::HandOff, Gets::Poll] {
                for risk in [Risk::Normal, Risk::Grave] {
                    cases.push(Case {
                        dies,
                        when,
                        gets,
                        risk,
                    });
                }
            }
        }
    }
    cases
}

fn agent() -> Asker {
    asker("codex", "/src/shop")
}

/// One agent with one question.
struct Scene {
    test: TestEngine,
    case: Case,
    id: InteractionId,
    /// The call that waits or polls.
    call: Option<JoinHandle<()>>,
}

impl Scene {
    async fn begin(case: Case) -> Self {
        let test = TestEngine::start().await;
        let mut scene = Self {
            test,
            case,
            id: InteractionId::from_random([0; 16]),
            call: None,
        };
        scene.id = scene.ask().await;
        if case.gets == Gets::Poll {
            let looked = scene.test.engine.wait(scene.id, &agent(), 0).await;
            assert!(looked.expect("its own question").interaction.is_pending());
        }
        if case.gets != Gets::HandOff {
            scene.wait().await;
        }
        scene
    }

    /// Makes the call, for the first time or again.
    async fn ask(&self) -> InteractionId {
        let question = choice("single", &["a", "b"], |spec| match self.case.risk {
            Risk::Normal => {}
            Risk::Grave => spec.risk = Some("destructive".into()),
        });
        let shown_on = match self.case.gets {
            Gets::HandOff => Interface::Terminal,
            Gets::Wait | Gets::Poll => Interface::Web,
        };
        let asked = self.test.engine.ask(agent(), question, shown_on).await;
        asked.expect("a question").stored.interaction.id
    }

    /// Waits as an agent that reads the outcome and is killed before it confirms.
    async fn wait(&mut self) {
        let (engine, id) = (self.test.engine.clone(), self.id);
        self.call = Some(tokio::spawn(async move {
            let waited = engine.wait(id, &agent(), 50_000).await;
            waited.expect("its own question");
        }));
        while self.test.engine.waiting_calls() == 0 {
            tokio::task::yield_now().await;
        }
    }

    async fn answer(&mut self) -> Stored {
        let answered = self.test.answer(self.id, &["b"]).await;
        let answered = answered.expect("nobody has answered yet");
        if let Some(call) = self.call.take() {
            call.await.expect("the call does not panic");
        }
        answered
    }

    async fn die(mut self) -> Self {
        let waited = self.call.is_some();
        match self.case.dies {
            Dies::Agent | Dies::Connection => {
                if let Some(call) = self.call.take() {
                    call.abort();
                }
                if waited {
                    self.until_left().await;
                }
            }
            Dies::Hub | Dies::Both => {
                self.test = self.test.restart().await;
                if let Some(call) = self.call.take() {
                    call.abort();
                }
            }
        }
        self
    }

    async fn until_left(&self) {
        let left = |stored: &Stored| stored.interaction.asker_left_at.is_some();
        self.test.until(self.id, left).await;
    }

    /// Lets the death and the answer happen in the order of the case.
    async fn play(self) -> (Self, Stored) {
        match self.case.when {
            When::BeforeTheAnswer => {
                let mut scene = self.die().await;
                let answered = scene.answer().await;
                (scene, answered)
            }
            When::BeforeItsDelivery => {
                let mut scene = self;
                let answered = scene.answer().await;
                (scene.die().await, answered)
            }
        }
    }
}

#[tokio::test]
async fn restarted_agent_that_repeats_its_call_gets_the_lost_decision() {
    for case in all_cases() {
        if !matches!(case.dies, Dies::Agent | Dies::Both) {
            continue;
        }
        let (scene, answered) = Scene::begin(case).await.play().await;
        let again = scene.ask().await;
        match case.risk {
            Risk::Normal => assert_eq!(again, scene.id, "{case:?}"),
            // Such a question is never answered by an earlier decision.
            Risk::Grave => {
                assert_ne!(again, scene.id, "{case:?}");
                continue;
            }
        }
        let found = scene.test.engine.wait(again, &agent(), 0).await.unwrap();
        assert_eq!(
            found.interaction.closed(),
            answered.interaction.closed(),
            "{case:?}"
        );
        let confirmed = scene.test.engine.confirm_delivery(again, &agent()).await;
        confirmed.unwrap();
        assert_ne!(scene.ask().await, scene.id, "it has arrived: {case:?}");
    }
}

#[tokio::test]
async fn restarted_agent_that_repeats_its_call_finds_the_pending_question() {
    for case in all_cases() {
        let dead = matches!(case.dies, Dies::Agent | Dies::Both);
        if !dead || case.when == When::BeforeItsDelivery {
            continue;
        }
        let scene = Scene::begin(case).await.die().await;
        assert_eq!(scene.ask().await, scene.id, "{case:?}");
    }
}

#[tokio::test]
async fn agent_that_lost_only_its_hub_or_connection_continues_to_wait() {
    for case in all_cases() {
        if !matches!(case.dies, Dies::Hub | Dies::Connection) {
            continue;
        }
        let (scene, answered) = Scene::begin(case).await.play().await;
        let found = scene.test.engine.wait(scene.id, &agent(), 0).await.unwrap();
        assert_eq!(found.interaction.status(), Status::Submitted, "{case:?}");
        assert_eq!(
            found.interaction.closed(),
            answered.interaction.closed(),
            "{case:?}"
        );
        assert_eq!(found.interaction.asker_left_at, None, "it is back");
    }
}

#[tokio::test]
async fn restarted_agent_does_not_get_a_decision_older_than_the_limit() {
    for case in all_cases() {
        if !matches!(case.dies, Dies::Agent | Dies::Both) || case.risk == Risk::Grave {
            continue;
        }
        let (scene, _) = Scene::begin(case).await.play().await;
        scene.test.clock.advance_seconds(600);
        assert_eq!(scene.ask().await, scene.id, "just in time: {case:?}");
        scene.test.clock.advance_seconds(1);
        assert_ne!(scene.ask().await, scene.id, "{case:?}");
    }
}

#[tokio::test]
async fn trail_records_that_the_hub_restarted_and_the_asker_returned() {
    let case = Case {
        dies: Dies::Hub,
        when: When::BeforeTheAnswer,
        gets: Gets::Wait,
        risk: Risk::Normal,
    };
    let scene = Scene::begin(case).await.die().await;
    scene.test.engine.wait(scene.id, &agent(), 0).await.unwrap();
    let scene = Scene {
        test: scene.test.restart().await,
        ..scene
    };
    let again = Scene {
        test: scene.test.restart().await,
        ..scene
    };
    let trail = again.test.engine.events_of(again.id).await.unwrap();
    let trail: Vec<Event> = trail.into_iter().map(|stored| stored.event).collect();
    let restarted = Event::AskerLeft {
        reason: LeaveReason::HubRestarted,
    };
    assert_eq!(
        trail,
        [
            Event::Asked,
            restarted.clone(),
            Event::AskerReturned,
            restarted
        ],
        "a second restart finds it left already"
    );
}

fn keyed(risk: &str, call: [u8; 16]) -> Ask {
    let question = choice("single", &["a", "b"], |spec| spec.risk = Some(risk.into()));
    Ask {
        call: Some(CallKey::from_random(call)),
        ..question.into()
    }
}

#[tokio::test]
async fn repeated_call_with_the_same_key_gets_the_same_question() {
    for risk in ["normal", "destructive"] {
        let test = TestEngine::start().await;
        let ask = async |who, ask| test.engine.ask(who, ask, Interface::Web).await;
        let first = ask(agent(), keyed(risk, [1; 16])).await.unwrap();
        // Its reply was lost, so no call waits yet.
        let again = ask(agent(), keyed(risk, [1; 16])).await.unwrap();
        assert_eq!(again.stored, first.stored);
        assert!(again.attached);
        let id = first.stored.interaction.id;
        let answered = test.answer(id, &["b"]).await.unwrap();
        let again = ask(agent(), keyed(risk, [1; 16])).await.unwrap();
        assert_eq!(again.stored, answered, "it is this call's own answer");
        let another = ask(agent(), keyed(risk, [2; 16])).await.unwrap();
        assert_ne!(another.stored.interaction.id, id, "another call");
    }
}

#[tokio::test]
async fn call_key_is_refused_for_another_question_and_ignored_for_another_asker() {
    let test = TestEngine::start().await;
    let ask = async |who, ask| test.engine.ask(who, ask, Interface::Web).await;
    ask(agent(), keyed("normal", [1; 16])).await.unwrap();
    for (who, what) in [
        (agent(), keyed("destructive", [1; 16])),
        (asker("codex", "/src/blog"), keyed("normal", [1; 16])),
    ] {
        let refused = ask(who, what).await;
        assert!(
            matches!(refused, Err(AskError::CallKeyReused)),
            "{refused:?}"
        );
    }
    let token = Asker {
        principal: Principal::Token { id: "1".into() },
        ..agent()
    };
    let theirs = ask(token, keyed("normal", [1; 16])).await.unwrap();
    assert!(!theirs.attached, "keys of others mean nothing");
}

#[tokio::test]
async fn concurrent_calls_with_the_same_key_ask_once() {
    let test = TestEngine::start().await;
    let asks = (0..8).map(|_| {
        let engine = test.engine.clone();
        async move {
            let asked = engine
                .ask(agent(), keyed("normal", [1; 16]), Interface::Web)
                .await;
            asked.unwrap().stored.interaction.id
        }
    });
    let ids: HashSet<InteractionId> = futures_util::future::join_all(asks)
        .await
        .into_iter()
        .collect();
    assert_eq!(ids.len(), 1);
}

#[tokio::test]
async fn repeated_call_that_overtakes_the_end_of_the_first_finds_its_question() {
    let case = Case {
        dies: Dies::Connection,
        when: When::BeforeTheAnswer,
        gets: Gets::Wait,
        risk: Risk::Normal,
    };
    let scene = Scene::begin(case).await;
    assert_ne!(
        scene.ask().await,
        scene.id,
        "while it is waited for, another"
    );
    scene.test.engine.leave(scene.id, &agent()).await.unwrap();
    assert_eq!(scene.test.engine.waiting_calls(), 1, "not noticed yet");
    assert_eq!(scene.ask().await, scene.id);
    let trail = scene.test.engine.events_of(scene.id).await.unwrap();
    let given_up = Event::AskerLeft {
        reason: LeaveReason::Cancelled,
    };
    assert_eq!(trail.last().map(|stored| &stored.event), Some(&given_up));
    let stranger = asker("claude-code", "/src/shop");
    let refused = scene.test.engine.leave(scene.id, &stranger).await;
    assert!(matches!(refused, Err(CommandError::Unknown(_))));
}
