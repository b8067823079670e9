//! A question as a form of the asker's client: fields for what a form can hold, words for the rest.
//!
//! Everything is display-safe and in the person's language. Option ids stay what they are.

use domain::display::{display_safe, display_safe_lines};
use i18n::{Catalogue, Key};
use protocol::{Form, FormOption, FormSelect, FormText, OptionView, QuestionView};

/// Writes the form. `url` leads to the question's own page.
pub(super) fn of(question: &QuestionView, url: &str, texts: &Catalogue) -> Form {
    let has_options = !question.options.is_empty();
    let has_text = question.selection_mode.has_text();
    Form {
        message: message(question, url, texts),
        select: has_options.then(|| select(question, texts)),
        text: has_text.then(|| text(question, has_options, texts)),
    }
}

/// Writes what stands beside a link to the question.
pub(super) fn lead(question: &QuestionView) -> String {
    let title = display_safe(&question.title);
    format!("{title}\n\n{}", display_safe_lines(&question.prompt))
}

fn select(question: &QuestionView, texts: &Catalogue) -> FormSelect {
    let (min, max) = (question.min_selections, question.max_selections);
    let bounds = [("min", min.to_string()), ("max", max.to_string())];
    let bounds = bounds.each_ref().map(|(name, value)| (*name, value.into()));
    let title = match (min, max) {
        (0, 1) => texts.text(Key::WebChooseAny),
        (_, 1) => texts.text(Key::WebChooseOne),
        (min, max) if min == max => texts.format(Key::WebChooseExactly, &bounds[1..]),
        _ => texts.format(Key::WebChooseSeveral, &bounds),
    };
    let options = question.options.iter().map(|option| FormOption {
        id: option.id.clone(),
        label: display_safe(&option.label).into_owned(),
    });
    FormSelect {
        title,
        options: options.collect(),
        default_ids: question.default_selection_ids.clone(),
        min,
        max,
    }
}

fn text(question: &QuestionView, has_options: bool, texts: &Catalogue) -> FormText {
    let title = if has_options {
        Key::WebTextOther
    } else {
        Key::WebText
    };
    let placeholder = question.placeholder.as_deref();
    FormText {
        title: texts.text(title),
        placeholder: placeholder
            .filter(|_| question.placeholder_visible)
            .map(|text| display_safe_lines(text).into_owned()),
        required: !has_options,
    }
}

fn message(question: &QuestionView, url: &str, texts: &Catalogue) -> String {
    let mut parts = vec![lead(question)];
    let options: Vec<String> = question
        .options
        .iter()
        .filter_map(|option| explained(option, texts))
        .collect();
    if !options.is_empty() {
        parts.push(options.join("\n"));
    }
    if let Some(note) = &question.global_annotation {
        parts.push(noted(note, texts));
    }
    parts.push(texts.format(Key::FormElsewhere, &[("url", url.into())]));
    parts.join("\n\n")
}

/// Returns what a form cannot show of an option; `None` when its label says it all.
fn explained(option: &OptionView, texts: &Catalogue) -> Option<String> {
    let mut line = format!("- {}", display_safe(&option.label));
    if option.recommended {
        line.push_str(&format!(" ({})", texts.text(Key::WebRecommended)));
    }
    if let Some(description) = &option.description {
        line.push_str(&format!(": {}", display_safe_lines(description)));
    }
    if let Some(note) = &option.annotation {
        line.push_str(&format!(" [{}]", noted(note, texts)));
    }
    let says_more =
        option.recommended || option.description.is_some() || option.annotation.is_some();
    says_more.then_some(line)
}

fn noted(note: &str, texts: &Catalogue) -> String {
    let note = display_safe_lines(note);
    texts.format(Key::CliShowNote, &[("note", (&*note).into())])
}

#[cfg(test)]
mod tests {
    use domain::interaction::Pending;
    use domain::interaction::{ChoiceSpec, Interaction, Interface, OptionSpec, Question, State};
    use domain::{Asker, InteractionId, Policy, Principal, Timestamp};
    use i18n::Language;

