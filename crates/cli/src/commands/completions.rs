//! `sayso completions SHELL`

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use i18n::Key;

use crate::args::{Arguments as Root, help};
use crate::exit::Exit;
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "SHELL", help = help(Key::CliCompletionsShell))]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Root::command(), "sayso", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end());
    Exit::Done
}
