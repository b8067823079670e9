//! System approvals: a script of this machine asks whether one exact command may run.
//!
//! The words around the action are the hub's, in the person's language. No tool of an agent leads
//! here, and a bearer token is refused by the engine.

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use domain::interaction::{Approval, ApprovalWords, Ask, Interface, Offers, Question, Risk};
use domain::{TimeoutWish, display_safe};
use http::StatusCode;
use i18n::{Key, Language, catalogue};
use protocol::route::IDEMPOTENCY_KEY_HEADER;
use protocol::{ApprovalRequest, AskReply, Problem};

use super::Route;
use super::body::JsonBody;
use super::call_key::{KEY_MEANING, Keyed};
use crate::asking::AskingOverHttp;
use crate::error::Failure;
use crate::gate::Agent;
use crate::openapi::Operation;
use crate::shell::shell_word;

/// How much of the command its title repeats; the card shows all of it.
const TITLE_COMMAND_CHARS_MAX: usize = 120;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::new(
        "/api/v1/approvals",
        post(ask),
        Operation::post(
            "ask_approval",
            "Asks whether one exact command may run; it is not run by the hub",
        )
        .header(IDEMPOTENCY_KEY_HEADER, KEY_MEANING)
        .body::<ApprovalRequest>()
        .returns::<AskReply>()
        .for_agents(),
    )]
}

async fn ask(
    State(asking): State<AskingOverHttp>,
    Agent(asker): Agent,
    Keyed(call): Keyed,
    JsonBody(request): JsonBody<ApprovalRequest>,
) -> Result<(StatusCode, Json<AskReply>), Failure> {
    let ask = Ask {
        call,
        ..approval(request, asking.settings.language())?
    };
    asking.put(asker, ask, Offers::default()).await
}

fn approval(request: ApprovalRequest, language: Language) -> Result<Ask, Failure> {
    let risk = named("risk", request.risk.as_deref(), &Risk::ALL, Risk::as_str)?;
    let interfaces = [Interface::Auto, Interface::Web, Interface::Terminal];
    let wanted = request.interface.as_deref();
    let interface = named("interface", wanted, &interfaces, Interface::as_str)?;
    let timeout = match request.timeout_seconds.map(u64::try_from).transpose() {
        Ok(seconds) => TimeoutWish::WithinPolicy(seconds),
        Err(_) => return Err(negative_timeout()),
    };
    let words = approval_words(&request.argv, language);
    let action = request.action();
    let approval = Approval::new(action, words, request.reason, risk.unwrap_or_default())?;
    Ok(Ask {
        question: Question::Approval(approval),
        interface,
        timeout,
        call: None,
    })
}

fn approval_words(argv: &[String], language: Language) -> ApprovalWords {
    let texts = catalogue(language);
    let words: Vec<String> = argv.iter().map(|argument| shell_word(argument)).collect();
    let line = words.join(" ");
    let mut command: String = line.chars().take(TITLE_COMMAND_CHARS_MAX).collect();
    if command.len() < line.len() {
        command.push('…');
    }
    let command = display_safe(&command).into_owned();
    ApprovalWords {
        title: texts.format(Key::ApprovalTitle, &[("command", (&command).into())]),
        approve: texts.text(Key::ApprovalApprove),
        deny: texts.text(Key::ApprovalDeny),
    }
}

/// Reads one of a few words; absent stays absent.
fn named<T: Copy, const N: usize>(
    field: &str,
    given: Option<&str>,
    known: &[T; N],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, Failure> {
    let Some(given) = given else {
        return Ok(None);
    };
    let found = known.iter().copied().find(|value| name(*value) == given);
    found.map(Some).ok_or_else(|| {
        let allowed = known.map(name).join(", ");
        let problem = Problem::new(
            &format!("{field}_unknown"),
            field,
            format!("{field} {given:?} is unknown; it is one of {allowed}"),
            "Use one of them, or leave it out.",
        );
        Failure::invalid(vec![problem.with("given", given).with("known", allowed)])
    })
}

fn negative_timeout() -> Failure {
    Failure::invalid(vec![Problem::new(
        "timeout_negative",
        "timeout_seconds",
        "timeout_seconds is negative; it must be 0 or more".into(),
        "Leave it out for the person's default.",
    )])
}