    use super::*;

    const URL: &str = "http://localhost:7297/choice/1";

    fn view(mode: &str, edit: impl FnOnce(&mut ChoiceSpec)) -> QuestionView {
        let mut spec = ChoiceSpec {
            title: Some("Which schema?".into()),
            prompt: Some("Moving the orders;\nboth layouts work\u{202e}.".into()),
            selection_mode: Some(mode.into()),
            options: (mode != "text_input").then(|| {
                ["wide", "narrow", "deep"]
                    .map(|id| OptionSpec {
                        id: Some(id.into()),
                        ..OptionSpec::default()
                    })
                    .to_vec()
            }),
            ..ChoiceSpec::default()
        };
        edit(&mut spec);
        let asker = Asker {
            principal: Principal::LocalUser { uid: 1 },
            client: "codex".into(),
            version: None,
            directory: String::new(),
        };
        let interaction = Interaction {
            id: InteractionId::from_random([1; 16]),
            asker,
            question: Question::Choice(spec.validate().unwrap().choice),
            interface: Interface::Elicitation,
            asked_at: Timestamp(0),
            timeout_seconds: None,
            asker_left_at: None,
            state: State::Pending(Pending::default()),
        };
        QuestionView::of(&interaction, &Policy::default())
    }

    fn written(question: &QuestionView) -> Form {
        of(question, URL, i18n::catalogue(Language::En))
    }

    fn fields(title: &str, min: u32, max: u32, default_ids: &[&str]) -> Option<FormSelect> {
        let options = ["wide", "narrow", "deep"].map(|id| FormOption {
            id: id.into(),
            label: id.into(),
        });
        Some(FormSelect {
            title: title.into(),
            options: options.to_vec(),
            default_ids: default_ids.iter().map(|id| (*id).into()).collect(),
            min,
            max,
        })
    }

    #[test]
    fn client_form_has_the_fields_of_its_selection_mode() {
        let own = |title: &str, placeholder: Option<&str>, required| {
            Some(FormText {
                title: title.into(),
                placeholder: placeholder.map(Into::into),
                required,
            })
        };
        for (question, select, text) in [
            (
                view("single", |spec| {
                    spec.default_selection_ids = Some(vec!["narrow".into()])
                }),
                fields("Choose one", 1, 1, &["narrow"]),
                None,
            ),
            (
                view("multi", |_| {}),
                fields("Choose 1 to 3", 1, 3, &[]),
                None,
            ),
            (
                view("multi", |spec| {
                    (spec.min_selections, spec.max_selections) = (Some(2), Some(2))
                }),
                fields("Choose exactly 2", 2, 2, &[]),
                None,
            ),
            (
                view("text_input", |spec| {
                    spec.placeholder = Some("a path".into())
                }),
                None,
                own("Your answer", Some("a path"), true),
            ),
            (
                view("hybrid", |_| {}),
                fields("Choose one, or write an answer", 0, 1, &[]),
                own("Your own answer", None, false),
            ),
        ] {
            let form = written(&question);
            assert_eq!((form.select, form.text), (select, text));
        }
    }

    #[test]
    fn client_form_message_holds_descriptions_recommendation_and_link() {
        let question = view("single", |spec| {
            let options = spec.options.as_mut().unwrap();
            options[0].recommended = Some(true);
            options[0].description = Some("one row each".into());
            options[1].annotation = Some("mind the joins".into());
            spec.global_annotation = Some("the spec says wide".into());
        });
        let expected = "Which schema?\n\nMoving the orders;\nboth layouts work<U+202E>.\n\n\
             - wide (recommended): one row each\n- narrow [note: mind the joins]\n\n\
             note: the spec says wide\n\n\
             To add notes, take more time or see the whole question: \
             http://localhost:7297/choice/1";
        assert_eq!(written(&question).message, expected);
    }
}
