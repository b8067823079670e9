//! `sayso ask --approve` against files that are swapped at the worst moment, and against variables
//! that inject code.

use std::fs::{self, File};
use std::mem::MaybeUninit;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::fs::inotify;
use serde_json::{Value, json};

use crate::approving::approve;
use crate::place::Place;

/// Large enough to take a while to hash, small enough to be covered.
const LARGE_BYTES: u64 = 8 * 1024 * 1024;

/// Tells when a file is opened.
struct Openings(rustix::fd::OwnedFd);

impl Openings {
    fn of(path: &Path) -> Self {
        let watcher = inotify::init(inotify::CreateFlags::CLOEXEC).unwrap();
        inotify::add_watch(&watcher, path, inotify::WatchFlags::OPEN).unwrap();
        Self(watcher)
    }

    fn next(&self) {
        let mut buffer = [MaybeUninit::uninit(); 512];
        inotify::Reader::new(&self.0, &mut buffer).next().unwrap();
    }
}

fn file(place: &Place, name: &str, text: &str) {
    let path = place.home().join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
}

/// Puts another file in the place of `name`.
fn swap(place: &Place, name: &str, text: &str) {
    file(place, "swapped.new", text);
    let new = place.home().join("swapped.new");
    fs::rename(new, place.home().join(name)).unwrap();
}

fn large(place: &Place, name: &str) -> Openings {
    let path = place.home().join(name);
    File::create(&path).unwrap().set_len(LARGE_BYTES).unwrap();
    Openings::of(&path)
}

fn answer(place: &Place, id: &str) {
    let said = place.run(&["answer", id, "--select", "approve"]);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn approve_does_not_run_a_script_swapped_while_another_file_is_hashed() {
    for command in [
        &["sh", "deploy.sh", "big.bin"] as &[&str],
        &["./deploy.sh", "big.bin"],
        &["sh", "-eu", "deploy.sh", "big.bin"],
    ] {
        let place = Place::new();
        file(&place, "deploy.sh", "#!/bin/sh\ntouch approved-ran\n");
        let openings = large(&place, "big.bin");
        let asking = approve(&place, &[], command);
        openings.next(); // hashed to be shown
        answer(&place, &asking.id);
        openings.next(); // hashed again, after the script
        swap(&place, "deploy.sh", "#!/bin/sh\ntouch swapped-ran\n");
        let said = asking.end();
        assert_eq!(said.code, 0, "{said:?}");
        let ran = |name: &str| place.home().join(name).exists();
        assert!(ran("approved-ran") && !ran("swapped-ran"), "{command:?}");
    }
}

#[test]
fn approve_asks_again_about_files_swapped_while_another_is_hashed() {
    let place = Place::new();
    file(&place, "deploy.sh", "cp -- \"$1\" deployed\n");
    file(&place, "manifest", "good");
    let openings = large(&place, "big.bin");
    let mut asking = approve(
        &place,
        &[],
        &["sh", "deploy.sh", "manifest", "--in=big.bin"],
    );
    openings.next();
    answer(&place, &asking.id);
    openings.next();
    swap(&place, "manifest", "evil");
    let said = asking.again();
    assert!(said.contains("manifest changed"), "{said}");
    assert!(!place.home().join("deployed").exists());
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
    assert_eq!(asking.end().code, 3);
}

#[test]
fn approved_shell_script_keeps_its_name_directory_and_input() {
    let place = Place::new();
    fs::create_dir(place.home().join("sub")).unwrap();
    file(&place, "sub/lib.sh", "greet() { echo \"lib $1\"; }\n");
    let text = "#!/bin/sh -e\n. \"$(dirname \"$0\")/lib.sh\"\ngreet \"$0 $# $2\"\nread word || echo none\nexit 5\n";
    file(&place, "sub/tool.sh", text);
    for command in [
        &["sub/tool.sh", "a", "b c"] as &[&str],
        &["sh", "sub/tool.sh", "a", "b c"],
        &["bash", "-eu", "sub/tool.sh", "a", "b c"],
    ] {
        let asking = approve(&place, &[], command);
        let files =
            place.json(&["show", &asking.id, "--json"])["question"]["action"]["files"].clone();
        let files = files.as_array().unwrap().iter();
        let sealed: Vec<&Value> = files
            .filter(|file| file["sealed"] == true)
            .map(|file| &file["path"])
            .collect();
        assert_eq!(sealed, [&json!(place.home().join("sub/tool.sh"))]);
        answer(&place, &asking.id);
        let said = asking.end();
        let expected = "lib sub/tool.sh 2 b c\nnone\n";
        assert_eq!(
            (said.code, said.out.as_str()),
            (5, expected),
            "{command:?} {said:?}"
        );
    }
}

#[test]
fn approved_python_script_finds_itself_and_its_modules() {
    let place = Place::new();
    if !Path::new("/usr/bin/python3").exists() {
        return; // the interpreter's own rules need the interpreter
    }
    fs::create_dir(place.home().join("sub")).unwrap();
    file(&place, "sub/neighbour.py", "NAME = 'neighbour'\n");
    let text = "#!/usr/bin/python3\nimport neighbour, sys\nassert 'os' not in dir()\nif __name__ == '__main__':\n    print(neighbour.NAME, __file__, sys.argv)\n    sys.exit(4)\n";
    file(&place, "sub/tool.py", text);
    for command in [
        &["sub/tool.py", "x"] as &[&str],
        &["python3", "-u", "sub/tool.py", "x"],
    ] {
        let asking = approve(&place, &[], command);
        answer(&place, &asking.id);
        let said = asking.end();
        let expected = "neighbour sub/tool.py ['sub/tool.py', 'x']\n";
        assert_eq!(
            (said.code, said.out.as_str()),
            (4, expected),
            "{command:?} {said:?}"
        );
    }
}

#[test]
fn approve_shows_variables_that_inject_code_and_passes_the_approved_values() {
    let place = Place::new();
    file(&place, "first.sh", "echo injected\n");
    file(
        &place,
        "tool.sh",
        "#!/bin/bash\necho \"$GIT_SSH_COMMAND\"\n",
    );
    let first = place.home().join("first.sh");
    let variables = [
        ("BASH_ENV", first.to_str().unwrap()),
        ("GIT_SSH_COMMAND", "ssh -i key"),
        ("HARMLESS", "not shown"),
    ];
    let args = ["--approve", "--", "./tool.sh"];
    let asking = place.ask_with(&variables, &args);
    let shown = place.run(&["show", &asking.id]).out;
    for line in [
        format!("  BASH_ENV={}\n", first.display()),
        "  GIT_SSH_COMMAND=ssh -i key\n".into(),
        format!("  {}\n", first.display()),
    ] {
        assert!(shown.contains(&line), "{line} in {shown}");
    }
    assert!(!shown.contains("HARMLESS"), "{shown}");
    answer(&place, &asking.id);
    let said = asking.end();
    assert_eq!(said.out, "injected\nssh -i key\n", "{said:?}");
    // The same command without them is another action.
    let plain = place.ask_with(&[], &args);
    let digest = |id: &str| {
        let detail = place.json(&["show", id, "--json"]);
        detail["question"]["action"]["digest"].clone()
    };
    let plain_digest = digest(&plain.id);
    let with = place.ask_with(&variables, &args);
    assert_ne!(with.id, plain.id);
    assert_ne!(digest(&with.id), plain_digest);
    for asking in [plain, with] {
        assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
        assert_eq!(asking.end().code, 3);
    }
}
