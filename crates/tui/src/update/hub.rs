//! What the hub says: changes, drafts of other surfaces, settings, and its replies.

use domain::Surface;
use domain::interaction::Status;
use i18n::{Key, Language};
use protocol::{
    AnswerDraft, ChangedSubject, DraftChange, DraftReply, InteractionDetail, InteractionSummary,
    RemovedSubject, ServerMessage, SettingValue, SettingsReply,
};

use super::{deciding, inbox, leave, warn};
use crate::draw::words_of;
use crate::finish::{Finish, winner};
use crate::message::{Effect, Trouble};
use crate::model::inbox::Preview;
use crate::model::question::{Question, Stage};
use crate::model::{Model, Tone};
use crate::words::Words;

/// A draft that could not be saved is tried again after this.
const SAVE_AGAIN_MS: u64 = 1_000;

pub(super) fn live(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    match message {
        ServerMessage::Snapshot { interactions, .. } => {
            let mut effects = inbox::snapshot(model, &interactions);
            for summary in interactions {
                effects.extend(question_changed(model, summary));
            }
            effects
        }
        ServerMessage::Changed { subject, .. } => {
            match subject {
                ChangedSubject::Interaction { interaction } => {
                    let mut effects = inbox::changed(model, &interaction);
                    effects.extend(question_changed(model, interaction));
                    effects
                }
                // What a task needs of the person is a question too.
                ChangedSubject::Thread { .. } | ChangedSubject::Task { .. } => Vec::new(),
            }
        }
        ServerMessage::AskerChanged { interaction } => {
            let mut effects = inbox::changed(model, &interaction);
            effects.extend(question_changed(model, interaction));
            effects
        }
        ServerMessage::Removed { subject, .. } => {
            if let (RemovedSubject::Interaction { session_id }, Some(inbox)) =
                (subject, &mut model.inbox)
            {
                inbox
                    .rows
                    .retain(|row| row.summary.session_id != session_id);
            }
            Vec::new()
        }
        ServerMessage::DraftChanged {
            session_id,
            surface,
            draft,
        } => {
            draft_changed(model, &session_id, surface, &draft);
            Vec::new()
        }
        ServerMessage::SettingsChanged => {
            let id = model
                .question
                .as_ref()
                .map(|question| question.id().to_owned());
            let reload = id.map(Effect::Load);
            std::iter::once(Effect::LoadSettings)
                .chain(reload)
                .collect()
        }
        // Only pages are told the time: the terminal counts on the hub's own machine. Output comes
        // to those who subscribe.
        ServerMessage::Clock { .. }
        | ServerMessage::Resync
        | ServerMessage::Output { .. }
        | ServerMessage::OutputResync { .. }
        | ServerMessage::OutputEnded { .. }
        | ServerMessage::Refused { .. } => Vec::new(),
    }
}

fn question_changed(model: &mut Model, summary: InteractionSummary) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    if question.id() != summary.session_id {
        return Vec::new();
    }
    let open = summary.status == Status::Pending;
    let newer = summary.revision > question.detail.summary.revision;
    let chosen = summary.awaiting_confirmation || question.detail.chosen.is_some();
    question.take_summary(summary, now);
    // While our own answer is under way its reply says what happened, and to whom.
    let told = matches!(question.stage, Stage::Closed | Stage::Sending);
    let ask = (!open || (newer && chosen)) && !told;
    ask.then(|| Effect::Load(question.id().to_owned()))
        .into_iter()
        .collect()
}

fn draft_changed(model: &mut Model, id: &str, surface: Surface, draft: &AnswerDraft) {
    let Some(question) = &mut model.question else {
        return;
    };
    // A draft saved from here comes back over the stream.
    let own = [&question.draft.body(), &question.saving.base].contains(&draft)
        || question.saving.in_flight.as_ref() == Some(draft);
    if question.id() != id || own {
        return;
    }
    let busy = !question.saving.is_idle() || question.editing.is_some();
    if busy || !follows_drafts(question) {
        let surface = model.words.say(surface.into());
        let args = [("surface", (&surface).into())];
        let text = model.words.tell(Key::TuiEditedElsewhere, &args);
        model.say_for_a_while(text, Tone::Calm);
        return;
    }
    question.take_draft(draft);
    super::answering::refocus(question);
}

