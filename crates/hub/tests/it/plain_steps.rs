//! Pages without JavaScript: the confirmation of a request, and approvals.

use protocol::{
    ActionFile, ActionVariable, AnswerDraft, AnswerRequest, ApprovalRequest, HitlOption,
    HitlRequest, HitlStatus,
};

use crate::pages::{Visitor, filled, plain, post, visitor};
use crate::support::{Reply, TestHub};

fn option(id: &str) -> HitlOption {
    HitlOption {
        id: Some(id.into()),
        label: Some(format!("The {id}")),
        description: None,
    }
}

/// Asks for a decision that has to be confirmed; returns its id.
async fn asked(hub: &TestHub) -> String {
    let request = HitlRequest {
        question: Some("Deploy where?".into()),
        options: Some(vec![option("shop"), option("bank")]),
        require_confirmation: Some(true),
        confirmation_message: Some("All <b>customers</b> see it.\u{202e}".into()),
        metadata: Some(serde_json::json!({"ticket": "OPS-7"})),
        ..HitlRequest::default()
    };
    let reply = hub.agent("codex").ask_hitl(&request).await.unwrap();
    reply.interaction.session_id
}

async fn approval(hub: &TestHub, risk: Option<&str>) -> String {
    let request = ApprovalRequest {
        argv: ["rm", "-rf", "", "a\u{202e}b"].map(str::to_owned).to_vec(),
        directory: "/src/shop".into(),
        files: vec![ActionFile {
            path: "/bin/rm".into(),
            bytes: 7,
            sha256: "ab".repeat(32),
            sealed: true,
        }],
        environment: vec![ActionVariable {
            name: "BASH_ENV".into(),
            value: "/src/<b>\u{202e}".into(),
        }],
        reason: Some("It is <i>old</i>.".into()),
        risk: risk.map(str::to_owned),
        ..ApprovalRequest::default()
    };
    let reply = hub.agent("codex").ask_approval(&request).await.unwrap();
    reply.interaction.session_id
}

/// Posts a form and follows it to the page it leads to.
async fn posted(hub: &TestHub, id: &str, visitor: &Visitor, page: &Reply, fields: &str) -> Reply {
    let done = post(hub, id, visitor, &filled(page, fields)).await;
    assert_eq!(done.status, 303, "{}", done.body);
    plain(hub, id, visitor).await
}

/// The field that names the choice a page has shown.
fn chosen(page: &Reply) -> String {
    let rest = page.body.split("name=\"chosen\" value=\"").nth(1);
    let value = rest.and_then(|rest| rest.split('"').next());
    format!("chosen={}", value.unwrap_or_default())
}

async fn choose(hub: &TestHub, id: &str, option: &str) {
    let request = AnswerRequest {
        answer_id: "c".repeat(32),
        digest: None,
        answer: AnswerDraft {
            selected_ids: vec![option.into()],
            ..AnswerDraft::default()
        },
        confirm: false,
    };
    hub.person().answer(id, &request).await.unwrap();
}

async fn status(hub: &TestHub, id: &str) -> Option<HitlStatus> {
    let detail = hub.person().detail(id).await.unwrap();
    let result = detail.result?.into_hitl();
    result.map(|result| result.status)
}

#[tokio::test]
async fn plain_confirmation_happens_in_a_second_form() {
    let hub = TestHub::start().await;
    let id = asked(&hub).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    assert!(!page.body.contains("<textarea"), "no notes, no text");
    assert!(page.body.contains("OPS-7"), "{}", page.body);
    let second = posted(&hub, &id, &visitor, &page, "select=bank&action=send").await;
    for words in [
        "You chose The bank.",
        "All &lt;b&gt;customers&lt;/b&gt; see it.&lt;U+202E&gt;",
        "value=\"confirm\"",
        "value=\"change\"",
        "value=\"cancel\"",
    ] {
        assert!(second.body.contains(words), "{words}: {}", second.body);
    }
    assert!(!second.body.contains("type=\"radio\""));
    let fields = format!("{}&action=confirm", chosen(&second));
    let outcome = posted(&hub, &id, &visitor, &second, &fields).await;
    assert!(outcome.body.contains("The bank"), "{}", outcome.body);
    assert_eq!(status(&hub, &id).await, Some(HitlStatus::Confirmed));
}

