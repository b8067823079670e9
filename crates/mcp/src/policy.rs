//! The decision policy: when an agent must ask, and how. One text, told in three places: server
//! instructions, tool description and the `decision_policy` prompt.

/// When to ask and how to treat the answer.
pub(crate) const POLICY: &str = "\
Ask the person with provide_choice
- when more than two viable paths exist and the choice between them is theirs to make;
- before any destructive or irreversible action (deleting, overwriting, force-pushing, publishing, \
paying): set risk to \"destructive\";
- when required configuration is missing and you would otherwise invent it.

Never pick a silent default, and never read silence as consent: a timeout or a cancelled question \
decides nothing. Do not ask what the repository or the conversation already answers.

Put the current task and the reason for the choice into prompt, so that someone who has not \
followed your work can decide. Give every option a short id, a clear label and its consequences; \
mark the one you would take as recommended.

When action_status is \"pending\", follow the instructions in the result: call provide_choice again \
with only the session_id. Do not ask the same question anew, and do not go on as if it were \
answered. An answer can arrive late; its summary names the question it belongs to.";

/// What the tool itself does, ahead of the policy.
const TOOL: &str = "\
Asks the person a question and waits for the answer: choose one option (single), several (multi), \
write text (text_input), or either (hybrid). Every request is checked first; a bad one is refused \
with all its problems together and nobody is asked.";

/// What `hitl_request` does, and when it is the better one.
const HITL_TOOL: &str = "\
Asks the person to choose exactly one of the given options, and waits; with requireConfirmation \
nothing counts until they confirm their choice in a second step. Only a result with ok: true is \
the person's decision; canceled, timeout and error decide nothing. Use it for a plain decision \
between fixed options; use provide_choice for free text, several selections or notes. While status \
is \"pending\", call hitl_request again with only the requestId and do not go on without the \
answer.";

/// Description of the tool `hitl_request`.
pub(crate) fn hitl_description() -> String {
    HITL_TOOL.to_owned()
}

/// Server `instructions`.
pub(crate) fn instructions() -> String {
    format!("sayso lets you ask the person you work for and wait for their decision.\n\n{POLICY}")
}

/// Description of the tool `provide_choice`.
pub(crate) fn tool_description() -> String {
    format!("{TOOL}\n\n{POLICY}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy_ends_the_instructions_and_the_tool_description() {
        assert!(instructions().ends_with(POLICY));
        assert!(tool_description().ends_with(POLICY));
        for duty in [
            "more than two viable paths",
            "destructive",
            "configuration is missing",
        ] {
            assert!(POLICY.contains(duty), "{duty}");
        }
    }
}
