//! The shell, the bundle, and the pages that work without JavaScript.

use domain::Surface;
use domain::interaction::{Interface, Status};
use protocol::{ChoiceSpec, DeliveryState, InterfaceRequest};

use crate::support::{JSON, Reply, TestHub, question};

pub(crate) const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

/// Asks a question and returns its id.
pub(crate) async fn asked(hub: &TestHub, request: ChoiceSpec) -> String {
    let reply = hub.agent("codex").ask(&request).await.unwrap();
    reply.interaction.session_id
}

/// A browser that signed in on the page without JavaScript: its list's address, and its cookie.
pub(crate) struct Visitor {
    pub(crate) base: String,
    pub(crate) cookie: String,
}

impl Visitor {
    pub(crate) fn question(&self, id: &str) -> String {
        format!("{}/choice/{id}", self.base)
    }
}

/// Signs in with a typed code.
pub(crate) async fn visitor(hub: &TestHub) -> Visitor {
    let done = typed_code(hub, "").await;
    let cookie = done.header("set-cookie").unwrap();
    Visitor {
        base: done.header("location").unwrap().to_owned(),
        cookie: format!("Cookie: {}", cookie.split(';').next().unwrap()),
    }
}

/// Types a fresh code into the sign-in page, with these fields beside it.
pub(crate) async fn typed_code(hub: &TestHub, fields: &str) -> Reply {
    let code = hub.person().login_code().await.unwrap().code;
    let headers = [hub.origin(), FORM.to_owned()];
    let body = format!("code=+{code}+&{fields}");
    let done = hub.send("POST", "/login/plain", &headers, &body).await;
    assert_eq!(done.status, 303, "{}", done.body);
    done
}

pub(crate) async fn get(hub: &TestHub, path: &str, cookie: &str) -> Reply {
    hub.send("GET", path, &[cookie.to_owned()], "").await
}

pub(crate) async fn plain(hub: &TestHub, id: &str, visitor: &Visitor) -> Reply {
    get(hub, &visitor.question(id), &visitor.cookie).await
}

pub(crate) async fn post(hub: &TestHub, id: &str, visitor: &Visitor, body: &str) -> Reply {
    let headers = [visitor.cookie.clone(), hub.origin(), FORM.to_owned()];
    hub.send("POST", &visitor.question(id), &headers, body)
        .await
}

/// The value of a hidden field.
fn field(page: &Reply, name: &str) -> String {
    let mark = format!("name=\"{name}\" value=\"");
    let rest = page.body.split(&mark).nth(1).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().to_owned()
}

pub(crate) fn filled(page: &Reply, rest: &str) -> String {
    format!(
        "token={}&digest={}&{rest}",
        field(page, "token"),
        field(page, "digest")
    )
}

#[tokio::test]
async fn portal_shell_holds_no_data_and_links_to_the_page_without_javascript() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    for (path, link) in [
        ("/".to_owned(), "/plain".to_owned()),
        ("/history".to_owned(), "/plain".to_owned()),
        ("/login".to_owned(), "/login/plain".to_owned()),
        (format!("/choice/{id}"), format!("/choice/{id}/plain")),
    ] {
        let page = hub.send("GET", &path, &[], "").await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert!(
            page.body
                .contains("<html lang=\"en\" data-theme=\"system\">")
        );
        assert!(page.body.contains(&format!("href=\"{link}\"")), "{path}");
        assert!(!page.body.contains("%plain%") && !page.body.contains("%lang%"));
        assert!(!page.body.contains("Which schema?"));
    }
    let odd = hub.send("GET", "/choice/%22%3E%3Cscript%3E", &[], "").await;
    assert!(!odd.body.contains("\"><script>"), "{}", odd.body);
}

