//! The tools of agents that the hub runs: plain answers, tickets, and the report of an outcome.

use mcp::{Offer, RunningAttempt, ToolName};
use protocol::{ActionStatus, AskerResult, ChoiceResult, WaitReply};
use serde_json::{Value, json};

use crate::agent::{Agent, question};
use crate::hub::{Hub, ID, ask_reply, pending, selected};

const PLAIN: &str = "POST /api/v1/asks/plain";
const RECEIPT: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/receipt";
const TICKET: &str = "The person has not answered yet. The question stays open, and the answer \
    will be your next message. End your turn now. Do not ask the question again and do not go on \
    without the answer.";

fn in_thread(ticket_seconds: u64) -> Offer {
    Offer::in_thread(RunningAttempt {
        key: "the key".into(),
        ticket_seconds,
    })
}

fn with_plain_tools() -> Offer {
    Offer {
        tools: vec![ToolName::RequestUserChoice, ToolName::AskHuman],
        attempt: None,
    }
}

fn wait(seconds: u64) -> String {
    format!("GET /api/v1/asks/{ID}/result?wait_seconds={seconds}")
}

fn choice() -> Value {
    json!({
        "question": "Which layout?",
        "options": [
            { "title": "Wide", "description": "One table.", "isRecommended": true },
            { "title": "Narrow", "description": "Two tables." },
        ],
    })
}

fn decided(status: ActionStatus, in_words: Option<&str>) -> WaitReply {
    let reply = selected();
    let result = ChoiceResult {
        action_status: status,
        ..reply.result.clone().into_decided()
    };
    WaitReply {
        result: AskerResult::Choice(result),
        in_words: in_words.map(str::to_owned),
        ..reply
    }
}

#[tokio::test]
async fn plain_tools_return_the_answer_as_one_plain_message() {
    for (tool, arguments, answer, expected) in [
        (
            "requestUserChoice",
            choice(),
            decided(ActionStatus::Selected, Some("Wide")),
            "Wide",
        ),
        (
            "requestUserChoice",
            choice(),
            decided(ActionStatus::CustomInput, Some("Neither.\n Wait ")),
            "Neither.\n Wait ",
        ),
        (
            "ask_human",
            json!({ "question": "What is it called?" }),
            decided(ActionStatus::CustomInput, Some("Nautilus")),
            "Nautilus",
        ),
        (
            "ask_human",
            json!({ "question": "What is it called?" }),
            decided(ActionStatus::Cancelled, None),
            "The person declined to answer.",
        ),
        (
            "requestUserChoice",
            choice(),
            decided(ActionStatus::Timeout, None),
            "Nobody answered in time; nothing was decided.",
        ),
    ] {
        let hub = Hub::new();
        let mut agent = Agent::offered(&hub, with_plain_tools()).await;
        agent.call_tool("1", tool, arguments.clone()).await;
        let mut asked = hub.expect(PLAIN).await;
        assert_eq!(asked.body, arguments, "as it was given");
        asked.reply(&ask_reply("web")).await;
        hub.expect(&wait(50)).await.reply(&answer).await;
        assert_eq!(agent.plain("1").await, expected);
        hub.expect(RECEIPT).await;
    }
}

#[tokio::test]
async fn auto_submitted_option_is_not_passed_off_as_the_persons_answer() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, with_plain_tools()).await;
    agent.call_tool("1", "requestUserChoice", choice()).await;
    hub.expect(PLAIN).await.reply(&ask_reply("web")).await;
    let mut sent = decided(ActionStatus::Selected, Some("Wide"));
    if let AskerResult::Choice(result) = &mut sent.result {
        result.auto_submitted = Some(true);
    }
    hub.expect(&wait(50)).await.reply(&sent).await;
    let said = agent.plain("1").await;
    assert!(said.starts_with("Wide\n\n(Nobody answered"), "{said}");
}

#[tokio::test]
async fn malformed_arguments_are_refused_with_what_to_change() {
    for (tool, arguments, codes) in [
        (
            "requestUserChoice",
            json!({ "question": "Which?", "options": [{ "title": "Wide", "isRecommended": true }] }),
            &["too_few_options"][..],
        ),
        (
            "requestUserChoice",
            json!({ "question": "Which?", "options": [
                { "title": "Wide", "description": "" }, { "title": "wide", "description": "" },
            ] }),
            &["recommended_count", "option_title_duplicate"],
        ),
        (
            "requestUserChoice",
            json!({ "question": "Which?", "options": ["Wide", "Narrow"] }),
            &["wrong_type", "wrong_type", "recommended_count"],
        ),
        (
            "requestUserChoice",
            json!({ "question": 7, "choices": [] }),
            &[
                "wrong_type",
                "unknown_field",
                "too_few_options",
                "recommended_count",
            ],
        ),
        ("ask_human", json!({}), &["question_required"]),
        (
            "ask_human",
            json!({ "question": "Which?", "options": [] }),
            &["unknown_field"],
        ),
        ("report_outcome", json!({}), &["outcome_unknown"]),
        (
            "report_outcome",
            json!({ "outcome": "finished" }),
            &["outcome_unknown"],
        ),
        (
            "report_outcome",
            json!({ "outcome": "done", "message": 7 }),
            &["wrong_type"],
        ),
    ] {
        let hub = Hub::new();
        let mut agent = Agent::offered(&hub, in_thread(50)).await;
        agent.call_tool("1", tool, arguments.clone()).await;
        let refused = agent.result("1").await;
        let errors = refused["errors"].as_array().unwrap();
        let found: Vec<&str> = errors.iter().map(|e| e["code"].as_str().unwrap()).collect();
        assert_eq!(found, codes, "{arguments}");
        assert!(errors.iter().all(|error| error["hint"].is_string()));
    }
}

