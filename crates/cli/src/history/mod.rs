//! The history as files: which questions, in which format, to where.
//!
//! Questions are written as their pages arrive; nothing here holds the whole history.

pub(crate) mod csv;
pub(crate) mod destination;
pub(crate) mod filters;
pub(crate) mod markdown;

use clap::ValueEnum;
use protocol::InteractionDetail;

use crate::commands::show;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Json,
    Csv,
    Markdown,
}

impl Format {
    /// What stands before the first question.
    pub(crate) fn head(self) -> String {
        match self {
            Self::Json => "[".into(),
            Self::Csv => csv::head(),
            Self::Markdown => markdown::head(),
        }
    }

    /// One question; `index` counts from 0.
    pub(crate) fn entry(self, index: usize, detail: &InteractionDetail) -> String {
        match self {
            Self::Json => {
                let separator = if index == 0 { "" } else { "," };
                let value = show::as_json(detail);
                let text = serde_json::to_string_pretty(&value).expect("a detail has text keys");
                format!("{separator}\n  {}", text.replace('\n', "\n  "))
            }
            Self::Csv => csv::row(detail),
            Self::Markdown => markdown::entry(detail),
        }
    }

    /// What stands after the last of `count` questions.
    pub(crate) fn tail(self, count: usize) -> String {
        match self {
            Self::Json if count == 0 => "]\n".into(),
            Self::Json => "\n]\n".into(),
            Self::Csv | Self::Markdown => String::new(),
        }
    }
}
