//! Headers on every response. Strict by default; nothing here depends on the request.

use axum::response::Response;
use http::header::{self, HeaderName, HeaderValue};

const FIXED: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("origin-agent-cluster", "?1"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), \
         display-capture=(), clipboard-read=(), clipboard-write=(self), publickey-credentials-get=(self)",
    ),
    ("x-robots-tag", "noindex, nofollow"),
];

/// Adds what every response carries. A response that sets its own caching keeps it, and the pages
/// without JavaScript keep their own, narrower policy.
pub(crate) fn secure(response: &mut Response, port: u16) {
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers
            .entry(HeaderName::from_static(name))
            .or_insert(HeaderValue::from_static(value));
    }
    let policy = HeaderValue::try_from(content_security_policy(port)).expect("the policy is ASCII");
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(policy);
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

fn content_security_policy(port: u16) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self' ws://localhost:{port}; manifest-src 'self'; worker-src 'self'; \
         frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types hub svelte-trusted-html"
    )
}
