//! Sessions without JavaScript: neither the cookie nor the address opens anything alone.

use crate::pages::{FORM, Visitor, asked, filled, get, plain, typed_code, visitor};
use crate::support::{TestHub, question};

const TITLE: &str = "Which schema?";

#[tokio::test]
async fn plain_session_requires_both_its_cookie_and_its_address() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let other = self::visitor(&hub).await;
    let [script_cookie, script_key] = hub.sign_in().await;
    // The cookie under either name: no value of one session is worth anything in another.
    let value = |cookie: &str| cookie.split_once('=').unwrap().1.to_owned();
    let renamed =
        |name: &str, cookie: &str| format!("Cookie: {name}_{}={}", hub.port, value(cookie));
    let script_base = format!("/plain/{}", script_key.split_once(": ").unwrap().1);

    for (base, cookie) in [
        (visitor.base.as_str(), "Accept: */*"),
        (&visitor.base, &other.cookie),
        (&other.base, &visitor.cookie),
        (&visitor.base, &script_cookie),
        (&visitor.base, &renamed("hub_plain", &script_cookie)),
        ("/plain", &visitor.cookie),
        ("/plain", &script_cookie),
        ("/plain/", &visitor.cookie),
        (&format!("/plain/{}", "0".repeat(64)), &visitor.cookie),
        (&script_base, &script_cookie),
        (&script_base, &renamed("hub_plain", &script_cookie)),
    ] {
        for path in [base.to_owned(), format!("{base}/choice/{id}")] {
            let page = get(&hub, &path, cookie).await;
            assert!(!page.body.contains(TITLE), "{path} {cookie}");
            assert!([303, 404].contains(&page.status), "{path} {}", page.status);
        }
    }
    for cookie in [&script_cookie, &visitor.cookie] {
        let page = get(&hub, &format!("/choice/{id}/plain"), cookie).await;
        assert_eq!(page.status, 303);
        assert!(!page.body.contains(TITLE));
    }
    let shown = plain(&hub, &id, &visitor).await;
    assert!(shown.body.contains(TITLE), "{}", shown.body);
    assert!(
        get(&hub, &visitor.base, &visitor.cookie)
            .await
            .body
            .contains(TITLE)
    );
}

#[tokio::test]
async fn plain_session_does_not_open_the_api() {
    let hub = TestHub::start().await;
    let visitor = visitor(&hub).await;
    let segment = visitor.base.strip_prefix("/plain/").unwrap();
    let as_script = visitor.cookie.replace("hub_plain", "hub_sid");
    for cookie in [&visitor.cookie, &as_script] {
        for more in [vec![], vec![format!("X-Hub-Key: {segment}")]] {
            let headers = [vec![cookie.clone()], more].concat();
            let reply = hub.send("GET", "/api/v1/interactions", &headers, "").await;
            assert_eq!(reply.code(), "sign_in_required", "{headers:?}");
        }
    }
}

#[tokio::test]
async fn plain_sign_in_leads_to_an_address_that_only_its_cookie_opens() {
    let hub = TestHub::start().await;
    let page = hub.send("GET", "/login/plain", &[], "").await;
    assert!(page.body.contains("action=\"/login/plain\""));
    let headers = [hub.origin(), FORM.to_owned()];
    let wrong = hub
        .send("POST", "/login/plain", &headers, "code=guess")
        .await;
    assert_eq!(wrong.status, 401);
    let done = typed_code(&hub, "").await;
    let base = done.header("location").unwrap();
    assert_eq!(base.len(), "/plain/".len() + 64, "{base}");
    let cookie = done.header("set-cookie").unwrap();
    assert!(
        cookie.ends_with(&format!("; HttpOnly; SameSite=Strict; Path={base}")),
        "{cookie}"
    );
    assert!(!cookie.split(';').next().unwrap().contains(&base[7..]));
}

#[tokio::test]
async fn plain_sign_in_returns_to_the_question_that_was_requested() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let public = get(&hub, &format!("/choice/{id}/plain"), "Accept: */*").await;
    let sign_in = format!("/login/plain?to={id}");
    assert_eq!(
        (public.status, public.header("location")),
        (303, Some(sign_in.as_str()))
    );
    let page = get(&hub, &sign_in, "Accept: */*").await;
    let field = format!("name=\"to\" value=\"{id}\"");
    assert!(page.body.contains(&field), "{}", page.body);
    let done = typed_code(&hub, &format!("to={id}")).await;
    let target = done.header("location").unwrap();
    assert!(target.ends_with(&format!("/choice/{id}")), "{target}");
    let cookie = done.header("set-cookie").unwrap();
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    assert!(get(&hub, target, &cookie).await.body.contains(TITLE));

    for elsewhere in ["//evil.example", "https%3A%2F%2Fevil.example", "..%2F.."] {
        let page = get(&hub, &format!("/login/plain?to={elsewhere}"), "Accept: */*").await;
        assert!(!page.body.contains("name=\"to\""), "{}", page.body);
        let done = typed_code(&hub, &format!("to={elsewhere}")).await;
        let target = done.header("location").unwrap();
        assert_eq!(target.len(), "/plain/".len() + 64, "{target}");
    }
}

#[tokio::test]
async fn plain_page_of_an_unknown_question_is_a_not_found_page() {
    let hub = TestHub::start().await;
    let visitor = visitor(&hub).await;
    for id in ["0".repeat(32), "nonsense".into(), "%3Cscript%3E".into()] {
        let page = plain(&hub, &id, &visitor).await;
        assert_eq!(page.status, 404, "{id}");
        assert!(page.body.contains("Page not found"), "{}", page.body);
    }
}

#[tokio::test]
async fn plain_sign_out_ends_the_session_and_its_forms() {
    let hub = TestHub::start().await;
    let id = asked(&hub, question()).await;
    let visitor = visitor(&hub).await;
    let page = plain(&hub, &id, &visitor).await;
    let list = get(&hub, &visitor.base, &visitor.cookie).await;
    let sign_out = format!("{}/sign-out", visitor.base);
    assert!(list.body.contains(&format!("action=\"{sign_out}\"")));
    let form = |cookie: &str| vec![cookie.to_owned(), hub.origin(), FORM.to_owned()];

    let stranger = self::visitor(&hub).await;
    let refused = hub
        .send("POST", &sign_out, &form(&stranger.cookie), "")
        .await;
    assert_eq!(refused.status, 303);
    assert!(plain(&hub, &id, &visitor).await.body.contains(TITLE));

    let done = hub
        .send("POST", &sign_out, &form(&visitor.cookie), "")
        .await;
    assert_eq!(
        (done.status, done.header("location")),
        (303, Some("/login/plain"))
    );
    let gone = done.header("set-cookie").unwrap();
    assert!(
        gone.contains("Max-Age=0") && gone.contains(&visitor.base),
        "{gone}"
    );
    let body = filled(&page, "select=a&action=send");
    let late = crate::pages::post(&hub, &id, &visitor, &body).await;
    assert_eq!(late.status, 303);
    let status = hub.person().detail(&id).await.unwrap().summary.status;
    assert_eq!(status, domain::interaction::Status::Pending);
    let Visitor { base, cookie } = &visitor;
    assert!(!get(&hub, base, cookie).await.body.contains(TITLE));
}
