//! The filters of the history, alone and together, page by page.

use domain::Timestamp;
use domain::interaction::ListFilter;
use domain::interaction::{Event, Status};
use store::{ListQuery, Store};

use crate::support::{Backend, append, ask, asker, person, question, second, yes};

/// Number, asker, project's directory, when it closed, and how; nothing is still pending.
const HISTORY: [(u32, &str, &str, i64, Option<Status>); 8] = [
    (1, "codex", "/src/shop", 100, Some(Status::Submitted)),
    (2, "codex", "/src/blog", 200, Some(Status::Timeout)),
    (3, "claude", "/src/shop", 300, Some(Status::Cancelled)),
    (4, "claude", "/src/blog", 400, Some(Status::Submitted)),
    (5, "codex", "/src/shop", 500, Some(Status::Timeout)),
    (6, "codex", "/src/shop", 600, Some(Status::AutoSubmitted)),
    (7, "codex", "/src/shop", 0, None),
    (8, "claude", "/src/blog", 0, None),
];

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects, and anything else fails it"
)]
async fn fill(store: &dyn Store) {
    for (number, client, directory, closed, status) in HISTORY {
        let mut new = question(number);
        new.interaction.asker = asker(client, directory);
        let stored = ask(store, new).await;
        let event = match status {
            None | Some(Status::Pending) => continue,
            Some(Status::Submitted) => yes(&stored),
            Some(Status::AutoSubmitted) => match yes(&stored) {
                Event::Answered { answer, .. } => Event::Answered {
                    answer,
                    by: domain::Responder::Policy,
                    answer_id: None,
                },
                other => other,
            },
            Some(Status::Cancelled) => Event::Cancelled {
                note: None,
                by: person(),
                answer_id: crate::support::answer_id(1),
            },
            Some(Status::Timeout) => Event::TimedOut,
        };
        append(store, &stored, &[event], second(closed)).await;
    }
}

struct Wanted {
    project: &'static str,
    asker: &'static str,
    status: Option<Status>,
    since: Option<Timestamp>,
    search: &'static str,
}

const ANY: Wanted = Wanted {
    project: "",
    asker: "",
    status: None,
    since: None,
    search: "",
};

async fn found(store: &dyn Store, wanted: &Wanted, filter: ListFilter, limit: u32) -> Vec<u64> {
    let mut query = ListQuery {
        filter,
        search: wanted.search.into(),
        project: wanted.project.into(),
        asker: wanted.asker.into(),
        status: wanted.status,
        since: wanted.since,
        limit,
        ..ListQuery::default()
    };
    let mut numbers = Vec::new();
    loop {
        let page = store.list(&query).await.unwrap();
        numbers.extend(page.rows.iter().map(|row| row.number));
        assert!(numbers.len() <= 8, "the pages go round in a circle");
        query.cursor = page.next;
        if query.cursor.is_none() {
            return numbers;
        }
    }
}

pub(crate) async fn list_filters_work_alone_and_combined_on_pages_of_any_size(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    fill(&*store).await;
    let submitted = Some(Status::Submitted);
    #[rustfmt::skip]
    let cases = [
        (ANY, vec![7, 8, 6, 5, 4, 3, 2, 1]),
        (Wanted { project: "shop", ..ANY }, vec![7, 6, 5, 3, 1]),
        (Wanted { asker: "claude", ..ANY }, vec![8, 4, 3]),
        (Wanted { project: "shop", asker: "codex", ..ANY }, vec![7, 6, 5, 1]),
        (Wanted { status: submitted, ..ANY }, vec![4, 1]),
        (Wanted { status: Some(Status::Pending), ..ANY }, vec![7, 8]),
        (Wanted { status: Some(Status::Pending), project: "blog", ..ANY }, vec![8]),
        (Wanted { status: Some(Status::Timeout), project: "shop", ..ANY }, vec![5]),
        (Wanted { status: submitted, asker: "codex", ..ANY }, vec![1]),
        (Wanted { status: submitted, asker: "codex", project: "blog", ..ANY }, vec![]),
        (Wanted { since: Some(second(400)), ..ANY }, vec![6, 5, 4]),
        (Wanted { since: Some(second(8)), ..ANY }, vec![8, 6, 5, 4, 3, 2, 1]),
        (Wanted { since: Some(second(300)), project: "shop", ..ANY }, vec![6, 5, 3]),
        (Wanted { search: "step 5", asker: "codex", ..ANY }, vec![5]),
        (Wanted { search: "step 5", asker: "claude", ..ANY }, vec![]),
        (Wanted { project: "sho", ..ANY }, vec![]),
        (Wanted { project: "Shop", ..ANY }, vec![]),
    ];
    for (wanted, expected) in &cases {
        for limit in [1, 2, 3, 100] {
            let context = format!(
                "{} {} {:?} {:?} {:?} by {limit}",
                wanted.project, wanted.asker, wanted.status, wanted.since, wanted.search
            );
            let all = found(&*store, wanted, ListFilter::All, limit).await;
            assert_eq!(&all, expected, "{context}");
            let finished = found(&*store, wanted, ListFilter::Completed, limit).await;
            let closed: Vec<u64> = expected.iter().copied().filter(|n| *n < 7).collect();
            assert_eq!(finished, closed, "{context}");
        }
    }
}
