//! What the person's settings do to tasks.

use domain::task::Status;
use engine::{QueuedFor, Rules, TaskRules};
use testkit::TestTasks;

use super::until_made;

fn rules(tasks: TaskRules) -> Rules {
    Rules {
        tasks,
        ..Rules::default()
    }
}

#[tokio::test]
async fn tasks_run_one_per_directory_and_not_more_than_allowed_in_their_order() {
    let rules = rules(TaskRules {
        running_max: 2,
        ..TaskRules::default()
    });
    let test = TestTasks::start_with(rules).await;
    let script = |name: &str| {
        format!(": > ../begun-{name}; while [ ! -e ../go-{name} ]; do sleep 0.01; done")
    };
    let mut given = Vec::new();
    for (project, name) in [("a", "1"), ("a", "2"), ("b", "3"), ("c", "4"), ("a", "5")] {
        given.push(test.run(project, &script(name)).await.task.id);
    }
    let begun = |name: &str| test.directory.path().join(format!("begun-{name}"));
    let go = |name: &str| {
        std::fs::write(test.directory.path().join(format!("go-{name}")), "").unwrap();
    };
    until_made(&begun("1")).await;
    until_made(&begun("3")).await;
    let waits = async |index: usize| {
        let stored = test.tasks.task(given[index]).await.unwrap();
        test.tasks.waits_for(&stored).await.unwrap()
    };
    assert_eq!(waits(1).await, Some(QueuedFor::Directory(given[0])));
    assert_eq!(waits(3).await, Some(QueuedFor::Slot { running: 2, max: 2 }));
    assert_eq!(waits(0).await, None);
    go("1");
    until_made(&begun("2")).await;
    assert!(!begun("4").exists() && !begun("5").exists());
    go("3");
    until_made(&begun("4")).await;
    assert!(!begun("5").exists(), "one at a time in a directory");
    for name in ["2", "4", "5"] {
        go(name);
    }
    for id in given {
        test.until(id, Status::Complete).await;
    }
    test.stop().await;
}

#[tokio::test]
async fn output_of_a_task_is_cut_at_the_size_that_the_person_set() {
    let rules = rules(TaskRules {
        output_bytes_max: 64 * 1024,
        ..TaskRules::default()
    });
    let test = TestTasks::start_with(rules).await;
    let given = test.run("shop", "seq 1 20000; echo Done.").await;
    let id = given.task.id;
    test.until(id, Status::Complete).await;
    let tail = test.tasks.output_tail(id, 1, 1).await.unwrap().output;
    assert!(tail.cut > 0, "the beginning was dropped");
    let left = test.tasks.output_after(id, 1, 0, 0).await.unwrap().output;
    assert_eq!(
        left.records.first().map(|record| record.position),
        Some(tail.cut + 1)
    );
    test.stop().await;
}

#[tokio::test]
async fn finished_thread_is_removed_after_the_days_that_the_person_set() {
    let rules = rules(TaskRules {
        retention_days: 3,
        ..TaskRules::default()
    });
    let test = TestTasks::start_with(rules).await;
    let done = test.run("shop", "echo Done.").await.task.id;
    test.until(done, Status::Complete).await;
    let waiting = test.run("blog", "echo 'Shall I go on?'").await.task.id;
    test.until(waiting, Status::AwaitingResponse).await;
    test.engine.clock.advance_seconds(2 * 24 * 60 * 60);
    let test = test.restart().await;
    test.tasks.task(done).await.unwrap();
    test.engine.clock.advance_seconds(2 * 24 * 60 * 60);
    while test.tasks.task(done).await.is_ok() {
        tokio::task::yield_now().await;
    }
    test.tasks.task(waiting).await.unwrap();
    test.stop().await;
}
