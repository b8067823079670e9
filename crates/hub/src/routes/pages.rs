//! The pages a browser loads: a static shell without data, and its assets under their own hash.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, header};
use i18n::{Key, catalogue};
use sha2::{Digest, Sha256};

use crate::error::Failure;
use crate::server::Hub;

const PAGE: &str = include_str!("../../assets/page.html");

struct Asset {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
    hash: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    [
        (
            "page.js",
            "text/javascript; charset=utf-8",
            include_str!("../../assets/page.js"),
        ),
        (
            "page.css",
            "text/css; charset=utf-8",
            include_str!("../../assets/page.css"),
        ),
    ]
    .map(|(name, kind, content)| {
        let hash = format!("{:x}", Sha256::digest(content.as_bytes()))[..16].to_owned();
        Asset {
            name,
            kind,
            content,
            hash,
        }
    })
    .into()
});

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    router
        .route("/", get(page))
        .route("/login", get(page))
        .route("/choice/{id}", get(page))
        .route("/assets/{hash}/{name}", get(asset))
}

async fn page(State(hub): State<Hub>) -> Html<String> {
    let texts = catalogue(hub.settings.language());
    let mut html = PAGE.replace("{lang}", texts.language().as_str());
    for (mark, key) in [
        ("{signing-in}", Key::PageSigningIn),
        ("{signed-out}", Key::PageSignedOut),
        ("{waiting}", Key::PageWaiting),
        ("{nothing}", Key::PageNothing),
        ("{answer-with}", Key::PageAnswerWith),
    ] {
        html = html.replace(mark, &escape(&texts.text(key)));
    }
    for asset in ASSETS.iter() {
        html = html.replace(
            &format!("{{{}}}", asset.name),
            &format!("/assets/{}/{}", asset.hash, asset.name),
        );
    }
    Html(html)
}

async fn asset(Path((hash, name)): Path<(String, String)>) -> Response {
    let found = ASSETS
        .iter()
        .find(|asset| asset.name == name && asset.hash == hash);
    let Some(asset) = found else {
        return Failure::new(StatusCode::NOT_FOUND, "not_found", "there is no such file")
            .into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, asset.kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, asset.content).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
