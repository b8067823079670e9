//! `sayso install CLIENT`

use clap::Args;
use etcetera::BaseStrategy as _;
use i18n::Key;
use serde_json::json;

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, chain};
use crate::install::apply::{ApplyError, kept, read};
use crate::install::{Client, EditError, Home, Launch, Plan};
use crate::output;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_enum, value_name = "CLIENT", help = help(Key::CliInstallClient))]
    client: Client,
    #[arg(long, help = help(Key::CliInstallPrint))]
    print: bool,
    #[arg(long, help = help(Key::CliInstallUndo))]
    undo: bool,
    #[arg(long, short, help = help(Key::CliInstallYes))]
    yes: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) fn run(context: &Context, arguments: &Arguments) -> Result<Exit, Failure> {
    let plan = plan(context, arguments)?;
    let file = plan.file.display().to_string();
    let changes = plan.changes_anything();
    let mut written = false;
    if !arguments.json {
        show(&plan, &file);
    }
    if changes && !arguments.print {
        if !arguments.yes && !agreed(&file)? {
            output::note(&say(Key::CliInstallNothingWritten));
            return Ok(Exit::Undecided);
        }
        let backup = plan.apply().map_err(|error| apply_failure(&error))?;
        written = true;
        if let (Some(backup), false) = (&backup, arguments.json) {
            let backup = backup.display().to_string();
            output::note(&tell(Key::CliInstallBackup, &[("file", (&backup).into())]));
        }
        if !arguments.json {
            done(arguments);
        }
    }
    if arguments.json {
        output::json(&json!({
            "client": arguments.client.id(),
            "file": file,
            "changed": written,
            "diff": plan.diff(),
        }));
    }
    Ok(Exit::Done)
}

fn show(plan: &Plan, file: &str) {
    if plan.changes_anything() {
        output::line(file);
        output::line(&plan.diff());
    } else {
        output::line(&tell(Key::CliInstallUnchanged, &[("file", file.into())]));
    }
}

fn done(arguments: &Arguments) {
    let title = arguments.client.title();
    let key = if arguments.undo {
        Key::CliInstallUndone
    } else {
        Key::CliInstallDone
    };
    output::note(&tell(key, &[("client", title.into())]));
}

fn agreed(file: &str) -> Result<bool, Failure> {
    if !output::is_interactive() {
        return Err(Failure::usage(say(Key::CliInstallNeedsYes))
            .with_hint(say(Key::CliInstallNeedsYesHint)));
    }
    Ok(output::confirm(&tell(
        Key::CliInstallConfirm,
        &[("file", file.into())],
    )))
}

fn plan(context: &Context, arguments: &Arguments) -> Result<Plan, Failure> {
    let client = arguments.client;
    let launch = launch(context);
    let file = client.file(&home()?);
    let before = read(&file).map_err(|error| {
        let (path, reason) = (file.display().to_string(), error.to_string());
        let args = [("path", (&path).into()), ("reason", (&reason).into())];
        Failure::new("unreadable_file", tell(Key::CliErrorPath, &args))
    })?;
    let text = before.as_deref().unwrap_or_default();
    let after = if arguments.undo {
        client.undone(text, &kept(&file), &launch)
    } else {
        client.with_entry(text, &launch)
    };
    match after {
        Ok(after) => Ok(Plan {
            file,
            before,
            after,
        }),
        Err(error) => Err(edit_failure(
            client,
            &launch,
            &file.display().to_string(),
            &error,
        )),
    }
}

/// A file that cannot be edited safely: the person gets what to add by hand.
fn edit_failure(client: Client, launch: &Launch, file: &str, error: &EditError) -> Failure {
    let reason = error.to_string();
    let args = [("file", file.into()), ("reason", (&reason).into())];
    let failure = Failure::new("unsafe_edit", tell(Key::CliInstallUnsafe, &args));
    match client.with_entry("", launch) {
        Ok(entry) => {
            output::note(&entry);
            failure.with_hint(say(Key::CliInstallByHand))
        }
        Err(_) => failure,
    }
}

fn apply_failure(error: &ApplyError) -> Failure {
    let code = match error {
        ApplyError::Changed { .. } => "file_changed",
        ApplyError::Io { .. } => "unwritable_file",
    };
    Failure::new(code, chain(error)).with_hint(say(Key::CliInstallAgain))
}

/// How a client starts this program for this hub.
pub(crate) fn launch(context: &Context) -> Launch {
    let mut args = vec!["mcp".to_owned()];
    if let Some(directory) = &context.layout.chosen {
        args.extend([
            "--data-dir".into(),
            directory.to_string_lossy().into_owned(),
        ]);
    }
    Launch {
        command: context.program.to_string_lossy().into_owned(),
        args,
    }
}

/// Where this user's programs keep their files.
pub(crate) fn home() -> Result<Home<'static>, Failure> {
    let strategy = etcetera::base_strategy::choose_base_strategy()
        .map_err(|_| Failure::from(crate::layout::LayoutError::NoHome))?;
    Ok(Home {
        home: strategy.home_dir().to_owned(),
        config: strategy.config_dir(),
        environment: &|name| std::env::var_os(name),
    })
}
