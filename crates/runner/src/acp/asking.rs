//! Requests of the agent that a person answers.

use agent_client_protocol::v1::schema::{
    self, PermissionOptionKind, RequestPermissionOutcome, RequestPermissionResponse,
    SelectedPermissionOutcome,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{Agent, Error, UntypedMessage};
use domain::interaction::permission::{PermissionKind, PermissionOption};
use domain::task::HUB_TOOLS;
use serde_json::Value;

use super::forms;
use super::wire::Heard;
use crate::agents::presets::filled;
use crate::attempt::{Reply, Request, Said};
use crate::supervise::Link;

/// Takes a request of the agent, and lets it wait for a person where it is one for a person.
pub(super) async fn take(
    message: UntypedMessage,
    responder: Responder<Value>,
    connection: ConnectionTo<Agent>,
    heard: &Heard,
    link: &Link,
    own_tool: Option<&str>,
) -> Result<(), Error> {
    let (request, asked) = match read(message, heard) {
        Ok(read) => read,
        Err(error) => return responder.respond_with_error(error),
    };
    if let Some(allowed) = own_tool.and_then(|name| allows_own_tool(&request, name)) {
        return responder.respond(asked.response(allowed));
    }
    let is_cancelled = heard.cancel_told.is_cancelled();
    let Some((id, reply)) = link.requests.open().filter(|_| !is_cancelled) else {
        return responder.respond(asked.response(Reply::Cancelled));
    };
    link.say(Said::Request { id, request }).await;
    let (link, cancel_told) = (link.clone(), heard.cancel_told.clone());
    connection.spawn(async move {
        let cancellation = responder.cancellation();
        let reply = tokio::select! {
            biased;
            reply = reply => reply.unwrap_or(Reply::Cancelled),
            () = cancellation.cancelled() => withdrawn(id, &link).await,
            () = cancel_told.cancelled() => withdrawn(id, &link).await,
        };
        responder.respond(asked.response(reply))
    })
}

/// The hub's own tools only ask the person or report to the hub. Whether they may would be one
/// question too many.
fn allows_own_tool(request: &Request, own_tool: &str) -> Option<Reply> {
    let Request::Permission { tool, options } = request else {
        return None;
    };
    let name = filled(own_tool, &tool.title)?;
    // A call that would do something else could have any title.
    let is_own = tool.kind == "other" && tool.command.is_none() && tool.diffs.is_empty();
    let once = options
        .iter()
        .find(|option| option.kind == PermissionKind::AllowOnce)?;
    let id = once.id.clone();
    (is_own && HUB_TOOLS.contains(&name)).then_some(Reply::Option { id })
}

async fn withdrawn(id: crate::attempt::RequestId, link: &Link) -> Reply {
    link.requests.withdraw(id);
    link.say(Said::Withdrawn { id }).await;
    Reply::Cancelled
}

/// What was asked, as far as the answer depends on it.
enum Asked {
    Permission(Vec<PermissionOption>),
    Elicitation,
}

fn read(message: UntypedMessage, heard: &Heard) -> Result<(Request, Asked), Error> {
    let (method, params) = message.into_parts();
    match method.as_str() {
        "session/request_permission" => {
            let asked: schema::RequestPermissionRequest = serde_json::from_value(params)
                .map_err(|error| Error::invalid_params().data(error.to_string()))?;
            let tool = heard.turn().tool(asked.tool_call);
            let options: Vec<_> = asked.options.into_iter().map(option).collect();
            let asked = Asked::Permission(options.clone());
            Ok((Request::Permission { tool, options }, asked))
        }
        "elicitation/create" => {
            let request = forms::request(&params).ok_or_else(Error::invalid_params)?;
            Ok((request, Asked::Elicitation))
        }
        _ => Err(Error::method_not_found()),
    }
}

fn option(option: schema::PermissionOption) -> PermissionOption {
    PermissionOption {
        id: option.option_id.to_string(),
        label: option.name,
        kind: match option.kind {
            PermissionOptionKind::AllowOnce => PermissionKind::AllowOnce,
            PermissionOptionKind::AllowAlways => PermissionKind::AllowAlways,
            PermissionOptionKind::RejectAlways => PermissionKind::RejectAlways,
            // One that a newer protocol adds does not allow anything.
            PermissionOptionKind::RejectOnce | _ => PermissionKind::RejectOnce,
        },
    }
}

impl Asked {
    fn response(&self, reply: Reply) -> Value {
        match self {
            Self::Permission(options) => permission(options, reply),
            Self::Elicitation => forms::response(reply),
        }
    }
}

fn permission(options: &[PermissionOption], reply: Reply) -> Value {
    let chosen = match reply {
        Reply::Option { id } => options.iter().find(|option| option.id == id),
        Reply::Declined => refusal(options),
        // Values answer a form. They must not allow anything here.
        Reply::Values(_) | Reply::Cancelled => None,
    };
    let outcome = match chosen {
        Some(option) => {
            RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(option.id.clone()))
        }
        None => RequestPermissionOutcome::Cancelled,
    };
    let response = RequestPermissionResponse::new(outcome);
    serde_json::to_value(response).expect("a response is plain data")
}

/// The mildest of the agent's own ways to refuse.
fn refusal(options: &[PermissionOption]) -> Option<&PermissionOption> {
    let of_kind = |kind| options.iter().find(move |option| option.kind == kind);
    of_kind(PermissionKind::RejectOnce).or_else(|| of_kind(PermissionKind::RejectAlways))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[test]
    fn permission_is_given_only_by_an_option_of_the_agent() {
        let option = |id: &str, kind| PermissionOption {
            id: id.into(),
            label: id.into(),
            kind,
        };
        let options = [
            option("yes", PermissionKind::AllowOnce),
            option("never", PermissionKind::RejectAlways),
            option("no", PermissionKind::RejectOnce),
        ];
        let chosen = |id: &str| Reply::Option { id: id.into() };
        let selected = |id: &str| json!({"outcome": {"outcome": "selected", "optionId": id}});
        let cancelled = || json!({"outcome": {"outcome": "cancelled"}});
        for (reply, expected) in [
            (chosen("yes"), selected("yes")),
            (chosen("maybe"), cancelled()),
            (Reply::Declined, selected("no")),
            (Reply::Cancelled, cancelled()),
            (Reply::Values(BTreeMap::new()), cancelled()),
        ] {
            assert_eq!(permission(&options, reply), expected);
        }
        assert_eq!(permission(&options[..1], Reply::Declined), cancelled());
    }
}
