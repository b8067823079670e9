//! Agents' Markdown as a small tree that surfaces draw node by node. It never becomes HTML.
//!
//! Raw HTML stays text, images become links, links lead to `http` and `https` only, and all text
//! has gone through `display_safe`. Nothing is left out: what cannot be drawn is shown as written.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parser's enums: what is not named is shown as plain text"
)]

use domain::display::{display_safe, display_safe_lines};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Quotes and lists nested deeper are drawn at this depth.
const DEPTH_MAX: usize = 8;
/// Emphasis nested deeper keeps its text only. Without a bound a prompt could hold thousands of
/// levels, more than any reader of JSON takes.
const INLINE_DEPTH_MAX: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Block {
    Heading {
        level: u8,
        text: Vec<Inline>,
    },
    Paragraph {
        text: Vec<Inline>,
    },
    Code {
        language: Option<String>,
        text: String,
    },
    Quote {
        blocks: Vec<Block>,
    },
    /// `start` is the first number of an ordered list.
    List {
        start: Option<u64>,
        items: Vec<ListItem>,
    },
    /// `align` has one entry per column of `head`.
    Table {
        align: Vec<Align>,
        head: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Rule,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListItem {
    /// Whether the box of a task is ticked; absent where the item is not a task.
    pub done: Option<bool>,
    pub blocks: Vec<Block>,
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// As the text's own direction has it.
    Unset,
    Left,
    Center,
    Right,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Inline {
    Text {
        text: String,
    },
    Code {
        text: String,
    },
    Strong {
        content: Vec<Inline>,
    },
    Emphasis {
        content: Vec<Inline>,
    },
    Strike {
        content: Vec<Inline>,
    },
    /// `url` is `http` or `https`; surfaces show it in full.
    Link {
        url: String,
        content: Vec<Inline>,
    },
    Break,
}

/// Reads Markdown from an agent.
pub fn parse(markdown: &str) -> Vec<Block> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut reader = Reader {
        events: Parser::new_ext(markdown, options),
        depth: 0,
        inline_depth: 0,
        task: Task::NotHere,
    };
    reader.blocks(None)
}

struct Reader<'m> {
    events: Parser<'m>,
    depth: usize,
    inline_depth: usize,
    task: Task,
}

/// What is known of the box that a list item may begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    /// A box here belongs to no item that is drawn, and is shown as it was written.
    NotHere,
    Possible,
    Found {
        done: bool,
    },
}

