//! What a person does with a question, and the asker's own right to take it back.

use domain::interaction::DeadlineChange;
use domain::{AnswerDraft, AnswerId, Asker, Command, InteractionId, Interface, Responder, Surface};
use store::Stored;

use crate::Engine;
use crate::error::CommandError;

/// The person who acts, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub surface: Surface,
    pub name: Option<String>,
}

impl Actor {
    fn responder(self) -> Responder {
        Responder::Person {
            surface: self.surface,
            name: self.name,
        }
    }
}

impl Engine {
    /// Records a person's answer. The first valid one wins; later ones are told who did.
    ///
    /// `shown_digest` proves which question was on the screen, where the surface can tell.
    pub async fn answer(
        &self,
        id: InteractionId,
        draft: AnswerDraft,
        answer_id: AnswerId,
        shown_digest: Option<&str>,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        if let Some(shown) = shown_digest {
            let found = self.inner.store.interaction(id).await?;
            let current = found.ok_or(CommandError::Unknown(id))?;
            if current.digest != shown {
                return Err(CommandError::Stale {
                    current: Box::new(current),
                });
            }
        }
        self.command(
            id,
            Command::Answer {
                draft,
                by: actor.responder(),
                answer_id,
            },
        )
        .await
    }

    /// Records that the person does not want to answer.
    pub async fn cancel(
        &self,
        id: InteractionId,
        note: Option<String>,
        answer_id: AnswerId,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        self.command(
            id,
            Command::Cancel {
                note,
                by: actor.responder(),
                answer_id,
            },
        )
        .await
    }

    /// Lets an asker take its own question back.
    pub async fn withdraw(
        &self,
        id: InteractionId,
        note: Option<String>,
        answer_id: AnswerId,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        self.own(id, asker).await?;
        self.command(
            id,
            Command::Cancel {
                note,
                by: Responder::Asker,
                answer_id,
            },
        )
        .await
    }

    pub async fn move_deadline(
        &self,
        id: InteractionId,
        change: DeadlineChange,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        self.command(
            id,
            Command::SetDeadline {
                change,
                surface: actor.surface,
            },
        )
        .await
    }

    pub async fn switch_interface(
        &self,
        id: InteractionId,
        to: Interface,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        self.command(
            id,
            Command::SwitchInterface {
                to,
                surface: actor.surface,
            },
        )
        .await
    }

    /// Records that a person has the question in view.
    pub async fn view(&self, id: InteractionId, actor: Actor) -> Result<Stored, CommandError> {
        self.command(
            id,
            Command::View {
                surface: actor.surface,
            },
        )
        .await
    }
}
