//! What tasks ask, over the API and on the pages without JavaScript.

use std::sync::Arc;

use domain::interaction::Ask;
use protocol::{AnswerDraft, AnswerRequest, AskerResult, FieldValue};
use testkit::{ask_in, form, permission, reply};

use crate::pages::{filled, plain, post, visitor};
use crate::support::TestHub;

/// A hub that finds this question waiting, and its id.
async fn asked(ask: Ask) -> (TestHub, String) {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let id = ask_in(&directory.path().join("sayso.db"), ask).await;
    let hub = TestHub::start_in(directory, |_| {}).await.unwrap();
    (hub, id.to_string())
}

#[tokio::test]
async fn reply_page_sends_what_was_written() {
    let (hub, id) = asked(reply(&["Keep it", "Split it"])).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    assert!(page.body.contains("<textarea"), "{}", page.body);
    let empty = post(&hub, &id, &visitor, &filled(&page, "text=+%09")).await;
    assert!(empty.body.contains("nothing is chosen"), "{}", empty.body);
    let body = filled(&empty, "text=split+it%0D%0A+please+");
    assert_eq!(post(&hub, &id, &visitor, &body).await.status, 303);
    let detail = hub.person().detail(&id).await.unwrap();
    let result = detail.result.unwrap();
    let text = result.decided().custom_input.as_deref();
    assert_eq!(text, Some("split it\n please "));
}

#[tokio::test]
async fn permission_page_shows_the_call_and_the_agents_options() {
    let (hub, id) = asked(permission()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    for part in [
        "sed -i s/Key/Id/ src/orders.rs",
        "<del>-    id: Key,</del>",
        "<ins>+    id: Id,</ins>",
        "&quot;replace_all&quot;: true",
        "Yes, always</label></p><p class=\"soft\">Approves, and remembers it for this thread</p>",
    ] {
        assert!(page.body.contains(part), "{part} in {}", page.body);
    }
    assert!(!page.body.contains(" checked"), "nothing is preselected");
    let body = filled(&page, "select=allow_always");
    assert_eq!(post(&hub, &id, &visitor, &body).await.status, 303);
    let detail = hub.person().detail(&id).await.unwrap();
    assert_eq!(detail.decided().unwrap().selected_ids, ["allow_always"]);
}

#[tokio::test]
async fn form_page_takes_every_kind_of_field_and_keeps_what_was_refused() {
    let (hub, id) = asked(form()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    assert!(page.body.contains("name=\"field:mail\""), "{}", page.body);
    assert!(page.body.contains(">\n8080</textarea>"), "{}", page.body);
    let wrong = "field%3Amail=ana&field%3Aport=1&field%3Aparts=ci&field%3Aparts=site";
    let again = post(&hub, &id, &visitor, &filled(&page, wrong)).await;
    for part in [
        "does not hold a valid email",
        ">\nana</textarea>",
        "value=\"ci\" checked",
    ] {
        assert!(again.body.contains(part), "{part} in {}", again.body);
    }
    let right = "field%3Amail=a%40b.c&field%3Aport=&field%3Apublic=no&field%3Aregion=us\
        &field%3Aparts=site&field%3Aparts=ci&field%3Aother=x";
    let done = post(&hub, &id, &visitor, &filled(&again, right)).await;
    assert_eq!(done.status, 303, "{}", done.body);
    let detail = hub.person().detail(&id).await.unwrap();
    let Some(AskerResult::Form(result)) = detail.result else {
        panic!("{:?}", detail.result);
    };
    let expected = [
        ("mail", FieldValue::Text("a@b.c".into())),
        (
            "parts",
            FieldValue::Several(vec!["ci".into(), "site".into()]),
        ),
        ("public", FieldValue::Boolean(false)),
        ("region", FieldValue::Text("us".into())),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value));
    assert_eq!(result.fields, expected.into());
}

#[tokio::test]
async fn draft_of_a_form_is_kept_and_told_what_is_missing() {
    let (hub, id) = asked(form()).await;
    let person = hub.person();
    let base = person.detail(&id).await.unwrap().draft;
    let mut draft = base.clone();
    let half = FieldValue::Number("80x".into());
    draft.fields.insert("port".into(), half.clone());
    let change = protocol::DraftChange { draft, base };
    let reply = person.change_draft(&id, &change).await.unwrap();
    let problems = reply.problems.iter();
    let problems: Vec<_> = problems
        .map(|p| (p.code.as_str(), p.field.as_str()))
        .collect();
    assert_eq!(
        problems,
        [
            ("field_required", "fields.mail"),
            ("field_not_a_number", "fields.port")
        ]
    );
    let kept = person.detail(&id).await.unwrap().draft;
    assert_eq!(kept.fields.get("port"), Some(&half));
}

#[tokio::test]
async fn permission_needs_the_digest_of_what_was_shown() {
    let (hub, id) = asked(permission()).await;
    let request = |digest| AnswerRequest {
        answer_id: client::fresh_answer_id(),
        digest,
        confirm: false,
        answer: AnswerDraft {
            selected_ids: vec!["allow".into()],
            ..AnswerDraft::default()
        },
    };
    let person = hub.person();
    let refused = person.answer(&id, &request(None)).await.unwrap_err();
    assert!(refused.to_string().contains("digest"), "{refused}");
    let digest = person.detail(&id).await.unwrap().digest;
    let answered = person.answer(&id, &request(Some(digest))).await;
    assert!(answered.is_ok(), "{answered:?}");
}
