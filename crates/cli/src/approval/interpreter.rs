//! Scripts: which argument is one, and how an interpreter gets its verified text while the script
//! keeps its name, so that `$0`, `dirname "$0"` and `__file__` say what they always say.

use std::fs::File;
use std::io;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::path::Path;

/// As much of a first line as the kernel reads.
const FIRST_LINE_BYTES_MAX: usize = 255;

/// How an interpreter takes a text that does not come from the script's own path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interpreter {
    Shell,
    Python,
}

const SHELLS: [&str; 6] = ["sh", "ash", "bash", "dash", "ksh", "mksh"];
/// Options of a shell that change nothing about where the script comes from.
const SHELL_FLAGS: &str = "abefhkmnptuvxBCEHPT";
const PYTHON_FLAGS: &str = "bBdEIOPqsSuv";

/// Words that show that a bash script asks for its own path, which a copy would change.
const SELF_LOOKUP: &[u8] = b"BASH_SOURCE";

/// Runs the text of a descriptor as the script that `sys.argv` names.
const PYTHON_START: &str = "\
def _start():
    import os, sys
    del sys.argv[0]
    name = sys.argv[0]
    if not (sys.flags.isolated or getattr(sys.flags, 'safe_path', False)):
        sys.path[0] = os.path.dirname(os.path.realpath(name))
    with open('/proc/self/fd/{fd}', 'rb') as script:
        code = compile(script.read(), name, 'exec')
    names = globals()
    del names['_start']
    names['__file__'] = name
    exec(code, names)
_start()";

impl Interpreter {
    /// Knows an interpreter by the name of its file.
    pub(super) fn named(program: &Path) -> Option<Self> {
        let name = program.file_name()?.to_str()?;
        if SHELLS.contains(&name) {
            return Some(Self::Shell);
        }
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        (bare == "python").then_some(Self::Python)
    }

    /// Returns which of `argv` is the script; `None` if there is none, or if an option is not
    /// understood well enough to say.
    pub(super) fn script_at(self, argv: &[String]) -> Option<usize> {
        let flags = match self {
            Self::Shell => SHELL_FLAGS,
            Self::Python => PYTHON_FLAGS,
        };
        let mut at = 1;
        while let Some(word) = argv.get(at) {
            let Some(letters) = self.option_letters(word) else {
                return Some(at);
            };
            // `-o pipefail`, `-euo pipefail`
            let named = self == Self::Shell && letters.ends_with('o');
            let letters = letters
                .strip_suffix('o')
                .filter(|_| named)
                .unwrap_or(letters);
            if !letters.chars().all(|letter| flags.contains(letter))
                || (letters.is_empty() && !named)
            {
                return None;
            }
            at += if named { 2 } else { 1 };
        }
        None
    }

    fn option_letters(self, word: &str) -> Option<&str> {
        let plus = word.strip_prefix('+').filter(|_| self == Self::Shell);
        word.strip_prefix('-').or(plus)
    }

    /// Whether a script of this text works the same when it does not come from its own path.
    pub(super) fn can_hold(self, text: &[u8]) -> bool {
        match self {
            Self::Shell => !text
                .windows(SELF_LOOKUP.len())
                .any(|window| window == SELF_LOOKUP),
            Self::Python => true,
        }
    }

    /// Returns the words that go before the script's name when its text is in descriptor `fd`.
    pub(super) fn words_before_script(self, fd: i32) -> [String; 2] {
        let fd = fd.to_string();
        let text = match self {
            Self::Shell => ". /proc/self/fd/{fd}".replace("{fd}", &fd),
            Self::Python => PYTHON_START.replace("{fd}", &fd),
        };
        ["-c".into(), text]
    }
}

/// Returns the words of a first line such as `#!/bin/sh -e`: the interpreter and at most one more.
/// `env NAME` is followed to the name.
pub(super) fn first_line(contents: &[u8]) -> Option<Vec<String>> {
    let line = contents.strip_prefix(b"#!")?;
    let line = line.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    if line.len() > FIRST_LINE_BYTES_MAX {
        return None;
    }
    let line = line.trim_matches([' ', '\t']);
    let (program, argument) = match line.split_once([' ', '\t']) {
        Some((program, argument)) => (program, Some(argument.trim_matches([' ', '\t']))),
        None => (line, None),
    };
    match (program, argument) {
        ("", _) => None,
        ("/usr/bin/env" | "/bin/env", Some(name)) => {
            let plain = !name.starts_with('-') && !name.contains([' ', '\t', '=']);
            plain.then(|| vec![name.to_owned()])
        }
        (program, argument) => Some(
            [Some(program), argument]
                .into_iter()
                .flatten()
                .map(str::to_owned)
                .collect(),
        ),
    }
}

/// Returns a file with these contents that no process can change any more, not even this one.
#[cfg(target_os = "linux")]
pub(super) fn sealed(contents: &[u8]) -> io::Result<Option<File>> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("approved", flags)?);
    file.write_all(contents)?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(Some(file))
}

/// Other systems have nothing of the kind; there a script is compared like any other file.
#[cfg(not(target_os = "linux"))]
pub(super) fn sealed(_contents: &[u8]) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn interpreter_finds_its_script_among_the_arguments() {
        for (line, expected) in [
            ("sh deploy.sh x", Some("deploy.sh")),
            ("bash -eu -o pipefail +x deploy.sh -c", Some("deploy.sh")),
            ("bash -euo pipefail deploy.sh", Some("deploy.sh")),
            ("python3.12 -u -B deploy.py", Some("deploy.py")),
            ("sh", None),
            ("sh -c deploy.sh", None),
            ("sh -ec deploy.sh", None),
            ("sh -s deploy.sh", None),
            ("sh - deploy.sh", None),
            ("bash --rcfile x deploy.sh", None),
            ("bash -- deploy.sh", None),
            ("python -m http.server", None),
            ("python -X dev deploy.py", None),
        ] {
            let argv = words(line);
            let interpreter = Interpreter::named(Path::new(&argv[0])).unwrap();
            let found = interpreter.script_at(&argv).map(|at| argv[at].as_str());
            assert_eq!(found, expected, "{line}");
        }
        for other in ["node", "zsh", "pythonista", "shx", ""] {
            assert_eq!(Interpreter::named(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn shebang_line_is_read_as_the_kernel_does() {
        for (contents, expected) in [
            ("#!/bin/sh\necho", Some("/bin/sh")),
            ("#! /bin/bash  -e -u \n", Some("/bin/bash|-e -u")),
            ("#!/usr/bin/env python3\n", Some("python3")),
            ("#!/usr/bin/env -S bash -e\n", None),
            ("#!/usr/bin/env A=1 bash\n", None),
            ("#!\n", None),
            ("\u{7f}ELF", None),
            ("", None),
        ] {
            let found = first_line(contents.as_bytes()).map(|words| words.join("|"));
            assert_eq!(found.as_deref(), expected, "{contents:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn sealed_copy_cannot_be_changed() {
        use std::os::fd::AsRawFd;

        let file = sealed(b"echo approved").unwrap().unwrap();
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        assert_eq!(std::fs::read(&path).unwrap(), b"echo approved");
        assert!(std::fs::write(&path, b"echo other").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"echo approved");
    }
}
