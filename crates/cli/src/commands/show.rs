//! `sayso show ID`

use clap::Args;
use i18n::Key;
use protocol::InteractionDetail;
use serde_json::Value;

use crate::args::help;
use crate::context::Context;
use crate::describe;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let detail = context.person()?.detail(&arguments.id).await?;
    if arguments.json {
        output::json(&as_json(&detail));
    } else {
        output::line(&describe::detail(&detail));
    }
    Ok(Exit::Done)
}

/// Scripts may rely on these keys being there.
pub(crate) fn as_json(detail: &InteractionDetail) -> Value {
    let mut value = serde_json::to_value(detail).expect("a detail is plain values");
    if let Some(object) = value.as_object_mut() {
        for key in ["remaining_seconds", "result"] {
            object.entry(key).or_insert(Value::Null);
        }
    }
    value
}
