//! One question in view: what was asked, how far the answer has come, and where the focus is.

use domain::interaction::approval::APPROVE;
use domain::interaction::{QuestionKind, Risk, SelectionMode};
use protocol::{AnswerDraft, ChosenView, InteractionDetail, InteractionSummary, OptionView};

use super::draft::Draft;
use super::reading::Reading;
use super::{Clock, next_second};
use crate::field::Field;

/// Keys typed before a person can have seen the question do not count.
pub(crate) const GUARD_MS: u64 = 500;
/// A changed draft is saved this long after the last change.
pub(crate) const SAVE_AFTER_MS: u64 = 300;

/// Where the focus is. Options are counted as they were asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    Option(usize),
    /// A field of a form that is typed into.
    Field(usize),
    /// An option of a field of a form.
    FieldOption(usize, usize),
    Text,
    GlobalNote,
    Submit,
    Cancel,
}

/// Which field takes the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Editing {
    Note(usize),
    Field(usize),
    Text,
    GlobalNote,
    Filter,
    CancelReason,
}

/// What is going on with the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    Answering,
    /// What will be sent is shown; a destructive answer also needs words typed.
    Reviewing {
        typed: Field,
        top: usize,
    },
    /// Something is chosen and awaits its second, explicit step.
    Confirming {
        focus: SecondStep,
    },
    /// The prompt for the optional reason is open.
    Cancelling,
    /// The hub has been told; its reply is awaited.
    Sending,
    /// Decided, and not here.
    Closed,
}

/// What can be done with a choice that awaits its confirmation, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecondStep {
    Confirm,
    Change,
    Decline,
}

impl SecondStep {
    pub(crate) const ALL: [Self; 3] = [Self::Confirm, Self::Change, Self::Decline];
}

/// Whether the hub has the draft.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Saving {
    /// When to save; `None` when nothing has changed.
    pub(crate) due_ms: Option<u64>,
    /// What is on its way to the hub.
    pub(crate) in_flight: Option<AnswerDraft>,
    /// The hub's draft that the one on the screen was made from.
    pub(crate) base: AnswerDraft,
}

impl Saving {
    pub(crate) fn is_idle(&self) -> bool {
        self.due_ms.is_none() && self.in_flight.is_none()
    }

    /// Forgets what has not been saved: the question is decided.
    pub(crate) fn stop(&mut self) {
        self.due_ms = None;
        self.in_flight = None;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) detail: InteractionDetail,
    pub(crate) mode: SelectionMode,
    pub(crate) draft: Draft,
    pub(crate) focus: Focus,
    pub(crate) editing: Option<Editing>,
    pub(crate) filter: Field,
    /// Why the question is to be cancelled. Kept here and not in the draft: it must never
    /// become a note on an answer.
    pub(crate) cancel_reason: Field,
    pub(crate) stage: Stage,
    pub(crate) appeared_ms: u64,
    /// When the deadline falls due on our clock, by the hub's word.
    pub(crate) due_ms: Option<u64>,
    pub(crate) prompt_top: usize,
    pub(crate) list_top: usize,
    /// Digits typed so far, where there are more options than digits.
    pub(crate) number: usize,
    pub(crate) saving: Saving,
    /// The person typed text here that was not sent.
    pub(crate) has_own_words: bool,
    /// The choice from which the person went back to the options; it is not shown again.
    pub(crate) turned_from: Option<String>,
    /// How much of an action has been on the screen.
    pub(crate) reading: Reading,
}

impl Question {
    pub(crate) fn new(detail: InteractionDetail, clock: Clock) -> Self {
        let mode = detail.question.selection_mode;
        let mut question = Self {
            mode,
            draft: Draft::of(&detail.draft),
            focus: Focus::Text,
            editing: None,
            filter: Field::default(),
            cancel_reason: Field::default(),
            stage: Stage::Answering,
            appeared_ms: clock.ms,
            due_ms: None,
            prompt_top: 0,
            list_top: 0,
            number: 0,
            saving: Saving {
                base: detail.draft.clone(),
                ..Saving::default()
            },
            has_own_words: false,
            turned_from: None,
            reading: Reading::default(),
            detail,
        };
        question.follow_settings();
        question.take_deadline(clock.ms);
        question.stage = question.resting();
        if question.is_form() {
            question.focus = question.stops()[0];
            question.edit_focused_field();
        } else if mode.has_options() {
            question.focus = question.first_focus();
        } else {
            question.editing = Some(Editing::Text);
        }
        question
    }

