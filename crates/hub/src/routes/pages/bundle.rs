//! The portal's bundle, built by `cargo xtask web` and embedded: each file under its hashed name.
//!
//! A debug build reads the files from the disk, so that a rebuilt bundle needs no recompilation.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use rust_embed::RustEmbed;

use crate::error::Failure;
use crate::parts::Hub;

pub(super) const PATH: &str = "/assets/{name}";
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Shorter files gain nothing from compression.
const COMPRESS_FROM_BYTES: usize = 512;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Bundle;

/// Compressed forms by the hash of their content: each file is compressed once.
static COMPRESSED: LazyLock<Mutex<HashMap<[u8; 32], Bytes>>> = LazyLock::new(Mutex::default);

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    router.route(PATH, get(asset))
}

/// Returns the shell as Vite wrote it.
pub(super) fn index() -> Option<String> {
    let file = Bundle::get("index.html")?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Returns the address of the bundle's style, for pages without JavaScript.
pub(super) fn style() -> Option<String> {
    let mut names = Bundle::iter().filter(|name| name.starts_with("assets/"));
    names
        .find(|name| name.ends_with(".css"))
        .map(|name| format!("/{name}"))
}

async fn asset(Path(name): Path<String>, request: HeaderMap) -> Response {
    // The name carries the content's hash; any other name is not a file of the bundle.
    let file = is_plain_name(&name)
        .then(|| Bundle::get(&format!("assets/{name}")))
        .flatten();
    let Some(file) = file else {
        return Failure::new(StatusCode::NOT_FOUND, "not_found", "there is no such file")
            .into_response();
    };
    let hash = file.metadata.sha256_hash();
    let gzip = file.data.len() >= COMPRESS_FROM_BYTES && accepts_gzip(&request);
    let tag = entity_tag(&hash, gzip);
    let known = request.get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if gzip {
        let body = compressed(hash, &file.data);
        ([(header::CONTENT_ENCODING, "gzip")], body).into_response()
    } else {
        Bytes::from(file.data.into_owned()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(&name)),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOREVER));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// One step below the directory: a debug build asks the disk, which knows more names than ours.
fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    name.chars().all(plain) && !name.starts_with('.')
}

fn entity_tag(hash: &[u8; 32], gzip: bool) -> String {
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let form = if gzip { "-gzip" } else { "" };
    format!("\"{digits}{form}\"")
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    accepted.is_some_and(|list| {
        list.split(',').any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            parts.next() == Some("gzip") && parts.next() != Some("q=0")
        })
    })
}

fn compressed(hash: [u8; 32], content: &[u8]) -> Bytes {
    let mut known = COMPRESSED
        .lock()
        .expect("no code panics while it holds the compressed files");
    known.entry(hash).or_insert_with(|| gzip(content)).clone()
}

fn gzip(content: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .expect("writing to memory cannot fail");
    written.into()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
