//! What a reply card is told: the question, its options, and the rule that decided.

use domain::task::closing::{Closing, Rule, closing};

#[test]
fn closing_names_the_rule_that_decided() {
    let cases = [
        ("May I proceed?", Rule::Question),
        ("進めて良いですか?", Rule::Question),
        ("どちらですか？", Rule::Question),
        ("请确认是否继续。", Rule::Request),
        ("What's the name of the channel?", Rule::LastWord),
        ("Let me know which one you prefer.", Rule::Request),
        ("I need the API key to continue.", Rule::MissingInput),
        (
            "AWS_REGION の値が不明なため、続行できません。",
            Rule::MissingInput,
        ),
        ("Waiting for your approval.", Rule::Approval),
        ("如果没有问题，我就开始动手。", Rule::Approval),
        ("", Rule::Empty),
        ("```\nproceed?\n```", Rule::Empty),
        ("Done.", Rule::Statement),
        (
            "Done. Let me know if you have any questions!",
            Rule::Courtesy,
        ),
        ("他に何かあればお知らせください。", Rule::Courtesy),
        ("If you want, I can also add tests.", Rule::Offer),
        ("如果需要，我还可以补充测试。", Rule::Offer),
        ("Why does this matter? Because it was slow.", Rule::Answered),
    ];
    for (text, rule) in cases {
        assert_eq!(closing(text).because(), rule, "{text}");
    }
}

#[test]
fn closing_returns_the_question_without_markdown() {
    assert_eq!(
        question("**Done.** Shall I delete `a.rs` and [b](https://example.com/?x)?"),
        "Shall I delete a.rs and b?"
    );
    assert_eq!(
        question("It works.\nShould I push\nit to the   server now? 🚀"),
        "Should I push it to the server now?"
    );
}

#[test]
fn closing_returns_the_first_of_several_related_questions() {
    assert_eq!(
        question("Shall I merge it? Or wait? Let me know!"),
        "Shall I merge it?"
    );
    assert_eq!(
        question("A few questions:\n- Do you want tests?\n- Which port?"),
        "Do you want tests?"
    );
    assert_eq!(question("进度如上。要继续吗？请告诉我。"), "要继续吗？");
}

#[test]
fn closing_takes_options_from_a_list_next_to_a_choosing_question() {
    let expected = ["1. SQLite", "2. Postgres"];
    assert_eq!(
        options("Which database?\n\n1. SQLite\n2. Postgres"),
        expected
    );
    assert_eq!(
        options("1. **SQLite**\n   - one file\n2. **Postgres**\n\nWhich one do you want?"),
        expected
    );
    assert_eq!(
        options("どちらにしますか？\n- 残す\n- 消す"),
        ["残す", "消す"]
    );
    assert_eq!(
        options("请选择：\n\nA. 保留\nB. 删除"),
        ["A. 保留", "B. 删除"]
    );
    assert_eq!(
        options("Would you like me to:\n- fix it\n- leave it"),
        ["fix it", "leave it"]
    );
}

#[test]
fn closing_takes_options_from_alternatives_inside_the_question() {
    assert_eq!(
        options("Which database: SQLite or Postgres?"),
        ["SQLite", "Postgres"]
    );
    assert_eq!(
        options("你希望使用 PostgreSQL 还是 SQLite？"),
        ["PostgreSQL", "SQLite"]
    );
    assert_eq!(
        options("版は 1.75 と 1.80 のどちらにしますか？"),
        ["1.75", "1.80"]
    );
    assert_eq!(
        options("Do you want me to (a) remove it, (b) keep it, or (c) ask again?"),
        ["remove it", "keep it", "ask again"]
    );
}

#[test]
fn closing_does_not_take_plan_steps_or_listed_questions_for_options() {
    assert_eq!(
        options("1. Copy\n2. Delete\n\nShall I proceed?"),
        Vec::<String>::new()
    );
    assert_eq!(
        options("Before I start:\n- Which port?\n- Which host?"),
        Vec::<String>::new()
    );
}

fn question(text: &str) -> String {
    match closing(text) {
        Closing::Asks { question, .. } => question,
        Closing::Ends { because } => panic!("taken for an end by {because}: {text}"),
    }
}

fn options(text: &str) -> Vec<String> {
    match closing(text) {
        Closing::Asks { options, .. } => options,
        Closing::Ends { because } => panic!("taken for an end by {because}: {text}"),
    }
}
