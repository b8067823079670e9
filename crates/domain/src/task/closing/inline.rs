//! Parts what the agent says itself from what it shows or cites inside a line.

/// Stands for each character of code, a citation or an address.
pub(super) const NOT_OWN: char = '\u{fffc}';

/// A quotation, a tag or a link that is longer than this is taken as plain text.
const SPAN_CHARS_MAX: usize = 400;

/// One text twice, character by character.
#[derive(Default)]
pub(super) struct Inline {
    /// What a person reads, without Markdown marks.
    pub(super) shown: Vec<char>,
    /// The same, where all that is not the agent's own word is [`NOT_OWN`], and emoji are spaces.
    pub(super) own: Vec<char>,
}

/// Reads one block.
pub(super) fn read(markdown: &str) -> Inline {
    let chars: Vec<char> = markdown.chars().collect();
    let mut inline = Inline::default();
    let mut at = 0;
    while at < chars.len() {
        at = inline.step(&chars, at);
    }
    inline
}

impl Inline {
    /// Takes what stands at `at` and returns where to go on.
    fn step(&mut self, chars: &[char], at: usize) -> usize {
        let previous = at.checked_sub(1).map(|before| chars[before]);
        let next = chars.get(at + 1).copied();
        match chars[at] {
            '`' => self.code(chars, at),
            '\\' if next.is_some_and(|c| c.is_ascii_punctuation()) => {
                self.say(chars[at + 1]);
                at + 2
            }
            '<' if next.is_some_and(|c| c.is_ascii_alphabetic() || c == '/' || c == '!') => {
                find(chars, at, |i| chars[i] == '>')
                    .map_or_else(|| self.one(chars[at], at), |end| end + 1)
            }
            '!' if next == Some('[') => at + 1,
            '[' if link(chars, at).is_some() => at + 1,
            ']' if next == Some('(') => match find(chars, at + 1, |i| chars[i] == ')') {
                Some(end) => end + 1,
                None => self.one(']', at),
            },
            '*' | '~' => at + 1,
            '_' if !(is_word(previous) && is_word(next)) => at + 1,
            _ if is_address(chars, at, previous) => self.address(chars, at),
            mark => match citation(chars, at, previous, next) {
                Some(end) => {
                    self.cite(&chars[at..=end]);
                    end + 1
                }
                None => self.one(mark, at),
            },
        }
    }

    fn one(&mut self, mark: char, at: usize) -> usize {
        self.say(mark);
        at + 1
    }

    fn say(&mut self, mark: char) {
        self.shown.push(mark);
        self.own.push(if is_emoji(mark) { ' ' } else { mark });
    }

    fn cite(&mut self, cited: &[char]) {
        self.shown.extend(cited);
        self.own.extend(cited.iter().map(|_| NOT_OWN));
    }

    fn code(&mut self, chars: &[char], at: usize) -> usize {
        let run = |from: usize| chars[from..].iter().take_while(|&&c| c == '`').count();
        let length = run(at);
        let inner = at + length;
        let closes = |i: usize| chars[i] == '`' && chars[i - 1] != '`' && run(i) == length;
        match find(chars, inner, closes) {
            Some(end) => {
                self.cite(&chars[inner..end]);
                end + length
            }
            None => inner,
        }
    }

    fn address(&mut self, chars: &[char], at: usize) -> usize {
        let is_outside =
            |c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | '"' | ']');
        let mut end = (at..chars.len())
            .find(|&i| is_outside(chars[i]))
            .unwrap_or(chars.len());
        while end > at && matches!(chars[end - 1], '.' | ',' | '?' | '!' | ';' | ':') {
            end -= 1;
        }
        self.cite(&chars[at..end]);
        end
    }
}

/// Returns the first place from `from` on that fits, not too far away.
fn find(chars: &[char], from: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    (from..chars.len().min(from + SPAN_CHARS_MAX)).find(|&i| fits(i))
}

fn link(chars: &[char], at: usize) -> Option<usize> {
    find(chars, at, |i| chars[i] == ']').filter(|&end| chars.get(end + 1) == Some(&'('))
}

fn is_address(chars: &[char], at: usize, previous: Option<char>) -> bool {
    matches!(chars[at], 'h' | 'w')
        && !is_word(previous)
        && ["http://", "https://", "www."].iter().any(|scheme| {
            scheme
                .chars()
                .eq(chars[at..].iter().copied().take(scheme.len()))
        })
}

/// Returns where the citation ends that begins at `at`.
fn citation(
    chars: &[char],
    at: usize,
    previous: Option<char>,
    next: Option<char>,
) -> Option<usize> {
    let closing = match chars[at] {
        '“' => '”',
        '「' => '」',
        '『' => '』',
        '«' => '»',
        '‘' => '’',
        quote @ ('"' | '\'') if !is_word(previous) && next.is_some_and(|c| !c.is_whitespace()) => {
            quote
        }
        _ => return None,
    };
    // An apostrophe looks like a closing single quote, but a letter follows it.
    let is_single = matches!(closing, '’' | '\'');
    find(chars, at + 1, |i| {
        chars[i] == closing && !(is_single && is_word(chars.get(i + 1).copied()))
    })
}

fn is_word(neighbour: Option<char>) -> bool {
    neighbour.is_some_and(|c| c.is_ascii_alphanumeric())
}

pub(super) fn is_emoji(mark: char) -> bool {
    matches!(mark, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{200d}' | '\u{20e3}' | '\u{1f000}'..='\u{1faff}')
}
