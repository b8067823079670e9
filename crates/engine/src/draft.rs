//! Drafts are kept by the hub, so that a reload, another surface or a crash loses no typed word.

use domain::InteractionId;
use domain::interaction::{AnswerDraft, Command};
use domain::limits::ANSWER_BYTES_MAX;
use store::{Stored, StoredDraft};

use crate::Engine;
use crate::answer::Actor;
use crate::error::CommandError;
use crate::feed::FeedItem;

impl Engine {
    /// Saves what a surface changed of the draft it knew; what others changed in the meantime
    /// stays. Typing also keeps the question open. Returns the merged draft.
    pub async fn change_draft(
        &self,
        id: InteractionId,
        draft: AnswerDraft,
        base: &AnswerDraft,
        actor: Actor,
    ) -> Result<(Stored, AnswerDraft), CommandError> {
        // No other change between reading and writing, or it would be lost.
        let _alone = self.inner.drafting.lock().await;
        let found = self.inner.store.interaction(id).await?;
        let found = found.ok_or(CommandError::Unknown(id))?;
        let current = self.draft(&found).await?;
        let choice = found.interaction.question.choice();
        let merged = choice.merge_drafts(draft, base, current);
        let stored = self.save_draft(id, merged.clone(), actor).await?;
        Ok((stored, merged))
    }

    async fn save_draft(
        &self,
        id: InteractionId,
        draft: AnswerDraft,
        actor: Actor,
    ) -> Result<Stored, CommandError> {
        let bytes = draft_bytes(&draft);
        if bytes > ANSWER_BYTES_MAX {
            return Err(CommandError::DraftTooLong {
                bytes,
                max: ANSWER_BYTES_MAX,
            });
        }
        let surface = actor.surface;
        let stored = self.command(id, Command::Touch { surface }).await?;
        let kept = StoredDraft {
            draft: draft.clone(),
            surface,
            at: self.inner.clock.now().wall,
        };
        self.inner.store.save_draft(id, &kept).await?;
        self.announce(FeedItem::Draft { id, surface, draft });
        Ok(stored)
    }

    /// Returns where the person stands: the saved draft, else the asker's defaults.
    pub async fn draft(&self, stored: &Stored) -> Result<AnswerDraft, CommandError> {
        let kept = self.inner.store.draft(stored.interaction.id).await?;
        let policy = self.rules().policy;
        let question = &stored.interaction.question;
        Ok(kept.map_or_else(
            || question.initial_draft(policy.annotations, policy.placeholder_visible),
            |kept| kept.draft,
        ))
    }
}

fn draft_bytes(draft: &AnswerDraft) -> usize {
    let notes = draft
        .option_notes
        .iter()
        .map(|(id, note)| id.len() + note.len());
    let ids = draft
        .selected_ids
        .iter()
        .chain(&draft.hidden_ids)
        .map(String::len);
    let texts = [&draft.text, &draft.global_note]
        .into_iter()
        .flatten()
        .map(String::len);
    let fields = draft
        .fields
        .iter()
        .map(|(name, value)| name.len() + value.bytes());
    notes.chain(ids).chain(texts).chain(fields).sum()
}
