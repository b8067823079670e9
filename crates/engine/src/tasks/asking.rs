//! What an agent wants to know becomes the one open question of its task, and the decision goes back.

use domain::interaction::form::Form;
use domain::interaction::permission::{Permission, PermissionKind, PermissionOption};
use domain::interaction::{Answer, Ask, Interaction, Interface, Outcome, Question};
use domain::task::output::{Entry, ToolCall};
use domain::task::{Command, WaitReason};
use domain::thread::{PermissionSubject, Remembered, ThreadEvent};
use domain::{InteractionId, Thread, TimeoutWish};
use runner::attempt::{Reply, Request, RequestId};
use store::{NewInteraction, TaskStep};

use super::drive::{Asked, Drive};
use super::recover::INTERRUPTED;
use super::settle::ways_on;
use super::{Tasks, asker_of};

/// Questions of threads are never handed off to a terminal: there is none that the agent could show
/// to the person, and it must not decide in its own. They are in the inbox of every surface.
pub(super) const SHOWN_ON: Interface = Interface::Web;

/// The option of a link that says that the page was visited.
const VISITED: &str = "continue";

impl Drive {
    /// Puts the next request to the person, unless one is open.
    pub(super) async fn ask_next(&mut self) {
        while self.asked.is_none() {
            let Some((id, request)) = self.requests.pop_front() else {
                return;
            };
            if let Some(reply) = self.decided_already(&request).await {
                self.control.reply(id, reply);
                continue;
            }
            if !self.ask(id, request).await {
                return;
            }
        }
    }

    /// Asks, or knows the answer. `false` when the request has to wait: its turn comes with the next
    /// decision.
    async fn ask(&mut self, id: RequestId, request: Request) -> bool {
        let question = match self.question(&request) {
            Ok(question) => question,
            Err(problem) => {
                self.record(Entry::Notice { text: problem }).await;
                self.control.reply(id, Reply::Declined);
                return true;
            }
        };
        let reason = match &request {
            Request::Permission { .. } => WaitReason::Permission,
            Request::Form { .. } | Request::Link { .. } => WaitReason::Elicitation,
        };
        let new = self.tasks.new_question(&self.thread, question);
        if let Some(reply) = self.stored_answer(&new, &request).await {
            self.control.reply(id, reply);
            return true;
        }
        let interaction = new.interaction.id;
        // Known before it is asked: the answer may come at once.
        self.asked = Some(Asked {
            request: id,
            about: request,
            interaction,
        });
        let attempt = self.number;
        let asked = self
            .tasks
            .step(self.task, |task| {
                let ask = Command::Ask {
                    attempt,
                    reason,
                    interaction,
                };
                Ok(TaskStep {
                    events: task.decide(ask)?,
                    asks: Some(new.clone()),
                    ..TaskStep::default()
                })
            })
            .await;
        match asked {
            Ok(_) => {
                self.person_asked();
                true
            }
            // It is being stopped, or the hub's own tools have a question open.
            Err(error) => {
                tracing::debug!(task = %self.task, %error, "a request was not put to the person");
                if let Some(asked) = self.asked.take() {
                    self.requests.push_front((asked.request, asked.about));
                }
                false
            }
        }
    }

    fn question(&self, request: &Request) -> Result<Question, String> {
        match request {
            Request::Permission { tool, options } => {
                let permission = Permission::new(self.task, tool.clone(), options.clone());
                Ok(Question::Permission(permission))
            }
            Request::Form { message, fields } => {
                let form = Form::new(self.task, "", message, fields.clone());
                let codes = |problems: Vec<domain::interaction::form::FormProblem>| {
                    let codes: Vec<_> = problems.iter().map(|problem| problem.code()).collect();
                    codes.join(", ")
                };
                form.map(Question::Form).map_err(codes)
            }
            Request::Link { message, url } => {
                let words = self.tasks.inner.words.visit(message, url);
                Ok(ways_on(words))
            }
        }
    }

    /// Returns the reply that needs no person: full auto, or decided for good before.
    async fn decided_already(&mut self, request: &Request) -> Option<Reply> {
        let Request::Permission { tool, options } = request else {
            return None;
        };
        let thread = self.tasks.store().thread(self.thread.id).await.ok()??;
        let what = tool.command.clone().unwrap_or_else(|| tool.title.clone());
        let words = &self.tasks.inner.words;
        let (option, text) = if thread.thread.full_auto {
            let option = allowing(options)?;
            (option, words.allowed_unasked(&what, true))
        } else {
            let kind = thread.thread.remembers(tool)?;
            let option = of_kind(options, kind)?;
            let text = match kind.allows() {
                true => words.allowed_unasked(&what, false),
                false => words.refused_unasked(&what),
            };
            (option, text)
        };
        let id = option.id.clone();
        self.record(Entry::Notice { text }).await;
        Some(Reply::Option { id })
    }

