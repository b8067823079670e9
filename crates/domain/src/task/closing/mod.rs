//! Decides whether the last text of an agent's turn waits for the person's reply.
//!
//! An agent that asks in plain text ends its turn exactly like one that has finished, so only the
//! words can tell. Four steps, each in a file: keep the agent's own prose (`prose`, `inline`), split
//! it into sentences (`sentences`), tell what each sentence does (`speech`, with a table of phrases
//! per language), and let the place of the sentences decide (`decide`).
//!
//! Rules can be wrong: the surface shows which one decided, and the person can correct it.

mod chinese;
mod decide;
mod english;
mod inline;
mod japanese;
mod language;
mod options;
mod phrase;
mod prose;
mod sentences;
mod speech;

use crate::words::words;

/// What the last text of a turn means for the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Closing {
    /// The agent waits for a reply.
    Asks {
        because: Rule,
        /// The sentence that asks, without its Markdown marks.
        question: String,
        /// What the agent offers to choose from: none, or 2 to [`OPTIONS_MAX`] labels.
        options: Vec<String>,
    },
    /// The agent has said what it had to say.
    Ends { because: Rule },
}

words! {
    /// The rule that decided.
    #[cfg_attr(feature = "schema", schemars(rename = "ClosingRule"))]
    #[cfg_attr(feature = "typescript", ts(rename = "ClosingRule"))]
    Rule {
        /// A question is put to the person.
        Question = "question",
        /// The last thing that is said is a question, though it does not address the person.
        LastWord = "last_word",
        /// The person is told to decide or to tell something.
        Request = "request",
        /// The agent says that it cannot go on without something.
        MissingInput = "missing_input",
        /// The agent says that it goes on when the person agrees.
        Approval = "approval",
        /// There is no prose at all.
        Empty = "empty",
        /// Nothing is asked.
        Statement = "statement",
        /// Only politeness: "let me know if you have questions".
        Courtesy = "courtesy",
        /// More work is offered, and the person may ignore it: "if you want, I can also …".
        Offer = "offer",
        /// The text answers its own question.
        Answered = "answered",
    }
}

/// The most options that a reply can show.
pub const OPTIONS_MAX: usize = 12;

impl Closing {
    pub fn asks(&self) -> bool {
        matches!(self, Self::Asks { .. })
    }

    /// Returns the rule that decided.
    pub fn because(&self) -> Rule {
        match self {
            Self::Asks { because, .. } | Self::Ends { because } => *because,
        }
    }
}

/// Reads the last text of an agent's turn, written in Markdown.
pub fn closing(text: &str) -> Closing {
    let blocks = prose::blocks(text);
    let sentences = sentences::of(&blocks);
    match decide::decide(&sentences) {
        decide::Decision::Asks { because, sentence } => Closing::Asks {
            because,
            question: sentences[sentence].shown.clone(),
            options: options::offered(&blocks, &sentences[sentence]),
        },
        decide::Decision::Ends(because) => Closing::Ends { because },
    }
}
