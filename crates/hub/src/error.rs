//! How refusals and failures leave the hub: one body, one status, chosen here and nowhere else.

use axum::Json;
use axum::response::{IntoResponse, Response};
use domain::InteractionId;
use domain::interaction::Refusal;
use engine::{AskError, CommandError, NoRoom};
use http::{HeaderValue, StatusCode, header};
use i18n::{Catalogue, RefusalText};
use protocol::{ApiError, ErrorBody, Problem, Winner};
use settings::SettingsError;
use store::{StoreError, Stored};

use crate::refusals::Refused;

/// A reply other than success.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: Box<ApiError>,
    retry_after_seconds: Option<u64>,
    /// Set if this is about who asks or how, not about what; such refusals leave a trace.
    refused: Option<Refused>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self {
            status,
            error: Box::new(ApiError::new(code, message)),
            retry_after_seconds: None,
            refused: None,
        }
    }

    /// A refusal that leaves a trace: who asked or how, not what, is wrong.
    pub(crate) fn traced(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self {
            refused: Some(Refused(code)),
            ..Self::new(status, code, message)
        }
    }

    /// A refusal at the gate: says which rule, and no more.
    pub(crate) fn refused(status: StatusCode, code: &'static str) -> Self {
        Self::traced(status, code, format!("the request was refused ({code})"))
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.error.hint = Some(hint.into());
        self
    }

    /// Adds a value that the message names.
    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.error.args.insert(name.into(), value.to_string());
        self
    }

    pub(crate) fn invalid(problems: Vec<Problem>) -> Self {
        let message = problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect::<Vec<_>>()
            .join("; ");
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_request", message);
        failure.error.problems = problems;
        failure
    }

    /// A login code that is unknown, used or expired; the caller is not told which.
    pub(crate) fn code_unknown() -> Self {
        Self::traced(
            StatusCode::UNAUTHORIZED,
            "code_unknown",
            "this link has been used or is too old",
        )
        .hint("Run `sayso open` for a new one.")
    }

    pub(crate) fn sign_in() -> Self {
        Self::traced(
            StatusCode::UNAUTHORIZED,
            "sign_in_required",
            "this page is not signed in",
        )
        .hint("Run `sayso open` for a new link.")
    }

    pub(crate) fn token_needed() -> Self {
        Self::traced(
            StatusCode::UNAUTHORIZED,
            "token_required",
            "a valid bearer token is needed",
        )
        .hint("Make one with `sayso token create NAME`.")
    }

    pub(crate) fn people_only() -> Self {
        Self::traced(
            StatusCode::FORBIDDEN,
            "people_only",
            "only a person can do this",
        )
    }

    pub(crate) fn local_only() -> Self {
        Self::traced(
            StatusCode::FORBIDDEN,
            "local_only",
            "this can only be done from a terminal on this machine",
        )
    }

    pub(crate) fn agents_only() -> Self {
        Self::traced(
            StatusCode::FORBIDDEN,
            "agents_only",
            "only the agent that asked can do this",
        )
    }

    pub(crate) fn too_fast(seconds: u64) -> Self {
        let mut failure = Self::traced(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "too many requests at the same time",
        )
        .hint(format!("Try again in {seconds} s."))
        .with("seconds", seconds);
        failure.retry_after_seconds = Some(seconds);
        failure
    }

    pub(crate) fn unknown_session(id: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "unknown_session",
            format!("there is no question {id}"),
        )
        .hint("Ids are listed by `sayso list --filter all`.")
        .with("id", id)
    }

    pub(crate) fn stopping() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            protocol::error::STOPPING,
            "the hub is stopping",
        )
        .hint("Ask again: a new hub has the same questions.")
    }

    /// Returns the words for what is wrong first, else for the refusal itself.
    pub(crate) fn refusal(&self, texts: &Catalogue) -> Option<RefusalText> {
        match self.error.problems.first() {
            Some(problem) => texts.refusal(&problem.code, &problem.args),
            None => texts.refusal(&self.error.code, &self.error.args),
        }
    }

    pub(crate) fn message(&self) -> &str {
        &self.error.message
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Leaves the trace of this refusal on a reply that tells it in other words.
    pub(crate) fn trace(&self, response: &mut Response) {
        if let Some(refused) = self.refused {
            response.extensions_mut().insert(refused);
        }
    }

    #[cfg(test)]
    pub(crate) fn code(&self) -> &str {
        &self.error.code
    }

    fn conflict(code: &str, message: impl Into<String>, current: &Stored) -> Self {
        let mut failure = Self::new(StatusCode::CONFLICT, code, message);
        failure.error.winner = Winner::of(&current.interaction);
        failure
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, refused) = (self.status, self.refused);
        let mut response = (status, Json(ErrorBody { error: *self.error })).into_response();
        if let Some(refused) = refused {
            response.extensions_mut().insert(refused);
        }
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::DiskFull => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "disk_full",
                "the disk is full: nothing was stored, and open questions stay open",
            )
            .hint("Free some space, then try again."),
            StoreError::BadCursor => Self::new(
                StatusCode::BAD_REQUEST,
                "bad_cursor",
                "the cursor is not one that this hub handed out",
            ),
            StoreError::Closed => Self::stopping(),
            StoreError::NewerSchema { .. }
            | StoreError::Damaged { .. }
            | StoreError::Foreign { .. }
            | StoreError::SqliteTooOld { .. }
            | StoreError::ReadOnly
            | StoreError::SyncFailed
            | StoreError::NotCommitted(_)
            | StoreError::Unreadable { .. }
            | StoreError::Io { .. }
            | StoreError::Database(_) => {
                // The one place where an internal fault becomes a response, so the one to log it.
                tracing::error!(error = &error as &dyn std::error::Error, "the store failed");
                Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "store_failed",
                    "the hub could not use its database",
                )
                .hint("See the hub's log; `sayso doctor` says where it is.")
            }
        }
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Unknown(id) => Self::unknown_session(&id.to_string()),
            CommandError::Refused { refusal, current } => refused(refusal, &current),
            CommandError::Stale { current } => Self::conflict(
                "stale_view",
                "the question has changed since it was shown",
                &current,
            )
            .hint("Look at it again, then answer."),
            CommandError::DigestRequired => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "digest_required",
                "an approval must carry the digest of the action that was shown",
            )
            .hint("Read the question, then send its digest along."),
            CommandError::DraftTooLong { bytes, max } => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "draft_too_long",
                format!("the draft has {bytes} bytes; at most {max} are kept"),
            )
            .with("bytes", bytes)
            .with("max", max),
            CommandError::Contended => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "contended",
                "too many changes at the same time",
            )
            .hint("Try again."),
            CommandError::Store(error) => error.into(),
        }
    }
}