#[tokio::test]
async fn plain_confirmation_form_lets_the_person_choose_again_or_decline() {
    let hub = TestHub::start().await;
    let id = asked(&hub).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let second = posted(&hub, &id, &visitor, &page, "select=bank&action=send").await;
    let fields = format!("{}&action=change", chosen(&second));
    let options = post(&hub, &id, &visitor, &filled(&second, &fields)).await;
    assert_eq!(options.status, 200);
    assert!(options.body.contains("type=\"radio\""), "{}", options.body);
    let kept = hub.person().detail(&id).await.unwrap().chosen.unwrap();
    assert_eq!(kept.selected_ids, ["bank"]);
    let second = posted(&hub, &id, &visitor, &options, "select=shop&action=send").await;
    assert!(second.body.contains("You chose The shop."));
    posted(&hub, &id, &visitor, &second, "action=cancel").await;
    assert_eq!(status(&hub, &id).await, Some(HitlStatus::Canceled));
}

#[tokio::test]
async fn plain_confirmation_of_a_replaced_choice_shows_the_new_one() {
    let hub = TestHub::start().await;
    let id = asked(&hub).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let second = posted(&hub, &id, &visitor, &page, "select=bank&action=send").await;
    choose(&hub, &id, "shop").await;
    let fields = format!("{}&action=confirm", chosen(&second));
    let again = post(&hub, &id, &visitor, &filled(&second, &fields)).await;
    assert_eq!(again.status, 422);
    assert!(again.body.contains("role=\"alert\"") && again.body.contains("You chose The shop."));
    // A fresh token does not help an old choice.
    let refused = post(&hub, &id, &visitor, &filled(&again, &fields)).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .body
            .contains("another option was chosen in the meantime")
    );
    assert_eq!(status(&hub, &id).await, None);
}

#[tokio::test]
async fn plain_approval_page_shows_the_whole_action_and_sends_its_digest() {
    let hub = TestHub::start().await;
    let id = approval(&hub, None).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let action = hub.person().detail(&id).await.unwrap().question.action;
    for words in [
        "<code>-rf</code>",
        "(empty)",
        "<code>a&lt;U+202E&gt;b</code>",
        "<code>/src/shop</code>",
        "<code>/bin/rm</code>",
        &format!(
            "7 bytes · sha256 {} · runs from a sealed copy",
            "ab".repeat(32)
        ),
        "<code>BASH_ENV=/src/&lt;b&gt;&lt;U+202E&gt;</code>",
        &action.unwrap().digest,
        "Reason given with the request",
        "It is &lt;i&gt;old&lt;/i&gt;.",
    ] {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    assert!(!page.body.contains(" checked"), "nothing is preselected");
    let blind = filled(&page, "select=approve&action=send").replace("&digest=", "&other=");
    let refused = post(&hub, &id, &visitor, &blind).await;
    assert_eq!(refused.status, 422, "what was not shown is not approved");
    posted(&hub, &id, &visitor, &refused, "select=approve&action=send").await;
    let result = hub.person().detail(&id).await.unwrap().result.unwrap();
    assert_eq!(result.decided().selected_ids, ["approve"]);
}

#[tokio::test]
async fn plain_approval_requires_the_typed_word_to_approve_but_not_to_deny() {
    let hub = TestHub::start().await;
    let id = approval(&hub, Some("destructive")).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let body = filled(&page, "select=approve&action=send");
    let refused = post(&hub, &id, &visitor, &body).await;
    assert_eq!(refused.status, 422);
    posted(&hub, &id, &visitor, &refused, "select=deny&action=send").await;
    let result = hub.person().detail(&id).await.unwrap().result.unwrap();
    assert_eq!(result.decided().selected_ids, ["deny"]);
}