#[tokio::test]
async fn unknown_address_is_a_page_for_browsers_and_json_for_programs() {
    let hub = TestHub::start().await;
    let browser = ["Accept: text/html,application/xhtml+xml,*/*;q=0.8".to_owned()];
    for path in ["/nopage", "/choice", "/plain/x/y/z", "/%3Cscript%3E"] {
        let page = hub.send("GET", path, &browser, "").await;
        assert_eq!(page.status, 404, "{path}");
        let kind = page.header("content-type").unwrap();
        assert!(kind.starts_with("text/html"), "{path} {kind}");
        assert!(page.body.contains("Page not found"), "{}", page.body);
        assert!(page.body.contains("href=\"/\""), "{}", page.body);
        assert!(!page.body.contains("<script"), "{}", page.body);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'none'"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    }
    for (method, path, headers) in [
        ("GET", "/nopage", &["Accept: */*".to_owned()][..]),
        ("GET", "/nopage", &[]),
        ("GET", "/api/v1/nopage", &browser),
        ("HEAD", "/nopage", &browser),
    ] {
        let reply = hub.send(method, path, headers, "").await;
        let html = reply.header("content-type").unwrap().contains("html");
        assert!(!html && reply.status >= 400, "{method} {path}");
    }
    let language = serde_json::from_value(serde_json::json!({"language": "zh"}));
    hub.person()
        .change_settings(language.unwrap())
        .await
        .unwrap();
    let page = hub.send("GET", "/nopage", &browser, "").await;
    assert!(page.body.contains("<html lang=\"zh\"") && page.body.contains("没有这个页面"));
}

#[tokio::test]
async fn pages_on_other_loopback_names_redirect_to_the_canonical_one() {
    let hub = TestHub::start().await;
    let other_name = format!(
        "GET /choice/1 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
        hub.port
    );
    let redirect = hub.raw(&other_name).await;
    let location = format!("http://localhost:{}/choice/1", hub.port);
    assert_eq!(
        (redirect.status, redirect.header("location")),
        (308, Some(location.as_str()))
    );
}

#[tokio::test]
async fn portal_assets_are_cached_as_immutable_and_revalidated_by_etag() {
    let hub = TestHub::start().await;
    let page = hub.send("GET", "/", &[], "").await;
    let script = page.body.split("src=\"").nth(1).unwrap();
    let script = script.split('"').next().unwrap().to_owned();
    assert!(script.starts_with("/assets/"), "{script}");
    let asset = hub.send("GET", &script, &[], "").await;
    assert_eq!(asset.status, 200);
    assert_eq!(
        asset.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(
        asset.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let tag = asset.header("etag").unwrap();
    let known = format!("If-None-Match: {tag}");
    let again = hub.send("GET", &script, &[known], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let gzip = ["Accept-Encoding: gzip, br".to_owned()];
    let packed = hub.send("GET", &script, &gzip, "").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_ne!(packed.header("etag"), Some(tag));
    let wrong = script.replacen("/assets/", "/assets/0", 1);
    assert_eq!(hub.send("GET", &wrong, &[], "").await.status, 404);
    for hostile in ["/assets/..%2findex.html", "/assets/%2e%2e", "/assets/"] {
        assert_eq!(hub.send("GET", hostile, &[], "").await.status, 404);
    }
}

#[tokio::test]
async fn pages_without_javascript_have_their_own_content_security_policy() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'none'"), "{policy}");
    assert!(policy.contains("form-action 'self'"), "{policy}");
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(!page.body.contains("<script"));
    let shell = hub.send("GET", "/", &[], "").await;
    let policy = shell.header("content-security-policy").unwrap();
    assert!(policy.contains("form-action 'none'"), "{policy}");
    assert_eq!(shell.header("referrer-policy"), Some("no-referrer"));
}

#[tokio::test]
async fn plain_form_answers_once_and_only_the_question_that_it_showed() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let body = filled(
        &page,
        "select=a&note%3Aa=because&global-note=all&action=send",
    );

    let stranger = self::visitor(&hub).await;
    let refused = post(&hub, &id, &stranger, &body).await;
    assert_eq!(refused.status, 422, "a token of another session");
    let signed_out = Visitor {
        base: visitor.base.clone(),
        cookie: "Accept: */*".into(),
    };
    let signed_out = post(&hub, &id, &signed_out, &body).await;
    let sign_in = format!("/login/plain?to={id}");
    assert_eq!(
        (signed_out.status, signed_out.header("location")),
        (303, Some(sign_in.as_str()))
    );
    let other = asked(
        &hub,
        ChoiceSpec {
            title: Some("Other?".into()),
            ..question()
        },
    )
    .await;
    let misplaced = post(&hub, &other, &visitor, &body).await;
    assert_eq!(misplaced.status, 422, "a token of another question");
    assert!(misplaced.body.contains("because"), "what was typed stays");

    let done = post(&hub, &id, &visitor, &body).await;
    let back = visitor.question(&id);
    assert_eq!(
        (done.status, done.header("location")),
        (303, Some(back.as_str()))
    );
    let detail = hub.person().detail(&id).await.unwrap();
    let result = detail.result.unwrap().into_decided();
    assert_eq!(result.selected_ids, ["a"]);
    assert_eq!(result.option_annotations["a"], "because");
    assert_eq!(result.global_annotation.as_deref(), Some("all"));
    assert_eq!(result.answered_by.unwrap().surface, Some(Surface::Web));
    assert_eq!(detail.summary.delivery, DeliveryState::Saved);

    let again = post(&hub, &id, &visitor, &body).await;
    assert_eq!(again.status, 422, "used up");
    let outcome = plain(&hub, &id, &visitor).await;
    assert!(
        outcome.body.contains(">answered</p><p dir=\"auto\">a</p>"),
        "{}",
        outcome.body
    );
    assert!(!outcome.body.contains("<form"));
}

#[tokio::test]
async fn plain_form_shows_the_question_again_when_it_has_changed() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    hub.person()
        .move_deadline(&id, protocol::DeadlineRequest::AddSeconds(60))
        .await
        .unwrap();
    let body = filled(&page, "select=a&action=send");
    let shown = post(&hub, &id, &visitor, &body).await;
    assert_eq!(shown.status, 422);
    assert!(
        shown.body.contains("the question has changed"),
        "{}",
        shown.body
    );
    assert!(shown.body.contains("value=\"a\" checked"));
    let now = post(&hub, &id, &visitor, &filled(&shown, "select=a&action=send")).await;
    assert_eq!(now.status, 303);
}

#[tokio::test]
async fn plain_form_stays_valid_after_a_change_that_it_does_not_show() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let before = hub.person().detail(&id).await.unwrap().summary;
    let to = match before.interface {
        Interface::Web => Interface::Terminal,
        Interface::Auto | Interface::Terminal | Interface::Elicitation => Interface::Web,
    };
    let request = InterfaceRequest { interface: to };
    let moved = hub.person().switch_interface(&id, &request).await.unwrap();
    assert!(moved.summary.revision > before.revision);
    let body = filled(&page, "select=a&action=send");
    assert_eq!(post(&hub, &id, &visitor, &body).await.status, 303);
}

