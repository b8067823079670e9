//! Draws how costs grow: one panel per quantity, side by side, both axes logarithmic.
//!
//! Colours follow the reader's light or dark preference; every curve carries its name, so that
//! colour is never the only difference. The dashed line is the promise.

use super::figures::thousands;
use super::report::{Growth, Series};

const PANEL_WIDTH: f64 = 320.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 52.0;
/// Names of curves must not cover each other.
const LABEL_GAP: f64 = 14.0;

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#57606a}\
.title{font-size:14px;font-weight:600;fill:#1f2328}\
.grid{stroke:#d8dee4;stroke-width:1}\
.goal{stroke:#57606a;stroke-width:1;stroke-dasharray:4 4}\
.curve{fill:none;stroke-width:2}\
.name{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}\
.c0{stroke:#0969da}.c1{stroke:#bc4c00}.c2{stroke:#8250df}.c3{stroke:#1a7f37}\
.d0{fill:#0969da}.d1{fill:#bc4c00}.d2{fill:#8250df}.d3{fill:#1a7f37}\
@media(prefers-color-scheme:dark){\
text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}.goal{stroke:#9198a1}.name{stroke:#0d1117}\
.c0{stroke:#4493f8}.c1{stroke:#db6d28}.c2{stroke:#ab7df8}.c3{stroke:#3fb950}\
.d0{fill:#4493f8}.d1{fill:#db6d28}.d2{fill:#ab7df8}.d3{fill:#3fb950}}";

pub(super) fn draw(panels: &[Growth]) -> String {
    let width = PANEL_WIDTH * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" \
         aria-label=\"How costs grow\">\n<style>{STYLE}</style>\n"
    );
    for (index, growth) in panels.iter().enumerate() {
        svg.push_str(&format!(
            "<g transform=\"translate({} 0)\">\n",
            PANEL_WIDTH * index as f64
        ));
        svg.push_str(&Panel::of(growth).draw(growth));
        svg.push_str("</g>\n");
    }
    svg + "</svg>\n"
}

/// The decades that a panel shows.
struct Panel {
    x: Decades,
    y: Decades,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decades {
    first: i32,
    last: i32,
}

impl Decades {
    /// The smallest range of whole decades around all values; at least one.
    fn around(values: impl Iterator<Item = f64>) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            least = least.min(value);
            most = most.max(value);
        }
        let first = decade(least.log10().floor());
        let last = decade(most.log10().ceil());
        Self {
            first,
            last: last.max(first + 1),
        }
    }

    /// Returns where a value lies, from 0 at the beginning to 1 at the end.
    fn place(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first)
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        (self.first..=self.last).map(|decade| 10_f64.powi(decade))
    }
}

/// Decades of measured values are small.
fn decade(whole: f64) -> i32 {
    whole as i32
}

impl Panel {
    fn of(growth: &Growth) -> Self {
        let points = || growth.series.iter().flat_map(|series| &series.points);
        Self {
            x: Decades::around(points().map(|(x, _)| *x)),
            y: Decades::around(points().map(|(_, y)| *y).chain([growth.goal])),
        }
    }

    fn left(&self, x: f64) -> f64 {
        LEFT + self.x.place(x) * (PANEL_WIDTH - LEFT - RIGHT)
    }

    fn top(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.place(y) * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, growth: &Growth) -> String {
        let (end, base) = (PANEL_WIDTH - RIGHT, HEIGHT - BOTTOM);
        let mut svg = format!(
            "<text class=\"title\" x=\"{LEFT}\" y=\"22\">{}</text>\n",
            growth.title
        );
        svg.push_str(&format!(
            "<text x=\"{LEFT}\" y=\"40\">{}</text>\n",
            growth.unit
        ));
        for y in self.y.ticks() {
            let top = self.top(y);
            svg.push_str(&format!(
                "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{top:.1}\" x2=\"{end}\" y2=\"{top:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
                LEFT - 8.0,
                top + 4.0,
                number(y)
            ));
        }
        for x in self.x.ticks() {
            svg.push_str(&format!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                self.left(x),
                base + 18.0,
                number(x)
            ));
        }
        svg.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            f64::midpoint(LEFT, end),
            base + 38.0,
            growth.over
        ));
        let goal = self.top(growth.goal);
        svg.push_str(&format!(
            "<line class=\"goal\" x1=\"{LEFT}\" y1=\"{goal:.1}\" x2=\"{end}\" y2=\"{goal:.1}\"/>\
             <text x=\"{LEFT}\" dx=\"4\" y=\"{:.1}\">to reach: {} {}</text>\n",
            goal - 5.0,
            number(growth.goal),
            growth.unit
        ));
        for (index, series) in growth.series.iter().enumerate() {
            svg.push_str(&self.curve(index, series));
        }
        svg + &self.labels(&growth.series)
    }

    fn curve(&self, index: usize, series: &Series) -> String {
        let places: Vec<(f64, f64)> = series
            .points
            .iter()
            .map(|(x, y)| (self.left(*x), self.top(*y)))
            .collect();
        let path: Vec<String> = places
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let mut svg = format!(
            "<polyline class=\"curve c{index}\" points=\"{}\"/>\n",
            path.join(" ")
        );
        for (x, y) in places {
            svg.push_str(&format!(
                "<circle class=\"d{index}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>\n"
            ));
        }
        svg
    }

    /// Names each curve above its end, moved up where two would meet.
    fn labels(&self, series: &[Series]) -> String {
        let mut ends: Vec<(f64, usize, &Series)> = series
            .iter()
            .enumerate()
            .filter_map(|(index, series)| {
                let (_, y) = series.points.last()?;
                Some((self.top(*y) - 8.0, index, series))
            })
            .collect();
        ends.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut svg = String::new();
        let mut below = f64::INFINITY;
        for (wanted, index, series) in ends {
            let top = wanted.min(below - LABEL_GAP);
            below = top;
            svg.push_str(&format!(
                "<text class=\"name d{index}\" x=\"{}\" y=\"{top:.1}\" text-anchor=\"end\">{}</text>\n",
                PANEL_WIDTH - RIGHT,
                series.name
            ));
        }
        svg
    }
}

fn number(value: f64) -> String {
    if value < 1.0 {
        return format!("{value}");
    }
    match value.round() {
        million if million >= 1_000_000.0 => format!("{} M", million / 1_000_000.0),
        whole => thousands(whole as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth() -> Growth {
        Growth {
            title: "First page",
            over: "questions stored",
            unit: "ms",
            goal: 10.0,
            series: vec![
                Series {
                    name: "list",
                    points: vec![(1e3, 1.0), (1e6, 1.2)],
                },
                Series {
                    name: "history",
                    points: vec![(1e3, 1.1), (1e6, 1.2)],
                },
            ],
        }
    }

    #[test]
    fn chart_axis_spans_whole_decades_around_its_values() {
        let around = |values: &[f64]| Decades::around(values.iter().copied());
        assert_eq!(around(&[1e3, 1e6]), Decades { first: 3, last: 6 });
        assert_eq!(around(&[0.7, 12.0]), Decades { first: -1, last: 2 });
        assert_eq!(around(&[10.0]), Decades { first: 1, last: 2 });
    }

    #[test]
    fn chart_labels_of_equal_ends_do_not_overlap() {
        let growth = growth();
        let labels = Panel::of(&growth).labels(&growth.series);
        let tops: Vec<f64> = labels
            .lines()
            .map(|line| {
                let (_, rest) = line.split_once("y=\"").unwrap();
                rest.split_once('"').unwrap().0.parse().unwrap()
            })
            .collect();
        assert_eq!(tops.len(), 2);
        assert!((tops[0] - tops[1]).abs() >= LABEL_GAP - 0.1, "{tops:?}");
    }

    #[test]
    fn chart_draws_every_curve_and_the_limit() {
        let svg = draw(&[growth(), growth()]);
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert_eq!(svg.matches("to reach: 10 ms").count(), 2);
        assert!(svg.contains(">1 M<") && svg.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn chart_axis_labels_are_short() {
        let shown = [0.1, 1.0, 1_000.0, 1_000_000.0].map(number);
        assert_eq!(shown, ["0.1", "1", "1,000", "1 M"]);
    }
}
