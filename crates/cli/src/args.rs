//! The command line as a whole: what every command shares, and the list of commands.
//!
//! Each command's own arguments are in its file under `commands/`. Help texts come from the
//! catalogue, so the language must be chosen before this is built.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use i18n::Key;

use crate::commands::{
    agents, answer, ask, audit, auth, cancel, choose, codegen, completions, config, demo, doctor,
    extend, history, import, inbox, install, list, mcp, open, run, serve, show, status, task,
    thread, threads, token,
};
use crate::text::say;

/// Reads one of a few words, and lists them where help and completion want to know.
pub(crate) fn one_of<T, const COUNT: usize>(
    all: [T; COUNT],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(word)).map(move |given| {
        let meant = all.into_iter().find(|known| word(*known) == given);
        meant.expect("only these words are let through")
    })
}

/// Returns a help text.
pub(crate) fn help(key: Key) -> String {
    say(key)
}

#[derive(Debug, Parser)]
#[command(
    name = "sayso",
    version,
    about = help(Key::CliAbout),
    after_help = help(Key::CliAfterHelp),
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Which hub is meant.
#[derive(Debug, Args)]
pub(crate) struct Place {
    #[arg(
        long,
        global = true,
        env = "SAYSO_DATA_DIR",
        hide_env_values = true,
        display_order = 900,
        value_name = "DIR",
        help = help(Key::CliDataDir)
    )]
    pub(crate) data_dir: Option<PathBuf>,
    /// `SAYSO_PORT` is read by the hub itself, like every setting.
    #[arg(long, global = true, display_order = 901, value_name = "PORT", help = help(Key::CliPort))]
    pub(crate) port: Option<u16>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(about = help(Key::CliDemoAbout), after_help = help(Key::CliDemoAfter))]
    Demo(demo::Arguments),
    #[command(about = help(Key::CliMcpAbout), after_help = help(Key::CliMcpAfter))]
    Mcp(mcp::Arguments),
    #[command(about = help(Key::CliServeAbout), after_help = help(Key::CliServeAfter))]
    Serve(serve::Arguments),
    #[command(about = help(Key::CliStopAbout))]
    Stop(status::Arguments),
    #[command(about = help(Key::CliOpenAbout), after_help = help(Key::CliOpenAfter))]
    Open(open::Arguments),
    #[command(about = help(Key::CliStatusAbout))]
    Status(status::Arguments),
    #[command(about = help(Key::CliListAbout), after_help = help(Key::CliListAfter))]
    List(list::Arguments),
    #[command(about = help(Key::CliShowAbout))]
    Show(show::Arguments),
    #[command(about = help(Key::CliAnswerAbout), after_help = help(Key::CliAnswerAfter))]
    Answer(answer::Arguments),
    #[command(about = help(Key::CliCancelAbout))]
    Cancel(cancel::Arguments),
    #[command(about = help(Key::CliExtendAbout))]
    Extend(extend::Arguments),
    #[command(about = help(Key::CliAskAbout), after_help = help(Key::CliAskAfter))]
    Ask(ask::Arguments),
    #[command(about = help(Key::CliChooseAbout))]
    Choose(choose::Arguments),
    #[command(about = help(Key::CliInboxAbout))]
    Inbox(inbox::Arguments),
    #[command(about = help(Key::CliRunAbout), after_help = help(Key::CliRunAfter))]
    Run(run::Arguments),
    #[command(about = help(Key::CliThreadsAbout), after_help = help(Key::CliThreadsAfter))]
    Threads(threads::Arguments),
    #[command(about = help(Key::CliThreadAbout), after_help = help(Key::CliThreadAfter))]
    Thread(thread::Arguments),
    #[command(about = help(Key::CliTaskAbout), after_help = help(Key::CliTaskAfter))]
    Task(task::Arguments),
    #[command(about = help(Key::CliHistoryAbout), after_help = help(Key::CliHistoryAfter))]
    History(history::Arguments),
    #[command(about = help(Key::CliAuditAbout))]
    Audit(audit::Arguments),
    #[command(about = help(Key::CliConfigAbout), after_help = help(Key::CliConfigAfter))]
    Config(config::Arguments),
    #[command(about = help(Key::CliInstallAbout), after_help = help(Key::CliInstallAfter))]
    Install(install::Arguments),
    #[command(about = help(Key::CliImportAbout), after_help = help(Key::CliImportAfter))]
    Import(import::Arguments),
    #[command(about = help(Key::CliDoctorAbout))]
    Doctor(doctor::Arguments),
    #[command(about = help(Key::CliAgentsAbout))]
    Agents(agents::Arguments),
    #[command(about = help(Key::CliTokenAbout), after_help = help(Key::CliTokenAfter))]
    Token(token::Arguments),
    #[command(about = help(Key::CliAuthAbout))]
    Auth(auth::Arguments),
    #[command(about = help(Key::CliCompletionsAbout), after_help = help(Key::CliCompletionsAfter))]
    Completions(completions::Arguments),
    /// For `cargo xtask codegen`.
    #[command(name = "__codegen", hide = true)]
    Codegen(codegen::Arguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn clap_accepts_the_command_line_definition() {
        Arguments::command().debug_assert();
    }
}