/// Whether words from elsewhere may come in. The review shows exactly what will be sent.
fn follows_drafts(question: &Question) -> bool {
    matches!(question.stage, Stage::Answering | Stage::Confirming { .. })
}

pub(super) fn loaded(
    model: &mut Model,
    id: &str,
    result: Result<Box<InteractionDetail>, Trouble>,
) -> Vec<Effect> {
    let now = model.clock;
    let opening = model
        .inbox
        .as_ref()
        .is_some_and(|inbox| inbox.opening.as_deref() == Some(id));
    let detail = match result {
        Ok(detail) => *detail,
        Err(trouble) => {
            if let (true, Some(inbox)) = (opening, &mut model.inbox) {
                inbox.opening = None;
            }
            trouble_notice(model, &trouble);
            return Vec::new();
        }
    };
    if let Some(inbox) = &mut model.inbox {
        if let Some(winner) = winner(&detail) {
            inbox.winners.insert(id.to_owned(), winner);
        }
        inbox.put(detail.summary.clone(), now.ms);
        if inbox.preview.as_ref() == Some(&Preview::Loading(id.to_owned())) {
            let question = Question::new(detail.clone(), now);
            inbox.preview = Some(Preview::Shown(Box::new(question)));
        }
        if opening {
            inbox.opening = None;
            inbox.focused = Some(id.to_owned());
            model.question = Some(Question::new(detail, now));
            return vec![Effect::View(id.to_owned())];
        }
    }
    match &mut model.question {
        Some(question) if question.id() == id => refresh(model, detail),
        _ => Vec::new(),
    }
}

/// Replaces the question by its current state, without touching text that is being typed.
fn refresh(model: &mut Model, detail: InteractionDetail) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let closed = detail.result.is_some();
    let chosen_id = |detail: &InteractionDetail| {
        let chosen = detail.chosen.as_ref();
        chosen.map(|chosen| chosen.answer_id.clone())
    };
    let chosen_anew = chosen_id(&detail) != chosen_id(&question.detail);
    let busy = !question.saving.is_idle() || question.editing.is_some();
    if !busy && !closed && question.stage == Stage::Answering {
        question.take_draft(&detail.draft);
    }
    question.take_detail(detail, now);
    super::answering::refocus(question);
    let in_the_way = matches!(
        question.stage,
        Stage::Answering | Stage::Reviewing { .. } | Stage::Confirming { .. }
    );
    if !closed && chosen_anew && in_the_way {
        question.rest(now);
    }
    if !closed || matches!(question.stage, Stage::Closed | Stage::Sending) {
        return Vec::new();
    }
    question.stage = Stage::Closed;
    question.editing = None;
    question.saving.stop();
    // Text typed here stays in view to be copied; otherwise there is nothing to stay for.
    let keep = question.has_own_words && words_of::has_words(question);
    if model.inbox.is_some() || keep {
        return Vec::new();
    }
    deciding::finish_closed(model)
}

pub(super) fn settings(model: &mut Model, result: Result<SettingsReply, Trouble>) -> Vec<Effect> {
    let reply = match result {
        Ok(reply) => reply,
        Err(trouble) => {
            trouble_notice(model, &trouble);
            return Vec::new();
        }
    };
    let language = reply
        .settings
        .iter()
        .find(|setting| setting.name == "language");
    // Until a person has chosen one, the language this process began with stays.
    if let Some(setting) = language.filter(|setting| setting.source != "default")
        && let SettingValue::Text(code) = &setting.value
        && let Ok(language) = code.parse::<Language>()
        && language != model.words.language()
    {
        model.words = Words::new(language);
    }
    model.settings = Some(reply);
    Vec::new()
}

