//! One call of an asking tool: ask, hand off or wait; or poll what was asked before.
//!
//! The same for every tool; what differs is in its [`AskingTool`].

use std::time::Duration;

use client::{ClientError, HubClient};
use domain::interaction::Interface;
use domain::limits::QUESTION_TURN_SECONDS;
use protocol::error::ANOTHER_QUESTION_OPEN;
use protocol::{AskReply, ClientStep, Notice, Problem};
use rmcp::RoleServer;
use rmcp::model::{CallToolResponse, JsonObject, ProgressToken};
use rmcp::service::Peer;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::arguments::{Asked, Request};
use crate::asking::AskingTool;
use crate::elicitation::{ClientChannel, ElicitationStyle, Next, OpenForm, Round};
use crate::offer::Later;
use crate::output::{Deprecation, ToolOutput};
use crate::progress::{Progress, Subject};
use crate::underway::{Turn, Underway};
use crate::{limits, mcp_tasks, refusal, waiting, window};

/// One call and who made it.
pub(crate) struct Call {
    /// The hub, as this asker sees it.
    pub(crate) hub: HubClient,
    pub(crate) client_name: String,
    pub(crate) progress_token: Option<ProgressToken>,
    pub(crate) peer: Peer<RoleServer>,
    /// The client no longer wants the result.
    pub(crate) cancelled: CancellationToken,
    /// The client has closed its end.
    pub(crate) ended: CancellationToken,
    /// The way to the person through the client itself.
    pub(crate) channel: ClientChannel,
    /// What else this session asks right now.
    pub(crate) underway: Underway,
    pub(crate) began: Instant,
    /// After how long an agent that the hub runs gets a ticket instead of the answer.
    pub(crate) ticket_seconds: Option<u64>,
    /// How an answer comes that is not there in time.
    pub(crate) later: Later,
}

/// What goes back to the client.
pub(crate) struct Outcome {
    pub(crate) response: CallToolResponse,
    /// The question whose decision is in the result.
    pub(crate) decided: Option<String>,
    /// To be kept until the hub knows of the delivery.
    pub(crate) turn: Option<Turn>,
}

/// How a call that asks ends.
#[expect(
    clippy::large_enum_variant,
    reason = "lives for one call, and the large one is the protocol's own type"
)]
enum Answered<R> {
    /// With what is known of the question.
    Output(Box<ToolOutput<R>>),
    /// With what the client should do first.
    Early(CallToolResponse),
}

/// Runs a tool. Everything that can go wrong is told to the model in the result.
pub(crate) async fn run<T: AskingTool>(call: &Call, arguments: JsonObject) -> Outcome {
    let (answered, turn) = match T::parse(arguments) {
        Ok(Request::Ask(asked)) => call.ask::<T>(*asked).await,
        Ok(Request::Poll { session_id }) => {
            let polled = call.poll::<T>(&session_id).await;
            (polled.map(Answered::from), None)
        }
        Err(problems) => (Err(problems), None),
    };
    let (response, decided) = match answered {
        Ok(Answered::Output(output)) => {
            let decided = output.decided().map(str::to_owned);
            (T::render(*output).into(), decided)
        }
        Ok(Answered::Early(response)) => (response, None),
        Err(problems) => (T::refuse(&problems).into(), None),
    };
    Outcome {
        response,
        decided,
        turn,
    }
}

impl<R> From<ToolOutput<R>> for Answered<R> {
    fn from(output: ToolOutput<R>) -> Self {
        Self::Output(Box::new(output))
    }
}

