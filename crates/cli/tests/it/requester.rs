//! Sends `hitl_request` questions and approvals over the hub's socket.

use std::sync::Arc;

use client::{ClientError, HubClient, Identity, SocketDoor};
use protocol::route::AskerClaim;
use protocol::{HitlRequest, HitlResult, InteractionDetail, InteractionSummary, ServerMessage};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::place::Place;

/// Longer than any test waits.
const WINDOW_SECONDS: u64 = 60;

pub(crate) struct Requester {
    runtime: Runtime,
    client: HubClient,
}

impl Requester {
    /// Comes to the hub of `place`, which runs from now on.
    pub(crate) fn new(place: &Place) -> Self {
        assert_eq!(place.run(&["list"]).code, 0);
        let door = SocketDoor {
            path: place.data_dir().join("hub.sock"),
            starter: None,
        };
        let claim = AskerClaim {
            client: "agent".into(),
            version: None,
            directory: "/src/shop".into(),
            token_id: None,
            attempt_key: None,
            mcp: false,
        };
        Self {
            runtime: Builder::new_current_thread().enable_all().build().unwrap(),
            client: HubClient::new(Arc::new(door), Identity::Asker(claim)),
        }
    }

    /// Asks and returns the id.
    pub(crate) fn ask(&self, request: Value) -> String {
        let request: HitlRequest = serde_json::from_value(request).unwrap();
        let asked = self.runtime.block_on(self.client.ask_hitl(&request));
        asked.unwrap().interaction.session_id
    }

    /// Asks between deploying and waiting, with a confirmation.
    pub(crate) fn ask_to_confirm(&self) -> String {
        self.ask(deployment())
    }

    /// Waits for the end.
    pub(crate) fn outcome(&self, id: &str) -> HitlResult {
        let waited = self.client.wait(id, Some(WINDOW_SECONDS));
        let result = self.runtime.block_on(waited).unwrap().result;
        result.into_hitl().expect("it is a request")
    }

    /// Returns the value of a setting as the hub hands it to a page.
    pub(crate) fn setting(&self, name: &str) -> String {
        let person = self.client.with_identity(Identity::Person {
            surface: domain::Surface::Cli,
        });
        let reply = self.runtime.block_on(person.settings()).unwrap();
        let found = reply.settings.into_iter().find(|view| view.name == name);
        let value = serde_json::to_value(found.unwrap().value).unwrap();
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Writes a draft as another surface of the person's, made from `base`.
    pub(crate) fn change_draft(&self, id: &str, draft: Value, base: Value) {
        let person = self.client.with_identity(Identity::Person {
            surface: domain::Surface::Cli,
        });
        let change = json!({"draft": draft, "base": base});
        let change = serde_json::from_value(change).unwrap();
        self.runtime
            .block_on(person.change_draft(id, &change))
            .unwrap();
    }

    /// Returns the rows that a page is shown when it connects.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a test names what it expects, and anything else fails it"
    )]
    pub(crate) fn snapshot(&self) -> Vec<InteractionSummary> {
        let person = self.client.with_identity(Identity::Person {
            surface: domain::Surface::Cli,
        });
        self.runtime.block_on(async {
            let mut live = person.live(None).await.unwrap();
            match live.next().await.unwrap().unwrap() {
                ServerMessage::Snapshot { interactions, .. } => interactions,
                other => panic!("a snapshot comes first, not {other:?}"),
            }
        })
    }

    /// Answers as a person whose surface sends no digest.
    pub(crate) fn answer_unseen(
        &self,
        id: &str,
        option: &str,
    ) -> Result<InteractionDetail, ClientError> {
        let person = self.client.with_identity(Identity::Person {
            surface: domain::Surface::Cli,
        });
        let request = json!({
            "answer_id": "0123456789abcdef0123456789abcdef",
            "answer": {"selected_ids": [option]},
        });
        let request = serde_json::from_value(request).unwrap();
        self.runtime.block_on(person.answer(id, &request))
    }
}

pub(crate) fn deployment() -> Value {
    json!({
        "question": "Deploy release 2.4?",
        "options": [{"id": "go", "label": "Deploy now"}, {"id": "wait", "label": "Wait"}],
        "defaultOption": "wait",
        "requireConfirmation": true,
        "confirmationMessage": "Customers see it at once.",
    })
}
