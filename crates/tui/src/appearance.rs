//! Colours: few and quiet, the terminal's own background, and none at all where none are wanted.
//!
//! Colour never carries a meaning alone: there is always a word or a mark beside it.

use ratatui::style::{Color, Modifier, Style};

/// How many colours there are to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// `NO_COLOR`, or a terminal without any.
    None,
    Sixteen,
    Many,
}

/// What the terminal paints on, where it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    Dark,
    Light,
    /// Colours that can be read on both are used.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appearance {
    pub colours: Colours,
    pub ground: Ground,
}

impl Appearance {
    /// Reads what the environment says; `variable` returns the value of one.
    pub fn of_environment(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let rich =
            term.contains("256color") || term.contains("direct") || set("COLORTERM").is_some();
        let colours = if set("NO_COLOR").is_some() || term == "dumb" {
            Colours::None
        } else if rich {
            Colours::Many
        } else {
            Colours::Sixteen
        };
        // `foreground;background` as numbers of the sixteen colours.
        let background = set("COLORFGBG").and_then(|value| {
            let number = value.rsplit(';').next()?.parse::<u8>().ok()?;
            Some(if matches!(number, 7 | 9..) {
                Ground::Light
            } else {
                Ground::Dark
            })
        });
        Self {
            colours,
            ground: background.unwrap_or(Ground::Unknown),
        }
    }
}

/// What each role looks like.
#[derive(Debug, Clone)]
pub(crate) struct Theme {
    pub(crate) ink: Style,
    pub(crate) soft: Style,
    pub(crate) line: Style,
    pub(crate) title: Style,
    pub(crate) code: Style,
    pub(crate) accent: Style,
    /// Needs attention soon.
    pub(crate) amber: Style,
    /// Needs attention now, or cannot be undone.
    pub(crate) danger: Style,
    pub(crate) good: Style,
}

/// The five colours of one ground: soft, accent, amber, danger, good.
type Palette = [Color; 5];

impl Theme {
    pub(crate) fn new(appearance: Appearance) -> Self {
        use Color::{Blue, Cyan, DarkGray, Green, Indexed, Magenta, Red, Yellow};
        let palette: Palette = match (appearance.colours, appearance.ground) {
            (Colours::None, _) => return Self::none(),
            (Colours::Sixteen, Ground::Light) => [DarkGray, Blue, Magenta, Red, Green],
            (Colours::Sixteen, Ground::Dark) => [Color::Gray, Cyan, Yellow, Red, Green],
            (Colours::Sixteen, Ground::Unknown) => [DarkGray, Blue, Magenta, Red, Green],
            (Colours::Many, Ground::Light) => [
                Indexed(242),
                Indexed(25),
                Indexed(130),
                Indexed(160),
                Indexed(28),
            ],
            (Colours::Many, Ground::Dark) => [
                Indexed(246),
                Indexed(110),
                Indexed(179),
                Indexed(203),
                Indexed(114),
            ],
            (Colours::Many, Ground::Unknown) => [
                Indexed(244),
                Indexed(67),
                Indexed(136),
                Indexed(167),
                Indexed(65),
            ],
        };
        let [soft, accent, amber, danger, good] = palette.map(|colour| Style::new().fg(colour));
        Self {
            soft,
            line: soft,
            code: accent,
            accent: accent.add_modifier(Modifier::BOLD),
            amber: amber.add_modifier(Modifier::BOLD),
            danger: danger.add_modifier(Modifier::BOLD),
            good,
            ..Self::none()
        }
    }

    /// Without colours the weight of the letters says what matters.
    pub(crate) fn none() -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        Self {
            ink: plain,
            soft: plain.add_modifier(Modifier::DIM),
            line: plain.add_modifier(Modifier::DIM),
            title: bold,
            code: plain,
            accent: bold,
            amber: bold,
            danger: bold.add_modifier(Modifier::REVERSED),
            good: plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appearance_follows_the_environment() {
        let look = |pairs: &[(&str, &str)]| {
            Appearance::of_environment(&|name| {
                let found = pairs.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let appearance = |colours, ground| Appearance { colours, ground };
        for (pairs, expected) in [
            (&[] as &[_], appearance(Colours::Sixteen, Ground::Unknown)),
            (
                &[("TERM", "xterm-256color"), ("COLORFGBG", "15;0")],
                appearance(Colours::Many, Ground::Dark),
            ),
            (
                &[
                    ("TERM", "xterm"),
                    ("COLORTERM", "truecolor"),
                    ("COLORFGBG", "0;default;15"),
                ],
                appearance(Colours::Many, Ground::Light),
            ),
            (
                &[("TERM", "xterm-256color"), ("NO_COLOR", "1")],
                appearance(Colours::None, Ground::Unknown),
            ),
            (
                &[("TERM", "linux"), ("NO_COLOR", "")],
                appearance(Colours::Sixteen, Ground::Unknown),
            ),
        ] {
            assert_eq!(look(pairs), expected, "{pairs:?}");
        }
    }
}
