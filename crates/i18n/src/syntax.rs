//! Reads what a catalogue holds: its messages and what each of them needs.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

/// One message of a catalogue.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) id: String,
    /// Variables that appear in the text.
    pub(crate) shown: BTreeSet<String>,
    /// Variables that choose between variants of the text.
    pub(crate) selecting: BTreeSet<String>,
    /// What the shared subset of Fluent leaves out, in words.
    pub(crate) problems: Vec<String>,
}

impl Message {
    pub(crate) fn variables(&self) -> BTreeSet<&str> {
        self.shown
            .union(&self.selecting)
            .map(String::as_str)
            .collect()
    }
}

/// Returns the messages of `source` in order, and what could not be read.
pub(crate) fn messages(source: &str) -> (Vec<Message>, Vec<String>) {
    let (resource, mut problems) = match parser::parse(source) {
        Ok(resource) => (resource, Vec::new()),
        Err((resource, errors)) => {
            let problem = |error: &parser::ParserError| {
                let before = source.bytes().take(error.pos.start);
                let line = 1 + before.filter(|byte| *byte == b'\n').count();
                format!("line {line}: {}", error.kind)
            };
            (resource, errors.iter().map(problem).collect())
        }
    };
    let mut messages = Vec::new();
    for entry in resource.body {
        match entry {
            Entry::Message(parsed) => {
                let mut message = Message {
                    id: parsed.id.name.to_owned(),
                    ..Message::default()
                };
                match &parsed.value {
                    Some(pattern) => read_pattern(&mut message, pattern),
                    None => message.problems.push("has no text".to_owned()),
                }
                if !parsed.attributes.is_empty() {
                    message
                        .problems
                        .push("has attributes, which nothing shows".to_owned());
                }
                messages.push(message);
            }
            Entry::Term(term) => problems.push(format!("-{}: terms are not used", term.id.name)),
            Entry::Comment(_)
            | Entry::GroupComment(_)
            | Entry::ResourceComment(_)
            | Entry::Junk { .. } => {}
        }
    }
    (messages, problems)
}

fn read_pattern(message: &mut Message, pattern: &Pattern<&str>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            read_expression(message, expression);
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enum: everything else is read alike"
)]
fn read_expression(message: &mut Message, expression: &Expression<&str>) {
    match expression {
        Expression::Inline(inline) => read_inline(message, inline),
        Expression::Select { selector, variants } => {
            match selector {
                InlineExpression::VariableReference { id } => {
                    message.selecting.insert(id.name.to_owned());
                }
                other => read_inline(message, other),
            }
            for variant in variants {
                read_pattern(message, &variant.value);
            }
        }
    }
}

fn read_inline(message: &mut Message, inline: &InlineExpression<&str>) {
    match inline {
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        InlineExpression::VariableReference { id } => {
            message.shown.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => read_expression(message, expression),
        InlineExpression::FunctionReference { id, .. } => message.problems.push(format!(
            "calls {}(), which differs between surfaces: pass formatted text",
            id.name
        )),
        InlineExpression::MessageReference { id, .. } => {
            message
                .problems
                .push(format!("includes {}: write it out", id.name));
        }
        InlineExpression::TermReference { id, .. } => {
            message
                .problems
                .push(format!("includes -{}: write it out", id.name));
        }
    }
}
