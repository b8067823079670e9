//! A form in the words of the protocol: a flat object of string and array fields.

use domain::interaction::FormKind;
use protocol::{Form, FormSelect, FormText};
use rmcp::model::{
    ConstTitle, ElicitRequestParams, ElicitationSchema, EnumSchema, LegacyEnumSchema,
    MultiSelectEnumSchema, PrimitiveSchemaDefinition, SingleSelectEnumSchema, StringSchema,
    TitledItems, TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema,
};

/// The field with the selection, and the one with free text.
pub(super) const CHOICE: &str = "choice";
pub(super) const TEXT: &str = "text";

/// Writes the request for a form; `problem` is what was wrong with the answer before.
pub(super) fn params(form: &Form, kind: FormKind, problem: Option<&str>) -> ElicitRequestParams {
    let mut schema = ElicitationSchema::builder();
    if let Some(select) = &form.select {
        schema = schema.property(CHOICE, selection(select, kind));
        if select.min > 0 {
            schema = schema.mark_required(CHOICE);
        }
    }
    if let Some(text) = &form.text {
        schema = schema.property(TEXT, free_text(text));
        if text.required {
            schema = schema.mark_required(TEXT);
        }
    }
    let message = match problem {
        Some(problem) => format!("{problem}\n\n{}", form.message),
        None => form.message.clone(),
    };
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema: schema.build_unchecked(),
    }
}

fn selection(select: &FormSelect, kind: FormKind) -> PrimitiveSchemaDefinition {
    let titled = || {
        let options = select.options.iter();
        options
            .map(|option| ConstTitle::new(&option.id, &option.label))
            .collect()
    };
    let title = Some(select.title.clone().into());
    let default = select.default_ids.first().cloned();
    PrimitiveSchemaDefinition::Enum(match kind {
        FormKind::Full if select.max > 1 => {
            let mut field = TitledMultiSelectEnumSchema::new(TitledItems::new(titled()))
                .with_min_items(select.min.into())
                .with_max_items(select.max.into());
            field.title = title;
            field.default = (default.is_some()).then(|| select.default_ids.clone());
            EnumSchema::Multi(MultiSelectEnumSchema::Titled(field))
        }
        FormKind::Full => {
            let mut field = TitledSingleSelectEnumSchema::new(titled());
            field.title = title;
            field.default = default;
            EnumSchema::Single(SingleSelectEnumSchema::Titled(field))
        }
        // 2025-06-18 knows names beside the values, and no defaults for them.
        FormKind::Basic => {
            let (ids, labels) = select
                .options
                .iter()
                .map(|option| (option.id.clone(), option.label.clone()))
                .unzip();
            let mut field = LegacyEnumSchema::new(ids);
            field.enum_names = Some(labels);
            field.title = title;
            EnumSchema::Legacy(field)
        }
    })
}

fn free_text(text: &FormText) -> PrimitiveSchemaDefinition {
    let mut field = StringSchema::new().title(text.title.clone());
    if let Some(placeholder) = &text.placeholder {
        field = field.description(placeholder.clone());
    }
    if text.required {
        field = field.min_length(1);
    }
    PrimitiveSchemaDefinition::String(field)
}

#[cfg(test)]
mod tests {
    use protocol::FormOption;
    use serde_json::{Value, json};

    use super::*;

    fn select(min: u32, max: u32, default_ids: &[&str]) -> Option<FormSelect> {
        let option = |id: &str, label: &str| FormOption {
            id: id.into(),
            label: label.into(),
        };
        Some(FormSelect {
            title: "Choose".into(),
            options: vec![option("a", "Apple"), option("b", "Pear")],
            default_ids: default_ids.iter().map(|id| (*id).into()).collect(),
            min,
            max,
        })
    }

    fn text(required: bool, placeholder: Option<&str>) -> Option<FormText> {
        Some(FormText {
            title: "Your answer".into(),
            placeholder: placeholder.map(Into::into),
            required,
        })
    }

    #[test]
    fn elicitation_fields_express_every_selection_mode() {
        let titles = json!([{ "const": "a", "title": "Apple" }, { "const": "b", "title": "Pear" }]);
        let own = json!({ "type": "string", "title": "Your answer" });
        let cases: [(_, _, FormKind, Value, Value); 5] = [
            (
                select(1, 1, &["b"]),
                None,
                FormKind::Full,
                json!({ "choice": { "type": "string", "title": "Choose", "oneOf": titles,
                    "default": "b" } }),
                json!(["choice"]),
            ),
            (
                select(1, 1, &["b"]),
                None,
                FormKind::Basic,
                json!({ "choice": { "type": "string", "title": "Choose", "enum": ["a", "b"],
                    "enumNames": ["Apple", "Pear"] } }),
                json!(["choice"]),
            ),
            (
                select(1, 2, &["a", "b"]),
                None,
                FormKind::Full,
                json!({ "choice": { "type": "array", "title": "Choose", "minItems": 1,
                    "maxItems": 2, "items": { "anyOf": titles }, "default": ["a", "b"] } }),
                json!(["choice"]),
            ),
            (
                None,
                text(true, Some("a path")),
                FormKind::Full,
                json!({ "text": { "type": "string", "title": "Your answer",
                    "description": "a path", "minLength": 1 } }),
                json!(["text"]),
            ),
            (
                select(0, 1, &[]),
                text(false, None),
                FormKind::Full,
                json!({ "choice": { "type": "string", "title": "Choose", "oneOf": titles },
                    "text": own }),
                Value::Null,
            ),
        ];
        for (select, text, kind, properties, required) in cases {
            let form = Form {
                message: "Which?".into(),
                select,
                text,
            };
            let written = serde_json::to_value(params(&form, kind, None)).unwrap();
            assert_eq!(written["mode"], "form");
            assert_eq!(written["message"], "Which?");
            let schema = &written["requestedSchema"];
            assert_eq!(schema["type"], "object");
            assert_eq!(schema["properties"], properties);
            assert_eq!(schema.get("required").unwrap_or(&Value::Null), &required);
        }
    }
}
