//! A real client of the SDK, in both eras: it shows the form and gets the outcome.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::json;
use tokio::io::{duplex, split};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::agent::question;
use crate::elicitation::{RELAY, answered, relayed, with_form};
use crate::hub::{Hub, PATIENCE, pending, selected, summary};

/// A client whose person picks the second option, or never answers.
#[derive(Clone)]
struct Person {
    answers: bool,
    asked: Arc<Notify>,
    withdrawn: Arc<Notify>,
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("nobody-knows-me", "9"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { .. } = request else {
            panic!("a form was wanted: {request:?}");
        };
        self.asked.notify_one();
        if !self.answers {
            context.ct.cancelled().await;
            self.withdrawn.notify_one();
        }
        let content = json!({ "choice": "narrow" });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(content))
    }
}

async fn connect(
    hub: &Hub,
    person: &Person,
    lifecycle: ClientLifecycleMode,
) -> RunningService<RoleClient, Person> {
    let (near, far) = duplex(64 * 1024);
    let (input, output) = split(far);
    let stop = CancellationToken::new();
    tokio::spawn(mcp::serve_streams(
        hub.wiring(mcp::Offer::default()),
        "/src/shop".into(),
        input,
        output,
        stop,
    ));
    let serving = person.clone().serve_with_lifecycle(split(near), lifecycle);
    timeout(PATIENCE, serving).await.unwrap().unwrap()
}

fn person(answers: bool) -> Person {
    Person {
        answers,
        asked: Arc::default(),
        withdrawn: Arc::default(),
    }
}

fn call() -> CallToolRequestParams {
    let arguments = question().as_object().unwrap().clone();
    CallToolRequestParams::new("provide_choice").with_arguments(arguments)
}

fn eras() -> [ClientLifecycleMode; 2] {
    let discover = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    [ClientLifecycleMode::Initialize, discover]
}

#[tokio::test]
async fn sdk_client_shows_the_form_and_gets_the_outcome_in_both_lifecycles() {
    for lifecycle in eras() {
        let hub = Hub::new();
        let client = connect(&hub, &person(true), lifecycle).await;
        let (result, ()) = tokio::join!(client.call_tool(call()), async {
            // The eras differ in what they ask the hub, and in which order; the relay is in both.
            let mut told = false;
            loop {
                let mut request = hub.next().await;
                match request.line.as_str() {
                    "POST /api/v1/asks" => request.reply(&with_form()).await,
                    RELAY => {
                        relayed(&request, answered("narrow"));
                        told = true;
                        request.reply(&summary("elicitation")).await;
                    }
                    line if line.ends_with("/receipt") => break,
                    line if line.ends_with("?wait_seconds=0") => {
                        request.reply(&pending("elicitation")).await;
                    }
                    line if line.contains("/result") => {
                        if !told {
                            let mut relay = hub.expect(RELAY).await;
                            relayed(&relay, answered("narrow"));
                            relay.reply(&summary("elicitation")).await;
                        }
                        request.reply(&selected()).await;
                    }
                    _ => request.reply(&with_form()).await,
                }
            }
        });
        let content = result.unwrap().structured_content.unwrap();
        assert_eq!(content["action_status"], "selected");
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn sdk_client_closes_its_form_when_the_question_is_answered_elsewhere() {
    let hub = Hub::new();
    let person = person(false);
    let client = connect(&hub, &person, ClientLifecycleMode::Initialize).await;
    let (result, ()) = tokio::join!(client.call_tool(call()), async {
        hub.expect("POST /api/v1/asks")
            .await
            .reply(&with_form())
            .await;
        let mut wait = hub.next().await;
        timeout(PATIENCE, person.asked.notified()).await.unwrap();
        wait.reply(&selected()).await;
    });
    let content = result.unwrap().structured_content.unwrap();
    assert_eq!(content["selected_ids"], json!(["wide"]));
    timeout(PATIENCE, person.withdrawn.notified())
        .await
        .unwrap();
    client.cancel().await.unwrap();
}
