//! A caller at the local socket that is not the person: what an agent started, or what the hub
//! cannot see. The refusal says what was seen and where to go instead, and a question remembers it.

use std::fmt;
use std::sync::Arc;

use domain::{AgentSign, InteractionId, LocalProcess, PersonalAct, Surface};
use engine::{Actor, Located, Rate};
use http::request::Parts;
use http::{Method, StatusCode};
use i18n::{Arg, Catalogue, Key, catalogue};
use protocol::route::API;

use super::{Caller, Gate};
use crate::error::Failure;
use crate::follows::Follows;
use crate::peer::{Opener, Sighting, Unseen};

/// Lines in the log about refused processes; an agent that keeps trying cannot fill the disk.
const LOGGED: Rate = Rate {
    burst: 20,
    per_second: 1,
};

/// Not the person. It may ask, and the hand-off command may act on its own question.
#[derive(Clone)]
pub(crate) struct Stranger {
    gate: Gate,
    seen: Result<Arc<Sighting>, Unseen>,
}

impl Gate {
    /// Tells whether the process behind a local connection acts for the person.
    pub(super) async fn at_the_socket(&self, opener: Opener, surface: Surface) -> Caller {
        let guarded = self.settings.guards_against_agents();
        let seen = self.peers.look(opener).await;
        match seen {
            Ok(sighting) if sighting.process.agent.is_none() || !guarded => Caller::Local {
                surface,
                process: Some(sighting.process),
            },
            Err(Unseen) if !guarded => Caller::Local {
                surface,
                process: None,
            },
            Ok(_) | Err(Unseen) => Caller::Stranger(Stranger {
                gate: self.clone(),
                seen: seen.map(Arc::new),
            }),
        }
    }
}

impl Stranger {
    /// Lets the hand-off command act on the question it shows, where the question allows it.
    pub(super) async fn act(&self, request: &Parts) -> Result<Actor, Failure> {
        if let Some(process) = self.hands_off(request).await {
            return Ok(Actor {
                surface: Surface::AgentTerminal,
                name: None,
                process: Some(process),
            });
        }
        Err(self.refuse(request).await)
    }

    /// Lets the hand-off command follow what happens to its question, and to no other.
    pub(crate) async fn watch(&self) -> Result<Follows, Failure> {
        let shown = self.handed_off().await.map(|(id, _)| id);
        shown
            .map(Follows::Question)
            .ok_or_else(|| self.refusal(None))
    }

    /// Says why it is not taken for the person.
    pub(crate) fn reason(&self) -> String {
        let texts = self.texts();
        match &self.seen {
            Ok(sighting) => match &sighting.process.agent {
                Some(sign) => why(texts, sign),
                None => String::new(),
            },
            Err(Unseen) => texts.text(Key::StrangerUnseen),
        }
    }

    async fn hands_off(&self, request: &Parts) -> Option<LocalProcess> {
        let asked_about = about(request)?;
        let (shown, process) = self.handed_off().await?;
        (self.locate(asked_about).await? == shown).then(|| process.clone())
    }

    /// The question that this process shows as the hand-off command, where the question allows it.
    async fn handed_off(&self) -> Option<(InteractionId, &LocalProcess)> {
        let sighting = self.seen.as_ref().ok()?;
        let shown = self.locate(sighting.choosing.as_deref()?).await?;
        let found = self.gate.engine.interaction(shown).await.ok()??;
        let allowed = found.interaction.may_be_decided_in_agents_terminal();
        allowed.then_some((shown, &sighting.process))
    }

    async fn locate(&self, text: &str) -> Option<InteractionId> {
        match self.gate.engine.locate(text).await {
            Ok(Located::One(id)) => Some(id),
            Ok(Located::None | Located::Several) | Err(_) => None,
        }
    }

