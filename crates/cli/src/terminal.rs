//! Wires the terminal surface: what it needs to know of this machine, and how its visits end.

use std::io;

use i18n::Key;
use tui::{Finish, Options, TuiError};

use crate::commands::open;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, decided};
use crate::markers::{Ending, marker};
use crate::output;
use crate::text::{language, tell};
use crate::waiting::exit_of;

/// What the surface is told; line by line also where no screen can be drawn.
pub(crate) fn options(plain: bool) -> Options {
    let mut options = Options::of_environment(language(), &|name| std::env::var(name).ok());
    options.plain |= plain || !tui::is_usable();
    options
}

/// Prints the closing line and names the exit code.
pub(crate) async fn end(context: &Context, finish: Finish) -> Result<Exit, Failure> {
    match finish {
        Finish::Decided(result) => {
            output::line(&marker(Ending::Decided(&result)));
            Ok(exit_of(&result))
        }
        Finish::Elsewhere { session_id, winner } => {
            output::note(&decided(&winner));
            output::line(&marker(Ending::Elsewhere {
                session_id: &session_id,
                winner: &winner,
            }));
            Ok(Exit::AnsweredElsewhere)
        }
        Finish::Undecided { session_id } => {
            output::line(&marker(Ending::Undecided {
                session_id: &session_id,
            }));
            Ok(Exit::Undecided)
        }
        Finish::Web { session_id, url } => {
            output::note(&tell(Key::TuiSwitched, &[("url", (&url).into())]));
            output::line(&marker(Ending::Undecided {
                session_id: &session_id,
            }));
            open::in_background_if_no_page_is(context).await?;
            Ok(Exit::Undecided)
        }
        Finish::Left => Ok(Exit::Done),
    }
}

impl From<TuiError> for Failure {
    fn from(error: TuiError) -> Self {
        match error {
            TuiError::Hub(error) => error.into(),
            TuiError::Terminal(error) => unusable(&error),
        }
    }
}

fn unusable(error: &io::Error) -> Failure {
    let reason = error.to_string();
    let args = [("reason", (&reason).into())];
    Failure::new("terminal_unusable", tell(Key::CliErrorTerminal, &args))
        .with_hint(tell(Key::CliErrorTerminalHint, &[]))
}
