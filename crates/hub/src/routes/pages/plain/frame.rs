//! What every page without scripts has around it.

use axum::response::Response;
use http::StatusCode;
use i18n::{Catalogue, Key};

use super::super::bundle;
use super::super::document::Document;
use super::visitor::Visitor;
use crate::live_settings::LiveSettings;

/// A page that is being written.
pub(super) struct Frame {
    pub(super) page: Document,
    texts: &'static Catalogue,
}

impl Frame {
    /// Begins a page; `title` may be anybody's text, made safe to show. `list` is where
    /// the way back leads, if there is one.
    pub(super) fn new(
        settings: &LiveSettings,
        texts: &'static Catalogue,
        title: &str,
        list: Option<&str>,
    ) -> Self {
        let mut page = Document::default();
        let theme = settings.current().settings.theme;
        page.markup("<!doctype html><html")
            .attribute("lang", texts.language().as_str())
            .attribute("data-theme", theme.as_str())
            .markup("><head><meta charset=\"utf-8\">")
            .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
            .element("title", &format!("{title} · sayso"));
        if let Some(style) = bundle::style() {
            page.markup("<link rel=\"stylesheet\"")
                .attribute("href", &style)
                .markup(">");
        }
        page.markup("</head><body class=\"plain\"><main class=\"before-mount\"><p class=\"soft\">")
            .text(&texts.text(Key::WebPlainTitle));
        if let Some(list) = list {
            page.markup(" · <a")
                .attribute("href", list)
                .markup(">")
                .text(&texts.text(Key::WebBack))
                .markup("</a>");
        }
        page.markup("</p>").element("h1 dir=\"auto\"", title);
        Self { page, texts }
    }

    /// Adds the way out of the session.
    pub(super) fn sign_out(&mut self, visitor: &Visitor) {
        self.page
            .markup("<form method=\"post\"")
            .attribute("action", &visitor.sign_out())
            .markup("><p>")
            .element("button", &self.texts.text(Key::WebSignOut))
            .markup("</p></form>");
    }

    /// Ends the page with the way to the full one.
    pub(super) fn finish(mut self, full: &str, status: StatusCode) -> Response {
        self.page
            .markup("<p><a")
            .attribute("href", full)
            .markup(">")
            .text(&self.texts.text(Key::WebPlainFull))
            .markup("</a></p></main></body></html>");
        self.page.respond(status)
    }
}
