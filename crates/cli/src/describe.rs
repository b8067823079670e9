//! Interactions as people read them in a terminal. Text of agents is made safe here, always.

use domain::interaction::{AtDeadline, QuestionKind, Risk, SelectionMode};
use domain::{display::display_safe_lines, display_safe};
use i18n::Key;
use protocol::{
    ActionView, AskerResult, AskerState, ChoiceResult, ChosenView, DeliveryState,
    InteractionDetail, InteractionSummary, OptionSpec, OptionView, QuestionView, Winner,
};

use crate::age::{ago, exact};
use crate::describe_task;
use crate::failure::decided;
use crate::text::{say, tell};
use crate::trail;

/// Enough of an id to tell a few thousand apart.
const SHORT_ID_CHARS: usize = 8;

/// The beginning of an id, which every command accepts.
pub(crate) fn short_id(id: &str) -> &str {
    id.get(..SHORT_ID_CHARS).unwrap_or(id)
}

/// Cells of one row of the list.
pub(crate) fn row(summary: &InteractionSummary) -> Vec<String> {
    vec![
        short_id(&summary.session_id).to_owned(),
        say(summary.status.into()),
        time_left(summary),
        [
            Some(summary.origin()),
            badge(summary.kind),
            summary
                .awaiting_confirmation
                .then(|| say(Key::ConfirmWaiting)),
            trouble(summary),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · "),
        display_safe(&summary.title).into_owned(),
    ]
}

/// What sort of question it is, where a person scanning the list should know.
fn badge(kind: QuestionKind) -> Option<String> {
    match kind {
        QuestionKind::Choice | QuestionKind::Request => None,
        QuestionKind::Approval | QuestionKind::Permission => Some(say(Key::ApprovalBadge)),
        QuestionKind::Reply => Some(say(Key::ReplyBadge)),
        QuestionKind::Form => Some(say(Key::FormBadge)),
    }
}

/// What a person scanning the list should know about the agent; nothing while all is well.
fn trouble(summary: &InteractionSummary) -> Option<String> {
    match (summary.delivery, summary.asker_state) {
        (DeliveryState::Open, AskerState::Disconnected) => Some(say(Key::AskerDisconnected)),
        (DeliveryState::Saved, _) => Some(say(Key::DeliverySaved)),
        (DeliveryState::Open, AskerState::Waiting | AskerState::Away)
        | (DeliveryState::Delivered, _) => None,
    }
}

/// The remaining time of a waiting question, else how long ago it finished.
fn time_left(summary: &InteractionSummary) -> String {
    match (&summary.completed_at, summary.remaining_seconds) {
        (Some(completed), _) => ago(completed),
        (None, Some(seconds)) => {
            let left = tell(Key::CliTimeLeft, &[("span", (&exact(seconds)).into())]);
            match summary.at_deadline {
                Some(AtDeadline::TimesOut) => format!("{left}, {}", say(Key::DeadlineTimesOut)),
                Some(AtDeadline::DefaultIsSent) => {
                    format!("{left}, {}", say(Key::DeadlineDefaultIsSent))
                }
                None => left,
            }
        }
        (None, None) => say(Key::CliNoDeadline),
    }
}

/// One interaction in full.
pub(crate) fn detail(detail: &InteractionDetail) -> String {
    let summary = &detail.summary;
    let mut lines = vec![
        display_safe(&summary.title).into_owned(),
        format!(
            "{} · {} · {} · {} · {}",
            say(summary.status.into()),
            say(summary.interface.into()),
            summary.origin(),
            ago(&summary.started_at),
            time_left(summary)
        ),
        tell(Key::CliShowId, &[("id", (&summary.session_id).into())]),
    ];
    lines.push(asker_line(summary));
    lines.extend(kind(&detail.question));
    lines.push(String::new());
    lines.extend(question(&detail.question, detail.result.as_ref()));
    if let Some(chosen) = &detail.chosen {
        lines.push(String::new());
        lines.push(chosen_line(Key::CliShowChosen, detail, chosen));
        lines.push(say(Key::ConfirmWaiting));
    }
    if let Some(result) = detail.decided() {
        lines.push(String::new());
        lines.extend(outcome(result, summary));
    }
    if let Some(AskerResult::Request(request)) = &detail.result {
        lines.push(String::new());
        lines.push(say(Key::CliShowPayload));
        let payload =
            serde_json::to_string_pretty(&request.hitl_result).expect("a result is plain values");
        lines.push(display_safe_lines(&payload).into_owned());
    }
    lines.push(String::new());
    lines.push(say(Key::CliShowEvents));
    lines.extend(detail.events.iter().map(trail::line));
    lines.join("\n")
}

fn asker_line(summary: &InteractionSummary) -> String {
    let words = match (summary.delivery, summary.asker_state) {
        (DeliveryState::Open, AskerState::Waiting) => say(Key::AskerWaiting),
        (DeliveryState::Open, AskerState::Away) => say(Key::AskerAway),
        (DeliveryState::Open, AskerState::Disconnected) => say(Key::AskerDisconnected),
        (DeliveryState::Saved, _) => say(Key::DeliverySaved),
        (DeliveryState::Delivered, _) => say(Key::DeliveryDelivered),
    };
    let left = summary.asker_left_at.as_deref().filter(|_| {
        matches!(summary.asker_state, AskerState::Disconnected)
            && !matches!(summary.delivery, DeliveryState::Delivered)
    });
    match left {
        Some(left) => tell(
            Key::CliShowLeft,
            &[("words", (&words).into()), ("ago", (&ago(left)).into())],
        ),
        None => words,
    }
}

/// What kind of question it is, where that is not the usual one.
fn kind(question: &QuestionView) -> Option<String> {
    match question.kind {
        QuestionKind::Choice => None,
        QuestionKind::Request => Some(say(Key::CliShowKindRequest)),
        QuestionKind::Approval | QuestionKind::Permission => Some(say(Key::ApprovalBadge)),
        QuestionKind::Reply => Some(say(Key::ReplyBadge)),
        QuestionKind::Form => Some(say(Key::FormBadge)),
    }
}

/// The labels of what is chosen.
pub(crate) fn labels(detail: &InteractionDetail, chosen: &ChosenView) -> String {
    let label = |id: &String| {
        let mut options = detail.question.options.iter();
        let option = options.find(|option| option.id == *id);
        display_safe(option.map_or(id, |option| &option.label)).into_owned()
    };
    let labels: Vec<String> = chosen.selected_ids.iter().map(label).collect();
    labels.join(", ")
}

/// What is chosen, where and when.
pub(crate) fn chosen_line(key: Key, detail: &InteractionDetail, chosen: &ChosenView) -> String {
    let option = labels(detail, chosen);
    let surface = chosen.by.surface;
    let surface = surface.map_or_else(|| "-".into(), |at| say(at.into()));
    let at = protocol::in_own_zone(&chosen.by.at);
    tell(
        key,
        &[
            ("option", (&option).into()),
            ("surface", (&surface).into()),
            ("at", (&at).into()),
        ],
    )
}

/// The action of an approval, part by part.
pub(crate) fn action(action: &ActionView) -> Vec<String> {
    let mut lines = vec![say(Key::ApprovalCommand)];
    let safe = |text: &String| format!("  {}", display_safe(text));
    lines.extend(action.argv.iter().map(safe));
    lines.push(say(Key::ApprovalDirectory));
    lines.push(safe(&action.directory));
    if !action.files.is_empty() {
        lines.push(say(Key::ApprovalFiles));
    }
    for file in &action.files {
        let bytes = file.bytes.to_string();
        let bytes = tell(Key::ApprovalBytes, &[("bytes", (&bytes).into())]);
        let covered = say(match file.sealed {
            true => Key::ApprovalSealed,
            false => Key::ApprovalCompared,
        });
        let hash = match file.sha256.as_str() {
            "" => say(Key::ApprovalNotHashed),
            hash => format!("sha256 {} · {covered}", display_safe(hash)),
        };
        lines.push(safe(&file.path));
        lines.push(format!("    {bytes} · {hash}"));
    }
    if !action.environment.is_empty() {
        lines.push(say(Key::ApprovalEnvironment));
    }
    let variables = action.environment.iter();
    let variables = variables.map(|variable| format!("{}={}", variable.name, variable.value));
    lines.extend(variables.map(|variable| safe(&variable)));
    lines.push(say(Key::ApprovalDigest));
    lines.push(safe(&action.digest));
    lines
}

/// The question and its options, as text; once it is decided, with what was chosen.
fn question(question: &QuestionView, result: Option<&AskerResult>) -> Vec<String> {
    let mut lines: Vec<String> = question.action.iter().flat_map(action).collect();
    lines.extend(question.tool.iter().flat_map(describe_task::tool));
    if question.action.is_some() && !question.prompt.is_empty() {
        lines.push(say(Key::ApprovalReason));
    }
    if !question.prompt.is_empty() {
        lines.push(display_safe_lines(&question.prompt).into_owned());
    }
    let answers = !question.options.is_empty() || !question.fields.is_empty();
    if answers && !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(describe_task::fields(&question.fields, result));
    let result = result.map(AskerResult::decided);
    let numbered = question.options.iter().zip(1..);
    lines.extend(numbered.map(|(view, number)| option(number, view, result)));
    if result.is_none() {
        lines.push(String::new());
        lines.push(rule(question));
    }
    if let Some(confirmation) = &question.confirmation {
        lines.push(say(Key::CliShowNeedsConfirmation));
        let message = confirmation.message.as_deref().map(display_safe_lines);
        lines.extend(message.map(|message| format!("  {}", message.replace('\n', "\n  "))));
    }
    if question.risk == Risk::Destructive {
        lines.push(say(Key::CliShowDestructive));
    }
    lines
}

/// One option under its number, ticked if it was chosen, or is preselected while the question
/// waits.
fn option(number: usize, option: &OptionView, result: Option<&ChoiceResult>) -> String {
    let ticked = match result {
        Some(result) => result.selected_ids.contains(&option.id),
        None => option.default,
    };
    let tick = if ticked { "[x]" } else { "[ ]" };
    let mut line = format!("{number:>3} {tick} ");
    line.push_str(&display_safe(&option.id));
    if option.label != option.id {
        line.push_str(": ");
        line.push_str(&display_safe(&option.label));
    }
    if option.recommended {
        line.push_str(&format!(" ({})", say(Key::CliShowRecommended)));
    }
    if let Some(kind) = option.permission {
        line.push_str(&format!(" ({})", say(kind.into())));
    }
    if let Some(description) = &option.description {
        line.push_str("\n        ");
        line.push_str(&display_safe_lines(description).replace('\n', "\n        "));
    }
    let written = result.map(|result| result.option_annotations.get(&option.id));
    if let Some(note) = written.unwrap_or(option.annotation.as_ref()) {
        line.push_str("\n        ");
        let note = display_safe(note);
        line.push_str(&tell(Key::CliShowNote, &[("note", note.as_ref().into())]));
    }
    line
}

fn rule(question: &QuestionView) -> String {
    let (min, max) = (
        question.min_selections.to_string(),
        question.max_selections.to_string(),
    );
    let args = [("min", (&min).into()), ("max", (&max).into())];
    if question.kind == QuestionKind::Form {
        return say(Key::CliRuleForm);
    }
    match question.selection_mode {
        SelectionMode::Single => say(Key::CliRuleSingle),
        SelectionMode::TextInput => say(Key::CliRuleText),
        SelectionMode::Hybrid => tell(Key::CliRuleHybrid, &args),
        SelectionMode::Multi => tell(Key::CliRuleMulti, &args),
    }
}

/// Who decided, where and when.
fn ending(result: &ChoiceResult, summary: &InteractionSummary) -> Option<String> {
    let by = result.answered_by.as_ref()?;
    let winner = Winner {
        status: summary.status,
        kind: by.kind,
        surface: by.surface,
        name: by.name.clone(),
        at: summary.completed_at.clone()?,
        summary: String::new(),
    };
    Some(sentence(&decided(&winner)))
}

/// Begins as a separate line does.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn outcome(result: &ChoiceResult, summary: &InteractionSummary) -> Vec<String> {
    // Not the summary of the result: that speaks to the agent.
    let mut lines: Vec<String> = ending(result, summary).into_iter().collect();
    if let Some(text) = &result.custom_input {
        lines.push(display_safe_lines(text).into_owned());
    }
    if let Some(note) = &result.global_annotation {
        let note = display_safe(note);
        lines.push(tell(Key::CliShowNote, &[("note", note.as_ref().into())]));
    }
    lines
}

/// What was chosen, one line each: ids for scripts, or labels as a person would say it.
/// `options` are what was asked.
pub(crate) fn answer_lines(
    result: &ChoiceResult,
    options: &[OptionSpec],
    name: Name,
) -> Vec<String> {
    let named = |id: &String| {
        let option = options.iter().find(|option| option.id.as_ref() == Some(id));
        let label = option.and_then(|option| option.label.as_ref());
        let text = match name {
            Name::Id => id,
            Name::Label => label.unwrap_or(id),
        };
        display_safe(text).into_owned()
    };
    let mut lines: Vec<String> = result.selected_ids.iter().map(named).collect();
    lines.extend(
        result
            .custom_input
            .as_deref()
            .map(|text| display_safe_lines(text).into_owned()),
    );
    lines
}

/// How an option is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    Id,
    Label,
}
