//! Renders the data on known clients as a page for people.

use std::fmt::Write;

use crate::limits::{self, KnownClient, ResetByProgress, UNKNOWN_CLIENT_SECONDS, Window};

/// What real clients were seen to do, written by hand from the output of the named command.
const SEEN: &str = include_str!("../clients_seen.md");

/// Returns `docs/clients.md`.
pub fn clients_markdown() -> String {
    let mut page = format!(
        "<!-- Generated from crates/mcp/clients.toml by `cargo xtask codegen`. -->\n\
         # How long clients wait\n\n\
         An MCP client gives up on a tool call after a while. A question does not: it stays open, \
         and the call returns `pending` shortly before the client would lose patience, with the \
         instruction to poll. The table says how long a call waits for each client; a client that \
         is not listed gets {UNKNOWN_CLIENT_SECONDS} s. Your own figure goes into the setting \
         `client_windows`, by any of the client's names below, in upper or lower case; 0 waits as long as progress flows. Clients that \
         can do more than wait: [asking in the client, and tasks](delivery.md).\n\n\
         | client | announces itself as | gives up after | progress resets that | a call waits | with progress |\n\
         |---|---|---|---|---|---|\n"
    );
    for client in limits::known() {
        push_row(&mut page, client);
    }
    page.push_str("\n## Settings, remarks and sources\n");
    for client in limits::known() {
        push_details(&mut page, client);
    }
    page.push('\n');
    page.push_str(SEEN);
    page
}

fn push_row(page: &mut String, client: &KnownClient) {
    let names: Vec<String> = client
        .names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let limit = client
        .limit_seconds
        .map_or("no limit known".into(), |limit| format!("{limit} s"));
    let reset = match client.reset_by_progress {
        ResetByProgress::Yes => "yes",
        ResetByProgress::No => "no",
        ResetByProgress::Unknown => "unknown",
    };
    let with_progress = match client.window_with_progress {
        Window::Seconds(seconds) => format!("{seconds} s"),
        Window::WhileProgressFlows => "as long as progress flows".into(),
    };
    writeln!(
        page,
        "| {} | {} | {limit} | {reset} | {} s | {with_progress} |",
        client.title,
        names.join(", "),
        client.window_seconds
    )
    .expect("writing to a String cannot fail");
}

fn push_details(page: &mut String, client: &KnownClient) {
    let mut push = |text: &str| {
        page.push_str(text);
        page.push('\n');
    };
    push(&format!("\n### {}", client.title));
    if let Some(remarks) = &client.remarks {
        push(remarks);
    }
    if let (Some(setting), Some(line)) = (&client.setting, &client.line) {
        push(&format!(
            "\nTo raise the limit ({setting}):\n```\n{line}\n```"
        ));
    }
    push(&format!(
        "\nSource: {}; checked {}.",
        client.source, client.checked
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_page_has_a_row_and_a_section_for_every_known_client() {
        let page = clients_markdown();
        for client in limits::known() {
            assert!(
                page.contains(&format!("\n| {} | `", client.title)),
                "{}",
                client.title
            );
            assert!(
                page.contains(&format!("\n### {}\n", client.title)),
                "{}",
                client.title
            );
        }
        assert!(
            page.contains("| Codex | `codex-mcp-client`, `codex` | 300 s | no | 280 s | 280 s |\n")
        );
        assert!(page.contains("```\ntool_timeout_sec = 86400\n```"));
    }
}
