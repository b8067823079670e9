//! Questions that are answered with a plain sentence, by an ordinary client.

use domain::task::TurnOutcome;
use protocol::{PlainOptionSpec, PlainSpec, ReportRequest};
use testkit::hub::{TestHub, answer};

fn option(title: &str, is_recommended: bool) -> PlainOptionSpec {
    PlainOptionSpec {
        title: Some(title.into()),
        description: None,
        is_recommended: Some(is_recommended),
    }
}

#[tokio::test]
async fn plain_question_returns_the_title_of_the_chosen_option() {
    let hub = TestHub::start().await;
    let agent = hub.agent("codex");
    let mut spec = PlainSpec {
        question: Some("Which database?".into()),
        options: Some(vec![option("SQLite", false), option("PostgreSQL", false)]),
        timeout_ms: None,
    };
    let refused = agent.ask_plain(&spec).await.unwrap_err();
    assert!(
        format!("{refused:?}").contains("recommended_count"),
        "{refused:?}"
    );
    spec.options = Some(vec![option("SQLite", false), option("PostgreSQL", true)]);
    let asked = agent.ask_plain(&spec).await.unwrap().interaction;
    let waiting = agent.wait(&asked.session_id, Some(0)).await.unwrap();
    assert_eq!(waiting.in_words, None);
    let day = Some(24 * 60 * 60);
    assert_eq!(
        waiting.remaining_seconds, day,
        "as long as the settings allow"
    );
    let person = hub.person();
    person
        .answer(&asked.session_id, &answer("1"))
        .await
        .unwrap();
    let decided = agent.wait(&asked.session_id, Some(0)).await.unwrap();
    assert_eq!(decided.in_words.as_deref(), Some("SQLite"));
    hub.stop().await;
}

#[tokio::test]
async fn outcome_is_refused_from_an_agent_that_the_hub_does_not_run() {
    let hub = TestHub::start().await;
    let report = ReportRequest {
        outcome: TurnOutcome::Done,
        message: None,
    };
    let refused = hub.agent("codex").report_outcome(&report).await;
    assert_eq!(refused.unwrap_err().code(), Some("not_in_a_thread"));
    hub.stop().await;
}
