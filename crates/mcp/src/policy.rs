//! The decision policy: when an agent must ask, and how. One text, told in three places: server
//! instructions, tool description and the `decision_policy` prompt. Agents that the hub runs hear what
//! is true in a thread.

use crate::offer::{Later, ToolName};

/// When to ask, and how.
const WHEN_AND_HOW: &str = "\
Ask the person with provide_choice
- when more than two viable paths exist and the choice between them is theirs to make;
- before any destructive or irreversible action (deleting, overwriting, force-pushing, publishing, \
paying): set risk to \"destructive\";
- when required configuration is missing and you would otherwise invent it.

Never pick a silent default, and never read silence as consent: a timeout or a cancelled question \
decides nothing. Do not ask what the repository or the conversation already answers.

Put the current task and the reason for the choice into prompt, so that someone who has not \
followed your work can decide. Give every option a short id, a clear label and its consequences; \
mark the one you would take as recommended.";

/// What to do with a question that is pending.
const PENDING: &str = "\
When action_status is \"pending\", follow the instructions in the result: call provide_choice again \
with only the session_id. Do not ask the same question anew, and do not go on as if it were \
answered. An answer can arrive late; its summary names the question it belongs to.";

/// The same for an agent that the hub runs: there is a next message.
const PENDING_IN_THREAD: &str = "\
When action_status or status is \"pending\", or a tool says that the person has not answered yet, end \
your turn: the answer will be your next message. Do not ask the same question anew, and do not go on \
as if it were answered.";

/// What else there is for an agent that the hub runs.
const THREAD_TOOLS: &str = "\
You work in a thread of sayso. Every question reaches the person wherever they are, and they may take \
hours to answer. Besides provide_choice there are
- requestUserChoice: at least two options, exactly one recommended; the answer is the chosen title or \
the person's own words;
- ask_human: a question without options, answered in the person's own words;
- hitl_request: one of fixed options, with a confirmation where it matters;
- report_outcome: call it last, with done or needs_reply, so that nobody has to guess from your last \
message whether you are finished.

Ask one question at a time.";

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
between fixed options; use provide_choice for free text, several selections or notes.";

const HITL_PENDING: &str = "\
While status is \"pending\", call hitl_request again with only the requestId and do not go on without \
the answer.";

const END_TURN: &str = "\
While status is \"pending\", end your turn: the answer will be your next message.";

/// What `requestUserChoice` does.
const USER_CHOICE_TOOL: &str = "\
Asks the person to decide between at least two options with different titles, exactly one of them \
recommended, and waits. The result is their answer as a plain message: the title of the chosen \
option, or what they wrote instead. Ask one question at a time.";

/// What `ask_human` does.
const ASK_HUMAN_TOOL: &str = "\
Asks the person a question that they answer in their own words, and waits. The result is exactly what \
they wrote. Use requestUserChoice where you can offer options.";

/// What `report_outcome` does.
const REPORT_TOOL: &str = "\
Says how your turn ends: done, or needs_reply when the person has to answer before you can go on. \
Call it last, then end your turn. With needs_reply the person's reply is your next message.";

/// When to ask and how to treat the answer.
pub(crate) fn policy(later: Later) -> String {
    let pending = match later {
        Later::Poll => PENDING,
        Later::NextMessage => PENDING_IN_THREAD,
    };
    format!("{WHEN_AND_HOW}\n\n{pending}")
}

/// Server `instructions`.
pub(crate) fn instructions(later: Later) -> String {
    let about = "sayso lets you ask the person you work for and wait for their decision.";
    let policy = policy(later);
    match later {
        Later::Poll => format!("{about}\n\n{policy}"),
        Later::NextMessage => format!("{about}\n\n{THREAD_TOOLS}\n\n{policy}"),
    }
}

/// Description of a tool.
pub(crate) fn description(tool: ToolName, later: Later) -> String {
    match (tool, later) {
        (ToolName::ProvideChoice, later) => format!("{TOOL}\n\n{}", policy(later)),
        (ToolName::HitlRequest, Later::Poll) => format!("{HITL_TOOL} {HITL_PENDING}"),
        (ToolName::HitlRequest, Later::NextMessage) => format!("{HITL_TOOL} {END_TURN}"),
        (ToolName::RequestUserChoice, _) => USER_CHOICE_TOOL.to_owned(),
        (ToolName::AskHuman, _) => ASK_HUMAN_TOOL.to_owned(),
        (ToolName::ReportOutcome, _) => REPORT_TOOL.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy_ends_the_instructions_and_the_tool_description() {
        for later in [Later::Poll, Later::NextMessage] {
            let policy = policy(later);
            assert!(instructions(later).ends_with(&policy));
            assert!(description(ToolName::ProvideChoice, later).ends_with(&policy));
        }
        for duty in [
            "more than two viable paths",
            "destructive",
            "configuration is missing",
        ] {
            assert!(WHEN_AND_HOW.contains(duty), "{duty}");
        }
    }
}
