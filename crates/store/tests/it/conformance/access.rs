//! Browser sessions and agents' tokens.

use store::{NewToken, NewWebSession, SecondHalf, TokenRow, WebSessionRow};

use crate::support::{Backend, second};

fn session(id: &str, at: i64) -> NewWebSession {
    NewWebSession {
        id: id.into(),
        cookie_hash: [1; 32],
        key_hash: [2; 32],
        second_half: match id {
            "one" => SecondHalf::Path,
            _ => SecondHalf::Header,
        },
        created_at: second(at),
        user_agent: "Firefox".into(),
    }
}

fn session_row(new: &NewWebSession, last_seen: i64) -> WebSessionRow {
    let NewWebSession {
        id,
        cookie_hash,
        key_hash,
        second_half,
        created_at,
        user_agent,
    } = new.clone();
    let last_seen_at = second(last_seen);
    WebSessionRow {
        id,
        cookie_hash,
        key_hash,
        second_half,
        created_at,
        last_seen_at,
        user_agent,
    }
}

pub(crate) async fn web_sessions_are_added_touched_and_removed(backend: &impl Backend) {
    let store = backend.open().await;
    let (one, two) = (session("one", 1), session("two", 2));
    store.add_web_session(&two).await.unwrap();
    store.add_web_session(&one).await.unwrap();
    store.add_web_session(&one).await.unwrap_err();
    store.touch_web_session("one", second(9)).await.unwrap();
    store.touch_web_session("one", second(5)).await.unwrap();
    store.touch_web_session("nobody", second(9)).await.unwrap();

    let rows = [session_row(&one, 9), session_row(&two, 2)];
    assert_eq!(store.web_sessions().await.unwrap(), rows);
    assert!(store.remove_web_session("one").await.unwrap());
    assert!(!store.remove_web_session("one").await.unwrap());
    assert_eq!(store.web_sessions().await.unwrap(), rows[1..]);
}

fn token(id: &str, at: i64) -> NewToken {
    NewToken {
        id: id.into(),
        name: format!("token {id}"),
        directory: "/src/shop".into(),
        secret_hash: [3; 32],
        created_at: second(at),
        expires_at: second(at + 1000),
    }
}

fn token_row(new: &NewToken, last_used: Option<i64>) -> TokenRow {
    let NewToken {
        id,
        name,
        directory,
        secret_hash,
        created_at,
        expires_at,
    } = new.clone();
    let last_used_at = last_used.map(second);
    TokenRow {
        id,
        name,
        directory,
        secret_hash,
        created_at,
        expires_at,
        last_used_at,
    }
}

pub(crate) async fn tokens_are_added_touched_and_removed(backend: &impl Backend) {
    let store = backend.open().await;
    let (one, two) = (token("one", 1), token("two", 2));
    store.add_token(&two).await.unwrap();
    store.add_token(&one).await.unwrap();
    store.add_token(&two).await.unwrap_err();
    store.touch_token("two", second(9)).await.unwrap();
    store.touch_token("two", second(5)).await.unwrap();
    store.touch_token("nobody", second(9)).await.unwrap();

    let rows = [token_row(&one, None), token_row(&two, Some(9))];
    assert_eq!(store.tokens().await.unwrap(), rows);
    assert!(store.remove_token("one").await.unwrap());
    assert!(!store.remove_token("one").await.unwrap());
    assert_eq!(store.tokens().await.unwrap(), rows[1..]);
}
