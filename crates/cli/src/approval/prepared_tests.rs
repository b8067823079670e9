//! Actions as they are looked at: which files and variables belong to one, and what is sealed.

use std::fs::{Permissions, set_permissions, write};

use protocol::action_digest;

use super::*;

const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn words(argv: &[&str]) -> Vec<String> {
    argv.iter().map(ToString::to_string).collect()
}

fn environment(variables: &[(&str, &str)]) -> Environment {
    Environment::new(
        variables
            .iter()
            .map(|(name, value)| (name.into(), value.into())),
    )
}

fn tool(directory: &Path, name: &str, text: &str) -> PathBuf {
    let path = directory.join(name);
    write(&path, text).unwrap();
    set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
    path
}

fn file(path: &Path, bytes: u64, sha256: &str) -> ActionFile {
    ActionFile {
        path: path.to_str().unwrap().into(),
        bytes,
        sha256: sha256.into(),
        sealed: false,
    }
}

#[test]
fn prepared_action_lists_the_program_and_each_named_file_once() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    let program = tool(directory, "tool", "");
    for name in ["notes", "a", "b", "c"] {
        write(directory.join(name), "").unwrap();
    }
    std::fs::create_dir(directory.join("sub")).unwrap();
    let argv = words(&[
        "./tool", "notes", "--flag", "./notes", "sub", "", "tool", "--in=a", "@b", "-fc",
    ]);
    let prepared = Prepared::new(&argv, directory, &environment(&[])).unwrap();
    let named = ["notes", "a", "b", "c"].map(|name| file(&directory.join(name), 0, EMPTY));
    let files = [file(&program, 0, EMPTY)].into_iter().chain(named);
    let expected = Action {
        argv,
        directory: directory.to_str().unwrap().into(),
        files: files.collect(),
        environment: vec![],
    };
    assert_eq!(prepared.action, expected);
    assert_eq!(prepared.differs_from(&expected), None);
}

#[test]
fn find_program_searches_the_path_for_executable_files() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    for sub in ["one", "two"] {
        std::fs::create_dir(directory.join(sub)).unwrap();
    }
    write(directory.join("one/tool"), "").unwrap();
    let program = tool(&directory.join("two"), "tool", "");
    let path = format!("{0}/one:{0}/two", directory.display());
    let environment_with_path = environment(&[("PATH", &path)]);
    let find = |name| find_program(name, directory, &environment_with_path);
    assert_eq!(find("tool"), Some(program));
    for name in ["", "other", "./tool", "one/tool", "two"] {
        assert_eq!(find(name), None, "{name:?}");
    }
    assert!(find_program("sh", directory, &environment(&[])).is_some());
}

#[test]
fn prepared_action_has_another_digest_and_names_the_file_when_a_file_changes() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    let program = tool(directory, "tool", "");
    let argv = words(&["./tool", "new"]);
    let prepare = || Prepared::new(&argv, directory, &environment(&[])).unwrap();
    let before = prepare().action;
    assert_eq!(action_digest(&prepare().action), action_digest(&before));
    write(&program, "#").unwrap();
    let after = prepare();
    assert_ne!(action_digest(&after.action), action_digest(&before));
    assert_eq!(after.differs_from(&before).as_deref(), program.to_str());
    let new = directory.join("new");
    write(&new, "").unwrap();
    let named = prepare().differs_from(&after.action);
    assert_eq!(named.as_deref(), new.to_str());
}

#[test]
fn prepared_action_names_a_file_changed_after_the_look_unless_it_is_sealed() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    for name in ["script", "notes"] {
        write(directory.join(name), "echo").unwrap();
    }
    let argv = words(&["sh", "script", "notes"]);
    let prepared = Prepared::new(&argv, directory, &environment(&[])).unwrap();
    let approved = prepared.action.clone();
    write(directory.join("script"), "evil").unwrap();
    let sealed = cfg!(target_os = "linux");
    assert_eq!(prepared.differs_from(&approved).is_none(), sealed);
    write(directory.join("notes"), "evil").unwrap();
    let differs = prepared.differs_from(&approved).unwrap();
    assert!(!sealed || differs.ends_with("notes"), "{differs}");
}

#[cfg(target_os = "linux")]
#[test]
fn prepared_action_seals_scripts_that_run_the_same_from_a_copy() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    tool(directory, "plain.sh", "#!/bin/sh -e\necho $0");
    tool(directory, "itself.sh", "#!/bin/sh\necho $BASH_SOURCE");
    tool(directory, "other", "#!/no/such/interpreter\n");
    let sealed = |argv: &[&str]| {
        let prepared = Prepared::new(&words(argv), directory, &environment(&[])).unwrap();
        let files = prepared.action.files.into_iter();
        let sealed = files.filter(|file| file.sealed).map(|file| file.path);
        (sealed.collect::<Vec<_>>(), prepared.start.argv)
    };
    let plain = vec![directory.join("plain.sh").to_str().unwrap().to_owned()];
    let (files, argv) = sealed(&["./plain.sh", "x"]);
    assert_eq!(files, plain);
    assert_eq!(argv[..3], words(&["/bin/sh", "-e", "-c"]));
    assert_eq!(argv[4..], words(&["./plain.sh", "x"]));
    assert_eq!(sealed(&["sh", "plain.sh"]).0, plain);
    for argv in [
        &["./itself.sh"] as &[&str],
        &["sh", "itself.sh"],
        &["sh", "-c", "plain.sh"],
        &["sh", "gone.sh"],
        &["./other"],
        &["cat", "plain.sh"],
    ] {
        assert_eq!(sealed(argv), (vec![], words(argv)), "{argv:?}");
    }
}

#[test]
fn prepared_action_includes_influential_variables_and_the_files_they_name() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    tool(directory, "tool", "");
    write(directory.join("first.sh"), "").unwrap();
    let before = directory.join("first.sh").to_str().unwrap().to_owned();
    let variables = [("BASH_ENV", before.as_str()), ("LANG", "C")];
    let action = |variables: &[(&str, &str)]| {
        let argv = words(&["./tool"]);
        let prepared = Prepared::new(&argv, directory, &environment(variables));
        prepared.unwrap().action
    };
    let with = action(&variables);
    let variable = ActionVariable {
        name: "BASH_ENV".into(),
        value: before.clone(),
    };
    assert_eq!(with.environment, [variable]);
    assert_eq!(with.files[1].path, before);
    assert_ne!(action_digest(&with), action_digest(&action(&[])));
}

#[test]
fn prepared_action_refuses_more_files_than_a_person_can_read() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    tool(directory, "tool", "");
    let names: Vec<String> = (0..ACTION_FILES_MAX).map(|at| at.to_string()).collect();
    for name in &names {
        write(directory.join(name), "").unwrap();
    }
    let argv: Vec<String> = std::iter::once("./tool".to_owned()).chain(names).collect();
    let refused = Prepared::new(&argv, directory, &environment(&[]));
    assert_eq!(refused.unwrap_err(), PrepareError::TooManyFiles);
}