/// Saves the draft when its time has come by `now`; one save at a time, the latest wins.
pub(super) fn save_if_due(model: &mut Model, now: u64) -> Vec<Effect> {
    let Some(question) = &mut model.question else {
        return Vec::new();
    };
    let due = question.saving.due_ms.is_some_and(|due| due <= now);
    if !due || question.saving.in_flight.is_some() {
        return Vec::new();
    }
    save(question)
}

/// Saves changes without waiting, because the view is about to close. Using the base of a save that
/// is under way is right in whichever order the two arrive.
pub(super) fn save_before_leaving(model: &mut Model) -> Vec<Effect> {
    match &mut model.question {
        Some(question) if question.saving.due_ms.is_some() => save(question),
        _ => Vec::new(),
    }
}

fn save(question: &mut Question) -> Vec<Effect> {
    if matches!(question.stage, Stage::Closed | Stage::Sending) {
        return Vec::new();
    }
    let change = DraftChange {
        draft: question.draft.body(),
        base: question.saving.base.clone(),
    };
    question.saving.due_ms = None;
    question.saving.in_flight = Some(change.draft.clone());
    vec![Effect::SaveDraft(question.id().to_owned(), change)]
}

pub(super) fn draft_saved(
    model: &mut Model,
    id: &str,
    result: Result<Box<DraftReply>, Trouble>,
) -> Vec<Effect> {
    let now = model.clock.ms;
    let Some(question) = model
        .question
        .as_mut()
        .filter(|question| question.id() == id)
    else {
        return Vec::new();
    };
    let sent = question.saving.in_flight.take();
    match result {
        Ok(reply) => {
            question.take_summary(reply.summary, now);
            if question.saving.due_ms.is_none() && follows_drafts(question) {
                question.take_draft(&reply.draft);
                super::answering::refocus(question);
            } else if let Some(sent) = sent {
                // Newly typed text was added to the sent draft, not to what others wrote.
                question.saving.base = sent;
            }
            Vec::new()
        }
        Err(Trouble::Lost) => {
            question.saving.due_ms = Some(now + SAVE_AGAIN_MS);
            Vec::new()
        }
        Err(Trouble::Refused(error)) if error.winner.is_some() => {
            vec![Effect::Load(id.to_owned())]
        }
        Err(trouble) => {
            trouble_notice(model, &trouble);
            Vec::new()
        }
    }
}

pub(super) fn extended(
    model: &mut Model,
    id: &str,
    result: Result<Box<InteractionDetail>, Trouble>,
) -> Vec<Effect> {
    let now = model.clock.ms;
    match (result, &mut model.question) {
        (Ok(detail), Some(question)) if question.id() == id => {
            question.take_summary(detail.summary, now);
            let text = model.words.say(Key::TuiExtended);
            model.say_for_a_while(text, Tone::Calm);
        }
        (Ok(_), _) => {}
        (Err(trouble), _) => trouble_notice(model, &trouble),
    }
    Vec::new()
}

/// The question is the browser's now; the draft goes along.
pub(super) fn switched(
    model: &mut Model,
    id: &str,
    result: Result<Box<InteractionDetail>, Trouble>,
) -> Vec<Effect> {
    let detail = match result {
        Ok(detail) => detail,
        Err(trouble) => {
            trouble_notice(model, &trouble);
            return Vec::new();
        }
    };
    let url = detail.hand_off.url;
    if model.inbox.is_some() {
        let text = model
            .words
            .tell(Key::TuiSwitched, &[("url", (&url).into())]);
        model.say_for_a_while(text, Tone::Calm);
        return vec![Effect::OpenWeb];
    }
    let mut effects = leave(model);
    effects.pop();
    effects.push(Effect::Finish(Finish::Web {
        session_id: id.to_owned(),
        url,
    }));
    effects
}

fn trouble_notice(model: &mut Model, trouble: &Trouble) {
    match trouble {
        Trouble::Lost => warn(model, Key::TuiReconnecting),
        Trouble::Refused(error) => {
            model.say_for_a_while(words_of::refusal(error, model.words), Tone::Warning);
        }
    }
}
