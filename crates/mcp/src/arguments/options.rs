//! Reads `options`, and the old way to mark a default inside one.

use domain::interaction::Violation;
use domain::limits::OPTIONS_MAX;
use protocol::OptionSpec;
use serde_json::Value;

use super::fields::{Fields, Kind, conflict, wrong_type};
use super::findings::Findings;
use super::names::Scope;
use crate::output::Deprecation;

/// Options as far as they are readable.
#[derive(Debug)]
pub(super) struct ReadOptions {
    pub(super) options: Vec<OptionSpec>,
    inline: Vec<InlineDefault>,
}

/// A field `default` inside an option.
#[derive(Debug)]
struct InlineDefault {
    path: String,
    /// The option's id, when it is marked and has one.
    marks: Option<String>,
}

/// Reads the entries; an unreadable one keeps its place, so that paths stay true.
///
/// Too many are refused as a whole: what each of them holds does not matter then.
pub(super) fn read_options(entries: Vec<Value>, findings: &mut Findings) -> ReadOptions {
    let mut read = ReadOptions {
        options: Vec::new(),
        inline: Vec::new(),
    };
    if entries.len() > OPTIONS_MAX {
        let count = entries.len();
        findings.unreadable("options", (&Violation::TooManyOptions { count }).into());
        return read;
    }
    for (index, entry) in entries.into_iter().enumerate() {
        let path = format!("options[{index}]");
        let option = match entry {
            Value::Object(object) => {
                let fields = Fields::new(format!("{path}."), Scope::Option, object, findings);
                read_option(&path, fields, &mut read.inline)
            }
            other => {
                wrong_type(&path, Kind::Object, &other, findings);
                OptionSpec::default()
            }
        };
        read.options.push(option);
    }
    read
}

fn read_option(path: &str, mut fields: Fields<'_>, inline: &mut Vec<InlineDefault>) -> OptionSpec {
    let option = OptionSpec {
        id: fields.text("id"),
        label: fields.text("label"),
        description: fields.text("description"),
        recommended: fields.flag("recommended"),
        annotation: fields.text("annotation"),
        default: None,
    };
    if let Some(marked) = fields.flag("default") {
        let marks = option.id.clone().filter(|_| marked);
        inline.push(InlineDefault {
            path: format!("{path}.default"),
            marks,
        });
    }
    fields.refuse_rest();
    option
}

impl ReadOptions {
    /// Settles the defaults: the list that was given, or the options that were marked.
    pub(super) fn defaults(
        &self,
        listed: Option<Vec<String>>,
        findings: &mut Findings,
    ) -> Option<Vec<String>> {
        const NEW: &str = "default_selection_ids";
        let Some(first) = self.inline.first() else {
            return listed;
        };
        if listed.is_some() {
            findings.problems.push(conflict(&first.path, NEW));
            return listed;
        }
        findings
            .deprecations
            .push(Deprecation::new("options[].default", NEW));
        let marked: Vec<String> = self
            .inline
            .iter()
            .filter_map(|inline| inline.marks.clone())
            .collect();
        (!marked.is_empty()).then_some(marked)
    }
}