impl Reader<'_> {
    /// Reads blocks until `end`, or until there are no more.
    fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
        let mut blocks = Vec::new();
        // Tight list items hold inline content without a paragraph around it.
        let mut loose = Vec::new();
        // Containers that are open here, too deep to be entered: only their content is drawn.
        let mut passed = 0_usize;
        while let Some(event) = self.events.next() {
            match event {
                Event::End(_) if passed > 0 => {
                    flush(&mut loose, &mut blocks);
                    passed -= 1;
                }
                Event::End(tag) if Some(tag) == end => break,
                Event::End(_) => {}
                Event::Start(tag) if is_inline(&tag) => loose.extend(self.inline(tag)),
                Event::Start(tag) if self.depth >= DEPTH_MAX && is_container(&tag) => {
                    flush(&mut loose, &mut blocks);
                    passed += 1;
                    if self.task == Task::Possible {
                        self.task = Task::NotHere;
                    }
                }
                Event::Start(tag) => {
                    flush(&mut loose, &mut blocks);
                    blocks.extend(self.block(tag));
                }
                Event::Rule => {
                    flush(&mut loose, &mut blocks);
                    blocks.push(Block::Rule);
                }
                other => loose.extend(self.leaf(other)),
            }
        }
        flush(&mut loose, &mut blocks);
        blocks
    }

    fn block(&mut self, tag: Tag<'_>) -> Vec<Block> {
        let end = tag.to_end();
        match tag {
            Tag::Paragraph => vec![Block::Paragraph {
                text: self.inlines(end),
            }],
            Tag::Heading { level, .. } => vec![Block::Heading {
                level: rank(level),
                text: self.inlines(end),
            }],
            Tag::CodeBlock(kind) => vec![self.code(kind, end)],
            Tag::BlockQuote(_) => vec![self.quote(end)],
            Tag::List(start) => vec![self.list(start, end)],
            Tag::Table(alignments) => vec![self.table(&alignments, end)],
            // Containers we do not draw keep their content.
            _ => self.blocks(Some(end)),
        }
    }

    fn quote(&mut self, end: TagEnd) -> Block {
        self.depth += 1;
        let blocks = self.blocks(Some(end));
        self.depth -= 1;
        Block::Quote { blocks }
    }

    fn code(&mut self, kind: CodeBlockKind<'_>, end: TagEnd) -> Block {
        let language = match kind {
            CodeBlockKind::Fenced(info) => info
                .split_whitespace()
                .next()
                .map(|word| display_safe(word).into_owned()),
            CodeBlockKind::Indented => None,
        };
        let mut text = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Text(part) => text.push_str(&part),
                _ => {}
            }
        }
        let text = text.strip_suffix('\n').unwrap_or(&text);
        Block::Code {
            language,
            text: display_safe_lines(text).into_owned(),
        }
    }

    fn list(&mut self, start: Option<u64>, end: TagEnd) -> Block {
        let mut items = Vec::new();
        self.depth += 1;
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Start(Tag::Item) => items.push(self.item()),
                _ => {}
            }
        }
        self.depth -= 1;
        Block::List { start, items }
    }

    fn item(&mut self) -> ListItem {
        let outer = std::mem::replace(&mut self.task, Task::Possible);
        let blocks = self.blocks(Some(TagEnd::Item));
        let done = match std::mem::replace(&mut self.task, outer) {
            Task::Found { done } => Some(done),
            Task::Possible | Task::NotHere => None,
        };
        ListItem { done, blocks }
    }

    fn table(&mut self, alignments: &[Alignment], end: TagEnd) -> Block {
        let (mut head, mut rows) = (Vec::new(), Vec::new());
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Start(Tag::TableHead) => head = self.cells(TagEnd::TableHead),
                Event::Start(Tag::TableRow) => rows.push(self.cells(TagEnd::TableRow)),
                _ => {}
            }
        }
        let align = alignments.iter().copied().map(align).collect();
        Block::Table { align, head, rows }
    }

    fn cells(&mut self, end: TagEnd) -> Vec<Vec<Inline>> {
        let mut cells = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Start(Tag::TableCell) => cells.push(self.inlines(TagEnd::TableCell)),
                _ => {}
            }
        }
        cells
    }

    fn inlines(&mut self, end: TagEnd) -> Vec<Inline> {
        let mut inlines = Vec::new();
        // What is open here, too deep to be entered, each with where it leads, if it is a link.
        let mut passed: Vec<Option<String>> = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) => match passed.pop() {
                    Some(target) => inlines.extend(target.map(|url| led_to(&url))),
                    None if tag == end => break,
                    None => {}
                },
                Event::Start(tag) if self.inline_depth >= INLINE_DEPTH_MAX => {
                    passed.push(target(&tag));
                }
                Event::Start(tag) => inlines.extend(self.inline(tag)),
                other => inlines.extend(self.leaf(other)),
            }
        }
        join(inlines)
    }

    fn inline(&mut self, tag: Tag<'_>) -> Vec<Inline> {
        self.inline_depth += 1;
        let content = self.inlines(tag.to_end());
        self.inline_depth -= 1;
        match tag {
            Tag::Strong => vec![Inline::Strong { content }],
            Tag::Emphasis => vec![Inline::Emphasis { content }],
            Tag::Strikethrough => vec![Inline::Strike { content }],
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => link(&dest_url, content),
            _ => content,
        }
    }

    fn leaf(&mut self, event: Event<'_>) -> Option<Inline> {
        match (event, self.task) {
            (Event::TaskListMarker(done), Task::Possible) => {
                self.task = Task::Found { done };
                None
            }
            (event, _) => leaf(event),
        }
    }
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Unset,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

fn is_container(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::BlockQuote(_) | Tag::List(_) | Tag::Item)
}

fn target(tag: &Tag<'_>) -> Option<String> {
    match tag {
        Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
            Some(display_safe(dest_url).into_owned())
        }
        _ => None,
    }
}

fn led_to(url: &str) -> Inline {
    Inline::Text {
        text: format!(" ({url})"),
    }
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Strong | Tag::Emphasis | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}

/// A link we do not follow is shown as text, target included.
fn link(target: &str, mut content: Vec<Inline>) -> Vec<Inline> {
    let url = display_safe(target).into_owned();
    let scheme = url
        .split_once("://")
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    if url == target && matches!(scheme.as_deref(), Some("http" | "https")) {
        if content.is_empty() {
            content.push(Inline::Text { text: url.clone() });
        }
        return vec![Inline::Link { url, content }];
    }
    content.push(led_to(&url));
    content
}

fn leaf(event: Event<'_>) -> Option<Inline> {
    let text = |text: &str| {
        Some(Inline::Text {
            text: display_safe(text).into_owned(),
        })
    };
    match event {
        Event::Text(part) => text(&part),
        Event::Code(part) | Event::InlineMath(part) | Event::DisplayMath(part) => {
            Some(Inline::Code {
                text: display_safe(&part).into_owned(),
            })
        }
        // Shown as it was written, line breaks apart.
        Event::Html(part) | Event::InlineHtml(part) => text(part.trim_end_matches('\n')),
        Event::FootnoteReference(name) => text(&format!("[^{name}]")),
        Event::SoftBreak => text(" "),
        Event::HardBreak => Some(Inline::Break),
        Event::TaskListMarker(done) => text(if done { "[x] " } else { "[ ] " }),
        Event::Start(_) | Event::End(_) | Event::Rule => None,
    }
}

fn flush(loose: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
    if !loose.is_empty() {
        blocks.push(Block::Paragraph {
            text: join(std::mem::take(loose)),
        });
    }
}

/// Puts neighbouring pieces of text together.
fn join(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut joined: Vec<Inline> = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match (joined.last_mut(), inline) {
            (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
            (_, inline) => joined.push(inline),
        }
    }
    joined
}

fn rank(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
