//! `sayso __codegen`: what is generated from the program itself, for `cargo xtask codegen`.

use clap::{Args, CommandFactory as _};

use crate::args::Arguments as Root;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::reference;

/// Name and place of everything generated.
const FILES: [(&str, &str); 5] = [
    ("cli", "docs/reference/cli.md"),
    ("settings", "docs/reference/settings.md"),
    ("openapi", "docs/reference/openapi.json"),
    ("clients", "docs/clients.md"),
    ("tools", "docs/reference/tools.json"),
];

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, conflicts_with = "name")]
    list: bool,
    #[arg(required_unless_present = "list")]
    name: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Some(name) = &arguments.name else {
        for (name, path) in FILES {
            output::line(&format!("{name}\t{path}"));
        }
        return Ok(Exit::Done);
    };
    match name.as_str() {
        "cli" => output::line(reference::commands(&Root::command()).trim_end()),
        "settings" => output::line(reference::settings().trim_end()),
        "openapi" => output::json(&sorted(hub::openapi())),
        "clients" => output::line(mcp::clients_markdown().trim_end()),
        "tools" => output::json(&sorted(mcp::tools_json())),
        _ => {
            return Err(Failure::usage(format!(
                "nothing is generated under the name {name}"
            )));
        }
    }
    Ok(Exit::Done)
}

/// The same file, whichever crates were built together: one of them may let objects keep the order in
/// which they were written.
fn sorted(mut document: serde_json::Value) -> serde_json::Value {
    document.sort_all_objects();
    document
}
