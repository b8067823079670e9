//! `sayso config`: settings through the running hub, else in the file.

use std::collections::BTreeMap;

use clap::{Args, Subcommand};
use client::ClientError;
use domain::display_safe;
use i18n::Key;
use protocol::{SettingValue, SettingView};
use settings::{Value, definition, parse_value};

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::setting_values::{to_wire, views, written};
use crate::table::table;
use crate::text::{say, tell, word};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliConfigGetAbout))]
    Get {
        #[arg(value_name = "NAME", help = help(Key::CliConfigName))]
        name: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliConfigSetAbout))]
    Set {
        #[arg(value_name = "NAME", help = help(Key::CliConfigName))]
        name: String,
        #[arg(value_name = "VALUE", allow_hyphen_values = true, help = help(Key::CliConfigValue))]
        value: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliConfigResetAbout))]
    Reset {
        #[arg(value_name = "NAME", help = help(Key::CliConfigName))]
        name: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliConfigListAbout))]
    List {
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliConfigPathAbout))]
    Path,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Get { name, json } => {
            let setting = find(read(context).await?, &name)?;
            if json {
                output::json(&setting);
            } else {
                output::line(&display_safe(&written(&setting.value)));
            }
        }
        Action::Set { name, value, json } => {
            let value = parse_value(definition(&name)?, &value)?;
            let settings = change(context, &name, Some(value)).await?;
            let advice = advice(context, &settings).filter(|_| !json);
            print_changed(settings, &name, json)?;
            advice.iter().for_each(|advice| output::note(advice));
        }
        Action::Reset { name, json } => {
            let name = definition(&name)?.name;
            print_changed(change(context, name, None).await?, name, json)?;
        }
        Action::List { json } => list(&read(context).await?, json),
        Action::Path => output::line(&context.layout.settings_file.display().to_string()),
    }
    Ok(Exit::Done)
}

/// What still keeps the settings from doing what they say.
fn advice(context: &Context, settings: &[SettingView]) -> Option<String> {
    let value = |name: &str| {
        let setting = settings.iter().find(|setting| setting.name == name);
        setting.map(|setting| written(&setting.value))
    };
    let delivery = value("delivery").filter(|delivery| delivery != "elicitation")?;
    let wants_client = value("interface").is_some_and(|interface| interface == "elicitation");
    let command = context.command_line(&["config", "set", "delivery", "elicitation"]);
    let args = [
        ("delivery", (&delivery).into()),
        ("command", (&command).into()),
    ];
    wants_client.then(|| tell(Key::CliConfigInterfaceNeedsDelivery, &args))
}

/// Asks the hub, whose environment counts; without one the file and our own environment do.
pub(super) async fn read(context: &Context) -> Result<Vec<SettingView>, Failure> {
    match context.running().settings().await {
        Ok(reply) => Ok(reply.settings),
        Err(ClientError::NotRunning { .. }) => Ok(views(&settings::load(
            &context.layout.settings_file,
            &environment,
        )?)),
        Err(error) => Err(error.into()),
    }
}

async fn change(
    context: &Context,
    name: &str,
    value: Option<Value>,
) -> Result<Vec<SettingView>, Failure> {
    let wire: BTreeMap<String, Option<SettingValue>> =
        BTreeMap::from([(name.to_owned(), value.clone().map(to_wire))]);
    match context.running().change_settings(wire).await {
        Ok(reply) => Ok(reply.settings),
        Err(ClientError::NotRunning { .. }) => {
            context.layout.prepare()?;
            let changes = BTreeMap::from([(name.to_owned(), value)]);
            Ok(views(&settings::change(
                &context.layout.settings_file,
                &changes,
                &environment,
            )?))
        }
        Err(error) => Err(error.into()),
    }
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn find(settings: Vec<SettingView>, name: &str) -> Result<SettingView, Failure> {
    match settings.into_iter().find(|setting| setting.name == name) {
        Some(setting) => Ok(setting),
        // Says what is wrong with the name, and the nearest one.
        None => match definition(name) {
            Err(error) => Err(error.into()),
            Ok(known) => Err(Failure::new("unknown_setting", known.name.to_owned())),
        },
    }
}

fn print_changed(settings: Vec<SettingView>, name: &str, json: bool) -> Result<(), Failure> {
    let setting = find(settings, name)?;
    if setting.name == "agent_guard" && setting.value == SettingValue::Flag(false) {
        output::note(&say(Key::CliDoctorGuardOff));
    }
    if json {
        output::json(&setting);
    } else {
        output::line(&display_safe(&format!(
            "{name} = {}",
            written(&setting.value)
        )));
    }
    Ok(())
}

fn list(settings: &[SettingView], json: bool) {
    if json {
        output::json(&settings);
        return;
    }
    let mut group = "";
    let mut rows: Vec<Vec<String>> = Vec::new();
    for setting in settings {
        if setting.group != group {
            group = &setting.group;
            rows.push(vec![word("setting-group", group)]);
        }
        rows.push(vec![
            format!("  {}", setting.name),
            display_safe(&written(&setting.value)).into_owned(),
            word("setting-source", &setting.source),
            setting.help.clone(),
        ]);
    }
    output::line(&table(&rows));
}
