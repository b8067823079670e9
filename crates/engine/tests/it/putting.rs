//! The way to the person: where a question is shown, how fast questions may come, and that a full
//! disk turns only new ones away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use domain::interaction::{Ask, FormKind, Interface, NotThroughClient, Offers, PreferredDelivery};
use domain::{Asker, Policy};
use engine::{AskError, Asking, NoRoom, Rules, Surroundings};
use testkit::{TestEngine, asker, choice};

#[derive(Default)]
struct Machine {
    has_portal: AtomicBool,
    is_full: AtomicBool,
    opened: AtomicU32,
}

impl Surroundings for Machine {
    fn reaches_portal(&self) -> bool {
        self.has_portal.load(Ordering::SeqCst)
    }

    fn open_portal(&self) {
        self.opened.fetch_add(1, Ordering::SeqCst);
    }

    fn room(&self) -> Result<(), NoRoom> {
        match self.is_full.load(Ordering::SeqCst) {
            false => Ok(()),
            true => Err(NoRoom {
                directory: "/data".into(),
                answers_fit: true,
            }),
        }
    }
}

struct Stage {
    test: TestEngine,
    machine: Arc<Machine>,
    asking: Asking,
}

impl Stage {
    async fn with(policy: Policy) -> Self {
        let test = TestEngine::start_with(Rules {
            policy,
            ..Rules::default()
        })
        .await;
        let machine = Arc::new(Machine::default());
        let asking = Asking::new(test.engine.clone(), machine.clone());
        Self {
            test,
            machine,
            asking,
        }
    }
}

fn me() -> Asker {
    asker("codex", "/src/shop")
}

fn ask(interface: Option<Interface>) -> Ask {
    let ask = choice("single", &["a", "b"], |_| {});
    Ask {
        interface,
        ..ask.into()
    }
}

fn numbered(number: u32) -> Ask {
    choice("single", &["a", "b"], |spec| {
        spec.title = Some(format!("Question {number}"))
    })
    .into()
}

#[tokio::test]
async fn put_chooses_the_interface_that_the_person_will_see() {
    use Interface::{Auto, Elicitation, Terminal, Web};
    for (wanted, has_portal, shown_on, opened) in [
        (None, true, Web, 1),
        (None, false, Terminal, 0),
        (Some(Auto), false, Terminal, 0),
        (Some(Elicitation), true, Web, 1),
        (Some(Web), false, Web, 1),
        (Some(Terminal), true, Terminal, 0),
    ] {
        let stage = Stage::with(Policy::default()).await;
        stage.machine.has_portal.store(has_portal, Ordering::SeqCst);
        let put = stage.asking.put(me(), ask(wanted), Offers::default()).await;
        let stored = put.unwrap().asked.stored;
        let case = format!("{wanted:?}, portal: {has_portal}");
        assert_eq!(stored.interaction.interface, shown_on, "{case}");
        assert_eq!(
            stage.machine.opened.load(Ordering::SeqCst),
            opened,
            "{case}"
        );
    }
}

#[tokio::test]
async fn put_tells_the_asker_why_its_client_does_not_show_the_question() {
    let offers = Offers {
        form: Some(FormKind::Full),
        ..Offers::default()
    };
    let wanted = Some(Interface::Elicitation);
    for (delivery, wanted, offers, expected) in [
        (PreferredDelivery::Elicitation, wanted, offers, None),
        (PreferredDelivery::Wait, None, offers, None),
        (
            PreferredDelivery::Elicitation,
            None,
            Offers::default(),
            None,
        ),
        (
            PreferredDelivery::Elicitation,
            wanted,
            Offers::default(),
            Some(NotThroughClient::Unoffered),
        ),
        (
            PreferredDelivery::Wait,
            wanted,
            offers,
            Some(NotThroughClient::Forbidden(PreferredDelivery::Wait)),
        ),
    ] {
        let policy = Policy {
            delivery,
            ..Policy::default()
        };
        let stage = Stage::with(policy).await;
        let put = stage.asking.put(me(), ask(wanted), offers).await.unwrap();
        assert_eq!(
            put.elsewhere, expected,
            "{delivery:?} {wanted:?} {offers:?}"
        );
    }
}

#[tokio::test]
async fn put_refuses_new_questions_on_a_full_disk_and_finds_stored_ones() {
    let stage = Stage::with(Policy::default()).await;
    let put = async |number| {
        let offers = Offers::default();
        stage.asking.put(me(), numbered(number), offers).await
    };
    let stored = put(1).await.unwrap().asked.stored.interaction.id;
    stage.test.engine.wait(stored, &me(), 0).await.unwrap();
    stage.machine.is_full.store(true, Ordering::SeqCst);
    let again = put(1).await.unwrap().asked;
    assert!(again.attached);
    assert_eq!(again.stored.interaction.id, stored);
    assert!(matches!(put(2).await, Err(AskError::NoRoom(_))));
    stage.machine.is_full.store(false, Ordering::SeqCst);
    assert!(!put(2).await.unwrap().asked.attached);
}

#[tokio::test]
async fn put_limits_the_rate_of_one_asker_without_slowing_others() {
    let stage = Stage::with(Policy::default()).await;
    let put = async |who, number| {
        let offers = Offers::default();
        stage.asking.put(who, numbered(number), offers).await
    };
    let mut number = 0;
    let refused = loop {
        number += 1;
        match put(me(), number).await {
            Ok(_) => assert!(number <= 100, "nothing slows it down"),
            Err(refused) => break refused,
        }
    };
    assert!(
        matches!(
            refused,
            AskError::TooFast {
                retry_after_seconds: 1
            }
        ),
        "{refused}"
    );
    put(asker("claude-code", "/src/shop"), number)
        .await
        .unwrap();
    stage.test.clock.advance_seconds(1);
    put(me(), number).await.unwrap();
}
