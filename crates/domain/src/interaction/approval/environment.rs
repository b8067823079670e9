//! Environment variables that can change what an approved command runs.
//!
//! A command is more than its arguments: a variable can load a library into it, run a file before
//! a script, or name the program that another one starts. Such variables belong to the action when
//! they are set: they are shown, covered by the digest and passed on exactly as approved.

/// One variable, or all that begin with a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Influence {
    /// The whole name, or the beginning of it followed by `*`.
    pub pattern: &'static str,
    pub reason: &'static str,
}

/// Everything known to change what runs, with the reason. A new row is all that a new one needs.
pub const INFLUENCES: &[Influence] = &[
    row("PATH", "where programs are looked for"),
    row(
        "HOME",
        "programs read settings from here, which can name other programs",
    ),
    row(
        "XDG_CONFIG_HOME",
        "programs read settings from here, which can name other programs",
    ),
    row(
        "LD_*",
        "the dynamic linker loads libraries named here into every program",
    ),
    row(
        "DYLD_*",
        "the dynamic linker of macOS loads libraries named here",
    ),
    row(
        "GCONV_PATH",
        "the C library loads character set modules from here",
    ),
    row(
        "GLIBC_TUNABLES",
        "changes how the C library starts programs",
    ),
    row("ENV", "sh runs this file when it starts"),
    row("BASH_ENV", "bash runs this file before a script"),
    row(
        "BASH_FUNC_*",
        "bash defines these functions, which can replace commands",
    ),
    row("BASHOPTS", "bash switches these options on"),
    row("SHELLOPTS", "bash switches these options on"),
    row(
        "PS4",
        "shells expand it, commands included, for every traced line",
    ),
    row("IFS", "how shells split words"),
    row("CDPATH", "where shells look for the directory of cd"),
    row("ZDOTDIR", "zsh runs the files in here when it starts"),
    row(
        "PYTHON*",
        "Python loads modules from here, or runs a file first",
    ),
    row("PERL5*", "Perl loads modules from here, or takes options"),
    row("PERLLIB", "Perl loads modules from here"),
    row("RUBY*", "Ruby loads files from here, or takes options"),
    row("GEM_*", "Ruby loads packages from here"),
    row("BUNDLE_*", "Bundler takes its settings from here"),
    row(
        "NODE_*",
        "Node.js takes options and loads modules from here",
    ),
    row("NPM_CONFIG_*", "npm takes its settings from here"),
    row("npm_config_*", "npm takes its settings from here"),
    row("LUA_*", "Lua loads modules from here, or runs code first"),
    row("PHP*", "PHP takes its settings from here"),
    row("JAVA_TOOL_OPTIONS", "Java takes options, agents included"),
    row("JDK_JAVA_OPTIONS", "Java takes options, agents included"),
    row("_JAVA_OPTIONS", "Java takes options, agents included"),
    row("CLASSPATH", "Java loads classes from here"),
    row("DOTNET_STARTUP_HOOKS", ".NET loads these libraries first"),
    row(
        "GIT_*",
        "git runs programs and reads settings that are named here",
    ),
    row("SSH_ASKPASS", "ssh runs this program"),
    row("RSYNC_RSH", "rsync runs this program"),
    row("EDITOR", "other programs start this one"),
    row("VISUAL", "other programs start this one"),
    row("PAGER", "other programs start this one"),
    row("BROWSER", "other programs start this one"),
    row("SHELL", "other programs start this one"),
    row("LESSOPEN", "less runs this command"),
    row("LESSCLOSE", "less runs this command"),
    row("MAKEFLAGS", "make takes options"),
    row("MAKEFILES", "make reads these files first"),
    row("RUSTC*", "cargo runs these programs as the compiler"),
    row("CARGO_*", "cargo takes its settings from here"),
    row("RUSTFLAGS", "cargo passes these options to the compiler"),
    row("GOFLAGS", "go takes options"),
    row("DOCKER_*", "docker works on the machine that is named here"),
    row(
        "KUBECONFIG",
        "kubectl works on the cluster that is named here",
    ),
    row("OPENSSL_CONF", "OpenSSL loads modules that are named here"),
    row("CURL_HOME", "curl takes options from a file in here"),
];

const fn row(pattern: &'static str, reason: &'static str) -> Influence {
    Influence { pattern, reason }
}

impl Influence {
    /// Finds what makes the variable `name` part of an action; most variables have no influence.
    pub fn of(name: &str) -> Option<&'static Self> {
        INFLUENCES.iter().find(|influence| influence.covers(name))
    }

    fn covers(&self, name: &str) -> bool {
        match self.pattern.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == self.pattern,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn influence_names_variables_that_inject_code_and_no_ordinary_ones() {
        for name in [
            "BASH_ENV",
            "ENV",
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "LD_AUDIT",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PERL5OPT",
            "PERL5LIB",
            "RUBYOPT",
            "RUBYLIB",
            "GIT_SSH_COMMAND",
            "GIT_EXTERNAL_DIFF",
            "GIT_CONFIG_KEY_0",
            "BASH_FUNC_cp%%",
            "PATH",
            "HOME",
        ] {
            assert!(Influence::of(name).is_some(), "{name}");
        }
        for name in [
            "",
            "LANG",
            "TERM",
            "USER",
            "PWD",
            "MY_ENV",
            "PATHS",
            "SAYSO_PORT",
        ] {
            assert_eq!(Influence::of(name), None, "{name}");
        }
    }

    #[test]
    fn influence_table_gives_every_pattern_a_reason_and_lists_it_once() {
        for (at, influence) in INFLUENCES.iter().enumerate() {
            assert!(!influence.reason.is_empty(), "{}", influence.pattern);
            let name = influence.pattern.replace('*', "X");
            assert_eq!(Influence::of(&name), Some(&INFLUENCES[at]), "{name}");
        }
    }
}
