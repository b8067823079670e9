//! Following the output of an attempt.

use domain::TaskId;
use domain::task::Status;
use engine::{BEHIND_RECORDS_MAX, CAUGHT_UP_RECORDS, Followed, Follower, Rules, TaskRules};
use scripted_agent::{Script, Step};
use testkit::TestTasks;

async fn follow(test: &TestTasks, task: TaskId, after: u64) -> Follower {
    let found = test
        .tasks
        .follow(task, 1, after)
        .await
        .expect("it can be read");
    found.expect("an attempt")
}

/// Everything that a follower is told until the end, as positions. Each part begins where the one
/// before it ended.
#[derive(Debug, Default, PartialEq)]
struct Told {
    positions: Vec<u64>,
    skipped_to: Vec<u64>,
    last: u64,
}

async fn told(follower: &mut Follower, after: u64) -> Told {
    let mut told = Told::default();
    let mut reached = after;
    loop {
        match follower.next().await.expect("it can be read") {
            Followed::Records { after, output } => {
                assert_eq!(after, reached, "a part begins where the last one ended");
                for record in output.records {
                    assert_eq!(record.position, reached + 1, "no gap");
                    reached = record.position;
                    told.positions.push(reached);
                }
            }
            Followed::Skipped { to, .. } => {
                reached = to;
                told.skipped_to.push(to);
            }
            Followed::Ended { last } => {
                told.last = last;
                return told;
            }
        }
    }
}

#[tokio::test]
async fn follower_gets_what_is_stored_and_what_follows_until_the_attempt_ends() {
    let test = TestTasks::start().await;
    let go = test.directory.path().join("go");
    let steps = [
        Step::text("one"),
        Step::text("two"),
        Step::WaitFor { file: go.clone() },
        Step::text("three"),
    ];
    let task = test.run_script("shop", &Script::turn(steps), false).await;
    let id = task.task.id;
    test.until(id, Status::Running).await;
    let mut first = follow(&test, id, 0).await;
    let mut seen = 0;
    while seen < 2 {
        if let Followed::Records { output, .. } = first.next().await.unwrap() {
            seen += output.records.len();
        }
    }
    // One that comes back, and one that comes late, while the agent is still at work.
    let mut back = follow(&test, id, 1).await;
    std::fs::write(&go, "").unwrap();
    assert_eq!(told(&mut back, 1).await.positions, [2, 3]);
    assert_eq!(told(&mut first, 2).await.positions, [3]);
    let mut late = follow(&test, id, 0).await;
    let all = told(&mut late, 0).await;
    assert_eq!((all.positions, all.last), (vec![1, 2, 3], 3));
    test.stop().await;
}

#[tokio::test]
async fn follower_of_an_unknown_attempt_is_refused() {
    let test = TestTasks::start().await;
    let id = test.run("shop", "echo Done.").await.task.id;
    test.until(id, Status::Complete).await;
    let unknown = TaskId::from_random([7; 16]);
    for (task, attempt) in [(id, 0), (id, 2), (unknown, 1)] {
        let found = test.tasks.follow(task, attempt, 0).await.unwrap();
        assert!(found.is_none(), "{task} {attempt}");
    }
    test.stop().await;
}

#[tokio::test]
async fn follower_too_far_behind_goes_on_with_the_newest_records() {
    let test = TestTasks::start().await;
    let lines = BEHIND_RECORDS_MAX + 500;
    let id = test.run("shop", &format!("seq 1 {lines}")).await.task.id;
    test.until(id, Status::Complete).await;
    let mut slow = follow(&test, id, 0).await;
    let seen = told(&mut slow, 0).await;
    let skipped = seen.last - CAUGHT_UP_RECORDS;
    assert_eq!(seen.skipped_to, [skipped]);
    assert_eq!(seen.positions.first(), Some(&(skipped + 1)));
    assert_eq!(seen.positions.last(), Some(&seen.last));
    test.stop().await;
}

#[tokio::test]
async fn follower_is_told_that_the_beginning_was_dropped() {
    let tasks = TaskRules {
        output_bytes_max: 64 * 1024,
        ..TaskRules::default()
    };
    let rules = Rules {
        tasks,
        ..Rules::default()
    };
    let test = TestTasks::start_with(rules).await;
    let id = test.run("shop", "seq 1 5000; echo Done.").await.task.id;
    test.until(id, Status::Complete).await;
    let cut = test.tasks.output_tail(id, 1, 1).await.unwrap().output.cut;
    let mut follower = follow(&test, id, 0).await;
    let first = follower.next().await.expect("it can be read");
    assert_eq!(first, Followed::Skipped { to: cut, cut });
    let seen = told(&mut follower, cut).await;
    assert_eq!(seen.positions.first(), Some(&(cut + 1)));
    test.stop().await;
}
