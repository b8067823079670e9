//! What a request head must look like. Pure; reads the same way as hyper, and takes less.

use http::{Method, StatusCode, Uri};

use super::HeadLimits;

/// The most a body may claim; hyper keeps the last two numbers for itself.
const LENGTH_MAX: u64 = u64::MAX - 2;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Sound as far as it goes.
    Partial,
    Complete {
        /// The head's own length.
        bytes: usize,
        body: Body,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body {
    Bytes(u64),
    /// In chunks, or another protocol: where it ends is not ours to find out.
    Unknown,
}

/// What is wrong with a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    RequestLine,
    Header,
    BareLineFeed,
    /// No length, or more than one.
    Length,
    TransferEncoding,
    TooLarge,
}

impl Fault {
    pub(super) const ALL: [Self; 6] = [
        Self::RequestLine,
        Self::Header,
        Self::BareLineFeed,
        Self::Length,
        Self::TransferEncoding,
        Self::TooLarge,
    ];

    pub(super) fn code(self) -> &'static str {
        match self {
            Self::RequestLine => "bad_request_line",
            Self::Header => "bad_header",
            Self::BareLineFeed => "bare_line_feed",
            Self::Length => "ambiguous_length",
            Self::TransferEncoding => "transfer_encoding",
            Self::TooLarge => "headers_too_large",
        }
    }

    pub(super) fn status(self) -> StatusCode {
        match self {
            Self::RequestLine
            | Self::Header
            | Self::BareLineFeed
            | Self::Length
            | Self::TransferEncoding => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        }
    }
}

/// Reads the head that `bytes` begin with.
pub(super) fn check(bytes: &[u8], limits: HeadLimits) -> Result<Progress, Fault> {
    let mut headers = vec![httparse::EMPTY_HEADER; limits.headers];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Partial) => {
            lines_end_well(bytes)?;
            within(bytes.len(), limits)?;
            Ok(Progress::Partial)
        }
        Ok(httparse::Status::Complete(length)) => {
            lines_end_well(&bytes[..length])?;
            within(length, limits)?;
            Ok(Progress::Complete {
                bytes: length,
                body: body(&request)?,
            })
        }
        Err(error) => Err(fault(error)),
    }
}

fn fault(error: httparse::Error) -> Fault {
    use httparse::Error;
    match error {
        Error::TooManyHeaders => Fault::TooLarge,
        Error::Token | Error::NewLine | Error::Version => Fault::RequestLine,
        Error::HeaderName | Error::HeaderValue | Error::Status => Fault::Header,
    }
}

/// A line ends in CR LF. Programs that read a bare LF differently see two requests in one.
fn lines_end_well(head: &[u8]) -> Result<(), Fault> {
    let mut before = 0;
    for &byte in head {
        if byte == b'\n' && before != b'\r' {
            return Err(Fault::BareLineFeed);
        }
        before = byte;
    }
    Ok(())
}

fn within(length: usize, limits: HeadLimits) -> Result<(), Fault> {
    match length <= limits.bytes {
        true => Ok(()),
        false => Err(Fault::TooLarge),
    }
}

/// Finds out where the request ends, if there is exactly one way to read it.
fn body(request: &httparse::Request<'_, '_>) -> Result<Body, Fault> {
    let (method, target) = (
        request.method.unwrap_or_default(),
        request.path.unwrap_or_default(),
    );
    let method = Method::from_bytes(method.as_bytes()).map_err(|_| Fault::RequestLine)?;
    Uri::try_from(target).map_err(|_| Fault::RequestLine)?;
    let all = |name: &str| {
        let mut found = request
            .headers
            .iter()
            .filter(|header| header.name.eq_ignore_ascii_case(name));
        (
            found.next().map(|header| header.value),
            found.next().is_some(),
        )
    };
    let (length, lengths) = all("content-length");
    let (coding, codings) = all("transfer-encoding");
    let (upgrade, _) = all("upgrade");
    if lengths || (length.is_some() && coding.is_some()) {
        return Err(Fault::Length);
    }
    if let Some(coding) = coding {
        // HTTP/1.0 knows none, and we know one.
        let known = coding.trim_ascii().eq_ignore_ascii_case(b"chunked");
        if codings || !known || request.version != Some(1) {
            return Err(Fault::TransferEncoding);
        }
    }
    let length = length.map_or(Ok(0), number)?;
    if coding.is_some() || upgrade.is_some() || method == Method::CONNECT {
        return Ok(Body::Unknown);
    }
    Ok(Body::Bytes(length))
}