fn refused(refusal: Refusal, current: &Stored) -> Failure {
    let unprocessable =
        |code, message: String| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, code, message);
    match refusal {
        Refusal::Closed(_) => {
            let summary = Winner::of(&current.interaction).map(|winner| winner.summary);
            let message = summary.unwrap_or_else(|| "it has already been decided".into());
            Failure::conflict("already_decided", message, current)
        }
        Refusal::InvalidAnswer(problems) => {
            Failure::invalid(problems.iter().map(Problem::from).collect())
        }
        Refusal::NotAPerson => Failure::people_only(),
        Refusal::NothingChosen => Failure::conflict("nothing_chosen", refusal.to_string(), current)
            .hint("Choose an option first."),
        Refusal::OtherChosen => Failure::conflict("other_chosen", refusal.to_string(), current)
            .hint("Look at it again, then confirm or choose."),
        Refusal::AnswerIdReused => {
            Failure::conflict("answer_id_reused", refusal.to_string(), current)
                .hint("Send other content under a new answer_id.")
        }
        Refusal::NotByForm => {
            Failure::new(StatusCode::FORBIDDEN, "not_by_form", refusal.to_string())
                .hint("The person decides on the portal or in the terminal.")
        }
        Refusal::NotInAgentsTerminal => Failure::new(
            StatusCode::FORBIDDEN,
            "not_in_agents_terminal",
            refusal.to_string(),
        )
        .hint("Decide it on the portal or in a terminal of your own."),
        Refusal::StillPending => Failure::conflict("still_pending", refusal.to_string(), current),
        Refusal::TooLate | Refusal::NotDue => {
            Failure::conflict("too_late", refusal.to_string(), current)
        }
        Refusal::InterfaceNotShowable => {
            unprocessable("interface_not_showable", refusal.to_string())
        }
        Refusal::DeadlineOutOfRange { max_seconds } => {
            unprocessable("deadline_out_of_range", refusal.to_string())
                .with("max_seconds", max_seconds)
        }
        Refusal::UnlimitedWaitNotAllowed => {
            unprocessable("unlimited_wait_not_allowed", refusal.to_string())
                .hint("Allow it with `sayso config set unlimited_wait true`.")
        }
        Refusal::WaitsForever => unprocessable("waits_forever", refusal.to_string()),
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        let full = |code, error: &AskError| {
            Self::new(StatusCode::TOO_MANY_REQUESTS, code, error.to_string())
                .hint("Wait until some of them are answered, or cancel them.")
        };
        match error {
            AskError::TooFast {
                retry_after_seconds,
            } => Self::too_fast(retry_after_seconds),
            AskError::NoRoom(full) => full.into(),
            AskError::AskerFull { .. } => full("asker_full", &error),
            AskError::HubFull { .. } => full("hub_full", &error),
            AskError::PrincipalBytesFull { .. } => full("principal_bytes_full", &error),
            AskError::HubBytesFull { .. } => full("hub_bytes_full", &error),
            AskError::NotForAgents => Self::people_only(),
            // No route asks such a question.
            AskError::NotOfThread => Self::agents_only(),
            AskError::CallKeyReused => Self::new(
                StatusCode::CONFLICT,
                "idempotency_key_reused",
                error.to_string(),
            )
            .hint("Use a new key for every call, and the same one only to repeat it."),
            AskError::Store(error) => error.into(),
        }
    }
}

