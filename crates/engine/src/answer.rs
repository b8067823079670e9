//! What a person does with a question, and the asker's right to withdraw it.

use domain::interaction::{AnswerDraft, Command, Interface};
use domain::interaction::{Confirm, DeadlineChange};
use domain::{AnswerId, Asker, InteractionId, LocalProcess, PersonalAct, Responder, Surface};
use store::Stored;

use crate::Engine;
use crate::error::CommandError;

/// The person who acts, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub surface: Surface,
    pub name: Option<String>,
    /// The local process they act through; `None` on the portal.
    pub process: Option<LocalProcess>,
}

impl Actor {
    fn responder(self) -> Responder {
        Responder::Person {
            surface: self.surface,
            name: self.name,
            process: self.process.map(Box::new),
        }
    }
}

/// What a person did in the asker's own client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relayed {
    Answer(AnswerDraft),
    Cancel,
}

impl Engine {
    /// Records a person's answer. The first valid one wins; later ones are told who answered. Where
    /// the question needs a confirmation, the selection awaits it.
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
        let confirm = Confirm::Later;
        self.submit(id, draft, answer_id, shown_digest, actor, confirm)
            .await
    }

    /// Like [`Engine::answer`], and confirms as well where the question needs it.
    pub async fn answer_and_confirm(
        &self,
        id: InteractionId,
        draft: AnswerDraft,
        answer_id: AnswerId,
        shown_digest: Option<&str>,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        let confirm = Confirm::Now;
        self.submit(id, draft, answer_id, shown_digest, actor, confirm)
            .await
    }

    async fn submit(
        &self,
        id: InteractionId,
        draft: AnswerDraft,
        answer_id: AnswerId,
        shown_digest: Option<&str>,
        actor: Actor,
        confirm: Confirm,
    ) -> Result<Stored, CommandError> {
        self.check_shown(id, shown_digest).await?;
        let command = Command::Answer {
            draft,
            by: actor.responder(),
            answer_id,
            confirm,
        };
        self.command(id, command).await
    }

    /// Makes the selection count that the act `chosen` made, if it is still the one.
    pub async fn confirm(
        &self,
        id: InteractionId,
        chosen: AnswerId,
        answer_id: AnswerId,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        let by = actor.responder();
        let command = Command::Confirm {
            chosen,
            by,
            answer_id,
        };
        self.command(id, command).await
    }

    /// A question never changes under its id, so looking once is enough.
    async fn check_shown(
        &self,
        id: InteractionId,
        shown_digest: Option<&str>,
    ) -> Result<(), CommandError> {
        let found = self.inner.store.interaction(id).await?;
        let current = found.ok_or(CommandError::Unknown(id))?;
        match shown_digest {
            Some(shown) if shown != current.digest => Err(CommandError::Stale {
                current: Box::new(current),
            }),
            None if current.interaction.question.needs_proof_of_view() => {
                Err(CommandError::DigestRequired)
            }
            Some(_) | None => Ok(()),
        }
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

    /// Records what a person did in the asker's own client. Whether that counts, `domain` decides.
    pub async fn relay(
        &self,
        id: InteractionId,
        relayed: Relayed,
        answer_id: AnswerId,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        self.own(id, asker).await?;
        let by = Responder::Person {
            surface: Surface::Elicitation,
            name: None,
            process: None,
        };
        let command = match relayed {
            Relayed::Answer(draft) => Command::Answer {
                confirm: Confirm::Later,
                draft,
                by,
                answer_id,
            },
            Relayed::Cancel => Command::Cancel {
                note: None,
                by,
                answer_id,
            },
        };
        self.command(id, command).await
    }

    /// Shows a question elsewhere because the asker's client could not ask it after all.
    pub async fn leave_client(
        &self,
        id: InteractionId,
        to: Interface,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        let current = self.own(id, asker).await?;
        if current.interaction.interface != Interface::Elicitation {
            return Ok(current); // it is shown elsewhere already
        }
        let surface = Surface::Elicitation;
        self.command(id, Command::SwitchInterface { to, surface })
            .await
    }

    /// Returns a question to the asker it belongs to.
    pub async fn asked_by(&self, id: InteractionId, asker: &Asker) -> Result<Stored, CommandError> {
        self.own(id, asker).await
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

    /// Writes down that a process an agent started was kept from doing what only a person may do.
    pub async fn note_agent_refused(
        &self,
        id: InteractionId,
        act: PersonalAct,
        process: LocalProcess,
    ) -> Result<Stored, CommandError> {
        self.command(id, Command::NoteAgentRefused { act, process })
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
