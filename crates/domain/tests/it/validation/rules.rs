//! One request or more for every rule, each of which breaks that rule alone.

use domain::interaction::choice::{OptionText, ThinPrompt};
use domain::interaction::{ChoiceSpec, OptionSpec, SelectionMode, Violation};

use crate::given::{TITLE, ids, option, spec_with};

/// Writes the stable codes down once. A new rule does not compile until it is listed here, and
/// then fails `choice_validation_cases_cover_every_code` until a case below breaks it.
macro_rules! rules {
    ($($variant:ident => $code:literal,)+) => {
        pub(crate) const CODES: &[&str] = &[$($code),+];

        pub(crate) fn listed_code(violation: &Violation) -> &'static str {
            match violation {
                $(Violation::$variant { .. } => $code,)+
            }
        }
    };
}

rules! {
    TitleRequired => "title_required",
    TitleTooLong => "title_too_long",
    PromptRequired => "prompt_required",
    PromptLacksContext => "prompt_lacks_context",
    PromptTooLong => "prompt_too_long",
    SelectionModeRequired => "selection_mode_required",
    SelectionModeUnknown => "selection_mode_unknown",
    OptionsRequired => "options_required",
    OptionsRefused => "options_refused",
    TooManyOptions => "too_many_options",
    OptionIdRequired => "option_id_required",
    OptionIdTooLong => "option_id_too_long",
    OptionIdDuplicate => "option_id_duplicate",
    OptionLabelTooLong => "option_label_too_long",
    OptionTextTooLong => "option_text_too_long",
    PlaceholderRefused => "placeholder_refused",
    PlaceholderTooLong => "placeholder_too_long",
    DefaultUnknown => "default_unknown",
    DefaultCountOutOfBounds => "default_count_out_of_bounds",
    BoundsRefused => "bounds_refused",
    BoundNegative => "bound_negative",
    MaxIsZero => "max_is_zero",
    MinAboveMax => "min_above_max",
    MaxAboveOptions => "max_above_options",
    MinAboveOptions => "min_above_options",
    SingleSubmitRefused => "single_submit_refused",
    SingleSubmitDestructive => "single_submit_destructive",
    GlobalAnnotationTooLong => "global_annotation_too_long",
    AnnotationsTooLong => "annotations_too_long",
    InterfaceUnknown => "interface_unknown",
    TimeoutNegative => "timeout_negative",
    RiskUnknown => "risk_unknown",
}

/// A request that breaks exactly one rule, the rule, and the field that is blamed.
pub(crate) struct Case(
    pub(crate) ChoiceSpec,
    pub(crate) Violation,
    pub(crate) &'static str,
);

fn case(
    mode: &str,
    edit: impl FnOnce(&mut ChoiceSpec),
    violation: Violation,
    field: &'static str,
) -> Case {
    Case(spec_with(mode, edit), violation, field)
}

pub(crate) fn text(length: usize) -> Option<String> {
    Some("x".repeat(length))
}

/// Options `0`, `1`, … up to that many.
pub(crate) fn many(count: usize) -> Option<Vec<OptionSpec>> {
    Some(
        (0..count)
            .map(|number| option(&number.to_string()))
            .collect(),
    )
}

/// Changes the second of the three options.
pub(crate) fn second(spec: &mut ChoiceSpec, edit: impl FnOnce(&mut OptionSpec)) {
    edit(&mut spec.options.as_mut().expect("the mode has options")[1]);
}

