//! Lets the places of the sentences decide.

use super::Rule;
use super::phrase::any;
use super::prose::Place;
use super::sentences::Sentence;
use super::speech::{self, Speech};

/// A question that more sentences follow is not what the text ends with. Items of a list, courtesy
/// and offers do not count.
const SENTENCES_AFTER_MAX: usize = 6;

pub(super) enum Decision {
    /// `sentence` is the index of the one that asks.
    Asks {
        because: Rule,
        sentence: usize,
    },
    Ends(Rule),
}

/// Reads the sentences from the last to the first and stops at the first one that waits.
pub(super) fn decide(sentences: &[Sentence]) -> Decision {
    let speeches: Vec<Speech> = sentences.iter().map(speech::of).collect();
    let text = Text {
        sentences,
        speeches: &speeches,
    };
    let mut ended = if sentences.is_empty() {
        Rule::Empty
    } else {
        Rule::Statement
    };
    for at in (0..sentences.len()).rev() {
        let because = match speeches[at] {
            Speech::Asks(rule) if text.is_open(at) => Some(rule),
            Speech::Wonders if text.is_last_word(at) => Some(Rule::LastWord),
            Speech::Review if text.waits_for_review() => Some(Rule::Approval),
            Speech::Asks(_) | Speech::Wonders => {
                ended = weaker(ended, Rule::Answered);
                None
            }
            Speech::Courtesy | Speech::Review => {
                ended = weaker(ended, Rule::Courtesy);
                None
            }
            Speech::Offer => {
                ended = weaker(ended, Rule::Offer);
                None
            }
            Speech::Answers | Speech::Reports | Speech::States => None,
        };
        if let Some(because) = because {
            return Decision::Asks {
                because,
                sentence: text.first_of_row(at),
            };
        }
    }
    Decision::Ends(ended)
}

/// The rule nearest to the end of the text is the one that is told.
fn weaker(ended: Rule, found: Rule) -> Rule {
    if ended == Rule::Statement {
        found
    } else {
        ended
    }
}

struct Text<'a> {
    sentences: &'a [Sentence],
    speeches: &'a [Speech],
}

impl Text<'_> {
    /// Tells whether nothing after the question at `at` answers it or leads away from it.
    fn is_open(&self, at: usize) -> bool {
        if !self.is_for_the_person(at) {
            return false;
        }
        let is_answered = self.answers_follow(at);
        let after = (at + 1..self.sentences.len())
            .filter(|&i| self.counts(i))
            .count();
        !is_answered && after <= SENTENCES_AFTER_MAX
    }

    /// Tells whether nothing is stated after the question at `at`.
    fn is_last_word(&self, at: usize) -> bool {
        let is_listed = self.sentences[at].place == Place::Item && !self.list_asks(at);
        !is_listed
            && self.is_for_the_person(at)
            && (at + 1..self.sentences.len())
                .all(|i| !self.counts(i) && self.sentences[i].place != Place::Heading)
    }

    /// Tells whether the sentence carries the text on, as items, courtesy and further questions do not.
    fn counts(&self, at: usize) -> bool {
        match self.speeches[at] {
            Speech::Asks(_)
            | Speech::Wonders
            | Speech::Review
            | Speech::Courtesy
            | Speech::Offer => false,
            Speech::Answers | Speech::Reports | Speech::States => {
                self.sentences[at].place != Place::Item
            }
        }
    }

    /// Tells whether the sentences right after `at`, in its paragraph, answer it.
    fn answers_follow(&self, at: usize) -> bool {
        let place = self.sentences[at].block;
        let next = self.speeches.get(at + 1);
        if next == Some(&Speech::Answers) {
            return true;
        }
        (at + 1..self.sentences.len())
            .take_while(|&i| self.sentences[i].block == place)
            .any(|i| matches!(self.speeches[i], Speech::Answers | Speech::Reports))
    }

    /// Headings are answered below them, and some lists show questions to somebody else.
    fn is_for_the_person(&self, at: usize) -> bool {
        match self.sentences[at].place {
            Place::Paragraph => true,
            Place::Item => !self
                .lead_of_list(at)
                .is_some_and(|lead| any(lead.language.list_reports, &lead.own)),
            Place::Heading => (at + 1..self.sentences.len())
                .all(|i| !self.counts(i) && self.sentences[i].place != Place::Heading),
        }
    }

    fn list_asks(&self, at: usize) -> bool {
        self.lead_of_list(at)
            .is_some_and(|lead| any(lead.language.list_asks, &lead.own))
    }

    /// Returns the sentence that the list around `at` stands below.
    fn lead_of_list(&self, at: usize) -> Option<&Sentence> {
        self.sentences[..at]
            .iter()
            .rfind(|sentence| sentence.place != Place::Item)
    }

    /// A request to look waits if something is planned and nothing is done.
    fn waits_for_review(&self) -> bool {
        let is_done = self.speeches.contains(&Speech::Reports);
        !is_done
            && self
                .sentences
                .iter()
                .any(|sentence| any(sentence.language.planned, &sentence.own))
    }

    /// Questions in a row are one question to the person: it begins with the first.
    fn first_of_row(&self, at: usize) -> usize {
        let block = self.sentences[at].block;
        let is_before = |i: usize| {
            self.sentences[i].block == block && matches!(self.speeches[i], Speech::Asks(_))
        };
        let mut first = at;
        while first > 0 && is_before(first - 1) {
            first -= 1;
        }
        first
    }
}
