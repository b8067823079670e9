//! The portal without scripts: list, question and sign-in as plain forms (W10).
//!
//! Only here does the hub read a form, and only with a token that was made for this session, this
//! question and this state of it, and works once. The rules are the engine's, as everywhere.

mod action;
mod form;
mod frame;
mod prompt;
mod question;
mod reasons;
mod second_step;
mod sign_in;
mod tokens;

pub(crate) use tokens::FormTokens;

use axum::extract::{Path, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use domain::interaction::AnswerDraft;
use domain::{AnswerId, InteractionId, Surface};
use engine::Actor;
use http::StatusCode;
use i18n::{Key, catalogue};
use store::{Filter, ListQuery, StoreError, Stored};

use crate::error::{Failure, bad_answer_id, interaction_id};
use crate::gate::Caller;
use crate::server::Hub;
use form::{Action, Posted};
use frame::Frame;
use tokens::FormState;

/// Enough for a page that is the exception; the portal itself shows them all.
const LIST_ROWS: u32 = 100;

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    router
        .route("/plain", get(list))
        .route("/choice/{id}/plain", get(show).post(decide))
        .route("/login/plain", get(sign_in::ask).post(sign_in::exchange))
}

/// A page that could not be made: the way to sign in, or a refusal.
struct Instead(Box<Response>);

impl IntoResponse for Instead {
    fn into_response(self) -> Response {
        *self.0
    }
}

impl From<Failure> for Instead {
    fn from(failure: Failure) -> Self {
        Self(Box::new(failure.into_response()))
    }
}

impl From<StoreError> for Instead {
    fn from(error: StoreError) -> Self {
        Failure::from(error).into()
    }
}

/// The session whose cookie came along, or the way to sign in.
fn session(caller: Caller) -> Result<String, Instead> {
    match caller {
        Caller::WebForm { session } => Ok(session),
        Caller::Local { .. }
        | Caller::WebPerson { .. }
        | Caller::WebSocket(_)
        | Caller::Agent(_)
        | Caller::Token(_)
        | Caller::Anyone => {
            let sign_in = Redirect::to("/login/plain").into_response();
            Err(Instead(Box::new(sign_in)))
        }
    }
}

