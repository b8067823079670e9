//! Real writing stays as it is; what hides, moves or poses is spelled out.

use proptest::prelude::*;

use super::*;

#[test]
fn display_safe_spells_out_control_and_invisible_characters() {
    for (text, shown) in [
        ("plain, 你好, é, 👍🏽", "plain, 你好, é, 👍🏽"),
        ("rm -rf x\rls", "rm -rf x<CR>ls"),
        ("\u{1b}[2J", "<ESC>[2J"),
        ("a\u{202e}b", "a<U+202E>b"),
        ("a\u{200d}\u{e0041}", "a<U+200D><U+E0041>"),
        ("a\nb", "a<LF>b"),
        ("rm\u{a0}-rf", "rm<U+00A0>-rf"),
        ("a\u{202f}b\u{2007}c", "a<U+202F>b<U+2007>c"),
        (
            "\u{2800}\u{3164}\u{115f}\u{1160}\u{ffa0}",
            "<U+2800><U+3164><U+115F><U+1160><U+FFA0>",
        ),
    ] {
        assert_eq!(display_safe(text), shown);
    }
    assert_eq!(display_safe_lines("a\n\tb\r"), "a\n\tb<CR>");
}

#[test]
fn display_safe_spells_out_combining_marks_beyond_the_fourth() {
    let shown = display_safe(&format!("a{}", "\u{301}".repeat(500))).into_owned();
    assert!(shown.starts_with("a\u{301}\u{301}\u{301}\u{301}<U+0301>"));
}

#[test]
fn display_safe_keeps_ordinary_text_of_many_languages() {
    for text in [
        // Persian with non-joiners: "I want", "the books".
        "می\u{200c}خواهم کتاب\u{200c}ها را بخوانم",
        // Arabic, Hebrew and Urdu.
        "السلام عليكم",
        "שלום עולם",
        "یہ اردو ہے",
        // Hindi and Marathi: half forms kept apart, or joined.
        "नमस्ते, क्\u{200d}ष और क्\u{200c}ष",
        // Bengali: ra with ya-phala.
        "র\u{200d}্যাম বাংলা",
        // Sinhala, and Malayalam with an old final consonant.
        "ශ්\u{200d}රී ලංකා",
        "അവന്\u{200d} വന്നു",
        // A family, a flag, a profession with a colour of skin, a heart on fire, countries, keycaps.
        "👨\u{200d}👩\u{200d}👧\u{200d}👦",
        "🏳\u{fe0f}\u{200d}🌈 🏴\u{200d}☠\u{fe0f}",
        "👩🏽\u{200d}💻 🧑\u{200d}🚀",
        "❤\u{fe0f}\u{200d}🔥",
        "🇮🇷🇧🇩🇺🇸 1\u{fe0f}\u{20e3}",
        // Several alphabets, but only one within each word.
        "Привет, world: IT-компания и USB-кабель, версия 2.0beta",
        "Ελληνικά και English",
        "使用Docker部署，再用Pythonで実行する。한국어test",
        "Čeština, naïve, Straße, Việt Nam, İstanbul",
        // Signs that everyone reads as signs.
        "Δt, 5 μs, kΩ, λx, πr, σ-algebra",
        "Україна, Ёлка, Ђорђе, Ґанок",
    ] {
        assert_eq!(display_safe(text), text);
    }
}

#[test]
fn display_safe_spells_out_joiners_between_characters_that_do_not_join() {
    for (text, shown) in [
        ("pay\u{200d}pal", "pay<U+200D>pal"),
        ("pay\u{200c}pal", "pay<U+200C>pal"),
        ("\u{200d}", "<U+200D>"),
        ("👍\u{200d}", "👍<U+200D>"),
        ("👍\u{200c}👍", "👍<U+200C>👍"),
        ("a\u{200d}👍", "a<U+200D>👍"),
        ("می\u{200c}\u{200c}خواهم", "می<U+200C><U+200C>خواهم"),
        ("می\u{200c} x", "می<U+200C> x"),
        ("می\u{200c}a", "می<U+200C>a"),
        ("क\u{200d} x", "क<U+200D> x"),
        ("क\u{200d}বা", "क<U+200D>বা"),
        ("你\u{200d}好", "你<U+200D>好"),
    ] {
        assert_eq!(display_safe(text), shown);
    }
}

#[test]
fn display_safe_spells_out_look_alike_letters_of_another_script_within_a_word() {
    for (text, shown) in [
        ("p\u{430}ypal", "p<U+0430>ypal"),
        (
            "\u{440}\u{430}\u{443}\u{440}\u{430}l",
            "<U+0440><U+0430><U+0443><U+0440><U+0430>l",
        ),
        ("g\u{43e}\u{43e}gle.com", "g<U+043E><U+043E>gle.com"),
        ("adm\u{456}n", "adm<U+0456>n"),
        ("\u{3a1}aypal", "<U+03A1>aypal"),
        ("micr\u{3bf}soft", "micr<U+03BF>soft"),
        ("прив\u{65}т", "прив<U+0065>т"),
        ("sudo-\u{440}m", "sudo-<U+0440>m"),
        ("e\u{301}\u{430}x", "e\u{301}<U+0430>x"),
        ("用p\u{430}ypal付款", "用p<U+0430>ypal付款"),
        (
            "p\u{430}ypal paypal п\u{430}пка",
            "p<U+0430>ypal paypal папка",
        ),
    ] {
        assert_eq!(display_safe(text), shown);
    }
}

#[test]
fn json_for_screen_escapes_control_characters_and_keeps_the_value() {
    let value = serde_json::json!({
        "a\u{202e}": "\u{9b}2J \u{7f} \u{200b} \u{e0041} 你好 👍",
        "b": ["\u{1b}[2J", "line\nline"],
    });
    let written = serde_json::to_string_pretty(&value).unwrap();
    let shown = json_for_screen(&written);
    assert!(
        shown.contains(r"\u009b2J \u007f \u200b \udb40\udc41 你好 👍"),
        "{shown}"
    );
    assert!(shown.contains(r#""a\u202e""#), "{shown}");
    let read: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(read, value);
    let plain = "{\n  \"a\": \"你好\"\n}";
    assert!(matches!(json_for_screen(plain), Cow::Borrowed(same) if same == plain));
}

/// Text in which odd characters have company.
fn written() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        any::<char>().prop_map(String::from),
        "[a-zа-яα-ωक-ह०-९م-ی👍👩❤]{1,3}",
        "[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{a0}\u{2800}\u{94d}]{1,3}",
    ];
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn display_safe_leaves_only_visible_characters_of_any_text(text in written()) {
        let shown: Vec<char> = display_safe(&text).chars().collect();
        for (at, &character) in shown.iter().enumerate() {
            let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
            let kept = is_joiner && joiners::is_at_home(&shown, at);
            prop_assert!(kept || is_plain(character, Layout::OneLine), "{character:?}");
        }
    }

    #[test]
    fn json_for_screen_parses_to_the_same_value_for_any_text(text in written()) {
        let written = serde_json::to_string(&text).unwrap();
        let shown = json_for_screen(&written).into_owned();
        prop_assert!(shown.chars().all(|c| is_plain(c, Layout::OneLine)));
        prop_assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }

    #[test]
    fn display_safe_does_not_change_plain_text(text in "[a-zA-Z0-9 .,\u{4e00}-\u{9fff}]*") {
        prop_assert_eq!(display_safe(&text), text.as_str());
    }
}