fn number(digits: &[u8]) -> Result<u64, Fault> {
    let text = std::str::from_utf8(digits).ok();
    let text = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = text.and_then(|text| text.parse().ok());
    number
        .filter(|number| *number <= LENGTH_MAX)
        .ok_or(Fault::Length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: HeadLimits = HeadLimits {
        headers: 8,
        bytes: 256,
    };

    fn told(head: &str) -> Result<Progress, Fault> {
        check(head.as_bytes(), LIMITS)
    }

    #[test]
    fn head_check_finds_the_end_of_a_valid_request() {
        for (head, body) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", Body::Bytes(0)),
            ("\r\nGET / HTTP/1.1\r\n\r\n", Body::Bytes(0)),
            ("GET / HTTP/1.0\r\n\r\n", Body::Bytes(0)),
            (
                "POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n",
                Body::Bytes(12),
            ),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n",
                Body::Unknown,
            ),
            (
                "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
                Body::Unknown,
            ),
            ("CONNECT a:1 HTTP/1.1\r\n\r\n", Body::Unknown),
        ] {
            let bytes = head.len();
            let with_more = format!("{head}a\nb");
            let expected = Ok(Progress::Complete { bytes, body });
            assert_eq!(told(&with_more), expected, "{head:?}");
        }
    }

    #[test]
    fn head_check_waits_for_the_rest_of_a_partial_head() {
        for head in [
            "",
            "G",
            "GET / HTTP/1.1\r",
            "GET / HTTP/1.1\r\nHost: a\r\n\r",
        ] {
            assert_eq!(told(head), Ok(Progress::Partial), "{head:?}");
        }
    }

    #[test]
    fn head_check_names_the_fault_of_a_broken_head() {
        let long = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(300));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: a\r\n".repeat(9));
        for (head, fault) in [
            ("GET / HTTP/1.1\n", Fault::BareLineFeed),
            (
                "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
                Fault::BareLineFeed,
            ),
            ("GET / HTTP/1.1\r\nHost: a\r\n\n", Fault::BareLineFeed),
            ("\nGET / HTTP/1.1\r\n\r\n", Fault::BareLineFeed),
            ("GARBAGE\r\n\r\n", Fault::RequestLine),
            ("\u{16}\u{3}\u{1}\r\n\r\n", Fault::RequestLine),
            ("GET /a b HTTP/1.1\r\n\r\n", Fault::RequestLine),
            ("GET http:// HTTP/1.1\r\n\r\n", Fault::RequestLine),
            ("GET / HTTP/3.0\r\n\r\n", Fault::RequestLine),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Fault::RequestLine),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", Fault::Header),
            ("GET / HTTP/1.1\r\nX : a\r\n\r\n", Fault::Header),
            ("GET / HTTP/1.1\r\nX: a\rb\r\n\r\n", Fault::Header),
            ("GET / HTTP/1.1\r\nX: a\r\n folded\r\n\r\n", Fault::Header),
            (long.as_str(), Fault::TooLarge),
            (many.as_str(), Fault::TooLarge),
        ] {
            assert_eq!(told(head), Err(fault), "{head:?}");
        }
    }

    #[test]
    fn head_check_accepts_only_a_single_decimal_content_length() {
        let post = |headers: &str| told(&format!("POST / HTTP/1.1\r\n{headers}\r\n"));
        for length in ["", "+2", "-2", "0x2", "2, 2", "18446744073709551615"] {
            let told = post(&format!("Content-Length: {length}\r\n"));
            assert_eq!(told, Err(Fault::Length), "{length}");
        }
        let (length, coding) = ("Content-Length: 2\r\n", "Transfer-Encoding: chunked\r\n");
        for twice in [
            format!("{length}{length}"),
            format!("{length}{coding}"),
            format!("{coding}{length}"),
        ] {
            assert_eq!(post(&twice), Err(Fault::Length), "{twice}");
        }
        for coding in ["gzip, chunked", "chunked, identity", "xchunked", ""] {
            let told = post(&format!("Transfer-Encoding: {coding}\r\n"));
            assert_eq!(told, Err(Fault::TransferEncoding), "{coding}");
        }
        assert_eq!(
            post(&format!("{coding}{coding}")),
            Err(Fault::TransferEncoding)
        );
        let old = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(told(old), Err(Fault::TransferEncoding));
    }

    proptest::proptest! {
        #[test]
        fn head_check_never_reads_past_the_end_of_any_bytes(bytes: Vec<u8>) {
            if let Ok(Progress::Complete { bytes: length, .. }) = check(&bytes, LIMITS) {
                proptest::prop_assert!(length <= bytes.len());
            }
        }
    }
}
