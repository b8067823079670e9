//! What clients are promised: methods, schemas, refusals, identity, in every revision.

use mcp::ServeError;
use protocol::route::AskerClaim;
use serde_json::{Value, json};

use crate::agent::{Agent, LEGACY, MODERN, question};
use crate::hub::{COMMAND, Hub, ID, URL, ask_reply, pending, selected, summary};

const RECEIPT: &str = "POST /api/v1/asks/0123456789abcdef0123456789abcdef/receipt";
const POLL: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?kind=choice";
const WAIT: &str = "GET /api/v1/asks/0123456789abcdef0123456789abcdef/result?wait_seconds=280";

#[test]
fn tool_list_matches_the_reviewed_snapshot() {
    let mut tools = mcp::tools_json();
    // Whether members are sorted depends on which crates are built together with this one.
    tools.sort_all_objects();
    insta::assert_snapshot!(serde_json::to_string_pretty(&tools).unwrap());
}

#[test]
fn tool_list_of_a_thread_matches_the_reviewed_snapshot() {
    let mut tools = mcp::thread_tools_json();
    tools.sort_all_objects();
    insta::assert_snapshot!(serde_json::to_string_pretty(&tools).unwrap());
}

#[test]
fn clients_page_matches_the_reviewed_snapshot() {
    insta::assert_snapshot!(mcp::clients_markdown());
}

#[tokio::test]
async fn choice_call_returns_the_answer_in_every_protocol_revision() {
    for revision in LEGACY.into_iter().chain([MODERN]) {
        let hub = Hub::new();
        let mut agent = Agent::ready(&hub, revision, "codex-mcp-client").await;
        agent.call("1", question()).await;
        let asked = hub.take_question("web").await;
        let claim = AskerClaim {
            client: "codex-mcp-client".into(),
            version: Some("9".into()),
            directory: "/src/shop".into(),
            token_id: None,
            attempt_key: None,
            mcp: true,
        };
        assert_eq!(asked.asker, Some(claim), "{revision}");
        assert_eq!(asked.body, question(), "{revision}");
        hub.expect(WAIT).await.reply(&selected()).await;
        let expected = json!({
            "session_id": ID,
            "action_status": "selected",
            "selected_ids": ["wide"],
            "interface": "web",
            "summary": "\"Which schema?\": the person chose wide.",
        });
        assert_eq!(agent.result("1").await, expected, "{revision}");
        hub.expect(RECEIPT).await.reply(&summary("web")).await;
        let (rest, served) = agent.leave().await;
        assert_eq!(rest, Vec::<Value>::new());
        assert!(served.is_ok());
    }
}

#[tokio::test]
async fn server_offers_only_its_tools_and_the_policy_prompt() {
    for revision in LEGACY.into_iter().chain([MODERN]) {
        let hub = Hub::new();
        let mut agent = Agent::ready(&hub, revision, "x").await;
        let tools = agent.request("1", "tools/list", json!({})).await;
        assert_eq!(
            tools["result"]["tools"],
            mcp::tools_json()["tools"],
            "{revision}"
        );
        let prompts = agent.request("2", "prompts/list", json!({})).await;
        assert_eq!(prompts["result"]["prompts"][0]["name"], "decision_policy");
        let prompt = agent
            .request("3", "prompts/get", json!({ "name": "decision_policy" }))
            .await;
        let text = prompt["result"]["messages"][0]["content"]["text"]
            .as_str()
            .unwrap();
        let tool = tools["result"]["tools"][0]["description"].as_str().unwrap();
        assert!(tool.ends_with(text));
        for (method, params) in [
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            (
                "completion/complete",
                json!({ "ref": { "type": "ref/prompt", "name": "decision_policy" },
                    "argument": { "name": "a", "value": "b" } }),
            ),
        ] {
            let response = agent.request(method, method, params).await;
            assert_eq!(response["error"]["code"], -32601, "{revision} {method}");
        }
        for (method, name) in [("tools/call", "ask"), ("prompts/get", "ask")] {
            let response = agent.request(method, method, json!({ "name": name })).await;
            assert_eq!(response["error"]["code"], -32602, "{revision} {method}");
        }
    }
}

#[tokio::test]
async fn initialize_returns_the_servers_name_and_the_policy() {
    let hub = Hub::new();
    let mut agent = Agent::connect(&hub);
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "x", "version": "1" } });
    let response = agent.request("1", "initialize", client).await;
    let result = &response["result"];
    assert_eq!(
        result["serverInfo"],
        json!({ "name": "sayso", "version": "1.2.3" })
    );
    assert_eq!(
        result["capabilities"],
        json!({ "prompts": {}, "tools": {},
            "extensions": { "io.modelcontextprotocol/tasks": {} } })
    );
    assert!(
        result["instructions"]
            .as_str()
            .unwrap()
            .contains("silent default")
    );
}

