//! New settings apply to the question that the person has in front of them, too.
//!
//! Some settings apply anyway, because a question reads them each time it is shown (notes,
//! placeholder, what happens at the deadline). Its time limit and its interface were settled when
//! it was asked; the person who changes them with the question in view means that one as well.

use domain::InteractionId;
use domain::interaction::{DeadlineChange, Interface};

use crate::Engine;
use crate::answer::Actor;
use crate::error::CommandError;

/// What was changed of the settings that a question takes only once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SettledSettings {
    /// 0 removes the time limit.
    pub timeout_seconds: Option<u64>,
    pub interface: Option<Interface>,
}

impl Engine {
    pub async fn apply_in_front(
        &self,
        id: InteractionId,
        changed: SettledSettings,
        actor: &Actor,
    ) -> Result<(), CommandError> {
        if let Some(seconds) = changed.timeout_seconds {
            let change = match seconds {
                0 => DeadlineChange::WaitForever,
                seconds => DeadlineChange::Set { seconds },
            };
            self.move_deadline(id, change, actor.clone()).await?;
        }
        match changed.interface {
            Some(to @ (Interface::Web | Interface::Terminal)) => {
                self.switch_interface(id, to, actor.clone()).await?;
            }
            // Both are choices between the other two, or the client's, made when a question is
            // asked.
            Some(Interface::Auto | Interface::Elicitation) | None => {}
        }
        Ok(())
    }
}
