//! Whether a question also reaches the person through the asker's own client.
//!
//! The person's setting opens a way, the client must offer it, the question must fit it; a request
//! alone opens nothing. Whichever way is taken, the question stays on the hub's own surfaces.

use super::{Interface, Question};
use crate::words::words;

words! {
    /// How the person wants askers to receive the answer.
    PreferredDelivery {
        /// The call waits.
        Wait = "wait",
        /// The asker's client may put the question to the person and relay the answer.
        Elicitation = "elicitation",
        /// The call becomes an MCP task where the client polls one.
        McpTask = "task",
    }
}

/// What the asker's client declared that it can do besides waiting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offers {
    /// Shows forms.
    pub form: Option<FormKind>,
    /// Opens links.
    pub url: bool,
    /// Polls an MCP task for its result.
    pub mcp_task: bool,
}

/// What a client's forms can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormKind {
    /// One option out of several, and text.
    Basic,
    /// Several options too.
    Full,
}

/// What the asker's client does with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Wait,
    Form,
    Link,
    McpTask,
}

/// Why the client does not ask although that was wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotThroughClient {
    /// The person's setting is another one.
    Forbidden(PreferredDelivery),
    Unoffered,
    Unfit,
}

impl Way {
    /// Decides; `wanted` is where the question should be shown.
    pub fn choose(
        setting: PreferredDelivery,
        wanted: Interface,
        question: &Question,
        offers: Offers,
    ) -> Result<Self, NotThroughClient> {
        choose(setting, wanted, Fit::of(question), offers)
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

fn choose(
    setting: PreferredDelivery,
    wanted: Interface,
    fit: Fit,
    offers: Offers,
) -> Result<Way, NotThroughClient> {
    let in_client = match wanted {
        Interface::Auto | Interface::Elicitation => true,
        Interface::Web | Interface::Terminal => false,
    };
    match setting {
        PreferredDelivery::Elicitation if in_client => match offers.form {
            Some(form) if fit.fits(form) => Ok(Way::Form),
            Some(_) | None if offers.url => Ok(Way::Link),
            Some(_) => Err(NotThroughClient::Unfit),
            None => Err(NotThroughClient::Unoffered),
        },
        PreferredDelivery::McpTask if offers.mcp_task && wanted != Interface::Terminal => {
            Ok(Way::McpTask)
        }
        PreferredDelivery::Wait | PreferredDelivery::McpTask | PreferredDelivery::Elicitation
            if wanted == Interface::Elicitation =>
        {
            Err(NotThroughClient::Forbidden(setting))
        }
        PreferredDelivery::Wait | PreferredDelivery::McpTask | PreferredDelivery::Elicitation => {
            Ok(Way::Wait)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_uses_the_clients_form_only_if_setting_client_and_question_allow_it() {
        use Interface::{Auto, Elicitation, Terminal, Web};
        use NotThroughClient::{Forbidden, Unfit, Unoffered};
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
            (
                Setting::Wait,
                Elicitation,
                one,
                task,
                Err(Forbidden(Setting::Wait)),
            ),
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
            (
                Setting::McpTask,
                Elicitation,
                one,
                both,
                Err(Forbidden(Setting::McpTask)),
            ),
        ] {
            let chosen = choose(setting, wanted, fit, offers);
            assert_eq!(
                chosen, expected,
                "{setting:?} {wanted:?} {fit:?} {offers:?}"
            );
        }
    }
}
