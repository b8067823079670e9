//! The last thing that an agent says in a turn.

/// How much of it is kept. Of a longer text the end counts: a question is asked there.
pub(crate) const CLOSING_BYTES_MAX: usize = 256 * 1024;

/// Collects the closing text: the last message where messages have ids, else everything after the
/// last tool call.
#[derive(Debug, Default)]
pub(crate) struct Closing {
    text: String,
    /// The message that the text belongs to.
    message: Option<String>,
    /// A tool was called since; the next text begins anew.
    is_old: bool,
}

impl Closing {
    pub(crate) fn said(&mut self, message: Option<&str>, text: &str) {
        match (message, &self.message) {
            (Some(new), Some(old)) if new == old => {}
            (Some(new), _) => {
                self.text.clear();
                self.message = Some(new.to_owned());
            }
            // An agent that names its messages adds warnings of its own without a name.
            (None, Some(_)) => return,
            (None, None) if self.is_old => self.text.clear(),
            (None, None) => {}
        }
        self.is_old = false;
        self.text.push_str(text);
        keep_end(&mut self.text, 2 * CLOSING_BYTES_MAX);
    }

    pub(crate) fn tool_called(&mut self) {
        self.is_old = true;
    }

    pub(crate) fn text(&self) -> String {
        let mut text = self.text.clone();
        keep_end(&mut text, CLOSING_BYTES_MAX);
        text
    }
}

/// Cuts the beginning off a text that has grown beyond `bytes_max`. Cutting rarely, and then much,
/// keeps the cost per piece small.
pub(crate) fn keep_end(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        let from = text.ceil_char_boundary(text.len() - CLOSING_BYTES_MAX);
        text.drain(..from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Event {
        Said(Option<&'static str>, &'static str),
        Tool,
    }

    #[test]
    fn closing_is_the_last_message_or_all_after_the_last_tool_call() {
        use Event::{Said, Tool};
        for (events, expected) in [
            (vec![], ""),
            (vec![Said(None, "a"), Said(None, "b")], "ab"),
            (
                vec![Said(None, "a"), Tool, Said(None, "b"), Said(None, "c")],
                "bc",
            ),
            (vec![Said(None, "a"), Tool], "a"),
            (
                vec![
                    Said(Some("1"), "a"),
                    Said(Some("2"), "b"),
                    Said(Some("2"), "c"),
                ],
                "bc",
            ),
            (vec![Said(Some("1"), "a"), Tool, Said(Some("1"), "b")], "ab"),
            (vec![Said(Some("1"), "a"), Said(None, "warning")], "a"),
            (vec![Said(None, "warning"), Said(Some("1"), "a")], "a"),
        ] {
            let mut closing = Closing::default();
            for event in events {
                match event {
                    Said(message, text) => closing.said(message, text),
                    Tool => closing.tool_called(),
                }
            }
            assert_eq!(closing.text(), expected);
        }
    }

    #[test]
    fn keep_end_cuts_the_beginning_of_a_text_beyond_the_bound() {
        let mut short = "ä".repeat(CLOSING_BYTES_MAX / 2);
        let before = short.clone();
        keep_end(&mut short, CLOSING_BYTES_MAX);
        assert_eq!(short, before);
        let mut long = format!("{}.", "ä".repeat(CLOSING_BYTES_MAX / 2));
        keep_end(&mut long, CLOSING_BYTES_MAX);
        assert_eq!(long.len(), CLOSING_BYTES_MAX - 1);
        assert!(long.ends_with("ä."));
    }
}
