//! Tells what a sentence does.

use super::Rule;
use super::language::Language;
use super::phrase::any;
use super::sentences::Sentence;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speech {
    /// Wants a reply, by this rule.
    Asks(Rule),
    /// A question that does not say to whom it is put.
    Wonders,
    /// Asks for a look at something.
    Review,
    Courtesy,
    Offer,
    /// Answers a question before it, or says that the agent has decided without the person.
    Answers,
    /// Reports work that is done.
    Reports,
    States,
}

pub(super) fn of(sentence: &Sentence) -> Speech {
    let phrases = sentence.language;
    let own = sentence.own.as_str();
    if any(phrases.reported, own) {
        return Speech::States;
    }
    if sentence.has_question_mark || any(phrases.unmarked, own) {
        return question(phrases, own);
    }
    statement(phrases, own)
}

fn question(phrases: &Language, own: &str) -> Speech {
    if any(phrases.polite_question, own) {
        Speech::Courtesy
    } else if any(phrases.rhetorical, own) {
        Speech::Wonders
    } else if any(phrases.question, own) || any(phrases.firm_request, own) {
        Speech::Asks(Rule::Question)
    } else {
        Speech::Wonders
    }
}

fn statement(phrases: &Language, own: &str) -> Speech {
    if any(phrases.described, own) {
        return telling(phrases, own);
    }
    // From the firm to the vague: the same words ("let me know") serve a request and politeness.
    if any(phrases.firm_request, own) {
        Speech::Asks(Rule::Request)
    } else if any(phrases.approval, own) {
        Speech::Asks(Rule::Approval)
    } else if any(phrases.courtesy, own) {
        Speech::Courtesy
    } else if any(phrases.offer, own) {
        Speech::Offer
    } else if any(phrases.missing, own) {
        Speech::Asks(Rule::MissingInput)
    } else if any(phrases.request, own) {
        Speech::Asks(Rule::Request)
    } else if any(phrases.review, own) {
        Speech::Review
    } else {
        telling(phrases, own)
    }
}

fn telling(phrases: &Language, own: &str) -> Speech {
    let is_undecided = any(phrases.undecided, own);
    if any(phrases.answer, own) || (any(phrases.decided, own) && !is_undecided) {
        Speech::Answers
    } else if any(phrases.done, own) && !is_undecided {
        Speech::Reports
    } else {
        Speech::States
    }
}
