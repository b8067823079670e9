//! Order, pages, cursors and search.

use domain::interaction::ListFilter;
use domain::interaction::{DUE_SOON_MS, Event};
use store::{ListQuery, PAGE_ROWS_MAX, Store, StoreError, StoredOutline};

use crate::support::{
    ARMED_AT_MS, Backend, append, ask, asker, finish, question, second, titled, with_timeout,
};

async fn all(
    store: &dyn Store,
    filter: ListFilter,
    search: &str,
    limit: u32,
) -> Vec<StoredOutline> {
    let mut query = ListQuery {
        filter,
        search: search.into(),
        limit,
        ..ListQuery::default()
    };
    let mut rows = Vec::new();
    loop {
        let page = store.list(&query).await.unwrap();
        assert!(page.rows.len() <= limit as usize);
        for row in &page.rows {
            is_the_outline_of_its_interaction(store, row).await;
        }
        rows.extend(page.rows);
        query.cursor = page.next;
        if query.cursor.is_none() {
            return rows;
        }
        assert!(rows.len() < 100, "the pages go round in a circle");
    }
}

async fn is_the_outline_of_its_interaction(store: &dyn Store, row: &StoredOutline) {
    let id = row.outline.id;
    let whole = store.interaction(id).await.unwrap().unwrap();
    assert_eq!(*row, StoredOutline::from(&whole));
    assert_eq!(store.outline(id).await.unwrap().as_ref(), Some(row));
}

fn numbers(rows: &[StoredOutline]) -> Vec<u64> {
    rows.iter().map(|row| row.number).collect()
}

/// Asks 1 to 6. Then 5, 2 and 3 finish; 2 and 3 in the same instant.
async fn six(store: &dyn Store) {
    let mut asked = Vec::new();
    for number in 1..=6 {
        asked.push(ask(store, question(number)).await);
    }
    for (number, at) in [(5, 100), (2, 200), (3, 200)] {
        append(store, &asked[number - 1], &[Event::TimedOut], second(at)).await;
    }
}

pub(crate) async fn list_shows_pending_questions_oldest_first_and_finished_ones_latest_first(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    six(&*store).await;
    let listed = async |filter| numbers(&all(&*store, filter, "", 100).await);
    assert_eq!(listed(ListFilter::Active).await, [1, 4, 6]);
    assert_eq!(listed(ListFilter::Completed).await, [3, 2, 5]);
    assert_eq!(listed(ListFilter::All).await, [1, 4, 6, 3, 2, 5]);
}

pub(crate) async fn list_pages_of_any_size_make_up_the_whole_list(backend: &impl Backend) {
    let store = backend.open().await;
    six(&*store).await;
    for limit in 1..=7 {
        for (filter, expected) in [
            (ListFilter::All, vec![1, 4, 6, 3, 2, 5]),
            (ListFilter::Active, vec![1, 4, 6]),
            (ListFilter::Completed, vec![3, 2, 5]),
        ] {
            let rows = all(&*store, filter, "", limit).await;
            assert_eq!(numbers(&rows), expected, "{filter:?} by {limit}");
        }
    }
}

/// The table that `domain` and the surfaces are held to as well, read in pages of every size.
pub(crate) async fn list_orders_pending_questions_like_every_other_list<B: Backend>(_: &B) {
    let table = include_str!("../../../../domain/tests/order.json");
    let cases: serde_json::Value = serde_json::from_str(table).unwrap();
    for case in cases.as_array().unwrap() {
        let backend = B::fresh().await;
        let store = backend.open().await;
        let mut rows = case["rows"].as_array().unwrap().clone();
        rows.sort_by_key(|row| row["number"].as_u64());
        for row in rows {
            let number = u32::try_from(row["number"].as_u64().unwrap()).unwrap();
            let new = match row["left_seconds"].as_u64() {
                Some(seconds) => with_timeout(question(number), seconds),
                None => question(number),
            };
            ask(&*store, new).await;
        }
        let order: Vec<u64> = serde_json::from_value(case["order"].clone()).unwrap();
        for limit in 1..=5 {
            let mut query = ListQuery {
                filter: ListFilter::Active,
                limit,
                due_soon_until_ms: ARMED_AT_MS + DUE_SOON_MS,
                ..ListQuery::default()
            };
            let mut listed = Vec::new();
            loop {
                let page = store.list(&query).await.unwrap();
                listed.extend(numbers(&page.rows));
                query.cursor = page.next;
                // Time goes on between the pages; what counts as soon was settled with the first.
                query.due_soon_until_ms += 60_000;
                if query.cursor.is_none() {
                    break;
                }
            }
            assert_eq!(listed, order, "{} by {limit}", case["name"]);
        }
    }
}

