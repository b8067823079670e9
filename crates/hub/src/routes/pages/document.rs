//! HTML documents written by the hub. Text goes in escaped; there is no other way in.

use std::fmt::Write;

use axum::response::{Html, IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

/// Pages without JavaScript: nothing runs, nothing is loaded but our style, forms come back to us.
const POLICY: &str = "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Writes HTML piece by piece.
#[derive(Default)]
pub(super) struct Document(String);

impl Document {
    /// Adds markup of our own.
    pub(super) fn markup(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Adds text from anywhere.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(&escape(text));
        self
    }

    /// Adds an element that holds nothing but text. `tag` may carry attributes of our own.
    pub(super) fn element(&mut self, tag: &str, text: &str) -> &mut Self {
        let name = tag.split(' ').next().unwrap_or(tag);
        // Writing to a string cannot fail.
        let _ = write!(self.0, "<{tag}>{}</{name}>", escape(text));
        self
    }

    /// Adds ` name="value"` to an open tag.
    pub(super) fn attribute(&mut self, name: &str, value: &str) -> &mut Self {
        let _ = write!(self.0, " {name}=\"{}\"", escape(value));
        self
    }

    /// Closes the document into a response with its own policy.
    pub(super) fn respond(self, status: StatusCode) -> Response {
        let mut response = (status, Html(self.0)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        );
        response
    }
}

/// Makes text harmless inside elements and quoted attributes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_escapes_text_and_attributes() {
        let mut document = Document::default();
        document
            .markup("<p")
            .attribute("title", "\" onclick='x'")
            .markup(">")
            .text("</p><script>")
            .markup("</p>")
            .element("h1 class=\"a\"", "<b>");
        assert_eq!(
            document.0,
            "<p title=\"&quot; onclick=&#39;x&#39;\">&lt;/p&gt;&lt;script&gt;</p>\
             <h1 class=\"a\">&lt;b&gt;</h1>"
        );
    }
}