#[tokio::test]
async fn refused_plain_form_says_why_and_keeps_the_typed_text() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let refused = post(
        &hub,
        &id,
        &visitor,
        &filled(&page, "global-note=%3Cb%3E&action=send"),
    )
    .await;
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .body
            .contains("0 chosen; choose at least 1: choose more options")
    );
    assert!(refused.body.contains("\n&lt;b&gt;</textarea>"));
    let cancelled = post(
        &hub,
        &id,
        &visitor,
        &filled(&refused, "global-note=no&action=cancel"),
    )
    .await;
    assert_eq!(cancelled.status, 303);
    let detail = hub.person().detail(&id).await.unwrap();
    assert_eq!(detail.summary.status, Status::Cancelled);
    assert_eq!(
        detail.decided().unwrap().global_annotation.as_deref(),
        Some("no")
    );
}

#[tokio::test]
async fn plain_form_requires_the_typed_word_for_a_destructive_question() {
    let hub = TestHub::start().await;
    let destructive = ChoiceSpec {
        risk: Some("destructive".into()),
        ..question()
    };
    let id = asked(&hub, destructive).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let without = post(
        &hub,
        &id,
        &visitor,
        &filled(&page, "select=a&word=yes&action=send"),
    )
    .await;
    assert_eq!(without.status, 422);
    assert_eq!(
        hub.person().detail(&id).await.unwrap().summary.status,
        Status::Pending
    );
    let body = filled(&without, "select=a&word=Destructive&action=send");
    assert_eq!(post(&hub, &id, &visitor, &body).await.status, 303);
}