impl From<NoRoom> for Failure {
    fn from(full: NoRoom) -> Self {
        let disk = full.directory.display();
        let (code, message) = if full.answers_fit {
            (
                "disk_reserve",
                format!(
                    "the disk of {disk} is nearly full (less than 256 MiB are free): this was not \
                     stored; answers to earlier questions still are"
                ),
            )
        } else {
            (
                "disk_full",
                format!(
                    "the disk of {disk} is full: this was not stored, and answers cannot be \
                     stored either"
                ),
            )
        };
        Self::new(StatusCode::INSUFFICIENT_STORAGE, code, message)
            .hint("Free some space on it, then try again.")
    }
}

impl<T> From<Vec<T>> for Failure
where
    for<'t> Problem: From<&'t T>,
{
    fn from(broken: Vec<T>) -> Self {
        Self::invalid(broken.iter().map(Problem::from).collect())
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        let status = match &error {
            SettingsError::Read { .. } | SettingsError::Write { .. } => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            SettingsError::Broken { .. } | SettingsError::Locked { .. } => StatusCode::CONFLICT,
            SettingsError::Unknown { .. }
            | SettingsError::Invalid { .. }
            | SettingsError::Environment { .. }
            | SettingsError::Crossed { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut failure = Self::new(status, error.code(), error.to_string());
        failure.error.args = error.args();
        failure
    }
}

/// The text names several interactions.
pub(crate) fn ambiguous(text: &str) -> Failure {
    Failure::new(
        StatusCode::CONFLICT,
        "ambiguous_id",
        format!("several questions begin with {text}"),
    )
    .hint("Give more of the id.")
    .with("given", text)
}

pub(crate) fn bad_answer_id(_: domain::id::InvalidId) -> Failure {
    Failure::invalid(vec![Problem::new(
        "answer_id_invalid",
        "answer_id",
        "answer_id is not 32 hexadecimal digits".into(),
        "Draw 128 random bits for every new answer.",
    )])
}

/// Reads an id out of a path.
pub(crate) fn interaction_id(text: &str) -> Result<InteractionId, Failure> {
    text.parse().map_err(|_| Failure::unknown_session(text))
}
