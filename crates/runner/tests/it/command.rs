//! Plain programs.

use std::fs;

use domain::task::output::Stream;
use runner::agents::Kind;
use runner::attempt::{Ending, Order};
use runner::tree::{MARK, Stopped};
use runner::{Attempt, StartError};

use crate::running::{Running, closing, failed, order, printed};
use crate::{SOON, until};

fn shell(script: &str) -> (Order, tempfile::TempDir) {
    order(Kind::Command, &["sh", "-c", script])
}

#[tokio::test]
async fn command_gets_the_prompt_on_stdin_and_answers_with_its_output() {
    let (mut order, directory) = shell("echo got; cat; echo");
    order.prompt = "zwölf\r\nlines 🎈  ".into();
    let told = Running::start((order, directory)).told().await;
    assert_eq!(
        told.said,
        [
            printed(Stream::Stdout, "got"),
            printed(Stream::Stdout, "zwölf"),
            printed(Stream::Stdout, "lines 🎈  "),
        ]
    );
    assert_eq!(told.ended.ending, closing("got\nzwölf\nlines 🎈"));
    assert_eq!(told.ended.stopped, Stopped::Asked);
}

#[tokio::test]
async fn command_gets_the_prompt_as_an_argument_where_its_place_is_marked() {
    let (mut order, directory) = order(Kind::Command, &["printf", "%s|", "--say={prompt}", "end"]);
    order.history = "before".into();
    let told = Running::start((order, directory)).told().await;
    assert_eq!(told.ended.ending, closing("--say=before\n\ndo it|end|"));
}

#[tokio::test]
async fn command_fails_with_its_exit_code_and_last_error_line() {
    let told = Running::start(shell("echo first >&2; echo second >&2; exit 3"))
        .told()
        .await;
    assert_eq!(
        told.said,
        [
            printed(Stream::Stderr, "first"),
            printed(Stream::Stderr, "second")
        ]
    );
    assert_eq!(
        told.ended.ending,
        failed("the program ended with exit code 3: second")
    );
    let told = Running::start(shell("kill -9 $$")).told().await;
    assert_eq!(
        told.ended.ending,
        failed("the program was ended by signal 9")
    );
}

#[tokio::test]
async fn command_inherits_only_what_it_is_given() {
    let (mut order, directory) = shell("env | cut -d= -f1 | sort | tr '\\n' ' '");
    order
        .agent
        .environment
        .insert("API_KEY".into(), "secret".into());
    let told = Running::start((order, directory)).told().await;
    // The shell itself adds `_` and `OLDPWD` or not, depending on which it is.
    let Ending::Turn { closing, .. } = &told.ended.ending else {
        panic!("{:?}", told.ended);
    };
    let names: Vec<&str> = closing
        .split(' ')
        .filter(|name| !["_", "SHLVL", "OLDPWD", ""].contains(name))
        .collect();
    assert_eq!(names, ["API_KEY", "PATH", "PWD", MARK]);
}

#[tokio::test]
async fn command_keeps_every_line_of_a_reader_that_is_slow() {
    let mut running = Running::start(shell("seq 1 5000; echo 0123456789 >&2"));
    let first = running.attempt.next().await;
    assert!(first.is_some());
    tokio::task::yield_now().await;
    let told = running.told().await;
    assert_eq!(told.entries().len(), 5000);
}

#[tokio::test]
async fn command_that_leaves_a_writing_orphan_ends_with_it() {
    let orphan = "(setsid sh -c 'echo $$ > pid; while :; do echo more; sleep 0.01; done' &); \
                  while [ ! -s pid ]; do sleep 0.01; done; echo done";
    let running = Running::start(shell(orphan));
    let escaped = running.process("pid").await;
    let told = running.told().await;
    assert!(!escaped.can_act());
    let Ending::Turn { closing, .. } = &told.ended.ending else {
        panic!("{:?}", told.ended);
    };
    assert!(closing.contains("done"));
}

#[tokio::test]
async fn stop_kills_a_command_that_ignores_the_request() {
    let running = Running::start(shell(
        "trap '' TERM; echo $$ > pid; while :; do sleep 1; done",
    ));
    let deaf = running.process("pid").await;
    running.attempt.control().stop(SOON);
    let told = running.told().await;
    assert_eq!(told.ended.ending, Ending::Stopped);
    assert_eq!(told.ended.stopped, Stopped::Killed);
    assert!(!deaf.can_act());
}

#[tokio::test]
async fn cancel_terminates_a_command() {
    let running = Running::start(shell("echo $$ > pid; exec sleep 1000"));
    let process = running.process("pid").await;
    running.attempt.control().cancel();
    let told = running.told().await;
    assert_eq!(told.ended.ending, Ending::Stopped);
    assert!(!process.can_act());
}

#[tokio::test]
async fn attempt_that_is_dropped_stops_its_processes() {
    let running = Running::start(shell("echo $$ > pid; exec sleep 1000"));
    let process = running.process("pid").await;
    drop(running.attempt);
    until(|| !process.can_act()).await;
}

#[tokio::test]
async fn trace_finds_the_processes_of_an_attempt_again() {
    let running = Running::start(shell("setsid sh -c 'echo $$ > pid; exec sleep 1000'"));
    let process = running.process("pid").await;
    let trace = running.attempt.trace();
    let kept = trace.clone();
    let mut found = kept.find();
    assert!(found.living().contains(&process));
    found.stop(SOON).await;
    assert!(!process.can_act());
    assert_eq!(running.attempt.finish(SOON).await.stopped, Stopped::Asked);
}

#[test]
fn start_says_which_program_is_missing_where() {
    let (mut order, _directory) = order(Kind::Command, &["no-such-agent"]);
    order.environment.insert("PATH".into(), "/nowhere".into());
    let error = Attempt::start(order).expect_err("it is missing");
    assert_eq!(
        error.to_string(),
        "no-such-agent is in no directory of the hub's PATH"
    );
}

#[test]
fn start_refuses_a_directory_that_is_not_there() {
    let (mut order, directory) = shell("true");
    order.directory = directory.path().join("gone");
    let error = Attempt::start(order).expect_err("it is missing");
    assert!(matches!(error, StartError::Directory(..)), "{error}");
    let (mut order, directory) = shell("true");
    order.directory = directory.path().join("file");
    fs::write(&order.directory, "").expect("it can be written");
    let error = Attempt::start(order).expect_err("it is a file");
    assert!(matches!(error, StartError::Directory(..)), "{error}");
}

#[test]
fn start_refuses_a_prompt_that_does_not_fit_an_argument() {
    for prompt in ["x".repeat(128 * 1024), "zero\0byte".to_owned()] {
        let (mut order, _directory) = order(Kind::Command, &["echo", "{prompt}"]);
        order.prompt = prompt;
        let error = Attempt::start(order).expect_err("it does not fit");
        assert!(matches!(error, StartError::Prompt(_)), "{error}");
    }
}

#[tokio::test]
async fn program_that_cannot_be_executed_fails_with_the_reason() {
    let (mut order, directory) = shell("true");
    let program = directory.path().join("broken");
    fs::write(&program, "#!/nowhere/interpreter\n").expect("it can be written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).expect("it is ours");
    order.agent.command = vec![program.to_string_lossy().into_owned()];
    let told = Running::start((order, directory)).told().await;
    let Ending::Failed { message } = told.ended.ending else {
        panic!("{:?}", told.ended);
    };
    assert!(message.contains("cannot start"), "{message}");
}
