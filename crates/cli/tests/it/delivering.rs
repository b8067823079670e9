//! Questions as MCP tasks: a task survives a killed hub or agent, and only the agent that asked can
//! see it.

use serde_json::{Value, json};

use crate::agent::{StdioAgent, question};
use crate::faults::kill_hub;
use crate::place::Place;

fn get(agent: &mut StdioAgent, task: &str) -> Value {
    agent.request("tasks/get", json!({ "taskId": task }))
}

#[test]
fn mcp_task_survives_a_killed_hub_and_a_killed_agent() {
    let place = Place::new();
    place.run(&["config", "set", "delivery", "task"]);
    let mut agent = StdioAgent::start(&place, "codex");
    let call = json!({ "name": "provide_choice", "arguments": question("Which key?") });
    let created = agent.request("tools/call", call);
    assert_eq!(
        (&created["resultType"], &created["status"]),
        (&json!("task"), &json!("working"))
    );
    let task = created["taskId"].as_str().unwrap().to_owned();
    assert_eq!(place.json(&["show", &task, "--json"])["status"], "pending");
    kill_hub(&place);
    assert_eq!(get(&mut agent, &task)["status"], "working");
    agent.kill();
    kill_hub(&place);

    let mut stranger = StdioAgent::start(&place, "claude-code");
    assert_eq!(get(&mut stranger, &task)["code"], -32602);
    let mut successor = StdioAgent::start(&place, "codex");
    assert_eq!(get(&mut successor, &task)["status"], "working");
    place.run(&["answer", &task, "--select", "b"]);
    let done = get(&mut successor, &task);
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(
        done["result"]["structuredContent"]["selected_ids"],
        json!(["b"])
    );
    assert_eq!(done["createdAt"], created["createdAt"]);
}

#[test]
fn mcp_task_cancellation_withdraws_the_question() {
    let place = Place::new();
    place.run(&["config", "set", "delivery", "task"]);
    let mut agent = StdioAgent::start(&place, "codex");
    let call = json!({ "name": "provide_choice", "arguments": question("Which key?") });
    let created = agent.request("tools/call", call);
    let task = created["taskId"].as_str().unwrap().to_owned();
    let cancel = json!({ "taskId": task });
    let mut stranger = StdioAgent::start(&place, "claude-code");
    let refused = stranger.request("tasks/cancel", cancel.clone());
    assert_eq!(refused["code"], -32602);
    let taken_back = agent.request("tasks/cancel", cancel);
    assert_eq!(taken_back, json!({ "resultType": "complete" }));
    assert_eq!(get(&mut agent, &task)["status"], "cancelled");
    let shown = place.json(&["show", &task, "--json"]);
    assert_eq!(shown["result"]["answered_by"]["kind"], "asker");
}