#[tokio::test]
async fn invalid_choice_call_is_refused_and_no_question_is_asked() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent
        .call(
            "1",
            json!({ "title": 7, "selection_mode": "text_input", "promt": "x" }),
        )
        .await;
    let wrong_type = json!({
        "code": "wrong_type",
        "field": "title",
        "message": "title is the number 7; it must be a string",
        "hint": "Write \"7\", in quotes.",
    });
    let unknown = json!({
        "code": "unknown_field",
        "field": "promt",
        "message": "there is no field \"promt\"",
        "hint": "Did you mean prompt?",
    });
    let required = json!({
        "code": "prompt_required",
        "field": "prompt",
        "message": "prompt is missing or blank; it takes 20 characters to 65536 bytes of Markdown",
        "hint": "Say what you are doing and why you need a choice; Markdown is welcome.",
    });
    let expected = json!({ "error": wrong_type, "errors": [wrong_type, unknown, required] });
    assert_eq!(agent.result("1").await, expected);
    // The next thing the hub hears of is the next question.
    agent.call("2", question()).await;
    hub.take_question("terminal").await;
}

#[tokio::test]
async fn terminal_question_returns_its_hand_off_immediately() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    let mut arguments = question();
    arguments["type"] = arguments["selection_mode"].take();
    agent.call("1", arguments).await;
    let mut reply = ask_reply("terminal");
    let notice = json!({ "code": "timeout_clamped", "message": "30 s is the least" });
    reply
        .notices
        .push(serde_json::from_value(notice.clone()).unwrap());
    hub.expect("POST /api/v1/asks").await.reply(&reply).await;
    let result = agent.result("1").await;
    let instructions = format!(
        "Run terminal_command in a terminal the person can see, or ask them to run it, then call \
         provide_choice with only {{\"session_id\": \"{ID}\"}} until action_status is no longer \
         \"pending\". Do not ask the question again and do not go on without the answer."
    );
    let expected = json!({
        "session_id": ID,
        "action_status": "pending",
        "interface": "terminal",
        "terminal_command": COMMAND,
        "url": URL,
        "instructions": instructions,
        "deprecations": [{ "given": "type", "use_instead": "selection_mode" }],
        "notices": [notice],
    });
    assert_eq!(result, expected);
    // A poll that finds it still pending says the same.
    agent.call("2", json!({ "session_id": ID })).await;
    hub.expect(POLL).await.reply(&pending("terminal")).await;
    let polled = agent.result("2").await;
    assert_eq!(polled["instructions"], result["instructions"]);
    assert_eq!(polled["terminal_command"], COMMAND);
    assert_eq!(polled["action_status"], "pending");
}

#[tokio::test]
async fn poll_returns_the_answer_and_sends_a_receipt() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, "2025-06-18", "x").await;
    agent.call("1", json!({ "session_id": ID })).await;
    hub.expect(POLL).await.reply(&selected()).await;
    assert_eq!(agent.result("1").await["selected_ids"], json!(["wide"]));
    hub.expect(RECEIPT).await.reply(&summary("web")).await;
}

#[tokio::test]
async fn unknown_session_is_an_error_and_not_a_cancelled_question() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", json!({ "session_id": ID })).await;
    hub.expect(POLL).await.refuse(404, "unknown_session").await;
    let error = agent.result("1").await["error"].clone();
    assert_eq!(
        error,
        json!({
            "code": "unknown_session",
            "field": "session_id",
            "message": format!("no question of yours has the session_id \"{ID}\""),
            "hint": "Use the session_id exactly as an earlier result gave it, or leave it out to \
                     ask anew.",
        })
    );
    // What cannot be an id does not even reach the hub.
    agent.call("2", json!({ "session_id": "nonsense" })).await;
    assert_eq!(agent.result("2").await["error"]["code"], "unknown_session");
}

#[tokio::test]
async fn hub_refusal_is_returned_to_the_model() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    hub.expect("POST /api/v1/asks")
        .await
        .refuse(429, "too_many_pending")
        .await;
    let error = agent.result("1").await["error"].clone();
    assert_eq!(error["code"], "too_many_pending");
    assert_eq!(error["message"], "the hub says no");
    assert!(error["hint"].as_str().unwrap().contains("sayso doctor"));
}

#[tokio::test]
async fn serve_distinguishes_a_stream_without_mcp_from_one_that_ends() {
    let hub = Hub::new();
    let mut agent = Agent::connect(&hub);
    agent
        .send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
        .await;
    let (_, served) = agent.leave().await;
    assert!(
        matches!(served, Err(ServeError::NotMcp { .. })),
        "{served:?}"
    );
    let (rest, served) = Agent::connect(&hub).leave().await;
    assert_eq!(rest, Vec::<Value>::new());
    assert!(served.is_ok(), "{served:?}");
}
