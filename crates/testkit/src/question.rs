//! Questions and people, in one line each.

use domain::interaction::choice::ChoiceAsk;
use domain::interaction::{ChoiceSpec, OptionSpec};
use domain::{Asker, Principal, Surface};
use engine::Actor;

/// An agent of this user.
pub fn asker(client: &str, directory: &str) -> Asker {
    Asker {
        principal: Principal::LocalUser { uid: 1000 },
        client: client.into(),
        version: None,
        directory: directory.into(),
    }
}

/// A person on `surface`.
pub fn person(surface: Surface) -> Actor {
    Actor {
        surface,
        name: None,
        process: None,
    }
}

/// A valid question of this mode with these options; `change` makes it special.
pub fn choice(mode: &str, options: &[&str], change: impl FnOnce(&mut ChoiceSpec)) -> ChoiceAsk {
    let options = options.iter().map(|id| OptionSpec {
        id: Some((*id).into()),
        ..OptionSpec::default()
    });
    let options: Vec<OptionSpec> = options.collect();
    let mut spec = ChoiceSpec {
        title: Some("Which schema?".into()),
        prompt: Some("The orders table needs a key before the import can go on.".into()),
        selection_mode: Some(mode.into()),
        options: (!options.is_empty()).then_some(options),
        ..ChoiceSpec::default()
    };
    change(&mut spec);
    spec.validate().expect("tests ask valid questions")
}
