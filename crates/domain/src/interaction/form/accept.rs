//! Turns what a person put into the fields of a form into values, or names everything that is
//! wrong with it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Field, FieldKind, FieldOption, FieldProblem, FieldValue, Form};
use crate::interaction::choice::AnswerProblem;
use crate::limits::FORM_FIELDS_MAX;

/// Values by the names of their fields.
pub type FieldValues = BTreeMap<String, FieldValue>;

impl Form {
    /// Returns the values that count: those of known fields, without the empty ones.
    pub(crate) fn accept(
        &self,
        given: &FieldValues,
        found: &mut Vec<AnswerProblem>,
    ) -> FieldValues {
        let mut problem = |name: &str, problem| {
            found.push(AnswerProblem::Field {
                name: name.to_owned(),
                problem,
            });
        };
        let known = self.fields().iter().map(|field| field.name.as_str());
        let known: BTreeSet<&str> = known.collect();
        let unknown = given.keys().filter(|name| !known.contains(name.as_str()));
        // The report is bounded by the limits, not by what was sent.
        for name in unknown.take(FORM_FIELDS_MAX) {
            let known = self.fields().iter().map(|field| field.name.clone());
            let known = known.collect();
            problem(name, FieldProblem::Unknown { known });
        }
        let mut values = FieldValues::new();
        for field in self.fields() {
            let value = given.get(&field.name).filter(|value| !value.is_empty());
            match value.map(|value| field.accept(value)) {
                Some(Ok(value)) => _ = values.insert(field.name.clone(), value),
                Some(Err(found)) => problem(&field.name, found),
                None if field.required => problem(&field.name, FieldProblem::Required),
                None => {}
            }
        }
        values
    }
}

impl Field {
    /// Returns `value` as it counts, or why it does not fit.
    pub fn accept(&self, value: &FieldValue) -> Result<FieldValue, FieldProblem> {
        match (&self.kind, value) {
            (
                FieldKind::Text {
                    format,
                    min_chars,
                    max_chars,
                },
                FieldValue::Text(text),
            ) => {
                check_length(text, *min_chars, *max_chars)?;
                match format.filter(|format| !format.fits(text)) {
                    Some(format) => Err(FieldProblem::WrongFormat { format }),
                    None => Ok(value.clone()),
                }
            }
            (FieldKind::Number { integer, min, max }, FieldValue::Number(number)) => {
                let number = number.trim();
                check_number(number, *integer, min.as_deref(), max.as_deref())?;
                Ok(FieldValue::Number(number.to_owned()))
            }
            (FieldKind::Boolean, FieldValue::Boolean(_)) => Ok(value.clone()),
            (FieldKind::One { options }, FieldValue::Text(text)) => {
                check_known(text, options)?;
                Ok(value.clone())
            }
            (FieldKind::Several { options, min, max }, FieldValue::Several(chosen)) => {
                accept_several(chosen, options, *min, *max)
            }
            (
                FieldKind::Text { .. }
                | FieldKind::Number { .. }
                | FieldKind::Boolean
                | FieldKind::One { .. }
                | FieldKind::Several { .. },
                FieldValue::Text(_)
                | FieldValue::Number(_)
                | FieldValue::Boolean(_)
                | FieldValue::Several(_),
            ) => Err(FieldProblem::WrongType),
        }
    }
}

fn check_length(text: &str, min: Option<u32>, max: Option<u32>) -> Result<(), FieldProblem> {
    let chars = count(text.chars().count());
    if let Some(min) = min.filter(|min| chars < *min) {
        return Err(FieldProblem::TooShort { chars, min });
    }
    match max.filter(|max| chars > *max) {
        Some(max) => Err(FieldProblem::TooLong { chars, max }),
        None => Ok(()),
    }
}

fn check_number(
    number: &str,
    integer: bool,
    min: Option<&str>,
    max: Option<&str>,
) -> Result<(), FieldProblem> {
    let value = Number::parse(number).ok_or(FieldProblem::NotANumber)?;
    if integer && !matches!(value, Number::Whole(_)) {
        return Err(FieldProblem::NotAnInteger);
    }
    let is_beyond = |bound: &str, beyond: fn(&Number, &Number) -> bool| {
        Number::parse(bound).is_some_and(|bound| beyond(&value, &bound))
    };
    if let Some(min) = min.filter(|min| is_beyond(min, |value, min| value.is_below(min))) {
        return Err(FieldProblem::BelowMin { min: min.into() });
    }
    match max.filter(|max| is_beyond(max, |value, max| max.is_below(value))) {
        Some(max) => Err(FieldProblem::AboveMax { max: max.into() }),
        None => Ok(()),
    }
}

/// A number, exact where it is a whole one.
enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Number {
    /// Reads a number as JSON writes it.
    fn parse(text: &str) -> Option<Self> {
        if !is_json_number(text) {
            return None;
        }
        if let Ok(whole) = text.parse() {
            return Some(Self::Whole(whole));
        }
        let fraction = text.parse().ok().filter(|number: &f64| number.is_finite());
        fraction.map(Self::Fraction)
    }

    fn is_below(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one < other,
            (Self::Whole(_) | Self::Fraction(_), Self::Whole(_) | Self::Fraction(_)) => {
                self.nearly() < other.nearly()
            }
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a comparison with a fraction is not exact anyway"
    )]
    fn nearly(&self) -> f64 {
        match self {
            Self::Whole(whole) => *whole as f64,
            Self::Fraction(fraction) => *fraction,
        }
    }
}

/// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
fn is_json_number(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|part| part.strip_prefix(['+', '-']).unwrap_or(part));
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}

fn check_known(given: &str, options: &[FieldOption]) -> Result<(), FieldProblem> {
    if options.iter().any(|option| option.value == given) {
        return Ok(());
    }
    Err(FieldProblem::UnknownOption {
        given: given.to_owned(),
        known: options.iter().map(|option| option.value.clone()).collect(),
    })
}

/// Returns what was chosen in the order of the options, each once.
fn accept_several(
    chosen: &[String],
    options: &[FieldOption],
    min: Option<u32>,
    max: Option<u32>,
) -> Result<FieldValue, FieldProblem> {
    for given in chosen {
        check_known(given, options)?;
    }
    let chosen = options
        .iter()
        .map(|option| &option.value)
        .filter(|value| chosen.contains(value));
    let chosen: Vec<String> = chosen.cloned().collect();
    let count = count(chosen.len());
    if let Some(min) = min.filter(|min| count < *min) {
        return Err(FieldProblem::TooFew { count, min });
    }
    match max.filter(|max| count > *max) {
        Some(max) => Err(FieldProblem::TooMany { count, max }),
        None => Ok(FieldValue::Several(chosen)),
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