    /// Refuses, and leaves a trace: with the question it is about, else in the log.
    pub(super) async fn refuse(&self, request: &Parts) -> Failure {
        let about = match about(request) {
            Some(text) => self.locate(text).await,
            None => None,
        };
        self.log(request);
        if let (Some(id), Ok(sighting)) = (about, &self.seen) {
            let act = act(sighting.command.as_deref(), request);
            let process = sighting.process.clone();
            let noted = self.gate.engine.note_agent_refused(id, act, process);
            if let Err(error) = noted.await {
                tracing::debug!(%error, "the refusal is not in the question's trail");
            }
        }
        self.refusal(about)
    }

    fn log(&self, request: &Parts) {
        let now_ms = self.gate.engine.clock().now().uptime_ms;
        if self.gate.rates.take("strangers", LOGGED, now_ms).is_ok() {
            let (method, path) = (&request.method, request.uri.path());
            match &self.seen {
                Ok(sighting) => {
                    let process = &sighting.process;
                    tracing::info!(%method, path, ?process, "refused to a process of an agent");
                }
                Err(Unseen) => {
                    tracing::info!(%method, path, "refused to a process that cannot be seen");
                }
            }
        }
    }

    fn refusal(&self, about: Option<InteractionId>) -> Failure {
        let texts = self.texts();
        let code = match &self.seen {
            Ok(_) => "started_by_agent",
            Err(Unseen) => "process_unseen",
        };
        let reason = self.reason();
        let rule = [("reason", Arg::from(&reason))];
        let message = texts.format(Key::StrangerRefused, &rule);
        let hint = match about.map(|id| self.gate.links.hand_off(id)) {
            Some(way) => texts.format(
                Key::StrangerAnswerHint,
                &[
                    ("url", (&way.url).into()),
                    ("command", (&way.terminal_command).into()),
                ],
            ),
            None => {
                let url = self.gate.links.origin();
                texts.format(Key::StrangerHint, &[("url", (&url).into())])
            }
        };
        Failure::traced(StatusCode::FORBIDDEN, code, message).hint(hint)
    }

    fn texts(&self) -> &'static Catalogue {
        catalogue(self.gate.settings.language())
    }
}

/// The question's part of a path.
fn about(request: &Parts) -> Option<&str> {
    let below = request.uri.path().strip_prefix(API)?;
    below.strip_prefix("/interactions/")?.split('/').next()
}

/// What was tried: our own command says it best, since each looks at the question first.
fn act(command: Option<&str>, request: &Parts) -> PersonalAct {
    let last = request.uri.path().rsplit('/').next().unwrap_or_default();
    match (command, last) {
        (Some("answer" | "choose" | "inbox"), _) => PersonalAct::Answer,
        (Some("cancel"), _) => PersonalAct::Cancel,
        (Some("extend"), _) => PersonalAct::Extend,
        _ if request.method == Method::GET => PersonalAct::See,
        (_, "answer") => PersonalAct::Answer,
        (_, "confirm") => PersonalAct::Confirm,
        (_, "cancel") => PersonalAct::Cancel,
        (_, "deadline") => PersonalAct::Extend,
        (_, "draft") => PersonalAct::Draft,
        (_, "interface") => PersonalAct::Move,
        _ => PersonalAct::See,
    }
}

fn why(texts: &Catalogue, sign: &AgentSign) -> String {
    match sign {
        AgentSign::StartedBy { pid, program } => {
            let pid = pid.to_string();
            let args = [("program", program.into()), ("pid", (&pid).into())];
            texts.format(Key::StrangerStartedBy, &args)
        }
        AgentSign::Variable { variable, agent } => {
            let args = [("variable", variable.into()), ("agent", agent.into())];
            texts.format(Key::StrangerVariable, &args)
        }
        AgentSign::SharesTerminal { pid, program } => {
            let pid = pid.to_string();
            let args = [("program", program.into()), ("pid", (&pid).into())];
            texts.format(Key::StrangerSharesTerminal, &args)
        }
    }
}

impl fmt::Debug for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stranger").field(&self.seen).finish()
    }
}
