//! Login codes, sessions, and their end.

use crate::support::TestHub;

#[tokio::test]
async fn login_code_signs_in_once() {
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
async fn wrong_login_codes_do_not_lock_the_owner_out() {
    let hub = TestHub::start().await;
    let code = hub.person().login_code().await.unwrap().code;
    for _ in 0..5 {
        assert_eq!(hub.exchange(&"0".repeat(40)).await.status, 401);
    }
    let sixth = hub.exchange(&"0".repeat(40)).await;
    assert_eq!(
        (sixth.status, sixth.header("retry-after")),
        (429, Some("60"))
    );
    assert_eq!(hub.exchange(&code).await.status, 200);
}

#[tokio::test]
async fn status_counts_refusals_by_reason_without_request_content() {
    let hub = TestHub::start().await;
    let before = hub.person().status().await.unwrap();
    assert_eq!(before.refusals, []);
    for _ in 0..3 {
        hub.send("GET", "/api/v1/interactions/5ec4e7", &[], "")
            .await;
    }
    let foreign = ["Origin: https://evil.example".to_owned()];
    hub.send("GET", "/5ec4e7?5ec4e7", &foreign, "").await;
    hub.raw("5ec4e7\r\n\r\n").await;
    hub.exchange("5ec4e7").await;
    let form = [hub.origin(), crate::pages::FORM.to_owned()];
    hub.send("POST", "/login/plain", &form, "code=5ec4e7").await;
    hub.send("GET", "/nowhere", &[], "").await;

    let status = hub.person().status().await.unwrap();
    let told: Vec<_> = status
        .refusals
        .iter()
        .map(|one| (one.reason.as_str(), one.count, one.last_route.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("bad_request_line", 1, "/"),
            ("code_unknown", 2, "/login/plain"),
            ("origin_not_allowed", 1, "/…"),
            ("sign_in_required", 3, "/api/v1/interactions/…"),
        ]
    );
    assert!(status.refusals.iter().all(|one| one.last_door == "portal"));
    assert!(!format!("{:?}", status.refusals).contains("5ec4e7"));
}

#[tokio::test]
async fn browser_session_survives_a_restart_and_ends_when_revoked() {
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
async fn browser_session_cannot_create_tokens_or_codes_or_stop_the_hub() {
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