#[tokio::test]
async fn plain_question_of_an_ordinary_client_is_polled_with_its_id() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, with_plain_tools()).await;
    agent
        .call_tool("1", "ask_human", json!({ "question": "Why?" }))
        .await;
    hub.expect(PLAIN).await.reply(&ask_reply("web")).await;
    tokio::time::pause();
    let mut waiting = hub.expect(&wait(50)).await;
    tokio::time::advance(std::time::Duration::from_secs(50)).await;
    waiting.reply(&pending("web")).await;
    let said = agent.plain("1").await;
    let poll = format!("ask_human with only {{\"session_id\": \"{ID}\"}}");
    assert!(said.contains(&poll), "{said}");
    agent
        .call_tool("2", "ask_human", json!({ "session_id": ID }))
        .await;
    let mut poll = hub
        .expect(&format!("GET /api/v1/asks/{ID}/result?kind=choice"))
        .await;
    poll.reply(&decided(ActionStatus::CustomInput, Some("Because.")))
        .await;
    assert_eq!(agent.plain("2").await, "Because.");
}

#[tokio::test]
async fn call_in_a_thread_returns_a_ticket_before_the_agents_limit() {
    for (tool, arguments, path) in [
        ("ask_human", json!({ "question": "Why?" }), PLAIN),
        ("provide_choice", question(), "POST /api/v1/asks"),
    ] {
        let hub = Hub::new();
        let mut agent = Agent::offered(&hub, in_thread(280)).await;
        agent.call_tool("1", tool, arguments).await;
        let mut asked = hub.expect(path).await;
        let key = asked
            .asker
            .as_ref()
            .and_then(|claim| claim.attempt_key.as_deref());
        assert_eq!(key, Some("the key"));
        assert_eq!(asked.offers, None, "never asked through the agent itself");
        asked.reply(&ask_reply("web")).await;
        tokio::time::pause();
        let mut waiting = hub.expect(&wait(280)).await;
        tokio::time::advance(std::time::Duration::from_secs(280)).await;
        waiting.reply(&pending("web")).await;
        let said = match tool {
            "ask_human" => agent.plain("1").await,
            _ => agent.result("1").await["instructions"]
                .as_str()
                .unwrap()
                .to_owned(),
        };
        assert_eq!(said, TICKET, "{tool}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn persons_window_for_a_client_is_the_time_before_the_ticket() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(280)).await;
    agent
        .call_tool("1", "ask_human", json!({ "question": "Why?" }))
        .await;
    let mut reply = ask_reply("web");
    reply.client_windows.insert("nobody-knows-me".into(), 7);
    hub.expect(PLAIN).await.reply(&reply).await;
    hub.expect(&wait(7)).await;
}

#[tokio::test]
async fn agent_that_calls_again_after_its_ticket_waits_within_its_limit() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(280)).await;
    agent
        .call_tool("1", "ask_human", json!({ "session_id": ID }))
        .await;
    hub.expect(&wait(0)).await.reply(&pending("web")).await;
    let answer = decided(ActionStatus::CustomInput, Some("Because."));
    hub.expect(&wait(280)).await.reply(&answer).await;
    assert_eq!(agent.plain("1").await, "Because.");
    hub.expect(RECEIPT).await;
}

#[tokio::test]
async fn question_that_is_not_its_turn_is_asked_again_within_the_limit() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(280)).await;
    agent
        .call_tool("1", "ask_human", json!({ "question": "Why?" }))
        .await;
    let mut refused = hub.expect(PLAIN).await;
    let first = refused.key.clone();
    refused.refuse(409, "another_question_open").await;
    let mut again = hub.expect(PLAIN).await;
    assert_eq!(again.key, first, "the same call");
    again.reply(&ask_reply("web")).await;
    hub.next().await;
}

#[tokio::test]
async fn question_whose_turn_never_comes_is_refused_in_time() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(10)).await;
    agent
        .call_tool("1", "ask_human", json!({ "question": "Why?" }))
        .await;
    let mut asked = hub.expect(PLAIN).await;
    asked.refuse(409, "another_question_open").await;
    let refused = agent.result("1").await;
    assert_eq!(refused["error"]["code"], "another_question_open");
}

#[tokio::test]
async fn outcome_is_reported_and_the_agent_told_to_end_its_turn() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(50)).await;
    let report = json!({ "outcome": "needs_reply", "message": "Which cart?" });
    agent.call_tool("1", "report_outcome", report.clone()).await;
    let mut reported = hub.expect("POST /api/v1/outcome").await;
    assert_eq!(reported.body, report);
    reported.reply(&json!({ "task_id": "t" })).await;
    let noted = agent.result("1").await;
    assert_eq!(noted["outcome"], "needs_reply");
    let next = noted["instructions"].as_str().unwrap();
    assert!(next.contains("End your turn now"), "{next}");
}

async fn listed(agent: &mut Agent) -> Vec<String> {
    let listed = agent.request("1", "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn agent_in_a_thread_sees_exactly_the_tools_that_need_no_permission() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, in_thread(50)).await;
    assert_eq!(listed(&mut agent).await, domain::task::HUB_TOOLS);
}

#[tokio::test]
async fn ordinary_client_neither_sees_nor_reaches_the_tools_of_threads() {
    let hub = Hub::new();
    let mut agent = Agent::offered(&hub, Offer::default()).await;
    assert_eq!(listed(&mut agent).await, ["provide_choice", "hitl_request"]);
    for tool in ["requestUserChoice", "ask_human", "report_outcome"] {
        agent
            .call_tool(tool, tool, json!({ "question": "Why?" }))
            .await;
        let refused = agent.receive().await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}
