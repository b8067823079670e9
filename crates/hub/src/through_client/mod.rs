//! What the asker's own client does with a question: waits, or asks too.

mod form;

use domain::interaction::{Offers, Way};
use protocol::{ClientStep, QuestionView};
use store::Stored;

use crate::asking::AskingOverHttp;

impl AskingOverHttp {
    /// Returns how a stored question reaches the person through a client with these offers.
    pub(crate) fn client_step(&self, stored: &Stored, offers: Offers) -> ClientStep {
        let interaction = &stored.interaction;
        let policy = self.engine.rules().policy;
        let wanted = interaction.interface;
        let Ok(way) = Way::choose(policy.delivery, wanted, &interaction.question, offers) else {
            return ClientStep::Wait;
        };
        let view = || QuestionView::of(interaction, &policy);
        let texts = i18n::catalogue(self.settings.language());
        let url = self.links.hand_off(interaction.id).url;
        match way {
            Way::Wait => ClientStep::Wait,
            Way::McpTask => ClientStep::McpTask,
            Way::Form => ClientStep::Form(form::of(&view(), &url, texts)),
            Way::Link => ClientStep::Link {
                message: form::lead(&view()),
            },
        }
    }
}
