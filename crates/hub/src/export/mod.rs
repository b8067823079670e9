//! The history as files: JSON for programs, CSV for tables, Markdown for people.
//!
//! Written once, here, so that every surface saves the same. A file is written in parts of bounded
//! size, one question at a time; nothing here holds the whole history.

mod csv;
mod json;
mod markdown;

use engine::Engine;
use i18n::Catalogue;
use protocol::{ExportFormat, ExportPart, InteractionDetail};
use store::ListQuery;

use crate::error::Failure;
use crate::view::Views;

/// A part ends with the question that takes it beyond this.
const PART_BYTES: usize = 512 * 1024;
/// Outlines that are looked up at a time.
const ROWS: u32 = 8;

/// Writes the next part of the file with the questions of `query`, of which `limit` at most follow.
pub(crate) async fn part(
    engine: &Engine,
    views: &Views,
    writer: Writer<'_>,
    mut query: ListQuery,
    limit: Option<u32>,
) -> Result<ExportPart, Failure> {
    let is_first = query.cursor.is_none();
    let mut text = if is_first {
        writer.head()
    } else {
        String::new()
    };
    let mut count = 0;
    loop {
        let wanted = limit.map_or(ROWS, |limit| limit.saturating_sub(count).min(ROWS));
        if wanted == 0 {
            query.cursor = None;
            break;
        }
        query.limit = wanted;
        let page = engine.list(&query).await?;
        for row in &page.rows {
            // One that retention has removed in the meantime is history no more.
            if let Some(stored) = engine.interaction(row.outline.id).await? {
                let detail = views.detail(&stored).await?;
                text.push_str(&writer.entry(is_first && count == 0, &detail));
                count += 1;
            }
        }
        query.cursor = page.next;
        if query.cursor.is_none() || text.len() >= PART_BYTES {
            break;
        }
    }
    let is_last = query.cursor.is_none() || limit == Some(count);
    if is_last {
        text.push_str(&writer.tail(is_first && count == 0));
    }
    Ok(ExportPart {
        text,
        count,
        next_cursor: query.cursor.filter(|_| !is_last),
    })
}

/// Writes one format in one language.
#[derive(Clone, Copy)]
pub(crate) struct Writer<'a> {
    pub(crate) format: ExportFormat,
    pub(crate) texts: &'a Catalogue,
}

impl Writer<'_> {
    /// What stands before the first question.
    fn head(self) -> String {
        match self.format {
            ExportFormat::Json => json::HEAD.into(),
            ExportFormat::Csv => csv::head(),
            ExportFormat::Markdown => markdown::head(self.texts),
        }
    }

    fn entry(self, is_first: bool, detail: &InteractionDetail) -> String {
        match self.format {
            ExportFormat::Json => json::entry(is_first, detail),
            ExportFormat::Csv => csv::row(detail),
            ExportFormat::Markdown => markdown::Log(self.texts).entry(detail),
        }
    }

    /// What stands after the last question.
    fn tail(self, is_empty: bool) -> String {
        match self.format {
            ExportFormat::Json => json::tail(is_empty).into(),
            ExportFormat::Csv | ExportFormat::Markdown => String::new(),
        }
    }
}