pub(crate) async fn list_page_says_whether_another_one_follows(backend: &impl Backend) {
    let store = backend.open().await;
    six(&*store).await;
    for (filter, limit, more) in [
        (ListFilter::All, 3, true),
        (ListFilter::All, 5, true),
        (ListFilter::All, 6, false),
        (ListFilter::Active, 3, false),
        (ListFilter::Active, 2, true),
        (ListFilter::Completed, 3, false),
        (ListFilter::Completed, 1, true),
    ] {
        let query = ListQuery {
            filter,
            limit,
            ..ListQuery::default()
        };
        let page = store.list(&query).await.unwrap();
        assert_eq!(page.next.is_some(), more, "{filter:?} by {limit}");
    }
}

pub(crate) async fn search_finds_parts_of_title_prompt_agent_and_project_in_any_case(
    backend: &impl Backend,
) {
    let store = backend.open().await;
    ask(&*store, titled(1, "Which Database?")).await;
    ask(&*store, titled(2, "ÜBER 100%_sicher")).await;
    let mut third = titled(3, "Another");
    third.interaction.asker = asker("Gemini-CLI", "/src/BlogEngine");
    ask(&*store, third).await;
    finish(&*store, 4, 60).await;
    for (search, found) in [
        ("dataBASE", vec![1]),
        ("über", vec![2]),
        ("100%_", vec![2]),
        ("1_0", vec![]),
        ("gemini", vec![3]),
        ("blogengine", vec![3]),
        ("/src/", vec![]),
        ("STEP 4", vec![4]),
        ("another host", vec![1, 2, 3, 4]),
        ("' OR 1=1 --", vec![]),
    ] {
        for limit in [1, 100] {
            let rows = all(&*store, ListFilter::All, search, limit).await;
            assert_eq!(numbers(&rows), found, "{search:?} by {limit}");
        }
    }
}

pub(crate) async fn list_refuses_a_cursor_that_it_never_returned(backend: &impl Backend) {
    let store = backend.open().await;
    six(&*store).await;
    let cursor_of = async |filter| {
        let query = ListQuery {
            filter,
            limit: 1,
            ..ListQuery::default()
        };
        store.list(&query).await.unwrap().next.unwrap()
    };
    let (of_active, of_completed) = (
        cursor_of(ListFilter::Active).await,
        cursor_of(ListFilter::Completed).await,
    );
    for (filter, cursor) in [
        (ListFilter::All, ""),
        (ListFilter::All, "nonsense"),
        (ListFilter::All, "w.1.x"),
        (ListFilter::All, "f.1"),
        (ListFilter::All, "s.1.2"),
        (ListFilter::Completed, "s.1.2.3"),
        (ListFilter::Active, &of_completed),
        (ListFilter::Completed, &of_active),
    ] {
        let query = ListQuery {
            filter,
            cursor: Some(cursor.into()),
            limit: 1,
            ..ListQuery::default()
        };
        let refused = store.list(&query).await;
        assert!(
            matches!(refused, Err(StoreError::BadCursor)),
            "{filter:?} {cursor:?} {refused:?}"
        );
    }
}

pub(crate) async fn list_page_has_a_maximum_size(backend: &impl Backend) {
    let store = backend.open().await;
    for number in 1..=PAGE_ROWS_MAX + 1 {
        ask(&*store, question(number)).await;
    }
    let rows_of = async |limit| {
        let query = ListQuery {
            limit,
            ..ListQuery::default()
        };
        store.list(&query).await.unwrap().rows.len()
    };
    assert_eq!(rows_of(u32::MAX).await, PAGE_ROWS_MAX as usize);
    assert_eq!(rows_of(0).await, 1);
}
