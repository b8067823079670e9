//! Single-use tokens of forms, each bound to a session, a question and what was shown of it.
//!
//! An asker that leaves or comes back changes nothing a person has read, so it ends no form.

use std::collections::VecDeque;
use std::sync::Mutex;

use domain::interaction::State;
use domain::{AnswerId, Deadline, InteractionId};
use store::Stored;

use crate::access::Secret;

/// Forms open at a time; a newer one makes the oldest useless.
const TOKENS_MAX: usize = 256;

#[derive(Default)]
pub(crate) struct FormTokens {
    open: Mutex<VecDeque<Token>>,
}

/// What of a question's state a form shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FormState {
    Pending {
        deadline: Option<Deadline>,
        chosen: Option<AnswerId>,
    },
    Closed,
}

impl FormState {
    pub(super) fn of(stored: &Stored) -> Self {
        match &stored.interaction.state {
            State::Pending(pending) => Self::Pending {
                deadline: pending.deadline.clone(),
                chosen: pending.chosen.as_ref().map(|chosen| chosen.answer_id),
            },
            State::Closed(_) => Self::Closed,
        }
    }
}

struct Token {
    hash: [u8; 32],
    session: String,
    interaction: InteractionId,
    state: FormState,
}

impl FormTokens {
    /// Makes a token for a form that is about to be shown.
    pub(super) fn issue(
        &self,
        session: &str,
        interaction: InteractionId,
        state: FormState,
    ) -> String {
        let secret = Secret::random::<32>("");
        let mut open = self.lock();
        if open.len() >= TOKENS_MAX {
            open.pop_front();
        }
        open.push_back(Token {
            hash: secret.hash(),
            session: session.to_owned(),
            interaction,
            state,
        });
        secret.reveal().to_owned()
    }

    /// Uses a token up; returns the state its form has shown.
    pub(super) fn take(
        &self,
        offered: &str,
        session: &str,
        interaction: InteractionId,
    ) -> Option<FormState> {
        let hash = Secret::offered(offered).hash();
        let mut open = self.lock();
        let at = open.iter().position(|token| {
            token.hash == hash && token.session == session && token.interaction == interaction
        })?;
        open.remove(at).map(|token| token.state)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Token>> {
        self.open
            .lock()
            .expect("no code panics while it holds the tokens")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(byte: u8) -> FormState {
        FormState::Pending {
            deadline: None,
            chosen: Some(AnswerId::from_random([byte; 16])),
        }
    }

    fn id(byte: u8) -> InteractionId {
        InteractionId::from_random([byte; 16])
    }

    #[test]
    fn form_token_works_once_for_its_session_and_question() {
        let tokens = FormTokens::default();
        let token = tokens.issue("one", id(1), state(7));
        assert_eq!(tokens.take(&token, "other", id(1)), None);
        assert_eq!(tokens.take(&token, "one", id(2)), None);
        assert_eq!(tokens.take("guess", "one", id(1)), None);
        assert_eq!(tokens.take(&token, "one", id(1)), Some(state(7)));
        assert_eq!(tokens.take(&token, "one", id(1)), None);
    }

    #[test]
    fn form_tokens_have_a_maximum_number() {
        let tokens = FormTokens::default();
        let first = tokens.issue("one", id(1), state(1));
        for _ in 0..TOKENS_MAX {
            tokens.issue("one", id(1), state(1));
        }
        assert_eq!(tokens.take(&first, "one", id(1)), None);
        assert_eq!(tokens.lock().len(), TOKENS_MAX);
    }
}
