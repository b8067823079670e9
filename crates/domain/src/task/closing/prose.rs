//! Keeps the blocks of a Markdown text that are the agent's own prose.
//!
//! Code, block quotes, tables, comments and pairs of "Q:" and "A:" are left out.

use std::collections::VecDeque;

/// Of what stands before, only the code fences matter: one of them may still be open.
const TEXT_BYTES_MAX: usize = 64 * 1024;

/// Blocks before these cannot be the closing.
const BLOCKS_MAX: usize = 40;

/// A longer block keeps its end: what is asked stands there.
const BLOCK_BYTES_MAX: usize = 4_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    /// A heading, or a line that is wholly bold.
    Heading,
    Item,
}

#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) place: Place,
    /// Markdown of the lines, without the mark of a heading or an item.
    pub(super) text: String,
    /// The mark of a numbered or lettered item, such as `1` or `B`.
    pub(super) label: String,
    /// How far an item is indented.
    pub(super) indent: usize,
}

/// Returns the last blocks of prose.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = reader.skip_hidden(rest) {
            rest = after;
            continue;
        }
        let is_near_the_end = rest.len() <= TEXT_BYTES_MAX;
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        reader.line(line.trim_end(), is_near_the_end);
        rest = after;
    }
    reader.blocks.into()
}

/// Text between these is not shown to the person, or is the agent's thinking.
const HIDDEN: [(&str, &str); 3] = [
    ("<!--", "-->"),
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
];

#[derive(Default)]
struct Reader {
    blocks: VecDeque<Block>,
    /// The fence that ends the code block we are in.
    fence: Option<String>,
    /// Whether the next line continues the last block.
    open: bool,
    /// Openers of [`HIDDEN`] without an end, so that the text is searched for one only once.
    endless: [bool; HIDDEN.len()],
}

impl Reader {
    /// Returns what follows a hidden part, if `rest` begins with one.
    fn skip_hidden<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        if self.fence.is_some() {
            return None;
        }
        let start = rest.trim_start_matches([' ', '\t']);
        let which = (0..HIDDEN.len()).find(|&i| start.starts_with(HIDDEN[i].0))?;
        if self.endless[which] {
            return None;
        }
        let end = HIDDEN[which].1;
        match start.find(end) {
            Some(at) => Some(&start[at + end.len()..]),
            None => {
                self.endless[which] = true;
                None
            }
        }
    }

    fn line(&mut self, line: &str, is_near_the_end: bool) {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(fence) = &self.fence {
            if text.starts_with(fence.as_str()) {
                self.fence = None;
            }
            return;
        }
        if let Some(fence) = fence(text) {
            self.fence = Some(fence);
            self.open = false;
        } else if is_near_the_end || line.len() > TEXT_BYTES_MAX {
            self.block(text, indent);
        }
    }

    fn block(&mut self, text: &str, indent: usize) {
        if text.is_empty() || is_rule(text) || text.starts_with('>') || text.starts_with('|') {
            self.open = false;
        } else if let Some(heading) = heading(text) {
            self.push(Place::Heading, heading, "", indent);
            self.open = false;
        } else if is_answer(text) && self.last_is_question_of_pair() {
            self.blocks.pop_back();
            self.open = false;
        } else if let Some((label, item)) = item(text) {
            self.push(Place::Item, item, label, indent);
        } else {
            self.prose(text, indent);
        }
    }

    fn prose(&mut self, text: &str, indent: usize) {
        let last = self.blocks.back().map(|block| block.place);
        let in_item = last == Some(Place::Item) && indent > 0;
        if in_item || (self.open && last == Some(Place::Paragraph)) {
            return self.extend(text);
        }
        let is_code = indent >= 4 || text.starts_with('\t');
        if is_code {
            return;
        }
        if let Some(bold) = wholly_bold(text) {
            self.push(Place::Heading, bold, "", indent);
            self.open = false;
        } else {
            self.push(Place::Paragraph, text, "", indent);
        }
    }

    fn push(&mut self, place: Place, text: &str, label: &str, indent: usize) {
        if self.blocks.len() == BLOCKS_MAX {
            self.blocks.pop_front();
        }
        self.blocks.push_back(Block {
            place,
            text: end_of(text, BLOCK_BYTES_MAX).to_owned(),
            label: label.to_owned(),
            indent,
        });
        self.open = true;
    }

    fn extend(&mut self, line: &str) {
        let Some(block) = self.blocks.back_mut() else {
            return;
        };
        block.text.push('\n');
        block.text.push_str(end_of(line, BLOCK_BYTES_MAX));
        if block.text.len() > 2 * BLOCK_BYTES_MAX {
            block.text = end_of(&block.text, BLOCK_BYTES_MAX).to_owned();
        }
    }

    fn last_is_question_of_pair(&self) -> bool {
        self.blocks.back().is_some_and(|block| {
            let text = block.text.trim_start_matches(['*', '_']);
            [
                "Q:", "Q：", "Q1", "Q2", "Q3", "Q.", "问：", "问:", "問：", "問:",
            ]
            .iter()
            .any(|mark| text.starts_with(mark))
        })
    }
}

