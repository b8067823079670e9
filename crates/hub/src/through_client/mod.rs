//! Whether a question also reaches the person through the asker's own client.
//!
//! The person's setting opens a way, the client must offer it, the question must fit it; a request
//! alone opens nothing. Whichever way is taken, the question stays on the hub's own surfaces.

mod form;

use axum::extract::FromRequestParts;
use domain::interaction::{Interface, Question};
use http::request::Parts;
use protocol::through_client::OFFERS_HEADER;
use protocol::{ClientStep, FormKind, Notice, Offers, QuestionView};
use settings::PreferredDelivery;
use store::Stored;

use crate::asking::Asking;
use crate::error::Failure;

/// What the asker's client can do, as the request says.
pub(crate) struct Offered(pub(crate) Offers);

impl<S: Sync> FromRequestParts<S> for Offered {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let header = parts.headers.get(OFFERS_HEADER);
        let named = header.and_then(|value| value.to_str().ok());
        Ok(Self(named.map(Offers::from_header).unwrap_or_default()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Wait,
    Form,
    Link,
    McpTask,
}

/// Why the client does not ask although that was wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instead {
    Forbidden,
    Unoffered,
    Unfit,
}

impl Instead {
    fn notice(self, setting: PreferredDelivery, shown_on: Interface) -> Notice {
        let (code, why) = match self {
            Self::Forbidden => (
                "elicitation_not_allowed",
                format!(
                    "the person's setting `delivery` is `{}`, and only `elicitation` lets a client \
                     ask them",
                    setting.as_str()
                ),
            ),
            Self::Unoffered => (
                "elicitation_not_offered",
                "this client does not declare elicitation".into(),
            ),
            Self::Unfit => (
                "elicitation_not_fitting",
                "a form cannot carry this question".into(),
            ),
        };
        let instead = match shown_on {
            Interface::Terminal => "it is handed off to a terminal instead",
            Interface::Web | Interface::Auto | Interface::Elicitation => {
                "it is shown in the portal instead"
            }
        };
        Notice {
            code: code.into(),
            message: format!("{why}; {instead}"),
        }
    }
}

/// Whether a form may answer the question, and can hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fit {
    allowed: bool,
    several: bool,
}

impl Fit {
    fn of(question: &Question) -> Self {
        Self {
            allowed: question.may_be_answered_by_form(),
            several: question.choice().bounds().1 > 1,
        }
    }

    fn fits(self, form: FormKind) -> bool {
        let held = match form {
            FormKind::Basic => !self.several,
            FormKind::Full => true,
        };
        self.allowed && held
    }
}

/// Decides; `wanted` is where the question should be shown.
fn choose(
    setting: PreferredDelivery,
    wanted: Interface,
    fit: Fit,
    offers: Offers,
) -> Result<Way, Instead> {
    let in_client = match wanted {
        Interface::Auto | Interface::Elicitation => true,
        Interface::Web | Interface::Terminal => false,
    };
    match setting {
        PreferredDelivery::Elicitation if in_client => match offers.form {
            Some(form) if fit.fits(form) => Ok(Way::Form),
            _ if offers.url => Ok(Way::Link),
            Some(_) => Err(Instead::Unfit),
            None => Err(Instead::Unoffered),
        },
        PreferredDelivery::McpTask if offers.mcp_task && wanted != Interface::Terminal => {
            Ok(Way::McpTask)
        }
        PreferredDelivery::Wait | PreferredDelivery::McpTask | PreferredDelivery::Elicitation
            if wanted == Interface::Elicitation =>
        {
            Err(Instead::Forbidden)
        }
        PreferredDelivery::Wait | PreferredDelivery::McpTask | PreferredDelivery::Elicitation => {
            Ok(Way::Wait)
        }
    }
}

