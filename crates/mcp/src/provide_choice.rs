//! The tool `provide_choice`: ask, hand off or wait; or poll what was asked before (C3–C6).

use client::HubClient;
use protocol::{AskReply, Problem};
use rmcp::RoleServer;
use rmcp::model::{CallToolResult, JsonObject, ProgressToken};
use rmcp::service::Peer;
use tokio_util::sync::CancellationToken;

use crate::arguments::{Asked, Request, parse};
use crate::output::ToolOutput;
use crate::progress::{Progress, Subject};
use crate::{refusal, waiting, window};

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
}

/// What goes back to the client.
pub(crate) struct Outcome {
    pub(crate) result: CallToolResult,
    /// The question whose decision is in the result.
    pub(crate) decided: Option<String>,
}

/// Runs the tool. Everything that can go wrong is told to the model in the result.
pub(crate) async fn provide_choice(call: &Call, arguments: JsonObject) -> Outcome {
    let answered = match parse(arguments) {
        Ok(Request::Ask(asked)) => call.ask(*asked).await,
        Ok(Request::Poll { session_id }) => call.poll(&session_id).await,
        Err(problems) => Err(problems),
    };
    match answered {
        Ok(output) => Outcome {
            decided: output.decided().map(str::to_owned),
            result: CallToolResult::structured(
                serde_json::to_value(output).expect("results are plain values"),
            ),
        },
        Err(problems) => Outcome {
            result: refusal::refuse(&problems),
            decided: None,
        },
    }
}

impl Call {
    async fn ask(&self, asked: Asked) -> Result<ToolOutput, Vec<Problem>> {
        // The question is stored before anything waits; only a cancelled call stops short of it.
        let reply = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return Err(vec![cancelled_early()]),
            reply = waiting::ask(&self.hub, &asked.question) => reply,
        };
        let reply = reply.map_err(|error| refusal::not_asked(&error))?;
        let mut output = match reply.interaction.interface.as_str() {
            "terminal" => ToolOutput::asked(&reply),
            _ => self.wait(&reply).await?,
        };
        output.deprecations = asked.deprecations;
        output.notices = asked.notices;
        output.notices.extend(reply.notices);
        Ok(output)
    }

    async fn wait(&self, reply: &AskReply) -> Result<ToolOutput, Vec<Problem>> {
        let question = &reply.interaction;
        let window = window::choose(
            reply.window_override_seconds,
            &self.client_name,
            self.progress_token.is_some(),
        );
        let progress = self.progress(Subject::Asked {
            title: question.title.clone(),
            url: reply.hand_off.url.clone(),
            remaining_seconds: question.remaining_seconds,
        });
        let wait = waiting::wait(&self.hub, &question.session_id, window);
        match self.while_wanted(wait, progress).await {
            Some(Ok(Some(found))) => Ok(ToolOutput::found(found)),
            Some(Ok(None)) | None => Ok(ToolOutput::asked(reply)),
            Some(Err(error)) => Err(refusal::not_waited(&error, &question.session_id)),
        }
    }

    async fn poll(&self, session_id: &str) -> Result<ToolOutput, Vec<Problem>> {
        let progress = self.progress(Subject::Polled {
            session_id: session_id.to_owned(),
        });
        match self
            .while_wanted(waiting::poll(&self.hub, session_id), progress)
            .await
        {
            Some(Ok(found)) => Ok(ToolOutput::found(found)),
            Some(Err(error)) => Err(refusal::not_waited(&error, session_id)),
            None => Err(vec![cancelled_early()]),
        }
    }

    fn progress(&self, subject: Subject) -> Option<Progress> {
        let token = self.progress_token.clone()?;
        Some(Progress::new(self.peer.clone(), token, subject))
    }

    /// Runs `wait` with progress beside it, for as long as the client wants the result.
    ///
    /// Letting go of `wait` closes its connection, which is how the hub learns of it (M6).
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