    /// Returns what the person decided about the same request of the attempt before, if that attempt
    /// was lost before it learned of it. An older decision is not used again.
    async fn stored_answer(&self, new: &NewInteraction, request: &Request) -> Option<Reply> {
        let store = self.tasks.store();
        let attempts = store.attempts(self.task).await.ok()?;
        let before = attempts
            .iter()
            .find(|known| known.number + 1 == self.number)?;
        if before.ending.as_deref() != Some(INTERRUPTED) {
            return None;
        }
        let scope = new.interaction.asker.scope_key();
        let since = before.started_at;
        let found = store
            .undelivered_like(&scope, &new.digest, since)
            .await
            .ok()?;
        let found = found.into_iter().find(|found| {
            let closed = found.interaction.closed();
            found.interaction.asked_at >= since
                && closed.is_some_and(|closed| matches!(closed.outcome, Outcome::Answered(_)))
        })?;
        let reply = reply_of(&found.interaction, request);
        self.tasks.delivered(found.interaction.id).await;
        Some(reply)
    }

    /// Hands the decision to the agent, and asks what waits behind it.
    pub(super) async fn deliver(&mut self, interaction: InteractionId) {
        self.person_done();
        if let Some(asked) = self.asked.take_if(|asked| asked.interaction == interaction) {
            let found = self.tasks.store().interaction(interaction).await;
            let reply = match &found {
                Ok(Some(stored)) => reply_of(&stored.interaction, &asked.about),
                Ok(None) | Err(_) => Reply::Declined,
            };
            if let (Request::Permission { tool, options }, Reply::Option { id }) =
                (&asked.about, &reply)
            {
                self.tasks.remember(&self.thread, tool, options, id).await;
                let chosen = options.iter().find(|option| option.id == *id);
                self.is_refused = chosen.is_some_and(|option| !option.kind.allows());
            }
            if self.control.reply(asked.request, reply) {
                self.tasks.delivered(interaction).await;
            }
        }
        self.ask_next().await;
    }

    /// The agent does not wait for this any more.
    pub(super) async fn forget_request(&mut self, id: RequestId) {
        self.requests.retain(|(request, _)| *request != id);
        if let Some(asked) = self.asked.take_if(|asked| asked.request == id) {
            self.tasks.withdraw(asked.interaction).await;
            self.tasks.settle(asked.interaction).await;
            self.person_done();
            self.ask_next().await;
        }
    }
}

impl Tasks {
    /// Makes a question of a thread, to be stored with the step that waits for it.
    pub(super) fn new_question(&self, thread: &Thread, question: Question) -> NewInteraction {
        let ask = Ask {
            question,
            interface: None,
            timeout: TimeoutWish::Forever,
            call: None,
        };
        let engine = &self.inner.engine;
        engine.new_interaction(asker_of(thread), ask, SHOWN_ON)
    }

    pub(super) async fn delivered(&self, interaction: InteractionId) {
        let command = domain::interaction::Command::ConfirmDelivery;
        let engine = &self.inner.engine;
        if let Err(error) = engine.command_alone(interaction, command).await {
            tracing::warn!(%interaction, %error, "cannot record that an agent has its answer");
        }
    }

    /// Keeps a decision that is meant to last.
    async fn remember(
        &self,
        thread: &Thread,
        tool: &ToolCall,
        options: &[PermissionOption],
        chosen: &str,
    ) {
        let Some(option) = options.iter().find(|option| option.id == chosen) else {
            return;
        };
        if !option.kind.is_lasting() {
            return;
        }
        let at = self.now().wall;
        let event = ThreadEvent::Remembered(Remembered {
            subject: PermissionSubject::of(tool),
            kind: option.kind,
            at,
        });
        if let Err(error) = self.append_thread(thread.id, vec![event]).await {
            tracing::error!(%error, "cannot remember a permission");
        }
    }
}

/// Translates a decision into what the agent is told.
fn reply_of(interaction: &Interaction, request: &Request) -> Reply {
    let answer = interaction
        .closed()
        .and_then(|closed| match &closed.outcome {
            Outcome::Answered(answer) => Some(answer),
            Outcome::Cancelled { .. } | Outcome::TimedOut => None,
        });
    match (&interaction.question, request, answer) {
        (Question::Permission(permission), Request::Permission { options, .. }, answer) => {
            let chosen = answer.and_then(|answer| permission.chosen(answer));
            // Whoever cancels the question does not permit anything.
            let option = chosen.or_else(|| of_kind(options, PermissionKind::RejectOnce));
            match option {
                Some(option) => Reply::Option {
                    id: option.id.clone(),
                },
                None => Reply::Declined,
            }
        }
        (Question::Form(_), Request::Form { .. }, Some(answer)) => {
            Reply::Values(answer.fields().clone())
        }
        (_, Request::Link { .. }, Some(answer)) if has_visited(answer) => {
            Reply::Values(Default::default())
        }
        _ => Reply::Declined,
    }
}

fn has_visited(answer: &Answer) -> bool {
    answer.selected_ids().iter().any(|id| id == VISITED)
}

/// The narrowest option that allows.
fn allowing(options: &[PermissionOption]) -> Option<&PermissionOption> {
    of_kind(options, PermissionKind::AllowOnce)
        .or_else(|| of_kind(options, PermissionKind::AllowAlways))
}

fn of_kind(options: &[PermissionOption], kind: PermissionKind) -> Option<&PermissionOption> {
    options.iter().find(|option| option.kind == kind)
}
