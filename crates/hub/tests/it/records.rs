//! History filters, the audit and the import over the API, and who may use them.

use client::{ClientError, ListRequest};
use protocol::{
    AuditRecord, ExportFormat, ImportRequest, ImportedAnswer, ImportedOutcome, ImportedSession,
    OptionSpec, rfc3339,
};

use crate::support::{TestHub, answer, question};

fn code<T>(result: Result<T, ClientError>) -> String {
    match result {
        Ok(_) => "done".to_owned(),
        Err(error) => error.code().unwrap_or("no code").to_owned(),
    }
}

fn session(id: &str, at: &str) -> ImportedSession {
    ImportedSession {
        session_id: id.into(),
        title: "Which?".into(),
        prompt: "Go on?".into(),
        selection_mode: "single".into(),
        options: vec![OptionSpec {
            id: Some("a".into()),
            ..OptionSpec::default()
        }],
        interface: "terminal".into(),
        started_at: at.into(),
        completed_at: at.into(),
        timeout_seconds: None,
        outcome: ImportedOutcome::Submitted(ImportedAnswer {
            selected_ids: vec!["a".into()],
            ..ImportedAnswer::default()
        }),
    }
}

fn request(sessions: Vec<ImportedSession>) -> ImportRequest {
    ImportRequest {
        source: "another-server".into(),
        directory: "/src/blog".into(),
        sessions,
    }
}

/// The hub's own clock, as it writes instants.
async fn now(hub: &TestHub) -> String {
    hub.person().status().await.unwrap().started_at
}

#[tokio::test]
async fn list_and_export_are_filtered_by_project_agent_status_and_time() {
    let hub = TestHub::start().await;
    let person = hub.person();
    for client in ["codex", "claude-code"] {
        let agent = hub.agent(client);
        let id = agent.ask(&question()).await.unwrap().interaction.session_id;
        if client == "codex" {
            person.answer(&id, &answer("a")).await.unwrap();
        }
    }
    let count = async |change: fn(&mut ListRequest)| {
        let mut request = ListRequest::default();
        change(&mut request);
        person
            .list(&request)
            .await
            .map(|page| page.interactions.len())
    };
    for (change, expected) in [
        ((|_| {}) as fn(&mut ListRequest), 2),
        (|request| request.project = Some("shop".into()), 2),
        (|request| request.project = Some("blog".into()), 0),
        (|request| request.asker = Some("codex".into()), 1),
        (
            |request| request.status = Some(domain::interaction::Status::Submitted),
            1,
        ),
        (
            |request| request.since = Some("2999-01-01T00:00:00Z".into()),
            0,
        ),
        (
            |request| request.since = Some("2020-01-01T00:00:00+02:00".into()),
            2,
        ),
    ] {
        assert_eq!(count(change).await.unwrap(), expected);
    }
    let unreadable = count(|request| request.since = Some("2026-01-31".into())).await;
    assert_eq!(code(unreadable), "invalid_request");
    let everything = ListRequest::default();
    let exported = person.export(ExportFormat::Csv, &everything).await.unwrap();
    assert_eq!(exported.count, 2);
}

#[tokio::test]
async fn imported_sessions_are_in_the_audit_once() {
    let hub = TestHub::start().await;
    let person = hub.person();
    let at = now(&hub).await;
    let both = request(vec![session("one", &at), session("two", &at)]);
    let reply = person.import(&both).await.unwrap();
    assert_eq!((reply.imported, reply.known, reply.expired), (2, 0, 0));
    let again = person.import(&both).await.unwrap();
    assert_eq!((again.imported, again.known), (0, 2));
    let old = request(vec![session("old", &rfc3339(domain::Timestamp(0)))]);
    assert_eq!(person.import(&old).await.unwrap().expired, 1);

    let page = person.export_audit(None).await.unwrap();
    let sources: Vec<String> = page
        .records
        .iter()
        .map(|record| match record {
            AuditRecord::Outcome(outcome) => outcome.imported_from.clone().unwrap().session_id,
            AuditRecord::Event(_) | AuditRecord::Hub(_) => panic!("{record:?}"),
        })
        .collect();
    assert_eq!(sources, ["one", "two"]);
    let events = person
        .export_audit(page.next_cursor.as_deref())
        .await
        .unwrap();
    assert_eq!(events.records.len(), 8);
    assert!(person.verify_audit(None).await.unwrap().ok);
}

#[tokio::test]
async fn import_stores_nothing_if_one_session_is_invalid() {
    let hub = TestHub::start().await;
    let person = hub.person();
    let at = now(&hub).await;
    let mut unfit = session("two", "yesterday");
    unfit.title = String::new();
    let refused = person
        .import(&request(vec![session("one", &at), unfit]))
        .await;
    let Err(ClientError::Refused { error, .. }) = refused else {
        panic!("{refused:?}");
    };
    let fields: Vec<&str> = error
        .problems
        .iter()
        .map(|problem| problem.field.as_str())
        .collect();
    assert_eq!(
        fields,
        [
            "sessions[1].started_at",
            "sessions[1].completed_at",
            "sessions[1].title"
        ]
    );
    let mut nameless = request(vec![session("one", &at)]);
    nameless.source = " ".into();
    assert_eq!(code(person.import(&nameless).await), "invalid_request");
    let listed = person.list(&ListRequest::default()).await.unwrap();
    assert_eq!(listed.interactions, []);
}

#[tokio::test]
async fn audit_and_import_routes_accept_only_the_local_person() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    assert_eq!(code(agent.verify_audit(None).await), "local_only");
    assert_eq!(code(agent.export_audit(None).await), "local_only");
    assert_eq!(code(agent.import(&request(vec![])).await), "local_only");
    let signed_in = hub.sign_in().await;
    for path in ["/api/v1/audit/verify", "/api/v1/audit/export"] {
        let reply = hub.send("GET", path, &signed_in, "").await;
        assert_eq!(
            (reply.status, reply.code()),
            (403, "local_only".to_owned()),
            "{path}"
        );
    }
    let cursor = hub.person().export_audit(Some("x")).await;
    assert_eq!(code(cursor), "bad_cursor");
}