    /// The option the asker wants the cursor to start on, else the first one.
    fn first_focus(&self) -> Focus {
        let shown = self.shown();
        let wanted = self.detail.question.focused_id.as_deref();
        let wanted = shown
            .iter()
            .find(|at| wanted == Some(self.options()[**at].id.as_str()));
        let at = wanted.or(shown.first());
        at.map_or(Focus::Submit, |at| Focus::Option(*at))
    }

    pub(crate) fn is_form(&self) -> bool {
        self.detail.question.kind == QuestionKind::Form
    }

    /// Lets the keys go into the field of a form that has the focus, where it takes text.
    pub(crate) fn edit_focused_field(&mut self) {
        if let Focus::Field(at) = self.focus {
            self.typed_field(at);
            self.editing = Some(Editing::Field(at));
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.detail.summary.session_id
    }

    pub(crate) fn options(&self) -> &[OptionView] {
        &self.detail.question.options
    }

    pub(crate) fn is_destructive(&self) -> bool {
        self.detail.question.risk == Risk::Destructive
    }

    /// Whether something would be done that is shown part by part: a command, or a tool call.
    pub(crate) fn is_about_an_act(&self) -> bool {
        let view = &self.detail.question;
        view.action.is_some() || view.tool.is_some()
    }

    /// Whether the draft says no to an act: that needs neither reading nor typing.
    pub(crate) fn refuses(&self) -> bool {
        let [chosen] = &self.draft.selected[..] else {
            return false;
        };
        self.is_about_an_act() && !self.allows(chosen)
    }

    /// Whether an option lets the act happen.
    fn allows(&self, id: &str) -> bool {
        let option = self.options().iter().find(|option| option.id == id);
        match option.and_then(|option| option.permission) {
            Some(kind) => kind.allows(),
            None => id == APPROVE,
        }
    }

    /// What awaits its confirmation, unless the person went back from it.
    pub(crate) fn awaiting(&self) -> Option<&ChosenView> {
        let chosen = self.detail.chosen.as_ref();
        chosen.filter(|chosen| self.turned_from.as_deref() != Some(&chosen.answer_id))
    }

    /// The stage that what the hub says leads to, when the person is in the middle of nothing.
    pub(crate) fn resting(&self) -> Stage {
        if self.detail.result.is_some() {
            return Stage::Closed;
        }
        match self.awaiting() {
            // Never on the one that counts.
            Some(_) => Stage::Confirming {
                focus: SecondStep::Change,
            },
            None => Stage::Answering,
        }
    }

    /// Returns to the resting stage; a confirmation that appears ignores early keys, as a question
    /// does.
    pub(crate) fn rest(&mut self, now_ms: u64) {
        self.stage = self.resting();
        if matches!(self.stage, Stage::Confirming { .. }) {
            self.appeared_ms = now_ms;
            self.editing = None;
            self.prompt_top = 0;
            self.list_top = 0;
        }
    }

    pub(crate) fn offers_notes(&self) -> bool {
        self.detail.question.annotations_enabled
    }

    /// The options in view: not hidden, and matching the filter.
    pub(crate) fn shown(&self) -> Vec<usize> {
        let wanted = self.filter.text().to_lowercase();
        let matches = |option: &OptionView| {
            let texts = [
                Some(&option.label),
                Some(&option.id),
                option.description.as_ref(),
            ];
            wanted.is_empty()
                || texts
                    .into_iter()
                    .flatten()
                    .any(|text| text.to_lowercase().contains(&wanted))
        };
        let options = self.options().iter().enumerate();
        options
            .filter(|(_, option)| !self.draft.is_hidden(&option.id) && matches(option))
            .map(|(at, _)| at)
            .collect()
    }

    /// Everything the focus can be on, from top to bottom.
    pub(crate) fn stops(&self) -> Vec<Focus> {
        let mut stops: Vec<Focus> = self.shown().into_iter().map(Focus::Option).collect();
        stops.extend(self.field_stops());
        if self.mode.has_text() {
            stops.push(Focus::Text);
        }
        if self.offers_notes() {
            stops.push(Focus::GlobalNote);
        }
        stops.extend([Focus::Submit, Focus::Cancel]);
        stops
    }

    /// The field that takes the keys now.
    pub(crate) fn field_mut(&mut self) -> Option<&mut Field> {
        match self.editing? {
            Editing::Filter => Some(&mut self.filter),
            Editing::CancelReason => Some(&mut self.cancel_reason),
            Editing::Field(at) => self.typed_field(at),
            Editing::Text => Some(&mut self.draft.text),
            Editing::GlobalNote => Some(&mut self.draft.global),
            Editing::Note(at) => {
                let id = self.detail.question.options.get(at)?.id.clone();
                Some(self.draft.notes.entry(id).or_default())
            }
        }
    }

    /// Applies a summary from the hub, unless it is older than the known one.
    pub(crate) fn take_summary(&mut self, summary: InteractionSummary, now_ms: u64) {
        if summary.revision >= self.detail.summary.revision {
            self.detail.summary = summary;
            self.take_deadline(now_ms);
        }
    }

    /// Replaces the question by its current state.
    pub(crate) fn take_detail(&mut self, detail: InteractionDetail, now_ms: u64) {
        let summary = detail.summary.clone();
        let known = std::mem::replace(&mut self.detail, detail).summary;
        self.detail.summary = known;
        self.take_summary(summary, now_ms);
        self.follow_settings();
    }

    /// Brings what is on the screen in line with settings that may have changed.
    fn follow_settings(&mut self) {
        self.draft.placeholder_shown = self.detail.question.placeholder_visible;
        let in_note = matches!(self.editing, Some(Editing::Note(_) | Editing::GlobalNote));
        if in_note && !self.offers_notes() {
            self.editing = None;
        }
    }

    fn take_deadline(&mut self, now_ms: u64) {
        let left = self.detail.summary.remaining_seconds;
        let due = left.map(|left| now_ms.saturating_add(left.saturating_mul(1000)));
        // The hub rounds up; a second read of the same deadline must not push it away.
        self.due_ms = match (self.due_ms, due) {
            (Some(old), Some(new)) if new > old && new - old < 1000 => Some(old),
            (_, due) => due,
        };
    }

    /// Shows the hub's draft; nothing that was changed here waits to be saved.
    pub(crate) fn take_draft(&mut self, draft: &AnswerDraft) {
        self.draft.take(draft);
        self.follow_settings();
        self.saving.base = draft.clone();
    }

    /// Marks the draft as changed, so that it is saved soon.
    pub(crate) fn touch(&mut self, now_ms: u64) {
        self.saving.due_ms = Some(now_ms + SAVE_AFTER_MS);
    }

    pub(crate) fn is_guarded(&self, now_ms: u64) -> bool {
        now_ms < self.appeared_ms + GUARD_MS
    }

    pub(crate) fn wakes_at(&self, now_ms: u64) -> Option<u64> {
        let guard = self
            .is_guarded(now_ms)
            .then_some(self.appeared_ms + GUARD_MS);
        let open = self.stage != Stage::Closed;
        let tick = self
            .due_ms
            .filter(|_| open)
            .and_then(|due| next_second(due, now_ms));
        let save = self
            .saving
            .due_ms
            .filter(|_| open && self.saving.in_flight.is_none());
        [guard, tick, save].into_iter().flatten().min()
    }
}

/// Why the answer cannot be sent yet, by the numbers the hub gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    ChooseOne,
    TooFew {
        min: u32,
        chosen: u32,
    },
    TooMany {
        max: u32,
        chosen: u32,
    },
    Text,
    Anything,
    /// An action is approved only once all of it has been on the screen.
    Unread {
        lines: usize,
    },
}

