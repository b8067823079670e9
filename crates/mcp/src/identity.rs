//! Who a call comes from. Names and directories are claims, shown as such and never a permission.

use domain::display_safe;
use domain::limits::CLIENT_NAME_CHARS_MAX;
use protocol::route::{AskerClaim, TokenHolder};
use rmcp::model::Implementation;

use crate::offer::RunningAttempt;

const UNKNOWN: &str = "unknown-client";

/// Returns the claim of a client on the other end of our standard streams.
pub(crate) fn local(
    client: Option<&Implementation>,
    directory: &str,
    attempt: Option<&RunningAttempt>,
) -> AskerClaim {
    AskerClaim {
        attempt_key: attempt.map(|attempt| attempt.key.clone()),
        ..claim(client, UNKNOWN, directory, None)
    }
}

/// Returns the claim of a client that proved to hold a token.
pub(crate) fn by_token(client: Option<&Implementation>, holder: &TokenHolder) -> AskerClaim {
    claim(
        client,
        &holder.name,
        &holder.directory,
        Some(holder.token_id.clone()),
    )
}

fn claim(
    client: Option<&Implementation>,
    fallback: &str,
    directory: &str,
    token_id: Option<String>,
) -> AskerClaim {
    let name = client.and_then(|client| one_line(&client.name));
    AskerClaim {
        client: name
            .or_else(|| one_line(fallback))
            .unwrap_or_else(|| UNKNOWN.into()),
        version: client.and_then(|client| one_line(&client.version)),
        directory: directory.into(),
        // An agent with a token might not run on this machine.
        mcp: token_id.is_none(),
        token_id,
        attempt_key: None,
    }
}

/// Makes a name fit for one line on any surface; `None` when nothing is left.
fn one_line(text: &str) -> Option<String> {
    let safe = display_safe(text.trim());
    let line: String = safe.chars().take(CLIENT_NAME_CHARS_MAX).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_client_is_identified_by_name_and_directory() {
        let long = "n".repeat(300);
        for (name, shown) in [
            ("codex-mcp-client", "codex-mcp-client"),
            ("  Cursor \n", "Cursor"),
            ("a\u{1b}[2Jb", "a<ESC>[2Jb"),
            ("  ", "unknown-client"),
            (long.as_str(), &long[..100]),
        ] {
            let info = Implementation::new(name, "1.2");
            let expected = AskerClaim {
                attempt_key: None,
                client: shown.into(),
                version: Some("1.2".into()),
                directory: "/src/shop".into(),
                token_id: None,
                mcp: true,
            };
            assert_eq!(local(Some(&info), "/src/shop", None), expected);
        }
        let attempt = RunningAttempt {
            key: "secret".into(),
            ticket_seconds: 50,
        };
        let running = local(None, "/src", Some(&attempt));
        assert_eq!(running.client, "unknown-client");
        assert_eq!(running.attempt_key.as_deref(), Some("secret"));
    }

    #[test]
    fn token_holder_is_identified_by_the_tokens_directory_and_name() {
        let holder = TokenHolder {
            token_id: "t1".into(),
            name: "build server".into(),
            directory: "/srv/app".into(),
        };
        let unnamed = AskerClaim {
            attempt_key: None,
            client: "build server".into(),
            version: None,
            directory: "/srv/app".into(),
            token_id: Some("t1".into()),
            mcp: false,
        };
        assert_eq!(by_token(None, &holder), unnamed);
        let named = Implementation::new("opencode", "");
        assert_eq!(
            by_token(Some(&named), &holder),
            AskerClaim {
                attempt_key: None,
                client: "opencode".into(),
                ..unnamed
            }
        );
    }
}
