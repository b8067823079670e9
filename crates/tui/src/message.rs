//! What happens to the surface, and what it wants done about it.
//!
//! `update` turns one into the other; the runtime performs effects and brings messages.

use std::collections::BTreeMap;

use client::ClientError;
use crossterm::event::KeyEvent;
use protocol::{
    AnswerDraft, ApiError, DraftChange, DraftReply, InteractionDetail, ServerMessage, SettingValue,
    SettingsReply,
};

use crate::finish::Finish;

/// One thing that happened.
#[derive(Debug)]
pub(crate) enum Message {
    Key(KeyEvent),
    Paste(String),
    Resized,
    /// The time that `Model::wakes_at` named has come.
    Woke,
    Live(Box<ServerMessage>),
    /// The live stream is up again; much may have happened in the meantime.
    Linked,
    Lost,
    Loaded(String, Result<Box<InteractionDetail>, Trouble>),
    Settings(Result<SettingsReply, Trouble>),
    DraftSaved(String, Result<Box<DraftReply>, Trouble>),
    /// The hub's reply to an answer or a cancellation of this surface.
    Decided(String, Result<Box<InteractionDetail>, Trouble>),
    Extended(String, Result<Box<InteractionDetail>, Trouble>),
    Switched(String, Result<Box<InteractionDetail>, Trouble>),
    /// The external editor is done; `None` when it could not be used.
    Edited(Option<String>),
    /// The person's session with the terminal ends.
    HungUp,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    Load(String),
    LoadSettings,
    /// Says that the question is in view.
    View(String),
    SaveDraft(String, DraftChange),
    Answer {
        id: String,
        digest: String,
        answer: AnswerDraft,
    },
    /// Confirms the choice with this id.
    Confirm {
        id: String,
        chosen_id: String,
    },
    Cancel {
        id: String,
        note: Option<String>,
    },
    AddTime(String),
    SwitchToWeb(String),
    ChangeSettings {
        changes: BTreeMap<String, Option<SettingValue>>,
        /// The question in view, which follows them too.
        question: Option<String>,
    },
    /// Edits text in the person's own editor.
    Edit(String),
    /// Draws attention, once.
    Ring(String),
    Title(String),
    /// Shows the portal in a browser, where there is one and no page of it is open.
    OpenWeb,
    Finish(Finish),
}

/// Why a call to the hub came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The hub is gone; the live stream will say when it is back.
    Lost,
    /// The hub said no, or something is wrong that trying again does not mend.
    Refused(Box<ApiError>),
}

impl From<ClientError> for Trouble {
    fn from(error: ClientError) -> Self {
        if error.is_connection_loss() {
            return Self::Lost;
        }
        match error {
            ClientError::Refused { error, .. } => Self::Refused(error),
            ClientError::NotRunning { .. }
            | ClientError::Start(_)
            | ClientError::ForeignHub { .. }
            | ClientError::Broken(_)
            | ClientError::Silent { .. }
            | ClientError::Unreadable(_) => {
                Self::Refused(Box::new(ApiError::new("hub_unusable", error.to_string())))
            }
        }
    }
}
