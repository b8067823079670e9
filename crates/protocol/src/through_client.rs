//! How a question reaches the person through the asker's own client, where their settings and the
//! client allow it, and how what they did there comes back.
//!
//! The hub decides which way is taken and writes what is shown; the asker's side only carries it.

use domain::interaction::{AnswerDraft, FormKind, Offers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the asker's client can do besides waiting, as an asker sends it along: names set off by
/// commas. Absent means that it can only wait.
pub const OFFERS_HEADER: &str = "x-sayso-offers";

/// Writes the offers for the header; `None` when there are none.
pub fn offers_header(offers: Offers) -> Option<String> {
    let form = offers.form.map(|form| match form {
        FormKind::Basic => "basic_form",
        FormKind::Full => "form",
    });
    let names = [
        form,
        offers.url.then_some("url"),
        offers.mcp_task.then_some("task"),
    ];
    let names: Vec<&str> = names.into_iter().flatten().collect();
    (!names.is_empty()).then(|| names.join(","))
}

/// Reads what [`offers_header`] wrote. Unknown offers are ignored.
pub fn offers_in(header: &str) -> Offers {
    let mut offers = Offers::default();
    for name in header.split(',').map(str::trim) {
        match name {
            "basic_form" => offers.form = offers.form.or(Some(FormKind::Basic)),
            "form" => offers.form = Some(FormKind::Full),
            "url" => offers.url = true,
            "task" => offers.mcp_task = true,
            _ => {}
        }
    }
    offers
}

/// What the asker's client does with a question, besides its being shown on the hub's own surfaces.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum ClientStep {
    /// The call waits.
    #[default]
    Wait,
    /// The client asks with a form, and what is filled in is relayed.
    Form(Form),
    /// The client leads the person to the question's own page.
    Link { message: String },
    /// The call becomes an MCP task with the question's id.
    #[serde(rename = "task")]
    McpTask,
}

impl ClientStep {
    pub(crate) fn is_wait(&self) -> bool {
        *self == Self::Wait
    }
}

/// A question as a form: in the person's language, safe to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Form {
    /// Everything that the fields cannot carry.
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<FormSelect>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<FormText>,
}

/// The field that holds the selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormSelect {
    pub title: String,
    pub options: Vec<FormOption>,
    pub default_ids: Vec<String>,
    pub min: u32,
    /// More than one makes it a field for several options.
    pub max: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormOption {
    pub id: String,
    pub label: String,
}

/// The field that holds free text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormText {
    pub title: String,
    /// The asker's example, where it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    pub required: bool,
}

/// What the person did with a question in the asker's client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RelayRequest {
    /// 32 random hexadecimal digits; sending the same twice counts once.
    pub answer_id: String,
    pub decision: RelayedDecision,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelayedDecision {
    Answered(AnswerDraft),
    Cancelled,
    /// The client declared that it could ask, and cannot.
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_read_back_from_their_header() {
        let all = Offers {
            form: Some(FormKind::Full),
            url: true,
            mcp_task: true,
        };
        let basic = Offers {
            form: Some(FormKind::Basic),
            ..Offers::default()
        };
        for (offers, header) in [
            (all, Some("form,url,task")),
            (basic, Some("basic_form")),
            (Offers::default(), None),
        ] {
            assert_eq!(offers_header(offers).as_deref(), header);
            assert_eq!(offers_in(header.unwrap_or_default()), offers);
        }
        assert_eq!(offers_in("telepathy, form,basic_form").form, all.form);
    }
}
