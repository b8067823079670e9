//! Login codes, sessions, and their end.

use crate::support::TestHub;

#[tokio::test]
async fn a_login_code_works_once() {
    let hub = TestHub::start().await;
    let made = hub.person().login_code().await.unwrap();
    assert!(
        made.url
            .starts_with(&format!("http://localhost:{}/login#c=", hub.port))
    );
    let reply = hub.exchange(&made.code).await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/"),
        "{cookie}"
    );
    let again = hub.exchange(&made.code).await;
    assert_eq!((again.status, again.code().as_str()), (401, "code_unknown"));
}

#[tokio::test]
async fn sessions_survive_a_restart_and_end_when_revoked() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let port = hub.port;
    let directory = hub.stop().await;
    let hub = TestHub::start_in(directory, |options| options.port = Some(port))
        .await
        .unwrap();
    let headers = [cookie, key];
    assert_eq!(
        hub.send("GET", "/api/v1/status", &headers, "").await.status,
        200
    );
    let sessions = hub.person().web_sessions().await.unwrap();
    assert_eq!(sessions.len(), 1);
    hub.person()
        .revoke_web_session(&sessions[0].id)
        .await
        .unwrap();
    assert_eq!(
        hub.send("GET", "/api/v1/status", &headers, "").await.status,
        401
    );
}

#[tokio::test]
async fn a_browser_can_neither_make_tokens_nor_codes_nor_stop_the_hub() {
    let hub = TestHub::start().await;
    let [cookie, key] = hub.sign_in().await;
    let headers = [cookie, key, hub.origin(), crate::support::JSON.to_owned()];
    for (path, body) in [
        ("/api/v1/tokens", r#"{"name":"x","expires_in_days":1}"#),
        ("/api/v1/login-codes", "{}"),
        ("/api/v1/shutdown", "{}"),
    ] {
        let reply = hub.send("POST", path, &headers, body).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (403, "local_only"),
            "{path}"
        );
    }
}
