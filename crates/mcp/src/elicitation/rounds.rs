//! Asking in rounds (2026-07-28): the call ends with what is wanted from the person, and the client
//! makes it again with what they did.
//!
//! The state that the client sends back is untrusted. The sealed state names the question; it
//! opens only for the same asker, tool and arguments, and in time. Sending an answer twice is
//! harmless: the hub accepts one per question.

use std::collections::BTreeMap;
use std::time::Duration;

use client::HubClient;
use domain::interaction::Offers;
use domain::interaction::Status;
use protocol::route::AskerClaim;
use protocol::{AskReply, RelayedDecision};
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitResult, ErrorData, InputRequest,
    InputRequiredResult, InputResponses, JsonObject, RequestStateCodec, SealOptions,
};
use serde::{Deserialize, Serialize};

use super::content::{self, Shown};
use super::{Relay, relay, request};

/// The one thing that is asked for in a round.
const KEY: &str = "answer";
/// How many rounds one question may take; a client that keeps failing is left alone then.
const ROUNDS_MAX: u32 = 3;
/// How long a state is good for beyond the question's deadline, which may still be moved.
const GRACE: Duration = Duration::from_secs(60 * 60);
/// The same for a question without a deadline.
const OPEN_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Seals and opens the states of one server process.
#[derive(Clone)]
pub(crate) struct Rounds {
    codec: RequestStateCodec,
}

/// What a state is bound to besides its own content.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Binding(Vec<u8>);

impl Binding {
    pub(crate) fn new(asker: &AskerClaim, tool: &str, arguments: Option<&JsonObject>) -> Self {
        // The version is left out, as everywhere: an updated client is the same asker.
        let bound = (
            (&asker.client, &asker.directory, &asker.token_id),
            tool,
            arguments,
        );
        Self(serde_json::to_vec(&bound).expect("claims and arguments are plain values"))
    }
}

/// What the state says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Sealed {
    session_id: String,
    answer_id: String,
    round: u32,
    shown: Shown,
}

/// A call that was made again.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    sealed: Sealed,
    responses: InputResponses,
}

/// How a round goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// Ask for it again; the words say what was wrong.
    Again(Option<String>),
    /// The hub knows, or will.
    Wait,
}

impl Rounds {
    pub(crate) fn new() -> Self {
        let key = client::random_bytes::<{ RequestStateCodec::MIN_KEY_LENGTH }>();
        let codec = RequestStateCodec::try_new(key).expect("the key is as long as it must be");
        Self { codec }
    }

    /// Reads what a call that is made again brings; `None` when it is a first call.
    pub(crate) fn open(
        &self,
        request: &CallToolRequestParams,
        binding: &Binding,
    ) -> Result<Option<Round>, ErrorData> {
        let Some(state) = &request.request_state else {
            return Ok(None);
        };
        let sealed = self.codec.open_json_with(state, &binding.0);
        let sealed = sealed.map_err(|error| {
            tracing::info!(%error, "a request state was refused");
            // One reply for every reason: the caller is not told which check failed.
            ErrorData::invalid_params(
                "requestState is not one that this server gave for this call, or it has expired; \
                 make the call again without it",
                None,
            )
        })?;
        Ok(Some(Round {
            sealed,
            responses: request.input_responses.clone().unwrap_or_default(),
        }))
    }

    /// Returns the result that asks the client for the person's answer; `None` when the question
    /// does not go through the client.
    pub(crate) fn ask(
        &self,
        reply: &AskReply,
        offers: Offers,
        binding: &Binding,
        before: Option<(&Round, Option<&str>)>,
    ) -> Option<InputRequiredResult> {
        let params = request(reply, offers, before.and_then(|(_, problem)| problem))?;
        let sealed = Sealed {
            session_id: reply.interaction.session_id.clone(),
            answer_id: client::fresh_answer_id(),
            round: before.map_or(1, |(round, _)| round.sealed.round + 1),
            shown: Shown::of(&reply.delivery)?,
        };
        let remaining = reply.interaction.remaining_seconds;
        let ttl = remaining.map_or(OPEN_MAX, Duration::from_secs) + GRACE;
        let options = SealOptions::new().associated_data(&binding.0).ttl(ttl);
        let state = self.codec.seal_json_with(&sealed, &options);
        let state = state.expect("a state is plain values");
        let wanted = InputRequest::Elicitation(ElicitRequest::new(params));
        Some(InputRequiredResult::new(
            Some(BTreeMap::from([(KEY.to_owned(), wanted)])),
            Some(state),
        ))
    }
}

