//! How much of an action has been on the screen. Approving needs all of it.
//!
//! Lines count only without a gap from the first one on, and only at one width: after another
//! wrapping, line numbers mean other text.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Reading {
    /// The width the lines were wrapped for.
    cells: u16,
    /// Lines in all, once they have been laid out.
    lines: Option<usize>,
    /// Seen from the first line up to here.
    to: usize,
    whole: bool,
}

impl Reading {
    /// Takes note of the lines from `top` on, as many as fit into `height`.
    pub(crate) fn saw(&mut self, cells: u16, lines: usize, top: usize, height: usize) {
        if self.cells != cells {
            self.to = 0;
        }
        self.cells = cells;
        self.lines = Some(lines);
        if top <= self.to {
            self.to = self.to.max(top + height);
        }
        self.whole |= self.to >= lines;
    }

    /// Whether reading starts over because the lines are others now.
    pub(crate) fn is_wrapped_anew(&self, cells: u16) -> bool {
        !self.whole && self.lines.is_some() && self.cells != cells
    }

    /// Lines that have not been on the screen yet; `None` once all of them have.
    pub(crate) fn left(&self) -> Option<usize> {
        // Before anything is laid out nothing has been seen.
        let lines = self.lines.unwrap_or(1);
        (!self.whole).then(|| lines.saturating_sub(self.to).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_counts_only_contiguous_lines_at_one_width() {
        let mut reading = Reading::default();
        assert_eq!(reading.left(), Some(1));
        reading.saw(80, 20, 0, 8);
        assert_eq!(reading.left(), Some(12));
        reading.saw(80, 20, 12, 8);
        assert_eq!(reading.left(), Some(12), "four lines were skipped");
        reading.saw(80, 20, 8, 8);
        assert_eq!(reading.left(), Some(4));
        reading.saw(60, 30, 12, 8);
        assert_eq!(reading.left(), Some(30), "the lines are others now");
        for top in [0, 8, 16, 22] {
            reading.saw(60, 30, top, 8);
        }
        assert_eq!(reading.left(), None);
        reading.saw(80, 20, 0, 1);
        assert_eq!(reading.left(), None, "what was read stays read");
    }
}
