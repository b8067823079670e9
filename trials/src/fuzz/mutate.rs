//! Changes to valid messages, drawn from a seed: in their structure and in their bytes.

use serde_json::{Map, Value, json};

use crate::random::Random;

/// Returns a message that is probably bad. It has no line break, as a line has none.
pub(super) fn message(random: &mut Random, valid: &[Value]) -> Vec<u8> {
    let mut value = random.of(valid).clone();
    // Mostly one kind at a time: a message with broken bytes is not looked at any further.
    let (changes, scratches) = match random.index(4) {
        0 => (0, 1 + random.index(3)),
        1 => (random.index(3), random.index(2)),
        _ => (1 + random.index(3), 0),
    };
    for _ in 0..changes {
        // Mostly inside: a message with a broken envelope is not looked at any further either.
        let place = *random.of(&["/params/arguments", "/params/arguments", "/params", ""]);
        match value.pointer_mut(place) {
            Some(inside) => change(random, inside),
            None => change(random, &mut value),
        }
    }
    let mut bytes = match random.index(12) {
        0 => json!([value, random.of(valid)]).to_string().into_bytes(),
        1 => format!("{value}{}", random.of(valid)).into_bytes(),
        _ => value.to_string().into_bytes(),
    };
    for _ in 0..scratches {
        scratch(random, &mut bytes);
    }
    bytes.retain(|byte| *byte != b'\n');
    bytes
}

/// Changes one place in the structure.
#[expect(clippy::wildcard_enum_match_arm, reason = "JSON has the kinds it has")]
fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::Object(fields) if !fields.is_empty() && random.index(4) > 0 => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = random.of(&names).clone();
            match random.index(6) {
                0 => {
                    fields.remove(&name);
                }
                1 => {
                    let moved = fields.remove(&name).unwrap_or_default();
                    fields.insert(odd_name(random), moved);
                }
                2 => {
                    fields.insert(odd_name(random), odd_value(random));
                }
                _ => change(random, fields.entry(name).or_insert(Value::Null)),
            }
        }
        Value::Array(items) if !items.is_empty() && random.index(4) > 0 => {
            let at = random.index(items.len());
            match random.index(4) {
                0 => {
                    items.remove(at);
                }
                1 => {
                    let copy = items[at].clone();
                    let copies = 1 + random.index(300);
                    items.extend(std::iter::repeat_n(copy, copies));
                }
                _ => change(random, &mut items[at]),
            }
        }
        _ => *value = odd_value(random),
    }
}

fn odd_name(random: &mut Random) -> String {
    let names = [
        "",
        "id",
        "method",
        "params",
        "jsonrpc",
        "__proto__",
        "título",
        "\u{0}",
        "selection-mode",
    ];
    (*random.of(&names)).to_owned()
}

fn odd_value(random: &mut Random) -> Value {
    match random.index(14) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(u64::MAX),
        3 => json!(1.5e300),
        4 => json!(""),
        5 => json!("x".repeat(random.index(70_000))),
        6 => json!("\u{202e}\u{1b}[2J\u{0}\u{feff}\r\t"),
        7 => json!([]),
        8 => Value::Object(Map::new()),
        9 => {
            let depth = random.index(200);
            (0..depth).fold(json!(1), |inner, _| json!([inner]))
        }
        10 => json!(true),
        11 => json!(random.next()),
        12 => json!("tools/call"),
        _ => json!(i64::MIN),
    }
}

/// Changes some bytes without looking at their meaning.
fn scratch(random: &mut Random, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let at = random.index(bytes.len());
    match random.index(7) {
        0 => bytes[at] ^= 1 << random.index(8),
        1 => bytes.truncate(at),
        2 => {
            bytes.remove(at);
        }
        3 => bytes.insert(at, u8::try_from(random.index(256)).unwrap_or(0)),
        4 => {
            let end = (at + 1 + random.index(20)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        5 => bytes.extend_from_slice(b"\r"),
        _ => {
            let odd: [&[u8]; 6] = [
                b"\xff\xfe",
                b"\xef\xbb\xbf",
                b"\\ud800",
                b"1e999",
                b"\0",
                b"99999999999999999999999999",
            ];
            let piece = random.of(&odd).to_vec();
            bytes.splice(at..at, piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::corpus;

    #[test]
    fn mutations_repeat_for_a_seed_and_contain_no_line_break() {
        let valid = corpus::messages();
        let draw = |seed| {
            let mut random = Random::new(seed, 0);
            (0..500)
                .map(|_| message(&mut random, &valid))
                .collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(draw(7).iter().all(|message| !message.contains(&b'\n')));
    }
}
