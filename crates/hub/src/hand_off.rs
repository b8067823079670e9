//! Ways for a person to reach a question: a link and a command. Neither holds a secret.

use domain::InteractionId;
use protocol::HandOff;

use crate::shell::shell_word;

pub(crate) struct Links {
    pub(crate) program: Vec<String>,
    pub(crate) port: u16,
}

impl Links {
    /// The canonical origin; other loopback names lead here.
    pub(crate) fn origin(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    pub(crate) fn hand_off(&self, id: InteractionId) -> HandOff {
        let words = self.program.iter().map(String::as_str);
        let id_text = id.to_string();
        let command: Vec<String> = words.chain(["choose", &id_text]).map(shell_word).collect();
        HandOff {
            terminal_command: command.join(" "),
            url: format!("{}/choice/{id}", self.origin()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_off_command_quotes_paths_with_spaces_and_quotes() {
        let links = Links {
            program: vec![
                "/opt/it's here/sayso".into(),
                "--data-dir".into(),
                "/a b".into(),
            ],
            port: 7297,
        };
        let id = InteractionId::from_random([1; 16]);
        assert_eq!(
            links.hand_off(id),
            HandOff {
                terminal_command: format!(
                    r"'/opt/it'\''s here/sayso' --data-dir '/a b' choose {id}"
                ),
                url: format!("http://localhost:7297/choice/{id}"),
            }
        );
    }
}
