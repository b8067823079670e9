//! Writes words so that a shell reads them back as they were.

/// Returns `word` as one word of a POSIX shell.
pub fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:@%+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_word_quotes_text_as_one_word() {
        for (word, quoted) in [
            ("a-b_c./=:@%+,9", "a-b_c./=:@%+,9"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's $HOME; `x`", r"'it'\''s $HOME; `x`'"),
            ("你好", "'你好'"),
        ] {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
