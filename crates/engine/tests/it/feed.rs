//! The feed: numbered without gaps, in the order of commits.

use engine::{ChangedSubject, FeedItem};
use testkit::TestEngine;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn feed_delivers_changes_in_order_without_gaps() {
    let test = TestEngine::start().await;
    let mut feed = test.engine.watch();
    let start = test.engine.last_seq().await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(test.ask_seconds(300).await.interaction.id);
    }
    let answers = ids.iter().map(|id| test.answer(*id, &["a"]));
    for answered in futures_util::future::join_all(answers).await {
        answered.unwrap();
    }
    let mut seen = Vec::new();
    while seen.len() < 20 {
        if let FeedItem::Change(change) = &*feed.recv().await.unwrap() {
            let ChangedSubject::Interaction { id, outline } = &change.subject else {
                panic!("{change:?}");
            };
            assert_eq!(outline.as_ref().map(|now| now.outline.id), Some(*id));
            seen.push(change.seq);
        }
    }
    assert_eq!(seen, (start + 1..=start + 20).collect::<Vec<_>>());
}
