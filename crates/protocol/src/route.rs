//! Names that hub and client must agree on.

/// Below this path lies the versioned API.
pub const API: &str = "/api/v1";
/// The live stream.
pub const EVENTS: &str = "/api/v1/events";
/// Streamable HTTP for agents.
pub const MCP: &str = "/mcp";
/// The port when none is configured.
pub const DEFAULT_PORT: u16 = 7297;

/// The second half of a browser session; the first is the cookie.
pub const KEY_HEADER: &str = "x-hub-key";
/// What a local process says it is: an [`AskerClaim`] as JSON makes the caller an agent.
pub const ASKER_HEADER: &str = "x-sayso-asker";
/// The surface a local person uses (`cli`, `terminal`); absent means `cli`.
pub const SURFACE_HEADER: &str = "x-sayso-surface";

/// Names one call that asks; the same call made again carries the same key.
pub const IDEMPOTENCY_KEY_HEADER: &str = "idempotency-key";

/// Who asks, in the asker's own words. Percent-encoded JSON in [`ASKER_HEADER`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskerClaim {
    pub client: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub directory: String,
    /// The bearer token this asker proved to hold; believed only inside the hub's own process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_id: Option<String>,
    /// What proves that the asker is the agent of a running attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt_key: Option<String>,
    /// Whether `sayso mcp` asks: then the program that started that process is an agent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mcp: bool,
}

/// The variable in which the hub gives an agent that it runs the key of its attempt.
pub const ATTEMPT_KEY_VARIABLE: &str = "SAYSO_ATTEMPT_KEY";

/// The variable in which the hub tells its own tools how many seconds the agent waits for a call.
pub const TICKET_SECONDS_VARIABLE: &str = "SAYSO_TICKET_SECONDS";

/// What a bearer token proved. The hub's gate leaves it in the request's extensions for `/mcp`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHolder {
    pub token_id: String,
    /// The name the person gave the token.
    pub name: String,
    pub directory: String,
}

impl AskerClaim {
    /// Writes the claim as ASCII, fit for a header.
    pub fn to_header(&self) -> String {
        let json = serde_json::to_string(self).expect("a claim is plain strings");
        let mut header = String::with_capacity(json.len());
        for byte in json.bytes() {
            match byte {
                b' '..=b'~' if byte != b'%' => header.push(char::from(byte)),
                _ => header.push_str(&format!("%{byte:02X}")),
            }
        }
        header
    }

    /// Reads what [`AskerClaim::to_header`] wrote.
    pub fn from_header(header: &str) -> Option<Self> {
        let mut bytes = Vec::with_capacity(header.len());
        let mut rest = header.as_bytes();
        while let Some((&byte, tail)) = rest.split_first() {
            if byte == b'%' {
                let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &tail[2..];
            } else {
                bytes.push(byte);
                rest = tail;
            }
        }
        serde_json::from_slice(&bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asker_claim_reads_back_from_its_header_with_any_characters() {
        let claim = AskerClaim {
            client: "克劳德 100% \"quoted\"\n".into(),
            version: None,
            directory: "/src/été %2F".into(),
            token_id: None,
            attempt_key: None,
            mcp: false,
        };
        let header = claim.to_header();
        assert!(header.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        assert_eq!(AskerClaim::from_header(&header), Some(claim));
        assert_eq!(AskerClaim::from_header("%zz"), None);
    }
}
