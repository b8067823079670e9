//! Bounds on what one asker or person may hand in. Over a bound: a clear refusal, nothing half
//! done.

pub const TITLE_CHARS_MAX: usize = 200;
/// A shorter prompt cannot say what is being done and why a choice is needed.
pub const PROMPT_CHARS_MIN: usize = 20;
pub const PROMPT_BYTES_MAX: usize = 64 * 1024;
pub const OPTIONS_MAX: usize = 200;
pub const OPTION_ID_CHARS_MAX: usize = 200;
pub const LABEL_CHARS_MAX: usize = 300;
/// Descriptions and notes filled in by the asker, each.
pub const OPTION_TEXT_BYTES_MAX: usize = 16 * 1024;
pub const PLACEHOLDER_CHARS_MAX: usize = 1000;
/// Text and notes of one answer together.
pub const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// All notes filled in by the asker together: half an answer, which leaves the person the rest.
pub const ANNOTATIONS_BYTES_MAX: usize = ANSWER_BYTES_MAX / 2;
pub const PENDING_PER_ASKER_MAX: u32 = 1_000;
pub const PENDING_PER_HUB_MAX: u32 = 10_000;
/// What the pending questions of one principal (the local user, or one token) take together. An
/// agent can ask under ever new client names; it cannot become another principal.
pub const PENDING_BYTES_PER_PRINCIPAL_MAX: u64 = 32 * 1024 * 1024;
pub const PENDING_BYTES_PER_HUB_MAX: u64 = 4 * PENDING_BYTES_PER_PRINCIPAL_MAX;
/// The longest extension of a deadline that a person can choose, even beyond the agent's limits: a
/// year. A person who wants more means "no time limit".
pub const DEADLINE_SECONDS_MAX: u64 = 366 * 24 * 60 * 60;
/// A caller's own JSON that travels with its question.
pub const METADATA_BYTES_MAX: usize = 16 * 1024;
/// Of one command that waits for permission; more cannot be read by a person anyway.
pub const ARGUMENTS_MAX: usize = 1_000;
pub const ACTION_FILES_MAX: usize = 64;
/// Arguments, directory, file names and variables of one action together.
pub const ACTION_BYTES_MAX: usize = 64 * 1024;
/// A client's name is shown in one line.
pub const CLIENT_NAME_CHARS_MAX: usize = 100;
/// Refused attempts of agents' processes that one question's trail keeps; more say nothing new.
pub const AGENT_REFUSALS_MAX: u32 = 10;

/// What a thread is called in lists.
pub const THREAD_TITLE_CHARS_MAX: usize = 120;
/// One message to an agent.
pub const MESSAGE_BYTES_MAX: usize = 1024 * 1024;
/// Messages that wait for one task to take them.
pub const QUEUED_MESSAGES_MAX: u32 = 100;
/// Options of a closing question; an agent that lists more is not offering a choice.
pub const REPLY_OPTIONS_MAX: usize = 12;
/// Options of one permission. Agents offer two to five.
pub const PERMISSION_OPTIONS_MAX: usize = 20;
/// Command of one tool call, as it is shown for a permission.
pub const TOOL_COMMAND_BYTES_MAX: usize = 64 * 1024;
/// Arguments of one tool call, as they are shown for a permission.
pub const TOOL_INPUT_BYTES_MAX: usize = 64 * 1024;
/// What a tool call said before it asked for permission.
pub const TOOL_OUTPUT_BYTES_MAX: usize = 16 * 1024;
/// Files that one tool call is about, and those that it changes.
pub const TOOL_FILES_MAX: usize = 64;
/// A path is shown in full up to here; systems allow no longer ones.
pub const TOOL_PATH_CHARS_MAX: usize = 4_096;
/// Lines and bytes of all changes of one tool call together; more is not read before a decision.
pub const DIFF_LINES_MAX: usize = 2_000;
pub const DIFF_BYTES_MAX: usize = 128 * 1024;
/// Pairs of lines that are compared to find what stayed. Beyond that the old lines are shown as
/// removed and the new ones as added.
pub const DIFF_PAIRS_MAX: usize = 1_000_000;
pub const FORM_FIELDS_MAX: usize = 100;
/// Names, titles, descriptions, options and defaults of one form together.
pub const FORM_BYTES_MAX: usize = 128 * 1024;

/// How long one request to ask waits for its turn while another question of the same agent is open.
pub const QUESTION_TURN_SECONDS: u64 = 20;