impl Round {
    pub(crate) fn session_id(&self) -> &str {
        &self.sealed.session_id
    }

    /// Relays what the client brought back.
    pub(crate) async fn relay(&self, hub: &HubClient, reply: &AskReply) -> Next {
        if reply.interaction.status != Status::Pending {
            return Next::Wait;
        }
        let response = self.responses.get(KEY).cloned();
        let result = response.and_then(|given| serde_json::from_value::<ElicitResult>(given).ok());
        let Some(result) = result else {
            return self.again(hub, None).await;
        };
        let Some(decision) = content::read(&result, self.sealed.shown) else {
            return Next::Wait;
        };
        match relay(hub, self.session_id(), &self.sealed.answer_id, decision).await {
            Relay::Settled | Relay::Refused => Next::Wait,
            Relay::Invalid(words) => self.again(hub, Some(words)).await,
        }
    }

    async fn again(&self, hub: &HubClient, problem: Option<String>) -> Next {
        if self.sealed.round < ROUNDS_MAX {
            return Next::Again(problem);
        }
        let gone = RelayedDecision::Unavailable;
        relay(hub, self.session_id(), &self.sealed.answer_id, gone).await;
        Next::Wait
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claim(client: &str, directory: &str, token_id: Option<&str>) -> AskerClaim {
        AskerClaim {
            client: client.into(),
            version: Some("1".into()),
            directory: directory.into(),
            token_id: token_id.map(Into::into),
            mcp: false,
            attempt_key: None,
        }
    }

    #[test]
    fn round_state_is_bound_to_asker_tool_and_arguments() {
        let rounds = Rounds::new();
        let arguments = json!({ "title": "Which?" }).as_object().cloned();
        let other = json!({ "title": "Who?" }).as_object().cloned();
        let asker = claim("codex", "/src/shop", Some("t1"));
        let binding = Binding::new(&asker, "provide_choice", arguments.as_ref());
        let sealed = Sealed {
            session_id: "1".into(),
            answer_id: "2".into(),
            round: 1,
            shown: Shown::Link,
        };
        let options = SealOptions::new().associated_data(&binding.0);
        let state = rounds.codec.seal_json_with(&sealed, &options).unwrap();
        let updated = AskerClaim {
            version: Some("2".into()),
            ..asker.clone()
        };
        let opens = |rounds: &Rounds, asker: &AskerClaim, tool: &str, arguments| {
            let mut request = CallToolRequestParams::new(tool.to_owned());
            request.request_state = Some(state.clone());
            let binding = Binding::new(asker, tool, arguments);
            let opened = rounds.open(&request, &binding);
            opened.map(|round| round.unwrap().sealed).ok()
        };
        let tool = "provide_choice";
        for (rounds, asker, tool, arguments, expected) in [
            (&rounds, &asker, tool, &arguments, true),
            (&rounds, &updated, tool, &arguments, true),
            (
                &rounds,
                &claim("cursor", "/src/shop", Some("t1")),
                tool,
                &arguments,
                false,
            ),
            (
                &rounds,
                &claim("codex", "/src/blog", Some("t1")),
                tool,
                &arguments,
                false,
            ),
            (
                &rounds,
                &claim("codex", "/src/shop", Some("t2")),
                tool,
                &arguments,
                false,
            ),
            (
                &rounds,
                &claim("codex", "/src/shop", None),
                tool,
                &arguments,
                false,
            ),
            (&rounds, &asker, "hitl_request", &arguments, false),
            (&rounds, &asker, tool, &other, false),
            (&Rounds::new(), &asker, tool, &arguments, false),
        ] {
            let opened = opens(rounds, asker, tool, arguments.as_ref());
            let expected = expected.then(|| sealed.clone());
            assert_eq!(opened, expected, "{asker:?} {tool} {arguments:?}");
        }
    }
}