fn wording() -> Vec<Case> {
    use Violation::*;
    let thin = |reason| PromptLacksContext { reason };
    vec![
        case("single", |s| s.title = None, TitleRequired, "title"),
        case(
            "single",
            |s| s.title = Some(" \n ".into()),
            TitleRequired,
            "title",
        ),
        case(
            "single",
            |s| s.title = text(201),
            TitleTooLong { chars: 201 },
            "title",
        ),
        case("single", |s| s.prompt = None, PromptRequired, "prompt"),
        case(
            "single",
            |s| s.prompt = Some("\t".into()),
            PromptRequired,
            "prompt",
        ),
        case(
            "single",
            |s| s.prompt = Some(format!("  {TITLE}\n")),
            thin(ThinPrompt::SameAsTitle),
            "prompt",
        ),
        case(
            "single",
            |s| s.prompt = Some(format!(" {} ", "é".repeat(19))),
            thin(ThinPrompt::TooShort { chars: 19 }),
            "prompt",
        ),
        case(
            "single",
            |s| s.prompt = text(65_537),
            PromptTooLong { bytes: 65_537 },
            "prompt",
        ),
        case(
            "text_input",
            |s| s.selection_mode = None,
            SelectionModeRequired,
            "selection_mode",
        ),
        case(
            "single",
            |s| s.selection_mode = Some("ranking".into()),
            SelectionModeUnknown {
                given: "ranking".into(),
            },
            "selection_mode",
        ),
        case(
            "single",
            |s| s.global_annotation = text(16_385),
            GlobalAnnotationTooLong { bytes: 16_385 },
            "global_annotation",
        ),
        case(
            "single",
            |s| s.interface = Some("phone".into()),
            InterfaceUnknown {
                given: "phone".into(),
            },
            "interface",
        ),
        case(
            "single",
            |s| s.timeout_seconds = Some(-1),
            TimeoutNegative { given: -1 },
            "timeout_seconds",
        ),
        case(
            "single",
            |s| s.risk = Some("high".into()),
            RiskUnknown {
                given: "high".into(),
            },
            "risk",
        ),
    ]
}

fn options() -> Vec<Case> {
    use Violation::*;
    let needed = |mode| OptionsRequired { mode };
    let too_long = |part| OptionTextTooLong {
        index: 1,
        part,
        bytes: 16_385,
    };
    let noted = |s: &mut ChoiceSpec| {
        let mut options = many(9).expect("nine options");
        options
            .iter_mut()
            .for_each(|option| option.annotation = text(16_000));
        s.options = Some(options);
    };
    vec![
        case(
            "single",
            |s| s.options = None,
            needed(SelectionMode::Single),
            "options",
        ),
        case(
            "multi",
            |s| s.options = Some(vec![]),
            needed(SelectionMode::Multi),
            "options",
        ),
        case(
            "hybrid",
            |s| s.options = None,
            needed(SelectionMode::Hybrid),
            "options",
        ),
        case(
            "text_input",
            |s| s.options = many(2),
            OptionsRefused { count: 2 },
            "options",
        ),
        case(
            "text_input",
            |s| {
                s.options = many(2);
                s.default_selection_ids = Some(ids(&["1"]));
            },
            OptionsRefused { count: 2 },
            "options",
        ),
        case(
            "multi",
            |s| s.options = many(201),
            TooManyOptions { count: 201 },
            "options",
        ),
        case(
            "multi",
            |s| {
                s.options = many(201);
                s.default_selection_ids = Some(ids(&["200"]));
                s.max_selections = Some(201);
            },
            TooManyOptions { count: 201 },
            "options",
        ),
        case(
            "single",
            |s| second(s, |o| o.id = None),
            OptionIdRequired { index: 1 },
            "options[1].id",
        ),
        case(
            "single",
            |s| second(s, |o| o.id = Some("  ".into())),
            OptionIdRequired { index: 1 },
            "options[1].id",
        ),
        case(
            "single",
            |s| second(s, |o| o.id = text(201)),
            OptionIdTooLong {
                index: 1,
                chars: 201,
            },
            "options[1].id",
        ),
        case(
            "single",
            |s| {
                second(s, |o| o.id = Some(" a ".into()));
                s.default_selection_ids = Some(ids(&["a"]));
            },
            OptionIdDuplicate {
                index: 1,
                id: "a".into(),
                first: 0,
            },
            "options[1].id",
        ),
        case(
            "single",
            |s| second(s, |o| o.label = text(301)),
            OptionLabelTooLong {
                index: 1,
                chars: 301,
            },
            "options[1].label",
        ),
        case(
            "single",
            |s| second(s, |o| o.description = text(16_385)),
            too_long(OptionText::Description),
            "options[1].description",
        ),
        case(
            "single",
            |s| second(s, |o| o.annotation = text(16_385)),
            too_long(OptionText::Annotation),
            "options[1].annotation",
        ),
        case(
            "single",
            noted,
            AnnotationsTooLong { bytes: 144_000 },
            "options",
        ),
    ]
}