impl Question {
    /// Says what is missing before the hub would take the answer. The hub decides.
    pub(crate) fn missing(&self) -> Option<Missing> {
        let view = &self.detail.question;
        let chosen = u32::try_from(self.draft.selected.len()).unwrap_or(u32::MAX);
        let has_text = self.draft.text.filled().is_some();
        let (min, max) = (view.min_selections, view.max_selections);
        if self.is_form() {
            // The hub names the fields that do not do.
            return None;
        }
        if !self.mode.has_options() {
            return (!has_text).then_some(Missing::Text);
        }
        let approves = self.draft.selected.iter().any(|id| self.allows(id));
        if let Some(lines) = self.unread().filter(|_| approves) {
            return Some(Missing::Unread { lines });
        }
        if chosen < min && max == 1 {
            return Some(Missing::ChooseOne);
        }
        if chosen < min {
            return Some(Missing::TooFew { min, chosen });
        }
        if chosen > max {
            return Some(Missing::TooMany { max, chosen });
        }
        let nothing = chosen == 0 && !has_text && self.mode.has_text();
        nothing.then_some(Missing::Anything)
    }

    /// How many lines of the action have not been on the screen yet.
    pub(crate) fn unread(&self) -> Option<usize> {
        let left = self.reading.left()?;
        self.is_about_an_act().then_some(left)
    }

    /// Whether what will be sent is shown once more before it is.
    pub(crate) fn needs_review(&self) -> bool {
        let body = self.draft.answer(&self.detail.question);
        let notes = !body.option_notes.is_empty() || body.global_note.is_some();
        notes
            || body.selected_ids.len() > 1
            || !body.hidden_ids.is_empty()
            || (self.is_destructive() && !self.refuses())
    }
}
