//! The portal without JavaScript: list, question and sign-in as plain forms.
//!
//! They are for sessions that began on the sign-in page here, and live below an address that only
//! such a session knows. Only here does the hub read a form, and it decides a question only with a
//! token that was made for this session, this question and this state of it, and works once. The
//! rules are the engine's, as everywhere.

mod action;
mod fields;
mod form;
mod prompt;
mod question;
mod reasons;
mod second_step;
mod sign_in;
mod tokens;
mod tool;
mod visitor;

pub(crate) use tokens::FormTokens;

use domain::interaction::ListFilter;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Path, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use domain::interaction::AnswerDraft;
use domain::{AnswerId, InteractionId, Surface};
use engine::{Actor, Engine};
use http::{StatusCode, Uri};
use i18n::{Key, catalogue};
use store::{ListQuery, StoreError, Stored};

use super::frame::Frame;
use super::nowhere;
use crate::error::{Failure, bad_answer_id};
use crate::gate::plain_path;
use crate::live_settings::LiveSettings;
use crate::parts::Hub;
use crate::view::Views;
use form::{Action, Posted};
use question::FormTarget;
use tokens::FormState;
use visitor::{Visitor, to_sign_in};

/// Enough for a page that is the exception; the portal itself shows them all.
const LIST_ROWS: u32 = 100;

pub(super) const PATHS: [&str; 6] = [
    "/plain",
    "/choice/{id}/plain",
    plain_path::SIGN_IN,
    "/plain/{segment}",
    "/plain/{segment}/choice/{id}",
    "/plain/{segment}/sign-out",
];

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    let [
        entrance,
        public_question,
        sign_in,
        list_of,
        question,
        sign_out,
    ] = PATHS;
    router
        .route(entrance, get(come_in))
        .route(public_question, get(come_in))
        .route(sign_in, get(sign_in::ask).post(sign_in::exchange))
        .route(list_of, get(list))
        .route(question, get(show).post(decide))
        .route(sign_out, post(sign_in::leave))
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

/// Leads from the addresses that everyone knows to the ones that only a session knows.
async fn come_in(uri: Uri) -> Instead {
    to_sign_in(plain_path::public_question(uri.path()))
}

async fn list(State(pages): State<PlainPages>, visitor: Visitor) -> Result<Response, Instead> {
    let query = ListQuery {
        filter: ListFilter::Active,
        limit: LIST_ROWS,
        ..ListQuery::default()
    };
    let page = pages.engine.list(&query).await?;
    let texts = catalogue(pages.settings.language());
    let title = texts.text(Key::WebNeedsYou);
    let mut frame = Frame::new(&pages.settings, texts, &title);
    if page.rows.is_empty() {
        frame.page.element("p", &texts.text(Key::WebNothing));
    }
    frame.page.markup("<ul>");
    for stored in &page.rows {
        question::row(&mut frame.page, &visitor, &pages.views.row(stored), texts);
    }
    frame.page.markup("</ul>");
    frame.sign_out(&visitor.sign_out());
    Ok(frame.finish("/", StatusCode::OK))
}

async fn show(
    State(pages): State<PlainPages>,
    visitor: Visitor,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Instead> {
    let stored = pages.found(&id).await?;
    pages
        .plain_question(&visitor, &stored, Shown::default())
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
    State(pages): State<PlainPages>,
    visitor: Visitor,
    Path((_, id)): Path<(String, String)>,
    RawForm(body): RawForm,
) -> Result<Response, Instead> {
    let stored = pages.found(&id).await?;
    let mut posted = Posted::parse(&body);
    posted.draft.fields = fields::values(&stored.interaction.question, &posted.fields);
    let id = stored.interaction.id;
    let state = pages.form_tokens.take(&posted.token, &visitor.session, id);
    let texts = catalogue(pages.settings.language());
    if state != Some(FormState::of(&stored)) {
        let words = texts.text(Key::WebPlainAgain);
        return pages.again(&visitor, &stored, posted, words).await;
    }
    match posted.action {
        Action::ChooseAnother => {
            let shown = Shown {
                options: true,
                ..Shown::default()
            };
            return pages.plain_question(&visitor, &stored, shown).await;
        }
        Action::Send if !question::word_is_there(&stored, &posted, texts) => {
            let words = texts.text(Key::WebPlainDangerMissing);
            return pages.again(&visitor, &stored, posted, words).await;
        }
        Action::Send | Action::Confirm | Action::Cancel => {}
    }
    match pages.carry_out(&stored, &posted).await {
        Ok(_) => Ok(Redirect::to(&visitor.question(&id.to_string())).into_response()),
        Err(failure) => {
            let stored = pages.found(&id.to_string()).await?;
            let words = reasons::words(&failure, texts);
            pages.again(&visitor, &stored, posted, words).await
        }
    }
}

/// What the pages without JavaScript are made from.
#[derive(Clone)]
struct PlainPages {
    engine: Engine,
    settings: Arc<LiveSettings>,
    views: Views,
    form_tokens: Arc<FormTokens>,
}

impl FromRef<Hub> for PlainPages {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            settings: FromRef::from_ref(hub),
            views: FromRef::from_ref(hub),
            form_tokens: FromRef::from_ref(hub),
        }
    }
}

impl PlainPages {
    async fn found(&self, id: &str) -> Result<Stored, Instead> {
        let found = match id.parse::<InteractionId>() {
            Ok(id) => self.engine.interaction(id).await?,
            Err(_) => None,
        };
        found.ok_or_else(|| Instead(Box::new(nowhere::page(&self.settings))))
    }

    async fn carry_out(&self, stored: &Stored, posted: &Posted) -> Result<Stored, Failure> {
        let actor = Actor {
            surface: Surface::Web,
            name: None,
            process: None,
        };
        let answer_id = AnswerId::from_random(engine::random_bytes());
        let id = stored.interaction.id;
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
        visitor: &Visitor,
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
        self.plain_question(visitor, stored, shown).await
    }

    /// Shows a question as a form, or its outcome.
    async fn plain_question(
        &self,
        visitor: &Visitor,
        stored: &Stored,
        shown: Shown,
    ) -> Result<Response, Instead> {
        let mut detail = self.views.detail(stored).await?;
        if let Some(typed) = shown.typed {
            detail.draft = typed;
        }
        let texts = catalogue(self.settings.language());
        let title = question::safe(&detail.summary.shown, "title", &detail.summary.title);
        let mut frame = Frame::new(&self.settings, texts, title);
        frame.way_back(visitor.list());
        let status = match &shown.words {
            Some(words) => {
                frame.page.element("p role=\"alert\"", words);
                StatusCode::UNPROCESSABLE_ENTITY
            }
            None => StatusCode::OK,
        };
        let id = stored.interaction.id;
        if stored.interaction.is_pending() {
            let state = FormState::of(stored);
            let token = self.form_tokens.issue(&visitor.session, id, state);
            let target = FormTarget { visitor, token };
            match detail.chosen.clone().filter(|_| !shown.options) {
                Some(chosen) => {
                    second_step::form(&mut frame.page, &target, &detail, &chosen, texts);
                }
                None => question::form(&mut frame.page, &target, &detail, texts),
            }
        } else {
            question::outcome(&mut frame.page, &detail, texts);
        }
        Ok(frame.finish(&format!("/choice/{id}"), status))
    }
}