fn defaults_and_bounds() -> Vec<Case> {
    use Violation::*;
    let counted = |count, min, max| DefaultCountOutOfBounds { count, min, max };
    let refused = |mode, field| BoundsRefused { mode, field };
    let known = || ids(&["a", "b", "c"]);
    vec![
        case(
            "single",
            |s| s.default_selection_ids = Some(ids(&["a", "d"])),
            DefaultUnknown {
                id: "d".into(),
                known: known(),
            },
            "default_selection_ids",
        ),
        case(
            "text_input",
            |s| s.default_selection_ids = Some(ids(&["a"])),
            DefaultUnknown {
                id: "a".into(),
                known: vec![],
            },
            "default_selection_ids",
        ),
        case(
            "single",
            |s| s.default_selection_ids = Some(ids(&["a", "b"])),
            counted(2, 1, 1),
            "default_selection_ids",
        ),
        // Both ways of naming a default count: neither is dropped in silence.
        case(
            "single",
            |s| {
                second(s, |o| o.default = Some(true));
                s.default_selection_ids = Some(ids(&["a"]));
            },
            counted(2, 1, 1),
            "default_selection_ids",
        ),
        case(
            "multi",
            |s| {
                s.min_selections = Some(2);
                s.default_selection_ids = Some(ids(&["a"]));
            },
            counted(1, 2, 3),
            "default_selection_ids",
        ),
        case(
            "hybrid",
            |s| s.default_selection_ids = Some(ids(&["a", "b"])),
            counted(2, 0, 1),
            "default_selection_ids",
        ),
        case(
            "single",
            |s| s.min_selections = Some(1),
            refused(SelectionMode::Single, "min_selections"),
            "min_selections",
        ),
        case(
            "text_input",
            |s| s.max_selections = Some(1),
            refused(SelectionMode::TextInput, "max_selections"),
            "max_selections",
        ),
        case(
            "multi",
            |s| s.min_selections = Some(-1),
            BoundNegative {
                field: "min_selections",
                given: -1,
            },
            "min_selections",
        ),
        case(
            "hybrid",
            |s| s.max_selections = Some(i64::MIN),
            BoundNegative {
                field: "max_selections",
                given: i64::MIN,
            },
            "max_selections",
        ),
        case(
            "multi",
            |s| s.max_selections = Some(0),
            MaxIsZero,
            "max_selections",
        ),
        case(
            "hybrid",
            |s| s.max_selections = Some(0),
            MaxIsZero,
            "max_selections",
        ),
        case(
            "multi",
            |s| (s.min_selections, s.max_selections) = (Some(3), Some(2)),
            MinAboveMax { min: 3, max: 2 },
            "min_selections",
        ),
        case(
            "hybrid",
            |s| (s.min_selections, s.max_selections) = (Some(2), Some(1)),
            MinAboveMax { min: 2, max: 1 },
            "min_selections",
        ),
        case(
            "multi",
            |s| s.max_selections = Some(4),
            MaxAboveOptions { max: 4, options: 3 },
            "max_selections",
        ),
        case(
            "hybrid",
            |s| s.min_selections = Some(i64::MAX),
            MinAboveOptions {
                min: i64::MAX,
                options: 3,
            },
            "min_selections",
        ),
    ]
}

fn presentation() -> Vec<Case> {
    use Violation::*;
    let no_text = |mode, field| PlaceholderRefused { mode, field };
    vec![
        case(
            "single",
            |s| s.placeholder = Some("e.g. sqlite".into()),
            no_text(SelectionMode::Single, "placeholder"),
            "placeholder",
        ),
        case(
            "multi",
            |s| s.placeholder_visible = Some(true),
            no_text(SelectionMode::Multi, "placeholder_visible"),
            "placeholder_visible",
        ),
        case(
            "text_input",
            |s| s.placeholder = text(1001),
            PlaceholderTooLong { chars: 1001 },
            "placeholder",
        ),
        case(
            "multi",
            |s| s.single_submit_mode = Some(true),
            SingleSubmitRefused {
                mode: SelectionMode::Multi,
            },
            "single_submit_mode",
        ),
        case(
            "text_input",
            |s| s.single_submit_mode = Some(false),
            SingleSubmitRefused {
                mode: SelectionMode::TextInput,
            },
            "single_submit_mode",
        ),
        case(
            "single",
            |s| (s.single_submit_mode, s.risk) = (Some(true), Some("destructive".into())),
            SingleSubmitDestructive,
            "single_submit_mode",
        ),
    ]
}

pub(crate) fn cases() -> Vec<Case> {
    [wording(), options(), defaults_and_bounds(), presentation()]
        .into_iter()
        .flatten()
        .collect()
}