impl Asking {
    /// Decides where a question is first shown, and what to tell an asker that wanted otherwise.
    pub(crate) fn first_shown_on(
        &self,
        requested: Option<Interface>,
        question: &Question,
        offers: Offers,
    ) -> (Interface, Option<Notice>) {
        let wanted = requested.unwrap_or(self.engine.rules().policy.interface);
        let setting = self.settings.current().settings.delivery;
        let elsewhere = self.surroundings.resolve_interface(wanted);
        match choose(setting, wanted, Fit::of(question), offers) {
            Ok(Way::Form | Way::Link) => (Interface::Elicitation, None),
            Ok(Way::Wait | Way::McpTask) => (elsewhere, None),
            // Clients that can do nothing else need no reminder with every question.
            Err(Instead::Unoffered) if requested != Some(Interface::Elicitation) => {
                (elsewhere, None)
            }
            Err(instead) => (elsewhere, Some(instead.notice(setting, elsewhere))),
        }
    }

    /// Returns how a stored question reaches the person through a client with these offers.
    pub(crate) fn client_step(&self, stored: &Stored, offers: Offers) -> ClientStep {
        let interaction = &stored.interaction;
        let setting = self.settings.current().settings.delivery;
        let fit = Fit::of(&interaction.question);
        let Ok(way) = choose(setting, interaction.interface, fit, offers) else {
            return ClientStep::Wait;
        };
        let view = || QuestionView::of(interaction, &self.engine.rules().policy);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_opens_a_way_the_client_offers_it_and_the_question_fits_it() {
        use Instead::{Forbidden, Unfit, Unoffered};
        use Interface::{Auto, Elicitation, Terminal, Web};
        use PreferredDelivery as Setting;
        let none = Offers::default();
        let full = Offers {
            form: Some(FormKind::Full),
            ..none
        };
        let basic = Offers {
            form: Some(FormKind::Basic),
            ..none
        };
        let url = Offers { url: true, ..none };
        let both = Offers { url: true, ..full };
        let task = Offers {
            mcp_task: true,
            ..both
        };
        let one = Fit {
            allowed: true,
            several: false,
        };
        let several = Fit {
            several: true,
            ..one
        };
        let destructive = Fit {
            allowed: false,
            ..one
        };
        for (setting, wanted, fit, offers, expected) in [
            (Setting::Wait, Auto, one, task, Ok(Way::Wait)),
            (Setting::Wait, Elicitation, one, task, Err(Forbidden)),
            (Setting::Elicitation, Auto, one, full, Ok(Way::Form)),
            (Setting::Elicitation, Elicitation, one, task, Ok(Way::Form)),
            (Setting::Elicitation, Auto, several, full, Ok(Way::Form)),
            (Setting::Elicitation, Auto, one, basic, Ok(Way::Form)),
            (Setting::Elicitation, Auto, several, basic, Err(Unfit)),
            (Setting::Elicitation, Auto, destructive, full, Err(Unfit)),
            (Setting::Elicitation, Auto, destructive, both, Ok(Way::Link)),
            (Setting::Elicitation, Auto, one, url, Ok(Way::Link)),
            (Setting::Elicitation, Auto, one, none, Err(Unoffered)),
            (Setting::Elicitation, Web, one, full, Ok(Way::Wait)),
            (Setting::Elicitation, Terminal, one, full, Ok(Way::Wait)),
            (Setting::McpTask, Auto, one, task, Ok(Way::McpTask)),
            (Setting::McpTask, Web, destructive, task, Ok(Way::McpTask)),
            (Setting::McpTask, Terminal, one, task, Ok(Way::Wait)),
            (Setting::McpTask, Auto, one, both, Ok(Way::Wait)),
            (Setting::McpTask, Elicitation, one, both, Err(Forbidden)),
        ] {
            let chosen = choose(setting, wanted, fit, offers);
            assert_eq!(
                chosen, expected,
                "{setting:?} {wanted:?} {fit:?} {offers:?}"
            );
        }
    }
}