fn is_answer(line: &str) -> bool {
    let line = line.trim_start_matches(['*', '_']);
    ["A:", "A：", "A1", "A2", "A3", "A.", "答：", "答:"]
        .iter()
        .any(|mark| line.starts_with(mark))
}

/// Returns the last `bytes_max` bytes of `text`, a little less where a character would be cut.
fn end_of(text: &str, bytes_max: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes_max);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

fn fence(line: &str) -> Option<String> {
    let mark = line.chars().next().filter(|&c| c == '`' || c == '~')?;
    let fence: String = line.chars().take_while(|&c| c == mark).collect();
    let is_inline = mark == '`' && line[fence.len()..].contains('`');
    (fence.len() >= 3 && !is_inline).then_some(fence)
}

/// Tells whether the line only separates, like `---`.
fn is_rule(line: &str) -> bool {
    line.chars()
        .all(|c| matches!(c, '-' | '*' | '_' | '=' | '─' | ' '))
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len() && text.starts_with(' ')).then(|| text.trim())
}

fn wholly_bold(line: &str) -> Option<&str> {
    let inner = line
        .strip_prefix("**")?
        .trim_end_matches([':', '：'])
        .strip_suffix("**")?;
    (!inner.contains("**")).then_some(inner)
}

/// Splits the mark off an item of a list.
fn item(line: &str) -> Option<(&str, &str)> {
    for bullet in ["- ", "* ", "+ ", "• ", "– ", "・", "●", "◦ ", "▪ "] {
        if let Some(text) = line.strip_prefix(bullet) {
            let text = text.trim_start();
            let text = ["[ ] ", "[x] ", "[X] "]
                .iter()
                .find_map(|done| text.strip_prefix(done))
                .unwrap_or(text);
            return Some(
                item(text)
                    .filter(|(label, _)| !label.is_empty())
                    .unwrap_or(("", text)),
            );
        }
    }
    let bare = line.trim_start_matches('*');
    let (label, text) = labelled(bare)?;
    Some((label, text.trim_start_matches('*').trim_start()))
}

/// Splits `1. text`, `(b) text`, `案A: text`, `Option 2 - text` and `① text`.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let first = line.chars().next()?;
    if ('①'..='⑳').contains(&first) {
        return Some(line.split_at(first.len_utf8()));
    }
    let named = [
        "Option ",
        "Approach ",
        "Plan ",
        "方案",
        "选项",
        "選項",
        "案",
        "オプション",
    ]
    .iter()
    .find_map(|name| line.strip_prefix(name));
    let id = named
        .unwrap_or(line)
        .trim_start()
        .trim_start_matches(['(', '（']);
    let digits = id.chars().take_while(char::is_ascii_digit).count();
    let first = id.chars().next()?;
    let length = if (1..=2).contains(&digits) {
        digits
    } else if first.is_ascii_alphabetic() && !matches!(first, 'Q' | 'q')
        || "一二三四五六".contains(first)
    {
        first.len_utf8()
    } else {
        return None;
    };
    let (label, rest) = id.split_at(length);
    let rest = rest.trim_start_matches(['*', '\u{fe0f}', '\u{20e3}']);
    let mark = rest.trim_start().chars().next()?;
    let marks: &[char] = if named.is_some() {
        &['.', ')', '）', ':', '：', '、', '-', '–', '—']
    } else {
        &['.', ')', '）', '、', ':', '：']
    };
    let is_keycap = id[length..].contains('\u{20e3}');
    if !is_keycap && !marks.contains(&mark) {
        return None;
    }
    let rest = rest.trim_start();
    let text = if is_keycap {
        rest
    } else {
        &rest[mark.len_utf8()..]
    };
    let is_apart = !text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/');
    (is_apart && !text.trim().is_empty()).then_some((label, text.trim_start()))
}