impl Call {
    /// Asks, or goes on with what is asked already; returns the turn that the hub has to hear the
    /// end of.
    async fn ask<T: AskingTool>(
        &self,
        asked: Asked<T::Question>,
    ) -> (Result<Answered<T::Result>, Vec<Problem>>, Option<Turn>) {
        if let Some(round) = &self.channel.round {
            return (self.ask_again::<T>(round, asked).await, None);
        }
        let entering = self.underway.enter(&self.channel.binding);
        let mut turn = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return (Err(vec![cancelled_early()]), None),
            turn = entering => turn,
        };
        let hub = self.hub.clone().with_call(turn.key());
        let question = asked.question;
        // The question is stored before anything waits, even if the call is cancelled in the
        // meantime: a repetition must find it.
        let turn_until = self.turn_until();
        let mut asking = self
            .underway
            .ask(async move { in_turn(turn_until, || T::send(&hub, &question)).await });
        let reply = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => {
                let asked = async move { Some(asking.await.ok()?.ok()?.interaction.session_id) };
                self.underway.leave(turn, self.hub.clone(), asked);
                return (Err(vec![cancelled_early()]), None);
            }
            reply = &mut asking => reply.expect("asking does not panic"),
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => return (Err(refusal::not_asked(&error)), None),
        };
        let id = reply.interaction.session_id.clone();
        let answered = self.answer::<T>(reply, asked.deprecations, asked.notices);
        let answered = answered.await;
        if self.cancelled.is_cancelled() {
            let asked = std::future::ready(Some(id));
            self.underway.leave(turn, self.hub.clone(), asked);
            return (answered, None);
        }
        turn.end();
        (answered, Some(turn))
    }

    /// Hands over, hands off or waits.
    async fn answer<T: AskingTool>(
        &self,
        reply: AskReply,
        deprecations: Vec<Deprecation>,
        notices: Vec<Notice>,
    ) -> Result<Answered<T::Result>, Vec<Problem>> {
        if let Some(early) = self.hand_to_client::<T>(&reply, None).await? {
            return Ok(early);
        }
        let mut output = match reply.interaction.interface {
            Interface::Terminal => self.hand_off::<T>(&reply).await?,
            Interface::Auto | Interface::Web | Interface::Elicitation => {
                self.wait::<T>(&reply).await?
            }
        };
        output.deprecations = deprecations;
        output.notices = notices;
        output.notices.extend(reply.notices);
        Ok(output.into())
    }

    /// Says where the person decides; a repeated call may find that they have.
    async fn hand_off<T: AskingTool>(
        &self,
        reply: &AskReply,
    ) -> Result<ToolOutput<T::Result>, Vec<Problem>> {
        if !reply.attached {
            return Ok(ToolOutput::asked::<T>(reply, self.later));
        }
        let id = &reply.interaction.session_id;
        let found = waiting::look(&self.hub, id).await;
        let found = found.map_err(|error| refusal::not_waited(&error, T::WORDS, id))?;
        if waiting::is_decided(&found) {
            return ToolOutput::found::<T>(found, self.later);
        }
        Ok(ToolOutput::asked::<T>(reply, self.later))
    }

    /// Goes on with a question that the client was asked to put to the person.
    async fn ask_again<T: AskingTool>(
        &self,
        round: &Round,
        asked: Asked<T::Question>,
    ) -> Result<Answered<T::Result>, Vec<Problem>> {
        let id = round.session_id();
        let reply = self.hub.asked(id).await;
        let reply = reply.map_err(|error| refusal::not_waited(&error, T::WORDS, id))?;
        if let Next::Again(problem) = round.relay(&self.hub, &reply).await {
            let before = Some((round, problem.as_deref()));
            if let Some(early) = self.hand_to_client::<T>(&reply, before).await? {
                return Ok(early);
            }
        }
        let mut output = self.wait::<T>(&reply).await?;
        output.deprecations = asked.deprecations;
        output.notices = asked.notices;
        Ok(output.into())
    }

    /// Ends the call early where the client continues without it: with a round or a task.
    async fn hand_to_client<T: AskingTool>(
        &self,
        reply: &AskReply,
        before: Option<(&Round, Option<&str>)>,
    ) -> Result<Option<Answered<T::Result>>, Vec<Problem>> {
        let channel = &self.channel;
        let early: CallToolResponse = match (&reply.delivery, channel.style) {
            (ClientStep::McpTask, _) => mcp_tasks::created(reply).into(),
            (ClientStep::Form(_) | ClientStep::Link { .. }, ElicitationStyle::Rounds) => {
                let rounds = &channel.rounds;
                match rounds.ask(reply, channel.offers, &channel.binding, before) {
                    Some(wanted) => wanted.into(),
                    None => return Ok(None),
                }
            }
            (ClientStep::Form(_) | ClientStep::Link { .. }, ElicitationStyle::Requests)
            | (ClientStep::Wait, _) => {
                return Ok(None);
            }
        };
        let id = &reply.interaction.session_id;
        let found = waiting::look(&self.hub, id).await;
        let found = found.map_err(|error| refusal::not_waited(&error, T::WORDS, id))?;
        if waiting::is_decided(&found) {
            return Ok(Some(ToolOutput::found::<T>(found, self.later)?.into()));
        }
        Ok(Some(Answered::Early(early)))
    }

    /// Puts the question up in the client too, beside the wait.
    fn open_form(&self, reply: &AskReply) {
        let wanted = match reply.delivery {
            ClientStep::Form(_) | ClientStep::Link { .. } => {
                self.channel.style == ElicitationStyle::Requests
            }
            ClientStep::Wait | ClientStep::McpTask => false,
        };
        if wanted {
            self.channel.forms.open(OpenForm {
                hub: self.hub.clone(),
                peer: self.peer.clone(),
                offers: self.channel.offers,
                reply: reply.clone(),
                origin: self.channel.request_id.clone(),
                ended: self.channel.ends.clone(),
            });
        }
    }

    async fn wait<T: AskingTool>(
        &self,
        reply: &AskReply,
    ) -> Result<ToolOutput<T::Result>, Vec<Problem>> {
        let question = &reply.interaction;
        let setting = limits::window_set(&reply.client_windows, &self.client_name);
        let sends_progress = self.progress_token.is_some();
        let window = match self.ticket_seconds {
            Some(seconds) => {
                window::in_thread(setting, seconds, sends_progress).after(self.began.elapsed())
            }
            None => window::choose(setting, &self.client_name, sends_progress),
        };
        let progress = self.progress(Subject::Asked {
            title: question.title.clone(),
            url: reply.hand_off.url.clone(),
            remaining_seconds: question.remaining_seconds,
        });
        self.open_form(reply);
        let wait = waiting::wait(&self.hub, &question.session_id, window);
        let waited = self.while_wanted(wait, progress).await;
        // A form that the person has not filled in yet stays open while the agent polls.
        let still_pending = match &waited {
            Some(Ok(found)) => !found.as_ref().is_some_and(waiting::is_decided),
            Some(Err(_)) | None => false,
        };
        if !still_pending {
            self.channel.forms.withdraw(&question.session_id);
        }
        match waited {
            Some(Ok(Some(found))) => ToolOutput::found::<T>(found, self.later),
            Some(Ok(None)) | None => Ok(ToolOutput::asked::<T>(reply, self.later)),
            Some(Err(error)) => {
                let id = &question.session_id;
                Err(refusal::not_waited(&error, T::WORDS, id))
            }
        }
    }

    async fn poll<T: AskingTool>(
        &self,
        session_id: &str,
    ) -> Result<ToolOutput<T::Result>, Vec<Problem>> {
        let progress = self.progress(Subject::Polled {
            session_id: session_id.to_owned(),
        });
        let polled = async {
            match self.ticket_seconds {
                // Within the limit of the agent, whatever the person's poll window is.
                Some(seconds) => waiting::poll_for(&self.hub, session_id, T::KIND, seconds).await,
                None => waiting::poll(&self.hub, session_id, T::KIND).await,
            }
        };
        match self.while_wanted(polled, progress).await {
            Some(Ok(found)) => {
                if waiting::is_decided(&found) {
                    self.channel.forms.withdraw(session_id);
                }
                ToolOutput::found::<T>(found, self.later)
            }
            Some(Err(error)) => Err(refusal::not_waited(&error, T::WORDS, session_id)),
            None => Err(vec![cancelled_early()]),
        }
    }

    /// Returns until when another request to ask may begin, so that the call ends in time.
    fn turn_until(&self) -> Option<Instant> {
        let seconds = self.ticket_seconds?.saturating_sub(QUESTION_TURN_SECONDS);
        self.began.checked_add(Duration::from_secs(seconds))
    }

    fn progress(&self, subject: Subject) -> Option<Progress> {
        let token = self.progress_token.clone()?;
        Some(Progress::new(self.peer.clone(), token, subject))
    }

    /// Runs `wait` with progress beside it, for as long as the client wants the result.
    ///
    /// Letting go of `wait` closes its connection, which is how the hub learns of it.
    async fn while_wanted<T>(
        &self,
        wait: impl Future<Output = T>,
        mut progress: Option<Progress>,
    ) -> Option<T> {
        tokio::pin!(wait);
        loop {
            tokio::select! {
                biased;
                () = self.unwanted() => return None,
                found = &mut wait => return Some(found),
                () = due(&mut progress) => {}
            }
            // Sent to its end before the result can be: progress must not come after it.
            if let Some(progress) = &mut progress {
                tokio::select! {
                    biased;
                    () = self.unwanted() => return None,
                    () = progress.send() => {}
                }
            }
        }
    }

    async fn unwanted(&self) {
        tokio::select! {
            () = self.cancelled.cancelled() => {}
            () = self.ended.cancelled() => {}
        }
    }
}

/// Asks once its turn has come: an agent that the hub runs asks one question at a time.
async fn in_turn<F>(
    until: Option<Instant>,
    mut ask: impl FnMut() -> F,
) -> Result<AskReply, ClientError>
where
    F: Future<Output = Result<AskReply, ClientError>>,
{
    loop {
        let asked = ask().await;
        let waits = matches!(&asked, Err(error) if error.code() == Some(ANOTHER_QUESTION_OPEN));
        if !waits || until.is_none_or(|until| Instant::now() >= until) {
            return asked;
        }
    }
}

async fn due(progress: &mut Option<Progress>) {
    match progress {
        Some(progress) => progress.due().await,
        None => std::future::pending().await,
    }
}

/// For the record only: a client that cancelled does not read the result.
fn cancelled_early() -> Problem {
    Problem::new(
        "call_ended",
        "",
        "the call ended before there was an answer".into(),
        "Poll with the session_id if you have one; the question stays open.",
    )
}
