//! Asking in the client itself: as a request to the client until 2025-11-25, as rounds of the
//! same call from 2026-07-28 on.
//!
//! The hub has decided that this question may be asked there and how it reads; here it is carried
//! to the client and what the person did is relayed. The call waits for the hub as it always does,
//! so that whichever surface answers first wins.

mod content;
mod fields;
mod forms;
mod relay;
mod rounds;

use domain::interaction::{FormKind, Offers};
use protocol::{AskReply, ClientStep};
use rmcp::model::{ClientCapabilities, ElicitRequestParams, ProtocolVersion, RequestId};
use tokio_util::sync::CancellationToken;

pub(crate) use forms::{Forms, OpenForm};
pub(crate) use relay::{Relay, relay};
pub(crate) use rounds::{Binding, Next, Round, Rounds};

/// How a client is reached while a call is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElicitationStyle {
    /// The server can send requests to the client.
    Requests,
    /// The call ends and is made again with what was asked for.
    Rounds,
}

impl ElicitationStyle {
    pub(crate) fn of(version: Option<&ProtocolVersion>) -> Self {
        match version {
            Some(version) if *version >= ProtocolVersion::V_2026_07_28 => Self::Rounds,
            Some(_) | None => Self::Requests,
        }
    }
}

/// What a call needs to reach the person through its own client.
pub(crate) struct ClientChannel {
    pub(crate) style: ElicitationStyle,
    pub(crate) offers: Offers,
    pub(crate) request_id: RequestId,
    pub(crate) forms: Forms,
    /// The client has closed its end, as far as that can be known.
    pub(crate) ends: CancellationToken,
    pub(crate) rounds: Rounds,
    pub(crate) binding: Binding,
    /// What the client brings back from the round before.
    pub(crate) round: Option<Round>,
}

/// Returns what a client can do by what it declares.
pub(crate) fn offers(
    capabilities: Option<&ClientCapabilities>,
    version: Option<&ProtocolVersion>,
) -> Offers {
    let Some(capabilities) = capabilities else {
        return Offers::default();
    };
    // Selecting several, titled options and links all came with this revision.
    let modern = version.is_some_and(|version| *version >= ProtocolVersion::V_2025_11_25);
    let declared = capabilities.elicitation.as_ref();
    let form = declared.filter(|modes| modes.form.is_some() || modes.url.is_none());
    Offers {
        form: form.map(|_| {
            if modern {
                FormKind::Full
            } else {
                FormKind::Basic
            }
        }),
        url: modern && declared.is_some_and(|modes| modes.url.is_some()),
        mcp_task: capabilities.supports_tasks(),
    }
}

/// Returns what to ask the client for; `None` when the question does not go through the client.
///
/// `problem` is what was wrong with the answer before.
fn request(reply: &AskReply, offers: Offers, problem: Option<&str>) -> Option<ElicitRequestParams> {
    match &reply.delivery {
        ClientStep::Form(form) => {
            let kind = offers.form?;
            Some(fields::params(form, kind, problem))
        }
        ClientStep::Link { message } => Some(ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: message.clone(),
            url: reply.hand_off.url.clone(),
            elicitation_id: reply.interaction.session_id.clone(),
        }),
        ClientStep::Wait | ClientStep::McpTask => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn client_offers_follow_its_capabilities_and_protocol_revision() {
        let none = Offers::default();
        let form = |kind| Offers {
            form: Some(kind),
            ..none
        };
        let (old, new) = (
            &ProtocolVersion::V_2025_06_18,
            &ProtocolVersion::V_2025_11_25,
        );
        let tasks = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        for (declared, version, expected) in [
            (json!({}), Some(new), none),
            (
                json!({ "elicitation": {} }),
                Some(new),
                form(FormKind::Full),
            ),
            (
                json!({ "elicitation": {} }),
                Some(old),
                form(FormKind::Basic),
            ),
            (json!({ "elicitation": {} }), None, form(FormKind::Basic)),
            (
                json!({ "elicitation": { "form": {}, "url": {} } }),
                Some(new),
                Offers {
                    url: true,
                    ..form(FormKind::Full)
                },
            ),
            (
                json!({ "elicitation": { "url": {} } }),
                Some(new),
                Offers { url: true, ..none },
            ),
            (json!({ "elicitation": { "url": {} } }), Some(old), none),
            (
                tasks,
                Some(new),
                Offers {
                    mcp_task: true,
                    ..none
                },
            ),
        ] {
            let capabilities: ClientCapabilities =
                serde_json::from_value(declared.clone()).unwrap();
            assert_eq!(offers(Some(&capabilities), version), expected, "{declared}");
        }
        assert_eq!(offers(None, Some(new)), none);
    }
}