async fn list(
    State(hub): State<Hub>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Instead> {
    session(caller)?;
    let query = ListQuery {
        filter: Filter::Active,
        limit: LIST_ROWS,
        ..ListQuery::default()
    };
    let page = hub.engine.list(&query).await?;
    let texts = catalogue(hub.settings.language());
    let mut frame = Frame::new(&hub, texts, &texts.text(Key::WebNeedsYou));
    if page.rows.is_empty() {
        frame.page.element("p", &texts.text(Key::WebNothing));
    }
    frame.page.markup("<ul>");
    for stored in &page.rows {
        question::row(&mut frame.page, &hub.summary(stored), texts);
    }
    frame.page.markup("</ul>");
    Ok(frame.finish("/", StatusCode::OK))
}

async fn show(
    State(hub): State<Hub>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Instead> {
    let session = session(caller)?;
    let stored = hub.found(&id).await?;
    hub.plain_question(&session, &stored, Shown::default())
        .await
}

/// What a question's page shows beside the question itself.
#[derive(Default)]
struct Shown {
    /// What must not be lost.
    typed: Option<AnswerDraft>,
    /// Why it is shown again.
    words: Option<String>,
    /// The options, although something is chosen already.
    options: bool,
}

async fn decide(
    State(hub): State<Hub>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    RawForm(body): RawForm,
) -> Result<Response, Instead> {
    let session = session(caller)?;
    let stored = hub.found(&id).await?;
    let posted = Posted::parse(&body);
    let id = stored.interaction.id;
    let state = hub.form_tokens.take(&posted.token, &session, id);
    let texts = catalogue(hub.settings.language());
    if state != Some(FormState::of(&stored)) {
        let words = texts.text(Key::WebPlainAgain);
        return hub.again(&session, &stored, posted, words).await;
    }
    match posted.action {
        Action::ChooseAnother => {
            let shown = Shown {
                options: true,
                ..Shown::default()
            };
            return hub.plain_question(&session, &stored, shown).await;
        }
        Action::Send if !question::word_is_there(&stored, &posted, texts) => {
            let words = texts.text(Key::WebPlainDangerMissing);
            return hub.again(&session, &stored, posted, words).await;
        }
        Action::Send | Action::Confirm | Action::Cancel => {}
    }
    match hub.carry_out(&stored, &posted).await {
        Ok(_) => Ok(Redirect::to(&format!("/choice/{id}/plain")).into_response()),
        Err(failure) => {
            let stored = hub.found(&id.to_string()).await?;
            let words = reasons::words(&failure, &stored, texts);
            hub.again(&session, &stored, posted, words).await
        }
    }
}

impl Hub {
    async fn found(&self, id: &str) -> Result<Stored, Instead> {
        let id: InteractionId = interaction_id(id)?;
        let found = self.engine.interaction(id).await?;
        found.ok_or_else(|| Failure::unknown_session(&id.to_string()).into())
    }

    async fn carry_out(&self, stored: &Stored, posted: &Posted) -> Result<Stored, Failure> {
        let actor = Actor {
            surface: Surface::Web,
            name: None,
        };
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).expect("the system has a source of randomness");
        let (id, answer_id) = (stored.interaction.id, AnswerId::from_random(bits));
        let done = match posted.action {
            Action::Send => {
                let digest = Some(posted.digest.as_str());
                let answer = posted.draft.clone();
                self.engine
                    .answer(id, answer, answer_id, digest, actor)
                    .await
            }
            Action::Confirm => {
                let chosen = posted.chosen.parse().map_err(bad_answer_id)?;
                self.engine.confirm(id, chosen, answer_id, actor).await
            }
            Action::Cancel => {
                let note = posted.draft.global_note.clone();
                self.engine.cancel(id, note, answer_id, actor).await
            }
            // Nothing changes before something else is sent.
            Action::ChooseAnother => return Ok(stored.clone()),
        };
        done.map_err(Failure::from)
    }

    /// Shows a question once more, with what was typed and why nothing has happened.
    async fn again(
        &self,
        session: &str,
        stored: &Stored,
        posted: Posted,
        words: String,
    ) -> Result<Response, Instead> {
        let shown = Shown {
            typed: Some(posted.draft),
            words: Some(words),
            // A refused choice among the options is made among the options.
            options: posted.action == Action::Send,
        };
        self.plain_question(session, stored, shown).await
    }

    /// Shows a question as a form, or its outcome.
    async fn plain_question(
        &self,
        session: &str,
        stored: &Stored,
        shown: Shown,
    ) -> Result<Response, Instead> {
        let mut detail = self.detail(stored).await?;
        if let Some(typed) = shown.typed {
            detail.draft = typed.into();
        }
        let texts = catalogue(self.settings.language());
        let mut frame = Frame::new(
            self,
            texts,
            question::safe(&detail.summary.shown, "title", &detail.summary.title),
        );
        let status = match &shown.words {
            Some(words) => {
                frame.page.element("p role=\"alert\"", words);
                StatusCode::UNPROCESSABLE_ENTITY
            }
            None => StatusCode::OK,
        };
        let id = stored.interaction.id;
        if stored.interaction.is_pending() {
            let token = self.form_tokens.issue(session, id, FormState::of(stored));
            match detail.chosen.clone().filter(|_| !shown.options) {
                Some(chosen) => {
                    second_step::form(&mut frame.page, &detail, &chosen, &token, texts);
                }
                None => question::form(&mut frame.page, &detail, &token, texts),
            }
        } else {
            question::outcome(&mut frame.page, &detail, texts);
        }
        Ok(frame.finish(&format!("/choice/{id}"), status))
    }
}