#[tokio::test]
async fn plain_pages_escape_markup_from_agents() {
    let hub = TestHub::start().await;
    let attack = "</textarea><script>alert(1)</script>\u{202e}";
    let hostile = ChoiceSpec {
        title: Some(format!("Title {attack}")),
        prompt: Some(format!(
            "Long enough to be a prompt {attack} [x](javascript:alert(1))"
        )),
        global_annotation: Some(attack.into()),
        ..question()
    };
    let id = asked(&hub, hostile).await;
    let visitor = visitor(&hub).await;
    for path in [visitor.question(&id), visitor.base.clone()] {
        let page = get(&hub, &path, &visitor.cookie).await;
        assert!(
            page.body.contains("Title &lt;/textarea&gt;"),
            "{}",
            page.body
        );
        assert!(!page.body.contains("<script"));
        assert!(!page.body.contains("href=\"javascript"));
        assert!(!page.body.contains('\u{202e}'), "{}", page.body);
    }
}

#[tokio::test]
async fn plain_page_makes_prefilled_notes_of_the_agent_safe_to_show() {
    let hub = TestHub::start().await;
    let mut request = question();
    request.global_annotation = Some("keep\u{202e} p\u{430}ypal".into());
    request.options.as_mut().unwrap()[0].annotation = Some("one\u{a0}two".into());
    let id = asked(&hub, request).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    for words in [
        "\nkeep&lt;U+202E&gt; p&lt;U+0430&gt;ypal</textarea>",
        "\none&lt;U+00A0&gt;two</textarea>",
    ] {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    let typed = filled(&page, "note%3Aa=a%C2%A0b&global-note=mine&action=send");
    let again = post(&hub, &id, &visitor, &typed).await;
    assert_eq!(again.status, 422, "nothing was chosen");
    assert!(
        again.body.contains("\na\u{a0}b</textarea>"),
        "{}",
        again.body
    );
}

#[tokio::test]
async fn plain_form_from_another_origin_or_as_json_is_refused() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let body = filled(&page, "select=a&action=send");
    let form = |more: &[&str]| {
        let mut headers = vec![visitor.cookie.clone(), FORM.to_owned()];
        headers.extend(more.iter().map(|header| (*header).to_owned()));
        headers
    };
    let (null, same_site) = ("Origin: null", "Sec-Fetch-Site: same-site");
    let foreign = "Origin: http://localhost:3000";
    for (headers, expected) in [
        (form(&[]), "origin_required"),
        (form(&["Sec-Fetch-Site: same-origin"]), "origin_required"),
        (form(&[null]), "origin_not_allowed"),
        (form(&[null, same_site]), "origin_not_allowed"),
        (form(&[null, "Sec-Fetch-Site: none"]), "origin_not_allowed"),
        (
            form(&[foreign, "Sec-Fetch-Site: same-origin"]),
            "origin_not_allowed",
        ),
        (
            vec![visitor.cookie.clone(), hub.origin(), JSON.into()],
            "json_only",
        ),
    ] {
        let reply = hub
            .send("POST", &visitor.question(&id), &headers, &body)
            .await;
        assert_eq!(reply.code(), expected, "{headers:?}");
    }
    let status = hub.person().detail(&id).await.unwrap().summary.status;
    assert_eq!(status, Status::Pending);
    // What browsers send from a page with the policy `no-referrer`.
    let headers = form(&[null, "Sec-Fetch-Site: same-origin"]);
    let sent = hub
        .send("POST", &visitor.question(&id), &headers, &body)
        .await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    let elsewhere = hub
        .send(
            "PATCH",
            "/api/v1/settings",
            &[null, "Sec-Fetch-Site: same-origin", JSON].map(str::to_owned),
            "{}",
        )
        .await;
    assert_eq!(elsewhere.code(), "origin_not_allowed");
}
