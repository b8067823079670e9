//! Starting, ending, and there being only one.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use client::ClientError;
use hub::StartError;

use crate::support::{TestHub, answer, question};

#[tokio::test]
async fn second_hub_on_a_data_directory_is_refused_without_disturbing_the_first() {
    let first = TestHub::start().await;
    let second = TestHub::start_in(Arc::clone(&first.directory), |_| {}).await;
    assert!(matches!(second, Err(StartError::AlreadyRunning { .. })));
    assert_eq!(first.person().status().await.unwrap().port, first.port);
}

#[tokio::test]
async fn stopping_hub_keeps_pending_questions_and_tells_waiting_agents_to_poll() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    let id = agent.ask(&question()).await.unwrap().interaction.session_id;
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), id.clone());
        async move { agent.wait(&id, Some(600)).await }
    });
    while hub.person().status().await.unwrap().waiting_calls == 0 {}
    let directory = hub.stop().await;
    let ended: ClientError = waiting.await.unwrap().unwrap_err();
    assert!(ended.is_connection_loss(), "{ended:?}");
    assert!(!directory.path().join("hub.sock").exists());

    let hub = TestHub::start_in(directory, |_| {}).await.unwrap();
    let detail = hub.person().detail(&id).await.unwrap();
    assert_eq!(detail.summary.status, domain::interaction::Status::Pending);
    assert!(
        detail
            .summary
            .remaining_seconds
            .is_some_and(|left| (290..=300).contains(&left))
    );
    hub.person().answer(&id, &answer("a")).await.unwrap();
    assert_eq!(
        hub.agent("codex")
            .wait(&id, None)
            .await
            .unwrap()
            .result
            .decided()
            .selected_ids,
        ["a"]
    );
}

#[tokio::test]
async fn on_demand_hub_exits_when_idle_and_not_while_a_question_is_pending() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    std::fs::write(
        directory.path().join("settings.toml"),
        "linger_seconds = 0\n",
    )
    .unwrap();
    let hub = TestHub::start_in(directory, |options| options.on_demand = true)
        .await
        .unwrap();
    let id = hub
        .agent("codex")
        .ask(&question())
        .await
        .unwrap()
        .interaction
        .session_id;
    hub.person().status().await.unwrap();
    hub.person().answer(&id, &answer("a")).await.unwrap();
    let directory = hub.ended().await;
    assert!(!directory.path().join("hub.sock").exists());
}

#[tokio::test]
async fn hub_stops_when_a_person_shuts_it_down() {
    let hub = TestHub::start().await;
    hub.person().shut_down().await.unwrap();
    hub.ended().await;
}

#[tokio::test]
async fn socket_and_data_files_are_accessible_to_their_owner_only() {
    let hub = TestHub::start().await;
    hub.agent("codex").ask(&question()).await.unwrap();
    for name in ["hub.sock", "hub.lock", "sayso.db", "sayso.db-wal"] {
        let mode = std::fs::metadata(hub.directory.path().join(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn hub_does_not_start_with_an_invalid_settings_file_and_keeps_the_file() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let path = directory.path().join("settings.toml");
    std::fs::write(&path, "theme = \n").unwrap();
    let refused = TestHub::start_in(Arc::clone(&directory), |_| {}).await;
    assert!(matches!(refused, Err(StartError::Settings(_))));
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.ends_with("theme = \n"), "{kept}");
}

#[tokio::test]
async fn restarted_hub_takes_its_previous_port_while_it_is_free() {
    let hub = TestHub::start().await;
    let port = hub.port;
    let directory = hub.stop().await;
    let hub = TestHub::start_in(directory, |_| {}).await.unwrap();
    assert_eq!(hub.port, port);
    let directory = hub.stop().await;
    let _squatter = tokio::net::TcpListener::bind(("127.0.0.1", port))
        .await
        .unwrap();
    let hub = TestHub::start_in(directory, |_| {}).await.unwrap();
    assert_ne!(hub.port, port);
}
