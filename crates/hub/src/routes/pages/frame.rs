//! What every page that the hub itself writes has around it.

use axum::response::Response;
use http::StatusCode;
use i18n::{Catalogue, Key};

use super::bundle;
use super::document::Document;
use crate::live_settings::LiveSettings;

/// A page that is being written.
pub(super) struct Frame {
    pub(super) page: Document,
    texts: &'static Catalogue,
}

impl Frame {
    /// Begins a page; `title` can be text from an agent, made safe to show.
    pub(super) fn new(settings: &LiveSettings, texts: &'static Catalogue, title: &str) -> Self {
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
        page.markup("</head><body class=\"plain\"><main class=\"before-mount\">")
            .element("h1 dir=\"auto\"", title);
        Self { page, texts }
    }

    /// Adds the way back to the list.
    pub(super) fn way_back(&mut self, list: &str) {
        self.page
            .markup("<p class=\"soft\">")
            .text(&self.texts.text(Key::WebPlainTitle))
            .markup(" · ");
        self.link(list, Key::WebBack);
        self.page.markup("</p>");
    }

    /// Adds the way out of the session.
    pub(super) fn sign_out(&mut self, target: &str) {
        self.page
            .markup("<form method=\"post\"")
            .attribute("action", target)
            .markup("><p>")
            .element("button", &self.texts.text(Key::WebSignOut))
            .markup("</p></form>");
    }

    /// Ends a page without JavaScript with the way to the full one.
    pub(super) fn finish(self, full: &str, status: StatusCode) -> Response {
        self.finish_with(full, Key::WebPlainFull, status)
    }

    /// Ends the page with a way to go on.
    pub(super) fn finish_with(mut self, target: &str, words: Key, status: StatusCode) -> Response {
        self.page.markup("<p>");
        self.link(target, words);
        self.page.markup("</p></main></body></html>");
        self.page.respond(status)
    }

    fn link(&mut self, target: &str, words: Key) {
        self.page
            .markup("<a")
            .attribute("href", target)
            .markup(">")
            .text(&self.texts.text(words))
            .markup("</a>");
    }
}
