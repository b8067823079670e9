//! Lets the places of the sentences decide.

use super::Rule;
use super::language::Language;
use super::phrase::any;
use super::prose::Place;
use super::sentences::Sentence;
use super::speech::{self, Speech};

/// A question that more sentences follow is not what the text ends with. Items of a list, courtesy
/// and offers do not count.
const SENTENCES_AFTER_MAX: usize = 6;

/// A heading that asks the person stands alone or above a note. More text answers it.
const SENTENCES_UNDER_HEADING_MAX: usize = 2;

/// So little after a question is its answer: "Is it fast? Very."
const SHORT_ANSWER_BYTES_MAX: usize = 12;

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
            Speech::Review if text.is_for_the_person(at) && text.waits_for_review() => {
                Some(Rule::Approval)
            }
            Speech::Asks(_) | Speech::Wonders => {
                ended = nearest(ended, Rule::Answered);
                None
            }
            Speech::Courtesy | Speech::Review => {
                ended = nearest(ended, Rule::Courtesy);
                None
            }
            Speech::Offer => {
                ended = nearest(ended, Rule::Offer);
                None
            }
            Speech::Answers | Speech::Reports | Speech::States => None,
        };
        if let Some(because) = because {
            return text.asks(because, at);
        }
    }
    Decision::Ends(ended)
}

/// The rule nearest to the end of the text is the one that is told.
fn nearest(ended: Rule, found: Rule) -> Rule {
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
        self.is_for_the_person(at)
            && !self.is_answered(at)
            && self.stated_after(at).count() <= SENTENCES_AFTER_MAX
    }

    /// Tells whether nothing is stated after the question at `at`, but why it has to be asked.
    fn is_last_word(&self, at: usize) -> bool {
        if self.sentences[at].place == Place::Item {
            return self.lead_fits(at, |phrases| phrases.list_asks) && self.is_open(at);
        }
        self.is_for_the_person(at)
            && !self.is_answered(at)
            && self.stated_after(at).all(|i| self.gives_reason(i))
    }

    /// Returns the sentences after `at` that carry the text on, as items, courtesy and further
    /// questions do not.
    fn stated_after(&self, at: usize) -> impl Iterator<Item = usize> {
        (at + 1..self.sentences.len()).filter(|&i| match self.sentences[i].place {
            Place::Heading => true,
            Place::Item => false,
            Place::Paragraph => !self.addresses_the_person(i),
        })
    }

    /// Tells whether a sentence says what is not known or not done.
    fn gives_reason(&self, at: usize) -> bool {
        let sentence = &self.sentences[at];
        sentence.place == Place::Paragraph && any(sentence.language.undecided, &sentence.own)
    }

    /// Tells whether the next sentence, or one in the same paragraph, settles what `at` asks.
    fn is_answered(&self, at: usize) -> bool {
        let answers = |i: usize| self.speeches[i] == Speech::Answers;
        // "All tests pass" is a reason to ask whether to merge. But what sounds like a request before
        // a report was part of the report.
        let is_request = !self.is_question(at);
        let settles = |i: usize| answers(i) || (is_request && self.speeches[i] == Speech::Reports);
        let next = Some(at + 1).filter(|&next| next < self.sentences.len());
        next.is_some_and(|next| answers(next) || self.is_short_answer(at, next))
            || (at + 1..self.sentences.len())
                .take_while(|&i| self.share_a_block(at, i))
                .any(settles)
    }

    fn is_short_answer(&self, question: usize, next: usize) -> bool {
        self.share_a_block(question, next)
            && self.speeches[next] == Speech::States
            && self.sentences[next].own.len() <= SHORT_ANSWER_BYTES_MAX
    }

    fn share_a_block(&self, one: usize, other: usize) -> bool {
        self.sentences[one].block == self.sentences[other].block
    }

    fn is_question(&self, at: usize) -> bool {
        matches!(
            self.speeches[at],
            Speech::Asks(Rule::Question) | Speech::Wonders
        )
    }

    /// A heading is answered by the text below it, and some lists quote questions that the person
    /// is not asked.
    fn is_for_the_person(&self, at: usize) -> bool {
        let sentence = &self.sentences[at];
        match sentence.place {
            Place::Paragraph => true,
            Place::Item => {
                let is_spoken = self.is_question(at)
                    || any(sentence.language.addresses, &sentence.own)
                    || self.lead_fits(at, |phrases| phrases.list_asks);
                is_spoken && !self.lead_fits(at, |phrases| phrases.list_reports)
            }
            Place::Heading => {
                let is_one_of_many = (0..self.sentences.len()).any(|i| {
                    i != at
                        && self.sentences[i].place == Place::Heading
                        && self.sentences[i].has_question_mark
                });
                !is_one_of_many && self.stated_after(at).count() <= SENTENCES_UNDER_HEADING_MAX
            }
        }
    }

    /// Tells whether the sentence that the list around `at` stands below fits a table.
    fn lead_fits(&self, at: usize, table: fn(&Language) -> &'static [&'static str]) -> bool {
        let lead = self.sentences[..at]
            .iter()
            .rfind(|sentence| sentence.place != Place::Item);
        lead.is_some_and(|lead| any(table(lead.language), &lead.own))
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

    /// Names the first of the questions that end the text together: "Shall I? Let me know!" asks
    /// whether it shall.
    fn asks(&self, because: Rule, at: usize) -> Decision {
        let carries_on =
            |i: &usize| self.sentences[*i].place == Place::Item || self.addresses_the_person(*i);
        let first = (0..=at)
            .rev()
            .take_while(carries_on)
            .filter(|&i| self.speeches[i] == Speech::Asks(Rule::Question) && self.is_open(i))
            .last();
        match first {
            Some(sentence) => Decision::Asks {
                because: Rule::Question,
                sentence,
            },
            None => Decision::Asks {
                because,
                sentence: at,
            },
        }
    }

    /// Tells whether the sentence is said to the person, asking or not.
    fn addresses_the_person(&self, at: usize) -> bool {
        match self.speeches[at] {
            Speech::Asks(_)
            | Speech::Wonders
            | Speech::Review
            | Speech::Courtesy
            | Speech::Offer => true,
            Speech::Answers | Speech::Reports | Speech::States => false,
        }
    }
}
