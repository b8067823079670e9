//! What reading a request brought to light besides its values.

use protocol::{Notice, Problem};

use crate::output::Deprecation;

/// How many problems one reply names; an agent does not repair more at a time.
const PROBLEMS_MAX: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<Problem>,
    pub(super) deprecations: Vec<Deprecation>,
    pub(super) notices: Vec<Notice>,
    /// Paths that hold something, but nothing we could read. The rules see them as absent.
    unreadable: Vec<String>,
}

impl Findings {
    pub(super) fn unreadable(&mut self, path: &str, problem: Problem) {
        self.unreadable.push(path.to_owned());
        self.problems.push(problem);
    }

    /// Whether there was a complaint that this path cannot be read.
    pub(super) fn is_unreadable(&self, path: &str) -> bool {
        self.unreadable.iter().any(|known| known == path)
    }

    /// Adds broken rules, except where a complaint about the same field was made already.
    pub(super) fn add_violations<T>(&mut self, violations: &[T])
    where
        for<'v> Problem: From<&'v T>,
    {
        for violation in violations {
            let problem = Problem::from(violation);
            if !self.is_covered(&problem) {
                self.problems.push(problem);
            }
        }
    }

    fn is_covered(&self, problem: &Problem) -> bool {
        let needs_options = problem.field.starts_with("default");
        let field = &problem.field;
        self.unreadable.iter().any(|path| {
            let below = field.strip_prefix(path.as_str());
            let same = below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
            // With an unreadable option it is unclear which defaults are unknown.
            same || needs_options && (path.starts_with("options") || path.starts_with("default"))
        })
    }

    /// Returns all problems, or the first and how many more there are.
    pub(super) fn into_problems(mut self) -> Vec<Problem> {
        let more = self.problems.len().saturating_sub(PROBLEMS_MAX);
        if more > 0 {
            self.problems.truncate(PROBLEMS_MAX);
            self.problems.push(Problem::new(
                "more_problems",
                "",
                format!("{more} more problems are not listed"),
                "Repair these first.",
            ));
        }
        self.problems
    }
}
