//! The narrow way back from a form in the asker's own client, and who may use it for what.

use std::collections::BTreeMap;

use client::{ClientError, HubClient};
use domain::Surface;
use domain::interaction::{EventKind, FormKind, Interface, Offers, Status};
use protocol::{AnswerDraft, ChoiceSpec, ClientStep, RelayRequest, RelayedDecision, SettingValue};

use crate::support::{self, TestHub, answer, fresh_id};

const FORMS: Offers = Offers {
    form: Some(FormKind::Full),
    url: false,
    mcp_task: false,
};

fn code<T>(result: Result<T, ClientError>) -> String {
    match result {
        Ok(_) => "done".to_owned(),
        Err(error) => error.code().unwrap_or("no code").to_owned(),
    }
}

fn relay(decision: RelayedDecision) -> RelayRequest {
    RelayRequest {
        answer_id: fresh_id(),
        decision,
    }
}

fn selecting(id: &str) -> RelayRequest {
    relay(RelayedDecision::Answered(AnswerDraft {
        selected_ids: vec![id.into()],
        ..AnswerDraft::default()
    }))
}

/// A question whose asker does not mind where it is shown.
fn question() -> ChoiceSpec {
    ChoiceSpec {
        interface: None,
        ..support::question()
    }
}

fn destructive() -> ChoiceSpec {
    ChoiceSpec {
        risk: Some("destructive".into()),
        ..question()
    }
}

async fn deliver_by(hub: &TestHub, delivery: &str) {
    let value = SettingValue::Text(delivery.into());
    let changes = BTreeMap::from([("delivery".to_owned(), Some(value))]);
    hub.person().change_settings(changes).await.unwrap();
}

/// Asks as a client that shows forms; returns it with the question's id.
async fn asked(hub: &TestHub) -> (HubClient, String) {
    let agent = hub.agent("codex").with_offers(FORMS);
    let reply = agent.ask(&question()).await.unwrap();
    assert!(matches!(reply.delivery, ClientStep::Form(_)), "{reply:?}");
    assert_eq!(reply.interaction.interface, Interface::Elicitation);
    (agent, reply.interaction.session_id)
}

#[tokio::test]
async fn relayed_answer_counts_as_the_persons_on_the_elicitation_surface() {
    let hub = TestHub::start().await;
    deliver_by(&hub, "elicitation").await;
    let (agent, id) = asked(&hub).await;
    let invalid = agent.relay(&id, &selecting("z")).await;
    assert_eq!(code(invalid), "invalid_request");
    let request = selecting("b");
    assert_eq!(
        agent.relay(&id, &request).await.unwrap().status,
        Status::Submitted
    );
    assert_eq!(
        code(agent.relay(&id, &request).await),
        "done",
        "the same act"
    );
    let second = agent.relay(&id, &selecting("a")).await;
    assert_eq!(code(second), "already_decided");
    let detail = hub.person().detail(&id).await.unwrap();
    let result = detail.result.unwrap().into_decided();
    let by = result.answered_by.unwrap();
    assert_eq!(
        (result.selected_ids, by.surface),
        (vec!["b".to_owned()], Some(Surface::Elicitation))
    );
    let answered = &detail.events[1];
    assert_eq!(answered.kind, EventKind::Answered);
    assert_eq!(answered.data["by"]["surface"], "elicitation");
}

#[tokio::test]
async fn relay_is_accepted_only_from_the_asker_while_the_setting_allows_it() {
    let hub = TestHub::start().await;
    deliver_by(&hub, "elicitation").await;
    let (agent, id) = asked(&hub).await;
    let stranger = hub.agent("claude-code").with_offers(FORMS);
    assert_eq!(
        code(stranger.relay(&id, &selecting("a")).await),
        "unknown_session"
    );
    assert_eq!(code(stranger.asked(&id).await), "unknown_session");
    assert_eq!(
        code(hub.person().relay(&id, &selecting("a")).await),
        "agents_only"
    );
    assert_eq!(code(agent.answer(&id, &answer("a")).await), "people_only");

    deliver_by(&hub, "wait").await;
    for decision in [selecting("a"), relay(RelayedDecision::Cancelled)] {
        assert_eq!(code(agent.relay(&id, &decision).await), "not_by_form");
    }
    assert_eq!(agent.asked(&id).await.unwrap().delivery, ClientStep::Wait);

    deliver_by(&hub, "elicitation").await;
    let cancelled = relay(RelayedDecision::Cancelled);
    assert_eq!(
        agent.relay(&id, &cancelled).await.unwrap().status,
        Status::Cancelled
    );
}

#[tokio::test]
async fn destructive_question_is_never_shown_or_answered_in_the_agents_client() {
    let hub = TestHub::start().await;
    deliver_by(&hub, "elicitation").await;
    let agent = hub.agent("codex").with_offers(FORMS);
    let reply = agent.ask(&destructive()).await.unwrap();
    assert_eq!(reply.delivery, ClientStep::Wait);
    assert_eq!(reply.notices[0].code, "elicitation_not_fitting");
    assert_ne!(reply.interaction.interface, Interface::Elicitation);
    let id = reply.interaction.session_id;
    for decision in [selecting("a"), relay(RelayedDecision::Cancelled)] {
        assert_eq!(code(agent.relay(&id, &decision).await), "not_by_form");
    }
    let linking = agent.with_offers(Offers { url: true, ..FORMS });
    let reply = linking.asked(&id).await.unwrap();
    assert_eq!(
        reply.delivery,
        ClientStep::Wait,
        "it is shown elsewhere already"
    );
}

#[tokio::test]
async fn agent_cannot_have_a_client_form_without_the_persons_setting() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex").with_offers(FORMS);
    let wanting = ChoiceSpec {
        interface: Some("elicitation".into()),
        ..question()
    };
    let reply = agent.ask(&wanting).await.unwrap();
    assert_eq!(reply.delivery, ClientStep::Wait);
    assert_eq!(reply.notices[0].code, "elicitation_not_allowed");
    let relayed = agent
        .relay(&reply.interaction.session_id, &selecting("a"))
        .await;
    assert_eq!(code(relayed), "not_by_form");
}

#[tokio::test]
async fn question_moves_to_the_hubs_surfaces_when_the_client_cannot_show_it() {
    let hub = TestHub::start().await;
    deliver_by(&hub, "elicitation").await;
    let (agent, id) = asked(&hub).await;
    for _ in 0..2 {
        let gone = relay(RelayedDecision::Unavailable);
        let summary = agent.relay(&id, &gone).await.unwrap();
        // Without a browser that is the terminal.
        assert_eq!(
            (summary.interface, summary.status),
            (Interface::Terminal, Status::Pending)
        );
    }
    let events = hub.person().detail(&id).await.unwrap().events;
    assert_eq!(
        events
            .iter()
            .filter(|event| event.kind == EventKind::InterfaceSwitched)
            .count(),
        1
    );
}

#[tokio::test]
async fn client_that_polls_mcp_tasks_gets_one_when_the_setting_says_so() {
    let hub = TestHub::start().await;
    deliver_by(&hub, "task").await;
    let tasks = Offers {
        mcp_task: true,
        ..Offers::default()
    };
    let on_the_web = ChoiceSpec {
        interface: Some("web".into()),
        ..question()
    };
    let agent = hub.agent("codex").with_offers(tasks);
    assert_eq!(
        agent.ask(&on_the_web).await.unwrap().delivery,
        ClientStep::McpTask
    );
    let plain = hub.agent("cursor");
    assert_eq!(
        plain.ask(&on_the_web).await.unwrap().delivery,
        ClientStep::Wait
    );
}
