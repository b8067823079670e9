//! The confirmation of a choice, as surfaces show it.

use std::collections::BTreeMap;

use domain::interaction::human_request::Confirmation;
use domain::interaction::{Chosen, Interaction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::result::{AnsweredBy, answered_by};
use crate::shown::{Companions, Shown};

/// A selection only counts once the person has confirmed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ConfirmationView {
    /// What the asker wants to be said before; absent: the surface's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Display-safe forms of the texts that need one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: Shown,
}

impl ConfirmationView {
    pub(crate) fn of(confirmation: &Confirmation) -> Self {
        Self {
            message: confirmation.message.clone(),
            shown: Companions::default()
                .lines("message", confirmation.message.as_deref())
                .done(),
        }
    }
}

/// What is selected and awaits its confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ChosenView {
    /// Names this act of choosing; a confirmation repeats it.
    pub answer_id: String,
    pub selected_ids: Vec<String>,
    pub by: AnsweredBy,
}

impl ChosenView {
    /// Describes what awaits its confirmation in `interaction`, if anything does.
    pub fn of(interaction: &Interaction) -> Option<Self> {
        let Chosen {
            answer,
            by,
            at,
            answer_id,
        } = interaction.chosen()?;
        Some(Self {
            answer_id: answer_id.to_string(),
            selected_ids: answer.selected_ids().to_vec(),
            by: answered_by(by, *at),
        })
    }
}
