//! Which tasks run at the same time, and in which order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::place::Place;
use crate::tasks::{place, script};

/// A tree: some of these directories are inside others.
const DIRECTORIES: [&str; 5] = [
    "shop",
    "shop/cart",
    "shop/cart/tests",
    "shop/search",
    "docs",
];
const THREADS: usize = 20;
const RUNNING_MAX: usize = 4;

/// Gives a job in a new thread. It writes down when it begins and ends, and waits for the gate.
fn give(place: &Place, number: usize, directory: &str) -> String {
    let home = place.home().display();
    let lines = format!(
        "echo 'begin {number}' >> {home}/journal\n\
         while [ ! -e {home}/gate ]; do sleep 0.02; done\n\
         echo 'end {number}' >> {home}/journal"
    );
    let args = ["--agent", "shell", "--dir", directory, "--detach"];
    let said = place.run(&[&["run", &script(&lines)], &args[..]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    said.out.trim().to_owned()
}

fn with_status(place: &Place, status: &str) -> Vec<String> {
    let listed = place.json(&["task", "list", "--status", status, "--json"]);
    let tasks = listed.as_array().unwrap().iter();
    let id = |task: &Value| task["task_id"].as_str().unwrap().to_owned();
    tasks.map(id).collect()
}

/// The numbers in the order in which they began. Checks at each line who is at work.
fn begun_in_order(journal: &str) -> Vec<usize> {
    let mut order = Vec::new();
    let mut at_work = BTreeSet::new();
    for line in journal.lines() {
        let (what, number) = line.split_once(' ').unwrap();
        let number: usize = number.parse().unwrap();
        match what {
            "begin" => {
                order.push(number);
                let directory = |number: &usize| number % DIRECTORIES.len();
                let others: BTreeSet<usize> = at_work.iter().map(directory).collect();
                assert!(!others.contains(&directory(&number)), "{journal}");
                at_work.insert(number);
                assert!(at_work.len() <= RUNNING_MAX, "{journal}");
            }
            "end" => assert!(at_work.remove(&number), "{journal}"),
            other => panic!("{other}"),
        }
    }
    assert!(at_work.is_empty(), "{journal}");
    order
}

#[test]
fn twenty_threads_in_a_tree_run_one_per_directory_and_four_in_all_in_their_order() {
    let place = place();
    for directory in DIRECTORIES {
        fs::create_dir_all(place.home().join(directory)).unwrap();
    }
    let given: Vec<String> = (0..THREADS)
        .map(|number| give(&place, number, DIRECTORIES[number % DIRECTORIES.len()]))
        .collect();
    // Behind the closed gate: the first task of each of the first four directories.
    assert_eq!(with_status(&place, "RUNNING"), given[..RUNNING_MAX]);
    assert_eq!(with_status(&place, "QUEUED"), given[RUNNING_MAX..]);
    let waits = |number: usize| {
        let task = place.json(&["task", "show", &given[number], "--json"]);
        task["waits_for"]["what"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        (waits(4).as_str(), waits(5).as_str()),
        ("slot", "directory")
    );
    fs::write(place.home().join("gate"), "").unwrap();
    for id in &given {
        let followed = place.run(&["task", "log", id, "--follow"]);
        assert_eq!(followed.code, 0, "{followed:?}");
    }
    assert_eq!(with_status(&place, "COMPLETE"), given);
    let journal = fs::read_to_string(place.home().join("journal")).unwrap();
    let begun = begun_in_order(&journal);
    assert_eq!(begun.len(), THREADS);
    let mut by_directory: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for number in begun {
        let directory = number % DIRECTORIES.len();
        by_directory.entry(directory).or_default().push(number);
    }
    for numbers in by_directory.values() {
        assert!(numbers.is_sorted(), "in the order given: {journal}");
    }
}
