//! From argv to an exit code.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _};
use i18n::Key;
use tokio::runtime::{Builder, Runtime};

use crate::args::{Arguments, Command};
use crate::commands;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::language;
use crate::layout::{Bases, Layout};
use crate::logging::{self, Verbosity};
use crate::text::{speak, tell};
use crate::usage;

pub(crate) fn run() -> Exit {
    let argv: Vec<OsString> = std::env::args_os().collect();
    let chosen = language::choose(&argv);
    speak(chosen.language);
    let as_json = argv
        .iter()
        .take_while(|word| *word != "--")
        .any(|word| word == "--json");
    let parsed = usage::speak(Arguments::command())
        .try_get_matches_from(&argv)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, as_json),
    };
    logging::start(verbosity(arguments.command.as_ref()));
    if let Some(warning) = chosen.warning {
        tracing::warn!("{warning}");
    }
    execute(arguments).unwrap_or_else(|failure| failure.report(as_json))
}

/// Help, version, or a command line that makes no sense.
fn refuse(error: &clap::Error, as_json: bool) -> Exit {
    if !error.use_stderr() {
        // Ignore a closed standard output: nothing is reading it.
        let _closed = error.print();
        return Exit::Done;
    }
    usage::failure(error).report(as_json)
}

fn verbosity(command: Option<&Command>) -> Verbosity {
    match command {
        Some(Command::Serve(_)) => Verbosity::Info,
        _ => Verbosity::Warn,
    }
}

fn execute(arguments: Arguments) -> Result<Exit, Failure> {
    let bases = Bases::of_this_user(|name| std::env::var_os(name))?;
    let layout = Layout::find(arguments.place.data_dir.as_deref(), &bases)?;
    let context = Context::new(layout, arguments.place.port)?;
    let runtime = runtime(arguments.command.as_ref())?;
    let exit = runtime.block_on(dispatch(&context, arguments.command));
    // An abandoned read of standard input must not keep the process alive.
    runtime.shutdown_background();
    exit
}

/// A hub uses every core; a client is done sooner on one thread.
fn runtime(command: Option<&Command>) -> Result<Runtime, Failure> {
    let mut builder = match command {
        Some(Command::Serve(_)) => Builder::new_multi_thread(),
        _ => Builder::new_current_thread(),
    };
    builder.enable_all().build().map_err(|error| {
        let reason = error.to_string();
        Failure::new(
            "no_runtime",
            tell(Key::CliErrorRuntime, &[("reason", (&reason).into())]),
        )
    })
}

async fn dispatch(context: &Context, command: Option<Command>) -> Result<Exit, Failure> {
    let Some(command) = command else {
        return commands::overview::run(context).await;
    };
    match command {
        Command::Demo(arguments) => commands::demo::run(context, arguments).await,
        Command::Mcp(arguments) => commands::mcp::run(context, arguments).await,
        Command::Serve(arguments) => commands::serve::run(context, arguments).await,
        Command::Stop(arguments) => commands::stop::run(context, arguments).await,
        Command::Open(arguments) => commands::open::run(context, arguments).await,
        Command::Status(arguments) => commands::status::run(context, arguments).await,
        Command::List(arguments) => commands::list::run(context, arguments).await,
        Command::Show(arguments) => commands::show::run(context, arguments).await,
        Command::Answer(arguments) => commands::answer::run(context, arguments).await,
        Command::Cancel(arguments) => commands::cancel::run(context, arguments).await,
        Command::Extend(arguments) => commands::extend::run(context, arguments).await,
        Command::Ask(arguments) => commands::ask::run(context, arguments).await,
        Command::Choose(arguments) => commands::choose::run(context, arguments).await,
        Command::Inbox(arguments) => commands::inbox::run(context, arguments).await,
        Command::Run(arguments) => commands::run::run(context, arguments).await,
        Command::Threads(arguments) => commands::threads::run(context, arguments).await,
        Command::Thread(arguments) => commands::thread::run(context, arguments).await,
        Command::Task(arguments) => commands::task::run(context, arguments).await,
        Command::History(arguments) => commands::history::run(context, arguments).await,
        Command::Audit(arguments) => commands::audit::run(context, arguments).await,
        Command::Config(arguments) => commands::config::run(context, arguments).await,
        Command::Install(arguments) => commands::install::run(context, &arguments),
        Command::Import(arguments) => commands::import::run(context, arguments).await,
        Command::Doctor(arguments) => commands::doctor::run(context, arguments).await,
        Command::Agents(arguments) => commands::agents::run(context, arguments).await,
        Command::Token(arguments) => commands::token::run(context, arguments).await,
        Command::Auth(arguments) => commands::auth::run(context, arguments).await,
        Command::Completions(arguments) => Ok(commands::completions::run(&arguments)),
        Command::Codegen(arguments) => commands::codegen::run(&arguments),
    }
}
