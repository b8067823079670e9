//! The fields of a form as inputs, and what they bring back.

use std::collections::BTreeMap;

use domain::interaction::form::{FieldKind, FieldValue, FieldValues};
use domain::interaction::{Form, Question};
use i18n::{Catalogue, Key};
use protocol::{FieldView, InteractionDetail};

use super::super::document::Document;

/// Before a field's name in the name of its input.
pub(super) const FIELD: &str = "field:";

const YES: &str = "yes";
const NO: &str = "no";

pub(super) fn inputs(page: &mut Document, detail: &InteractionDetail, texts: &Catalogue) {
    for field in &detail.question.fields {
        let value = detail.draft.fields.get(&field.name);
        page.markup("<fieldset>").markup("<legend dir=\"auto\">");
        page.text(field.shown(&field.title));
        let hint = texts.field_hint(&field.kind);
        let required = field.required.then(|| texts.text(Key::FormRequired));
        let about: Vec<String> = [required, Some(hint)].into_iter().flatten().collect();
        page.markup(" ")
            .element("span class=\"soft\"", &format!("({})", about.join(", ")))
            .markup("</legend>");
        if let Some(description) = &field.description {
            page.element("p class=\"soft\" dir=\"auto\"", field.shown(description));
        }
        input(page, field, value, texts);
        page.markup("</fieldset>");
    }
}

fn input(page: &mut Document, field: &FieldView, value: Option<&FieldValue>, texts: &Catalogue) {
    let name = format!("{FIELD}{}", field.name);
    let is_chosen = |option: &str| match value {
        Some(FieldValue::Text(chosen)) => chosen == option,
        Some(FieldValue::Several(chosen)) => chosen.iter().any(|chosen| chosen == option),
        Some(FieldValue::Boolean(yes)) => option == if *yes { YES } else { NO },
        Some(FieldValue::Number(_)) | None => false,
    };
    let title = field.shown(&field.title);
    match &field.kind {
        FieldKind::Text { .. } | FieldKind::Number { .. } => {
            let typed = match value {
                Some(FieldValue::Text(text) | FieldValue::Number(text)) => text.as_str(),
                Some(FieldValue::Boolean(_) | FieldValue::Several(_)) | None => "",
            };
            // A line break right after the tag is swallowed by browsers.
            page.markup("<p><textarea rows=\"1\" dir=\"auto\"")
                .attribute("name", &name)
                .attribute("aria-label", title)
                .markup(">\n")
                .text(typed)
                .markup("</textarea></p>");
        }
        FieldKind::Boolean => {
            for (value, key) in [(YES, Key::FormYes), (NO, Key::FormNo)] {
                let label = texts.text(key);
                option(page, "radio", &name, (value, &label), is_chosen(value));
            }
        }
        FieldKind::One { options } | FieldKind::Several { options, .. } => {
            let kind = match field.kind {
                FieldKind::Several { .. } => "checkbox",
                FieldKind::Text { .. }
                | FieldKind::Number { .. }
                | FieldKind::Boolean
                | FieldKind::One { .. } => "radio",
            };
            for of in options {
                let label = field.shown(of.label());
                option(page, kind, &name, (&of.value, label), is_chosen(&of.value));
                if let Some(description) = &of.description {
                    page.element("p class=\"soft\" dir=\"auto\"", field.shown(description));
                }
            }
        }
    }
}

fn option(page: &mut Document, kind: &str, name: &str, (value, label): (&str, &str), chosen: bool) {
    page.markup("<p dir=\"auto\"><label><input")
        .attribute("type", kind)
        .attribute("name", name)
        .attribute("value", value);
    if chosen {
        page.markup(" checked");
    }
    page.markup("> ").text(label).markup("</label></p>");
}

/// Reads what came back, by the kinds of the fields. Other questions have no fields.
pub(super) fn values(question: &Question, posted: &BTreeMap<String, Vec<String>>) -> FieldValues {
    match question {
        Question::Form(form) => of_form(form, posted),
        Question::Choice(_)
        | Question::Request(_)
        | Question::Approval(_)
        | Question::Reply(_)
        | Question::Permission(_) => FieldValues::new(),
    }
}

fn of_form(form: &Form, posted: &BTreeMap<String, Vec<String>>) -> FieldValues {
    let values = form.fields().iter().filter_map(|field| {
        let given = posted.get(&field.name)?;
        let first = given.first()?.clone();
        let value = match field.kind {
            FieldKind::Text { .. } | FieldKind::One { .. } => FieldValue::Text(first),
            FieldKind::Number { .. } => FieldValue::Number(first),
            FieldKind::Boolean => FieldValue::Boolean(first == YES),
            FieldKind::Several { .. } => FieldValue::Several(given.clone()),
        };
        Some((field.name.clone(), value))
    });
    values.collect()
}
