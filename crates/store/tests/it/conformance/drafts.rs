//! A person's unfinished answer.

use domain::Surface;
use domain::interaction::AnswerDraft;
use store::StoredDraft;

use crate::support::{Backend, ask, id, question, second};

fn draft(text: &str, surface: Surface, at: i64) -> StoredDraft {
    let draft = AnswerDraft {
        selected_ids: vec!["no".into()],
        text: Some(text.into()),
        hidden_ids: vec!["yes".into()],
        ..AnswerDraft::default()
    };
    StoredDraft {
        draft,
        surface,
        at: second(at),
    }
}

pub(crate) async fn store_keeps_the_newest_draft(backend: &impl Backend) {
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    ask(&*store, question(2)).await;
    let other = draft("elsewhere", Surface::Cli, 1);
    store.save_draft(id(2), &other).await.unwrap();
    for (text, surface) in [("May", Surface::Web), ("Maybe 也许", Surface::Terminal)] {
        let newest = draft(text, surface, 2);
        store.save_draft(id(1), &newest).await.unwrap();
        assert_eq!(store.draft(id(1)).await.unwrap(), Some(newest));
    }
    assert_eq!(store.draft(id(2)).await.unwrap(), Some(other));
}

pub(crate) async fn store_refuses_a_draft_for_an_unknown_question(backend: &impl Backend) {
    let store = backend.open().await;
    store
        .save_draft(id(1), &draft("lost", Surface::Web, 1))
        .await
        .unwrap_err();
    assert_eq!(store.draft(id(1)).await.unwrap(), None);
}
