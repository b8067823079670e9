// Generated from crates/protocol by `cargo xtask codegen`; do not edit.

export type JsonValue = unknown;

export type ActionStatus = "selected" | "custom_input" | "cancelled" | "timeout" | "pending";

/**
 * The real action, part by part. The digest names exactly this and nothing else.
 */
export type ActionView = { argv: Array<string>, directory: string, files?: Array<ActionFile>, 
/**
 * Environment variables that can change what runs.
 */
environment?: Array<ActionVariable>, digest: string, 
/**
 * Display-safe forms of arguments, directory, paths and variables that need one, by the text
 * itself.
 */
shown?: { [key in string]: string }, };

/**
 * How the cells of a column are aligned.
 */
export type Align = "unset" | "left" | "center" | "right";

export type AnswerRequest = { 
/**
 * 32 random hexadecimal digits; sending the same twice counts once.
 */
answer_id: string, 
/**
 * The digest of the question that was on the screen; a changed one is refused with 409.
 */
digest?: string, answer: AnswerDraft, 
/**
 * Whether this also confirms, where the question needs a confirmation.
 */
confirm?: boolean, };

export type AnsweredBy = { kind: DecidedBy, 
/**
 * Where: `web`, `terminal`, `cli`, `elicitation`, or `agent_terminal` for a terminal that the
 * agent opened.
 */
surface?: Surface, name?: string, 
/**
 * When, RFC 3339.
 */
at: string, };

export type ApiError = { 
/**
 * Stable, for programs: `already_decided`, `unknown_session`, `invalid_request`, ….
 */
code: string, 
/**
 * What happened, for people.
 */
message: string, 
/**
 * What to do next.
 */
hint?: string, 
/**
 * The values that the message names, for surfaces that say it in the person's own words.
 */
args?: { [key in string]: string }, 
/**
 * Everything that is wrong with the request, when it is invalid.
 */
problems?: Array<Problem>, 
/**
 * Who decided first, when the question is finished.
 */
winner?: Winner, };

/**
 * How a question stands for its asker.
 */
export type AskerResult = { "kind": "choice" } & ChoiceResult | { "kind": "request" } & RequestResult | { "kind": "approval" } & ChoiceResult | { "kind": "reply" } & ChoiceResult | { "kind": "permission" } & ChoiceResult | { "kind": "form" } & FormResult;

/**
 * Whether anyone is there to receive the answer.
 */
export type AskerState = "waiting" | "away" | "disconnected";

/**
 * What a deadline brings about if nothing happens before.
 */
export type AtDeadline = "times_out" | "default_is_sent";

export type Block = { "type": "heading", level: number, text: Array<Inline>, } | { "type": "paragraph", text: Array<Inline>, } | { "type": "code", language: string | null, text: string, } | { "type": "quote", blocks: Array<Block>, } | { "type": "list", start: number | null, items: Array<ListItem>, } | { "type": "table", align: Array<Align>, head: Array<Array<Inline>>, rows: Array<Array<Array<Inline>>>, } | { "type": "rule" };

export type CancelRequest = { answer_id: string, note?: string, };

export type ChangedLine = { change: LineChange, 
/**
 * Without its line break; a carriage return before it stays.
 */
text: string, };

/**
 * What a change is about, as it is by now.
 */
export type ChangedSubject = { "kind": "interaction", interaction: InteractionSummary, } | { "kind": "thread", thread: ThreadView, } | { "kind": "task", task: TaskSummary, };

/**
 * The outcome of a `provide_choice` question. Absent when empty.
 */
export type ChoiceResult = { 
/**
 * Names this question in every later call.
 */
session_id: string, action_status: ActionStatus, 
/**
 * Ids of the chosen options, in the order they were given.
 */
selected_ids?: Array<string>, 
/**
 * What the person wrote instead of, or beside, an option.
 */
custom_input?: string, 
/**
 * The person's notes by option id.
 */
option_annotations?: { [key in string]: string }, 
/**
 * The person's note on the whole.
 */
global_annotation?: string, 
/**
 * Whether your placeholder was shown while the person wrote.
 */
placeholder_used?: boolean, 
/**
 * Options the person took off the table.
 */
hidden_option_ids?: Array<string>, 
/**
 * True when the person's auto-submit setting answered, not the person.
 */
auto_submitted?: boolean, 
/**
 * Where the question was shown.
 */
interface?: Interface, answered_by?: AnsweredBy, 
/**
 * How long the person took, in milliseconds.
 */
waited_ms?: number, 
/**
 * One line that says it all.
 */
summary?: string, };

/**
 * What is selected and awaits its confirmation.
 */
export type ChosenView = { 
/**
 * Names this act of choosing; a confirmation repeats it.
 */
answer_id: string, selected_ids: Array<string>, by: AnsweredBy, };

/**
 * What a client may say. Writing goes by POST: one place for idempotency and audit.
 */
export type ClientMessage = { "type": "auth", key: string, 
/**
 * The last `seq` the client has; changes after it follow if they are still at hand.
 */
resume?: number | null, } | { "type": "resync" } | { "type": "subscribe", task_id: string, attempt: number, after: number, } | { "type": "unsubscribe", task_id: string, attempt: number, };

/**
 * The confirmation: what was chosen counts.
 */
export type ConfirmRequest = { 
/**
 * 32 random hexadecimal digits; sending the same twice counts once.
 */
answer_id: string, 
/**
 * The `answer_id` of the selection that was on the screen; another one is refused with 409.
 */
chosen_id: string, };

/**
 * A selection only counts once the person has confirmed it.
 */
export type ConfirmationView = { 
/**
 * What the asker wants to be said before; absent: the surface's own words.
 */
message?: string, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * Something that is not shown, and how much of it.
 */
export type Cut = { part: ToolPart, left_out: number, };

/**
 * A part of a tool call. Texts are measured in bytes, everything else is counted.
 */
export type ToolPart = "command" | "locations" | "files" | "lines" | "input" | "output" | "options";

/**
 * Moves the deadline; both count from now. `set_seconds: 0` waits forever.
 */
export type DeadlineRequest = { "add_seconds": number } | { "set_seconds": number };

/**
 * Whether a person decided, or their standing instruction, or the asker took it back.
 */
export type DecidedBy = "person" | "policy" | "asker";

/**
 * Whether the asker has the outcome.
 */
export type DeliveryState = "open" | "saved" | "delivered";

/**
 * An answer as it comes from a surface.
 */
export type AnswerDraft = { selected_ids: Array<string>, text?: string, option_notes?: { [key in string]: string }, global_note?: string, 
/**
 * Options the person hid for this prompt.
 */
hidden_ids?: Array<string>, 
/**
 * Whether the asker's placeholder was on display.
 */
placeholder_shown: boolean, 
/**
 * What was put into the fields of a form, by their names.
 */
fields?: { [key in string]: FieldValue }, };

/**
 * A draft and the one it was made from: what others changed in the meantime stays.
 */
export type DraftChange = { draft: AnswerDraft, 
/**
 * The hub's draft as the surface knew it.
 */
base: AnswerDraft, };

/**
 * The reply to a saved draft: where the question stands, and whether the draft would do.
 */
export type DraftReply = { 
/**
 * What keeps the draft from being an answer.
 */
problems: Array<Problem>, 
/**
 * What is kept now.
 */
draft: AnswerDraft, session_id: string, title: string, status: InteractionStatus, 
/**
 * Where it is shown.
 */
interface: Interface, kind: QuestionKind, 
/**
 * Something is selected and awaits its confirmation.
 */
awaiting_confirmation?: boolean, selection_mode: SelectionMode, risk: Risk, 
/**
 * The client's name as it announces itself; filters go by it.
 */
asker: string, 
/**
 * What people call that client.
 */
agent: string, 
/**
 * The directory's name.
 */
project: string, 
/**
 * The thread whose agent asks.
 */
thread_id?: string, 
/**
 * The task that waits for it.
 */
task_id?: string, directory: string, started_at: string, completed_at?: string, 
/**
 * Absent when it is decided, or waits forever.
 */
remaining_seconds?: number, deadline_at?: string, 
/**
 * What the deadline brings about if nothing happens before; absent without a deadline.
 */
at_deadline?: AtDeadline, asker_state: AskerState, asker_left_at?: string, delivery: DeliveryState, 
/**
 * Grows with every change of this interaction.
 */
revision: number, 
/**
 * Position in the order of asking.
 */
number: number, 
/**
 * What was chosen, written or noted, on one line; absent where nothing was.
 */
summary?: string, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * `{"error": {…}}`, with any status other than 2xx.
 */
export type ErrorBody = { error: ApiError, };

/**
 * What sort of fact it is.
 */
export type InteractionEventKind = "asked" | "viewed" | "draft_started" | "deadline_moved" | "interface_switched" | "chosen" | "confirmed" | "answered" | "cancelled" | "timed_out" | "asker_left" | "asker_returned" | "delivered" | "agent_refused" | "imported";

/**
 * One line of the audit trail.
 */
export type EventView = { 
/**
 * Gap-free over all interactions.
 */
seq: number, at: string, kind: InteractionEventKind, 
/**
 * What belongs to that kind.
 */
data: JsonValue, 
/**
 * `data` as it may be shown, where that differs.
 */
shown_data?: JsonValue, };

/**
 * How a file is written.
 */
export type ExportFormat = "json" | "csv" | "markdown";

/**
 * The next part of a file. The parts in their order are the file.
 */
export type ExportPart = { text: string, 
/**
 * Questions in this part.
 */
count: number, 
/**
 * Hand this back as `cursor` for the next part; absent on the last.
 */
next_cursor?: string, };

export type FieldKind = { "type": "text", format?: TextFormat, min_chars?: number, max_chars?: number, } | { "type": "number", integer: boolean, min?: string, max?: string, } | { "type": "boolean" } | { "type": "one", options: Array<FieldOption>, } | { "type": "several", options: Array<FieldOption>, min?: number, max?: number, };

export type FieldOption = { value: string, title: string, description?: string, };

/**
 * What a person put into a field.
 */
export type FieldValue = { "type": "text", "value": string } | { "type": "number", "value": string } | { "type": "boolean", "value": boolean } | { "type": "several", "value": Array<string> };

export type FieldView = { 
/**
 * Its key in the answer.
 */
name: string, 
/**
 * What people call it; its name where the agent gave no title.
 */
title: string, description?: string, required: boolean, kind: FieldKind, 
/**
 * What it holds at first; absent where the agent's own default breaks a rule.
 */
default?: FieldValue, 
/**
 * Display-safe forms of the texts that need one, by the text itself.
 */
shown?: { [key in string]: string }, };

/**
 * What would become of one file.
 */
export type FileChange = { path: string, 
/**
 * Whether there is no such file yet.
 */
is_new: boolean, added: number, removed: number, hunks: Array<Hunk>, };

/**
 * What was put into the fields of a form.
 */
export type FormResult = { 
/**
 * By the names of the fields; those that were left empty are absent.
 */
fields?: { [key in string]: FieldValue }, 
/**
 * Names this question in every later call.
 */
session_id: string, action_status: ActionStatus, 
/**
 * Ids of the chosen options, in the order they were given.
 */
selected_ids?: Array<string>, 
/**
 * What the person wrote instead of, or beside, an option.
 */
custom_input?: string, 
/**
 * The person's notes by option id.
 */
option_annotations?: { [key in string]: string }, 
/**
 * The person's note on the whole.
 */
global_annotation?: string, 
/**
 * Whether your placeholder was shown while the person wrote.
 */
placeholder_used?: boolean, 
/**
 * Options the person took off the table.
 */
hidden_option_ids?: Array<string>, 
/**
 * True when the person's auto-submit setting answered, not the person.
 */
auto_submitted?: boolean, 
/**
 * Where the question was shown.
 */
interface?: Interface, answered_by?: AnsweredBy, 
/**
 * How long the person took, in milliseconds.
 */
waited_ms?: number, 
/**
 * One line that says it all.
 */
summary?: string, };

/**
 * One file of an action.
 */
export type ActionFile = { path: string, bytes: number, 
/**
 * Of its contents, in hexadecimal digits; empty where they are not covered: the file is too
 * large to be hashed, or cannot be read by the asker.
 */
sha256: string, 
/**
 * Whether the command gets a copy of exactly these contents, so that later changes to the
 * file cannot matter.
 */
sealed?: boolean, };

/**
 * One environment variable of an action.
 */
export type ActionVariable = { name: string, value: string, };

/**
 * Ways to the question. Holds no secret.
 */
export type HandOff = { 
/**
 * Ready to paste into a shell.
 */
terminal_command: string, url: string, };

/**
 * The outcome of a `hitl_request`. `ok` is true only with `confirmed`.
 */
export type HitlResult = { ok: boolean, status: HitlStatus, 
/**
 * Whether the person chose, and confirmed where that was asked for.
 */
confirmed: boolean, 
/**
 * The label of the chosen option; null unless confirmed.
 */
selectedOption: string | null, 
/**
 * Its id; null unless confirmed.
 */
selectedOptionId: string | null, source: HitlSource, 
/**
 * Names this request in every later call.
 */
requestId: string, 
/**
 * One line that says it all.
 */
message: string, };

/**
 * What brought the status about.
 */
export type HitlSource = "user" | "timeout" | "system";

export type HitlStatus = "confirmed" | "canceled" | "timeout" | "error" | "pending";

export type HubStatus = { pid: number, port: number, url: string, version: string, 
/**
 * Where the interactions are kept.
 */
store: string, data_dir: string, started_at: string, pending: number, waiting_calls: number, portal_pages: number, 
/**
 * Whether it ends itself when idle.
 */
on_demand: boolean, 
/**
 * Whether programs that agents start are refused what only a person may do.
 */
agent_guard: boolean, 
/**
 * Why the caller counts as such a program.
 */
started_by_agent?: string, 
/**
 * What was refused since the hub started, by reason.
 */
refusals: Array<RefusalCount>, };

/**
 * Neighbouring changes with the lines around them.
 */
export type Hunk = { 
/**
 * The number of its first line before the change, from 1.
 */
old_start: number, 
/**
 * The number of its first line after the change, from 1.
 */
new_start: number, lines: Array<ChangedLine>, };

export type Inline = { "type": "text", text: string, } | { "type": "code", text: string, } | { "type": "strong", content: Array<Inline>, } | { "type": "emphasis", content: Array<Inline>, } | { "type": "strike", content: Array<Inline>, } | { "type": "link", url: string, content: Array<Inline>, } | { "type": "break" };

/**
 * One interaction in full, as `sayso show --json` prints it.
 */
export type InteractionDetail = { question: QuestionView, 
/**
 * What an answer must name to prove which question was on the screen.
 */
digest: string, 
/**
 * Where the person stands: the saved draft, else the asker's defaults.
 */
draft: AnswerDraft, 
/**
 * What keeps the draft from being an answer; empty once it is decided.
 */
problems?: Array<Problem>, 
/**
 * What is selected and awaits its confirmation.
 */
chosen?: ChosenView, 
/**
 * What the asker receives, exactly; absent while pending.
 */
result?: AskerResult, 
/**
 * `result` as it may be shown, where that differs.
 */
shown_result?: JsonValue, events: Array<EventView>, hand_off: HandOff, session_id: string, title: string, status: InteractionStatus, 
/**
 * Where it is shown.
 */
interface: Interface, kind: QuestionKind, 
/**
 * Something is selected and awaits its confirmation.
 */
awaiting_confirmation?: boolean, selection_mode: SelectionMode, risk: Risk, 
/**
 * The client's name as it announces itself; filters go by it.
 */
asker: string, 
/**
 * What people call that client.
 */
agent: string, 
/**
 * The directory's name.
 */
project: string, 
/**
 * The thread whose agent asks.
 */
thread_id?: string, 
/**
 * The task that waits for it.
 */
task_id?: string, directory: string, started_at: string, completed_at?: string, 
/**
 * Absent when it is decided, or waits forever.
 */
remaining_seconds?: number, deadline_at?: string, 
/**
 * What the deadline brings about if nothing happens before; absent without a deadline.
 */
at_deadline?: AtDeadline, asker_state: AskerState, asker_left_at?: string, delivery: DeliveryState, 
/**
 * Grows with every change of this interaction.
 */
revision: number, 
/**
 * Position in the order of asking.
 */
number: number, 
/**
 * What was chosen, written or noted, on one line; absent where nothing was.
 */
summary?: string, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * One page of the list: pending ones that are due within 10 minutes, the soonest first, then the
 * other pending ones, the oldest first, then finished ones, the newest first.
 */
export type InteractionPage = { interactions: Array<InteractionSummary>, 
/**
 * Hand this back as `cursor` for the next page; absent on the last.
 */
next_cursor?: string, 
/**
 * Pending ones in all.
 */
pending: number, };

/**
 * One row of the list.
 */
export type InteractionSummary = { session_id: string, title: string, status: InteractionStatus, 
/**
 * Where it is shown.
 */
interface: Interface, kind: QuestionKind, 
/**
 * Something is selected and awaits its confirmation.
 */
awaiting_confirmation?: boolean, selection_mode: SelectionMode, risk: Risk, 
/**
 * The client's name as it announces itself; filters go by it.
 */
asker: string, 
/**
 * What people call that client.
 */
agent: string, 
/**
 * The directory's name.
 */
project: string, 
/**
 * The thread whose agent asks.
 */
thread_id?: string, 
/**
 * The task that waits for it.
 */
task_id?: string, directory: string, started_at: string, completed_at?: string, 
/**
 * Absent when it is decided, or waits forever.
 */
remaining_seconds?: number, deadline_at?: string, 
/**
 * What the deadline brings about if nothing happens before; absent without a deadline.
 */
at_deadline?: AtDeadline, asker_state: AskerState, asker_left_at?: string, delivery: DeliveryState, 
/**
 * Grows with every change of this interaction.
 */
revision: number, 
/**
 * Position in the order of asking.
 */
number: number, 
/**
 * What was chosen, written or noted, on one line; absent where nothing was.
 */
summary?: string, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * Where the asker wants the question to be shown.
 */
export type Interface = "auto" | "web" | "terminal" | "elicitation";

export type InterfaceRequest = { 
/**
 * `web` or `terminal`.
 */
interface: Interface, };

/**
 * What becomes of a line.
 */
export type LineChange = "same" | "added" | "removed";

/**
 * Which part of all interactions a list shows.
 */
export type ListFilter = "active" | "completed" | "all";

export type ListItem = { 
/**
 * Whether the box of a task is ticked; absent where the item is not a task.
 */
done: boolean | null, blocks: Array<Block>, };

export type LoginExchange = { code: string, };

/**
 * The origin-held half of the new session; the other half is in the cookie.
 */
export type LoginKey = { key: string, };

export type OptionView = { id: string, label: string, description?: string, recommended: boolean, 
/**
 * Preselected.
 */
default: boolean, annotation?: string, 
/**
 * What it means for a tool call, regardless of its label.
 */
permission?: PermissionKind, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * What choosing an option of a permission means.
 */
export type PermissionKind = "allow_once" | "allow_always" | "reject_once" | "reject_always";

export type Problem = { 
/**
 * Stable name of the broken rule.
 */
code: string, 
/**
 * Path of the offending field.
 */
field: string, message: string, 
/**
 * What to do next.
 */
hint: string, 
/**
 * The values that the message names, for surfaces that say it in the person's own words.
 */
args?: { [key in string]: string }, };

/**
 * What sort of question it is.
 */
export type QuestionKind = "choice" | "request" | "approval" | "reply" | "permission" | "form";

/**
 * The question with the person's settings already applied: surfaces show it and decide nothing.
 */
export type QuestionView = { kind: QuestionKind, title: string, prompt: string, 
/**
 * The prompt as a tree, ready to be drawn.
 */
prompt_blocks: Array<Block>, selection_mode: SelectionMode, options: Array<OptionView>, default_selection_ids: Array<string>, min_selections: number, max_selections: number, placeholder?: string, placeholder_visible: boolean, 
/**
 * Whether choosing submits immediately.
 */
single_submit_mode: boolean, 
/**
 * Whether notes are offered.
 */
annotations_enabled: boolean, global_annotation?: string, risk: Risk, timeout_seconds?: number, 
/**
 * The option on which the cursor starts; nothing is selected by it.
 */
focused_id?: string, 
/**
 * Present where a selection needs a second, explicit step.
 */
confirmation?: ConfirmationView, 
/**
 * What would be done, where permission is asked for.
 */
action?: ActionView, 
/**
 * The tool call that an agent wants to make.
 */
tool?: ToolView, 
/**
 * What is to be filled in, in this order.
 */
fields?: Array<FieldView>, 
/**
 * The caller's own data, as text.
 */
metadata?: string, 
/**
 * Display-safe forms of the texts that need one.
 */
shown?: { [key in string]: string }, };

/**
 * Requests that were refused for one reason: who asked or how, not what.
 */
export type RefusalCount = { 
/**
 * The code that the caller was given.
 */
reason: string, count: number, last_at: string, 
/**
 * The path without ids and anything that a caller wrote.
 */
last_route: string, 
/**
 * `portal` for the loopback port, `socket` for local programs, `hub` for `/mcp`'s own calls.
 */
last_door: string, };

/**
 * What is no longer there.
 */
export type RemovedSubject = { "kind": "interaction", session_id: string, } | { "kind": "thread", thread_id: string, } | { "kind": "task", task_id: string, };

/**
 * The result of a human request has its own form; people see the decision as for every other
 * question.
 */
export type RequestResult = { 
/**
 * What `hitl_request` returns.
 */
hitl_result: HitlResult, 
/**
 * Names this question in every later call.
 */
session_id: string, action_status: ActionStatus, 
/**
 * Ids of the chosen options, in the order they were given.
 */
selected_ids?: Array<string>, 
/**
 * What the person wrote instead of, or beside, an option.
 */
custom_input?: string, 
/**
 * The person's notes by option id.
 */
option_annotations?: { [key in string]: string }, 
/**
 * The person's note on the whole.
 */
global_annotation?: string, 
/**
 * Whether your placeholder was shown while the person wrote.
 */
placeholder_used?: boolean, 
/**
 * Options the person took off the table.
 */
hidden_option_ids?: Array<string>, 
/**
 * True when the person's auto-submit setting answered, not the person.
 */
auto_submitted?: boolean, 
/**
 * Where the question was shown.
 */
interface?: Interface, answered_by?: AnsweredBy, 
/**
 * How long the person took, in milliseconds.
 */
waited_ms?: number, 
/**
 * One line that says it all.
 */
summary?: string, };

/**
 * How much is at stake. A destructive question is never answered by the clock or by one click.
 */
export type Risk = "normal" | "destructive";

/**
 * How a person may answer.
 */
export type SelectionMode = "single" | "multi" | "text_input" | "hybrid";

export type ServerMessage = { "type": "snapshot", seq: number, interactions: Array<InteractionSummary>, pending: number, } | { "type": "changed", seq: number, 
/**
 * The name of what happened, such as `answered`.
 */
event: string, subject: ChangedSubject, } | { "type": "removed", seq: number, subject: RemovedSubject, } | { "type": "draft_changed", session_id: string, surface: Surface, draft: AnswerDraft, } | { "type": "asker_changed", interaction: InteractionSummary, } | { "type": "settings_changed" } | { "type": "clock", 
/**
 * Milliseconds since the Unix epoch.
 */
now_ms: number, 
/**
 * By id.
 */
remaining_ms: { [key in string]: number }, } | { "type": "resync" } | { "type": "output", task_id: string, attempt: number, after: number, records: Array<RecordView>, 
/**
 * The position of the newest record that is stored.
 */
last: number, } | { "type": "output_resync", task_id: string, attempt: number, position: number, 
/**
 * Records up to this position were dropped for want of room.
 */
cut: number, } | { "type": "output_ended", task_id: string, attempt: number, 
/**
 * The position of its newest record.
 */
last: number, } | { "type": "refused", 
/**
 * `unknown_message`, `unknown_attempt` or `too_many_streams`.
 */
code: string, message: string, 
/**
 * The attempt that was asked for.
 */
task_id?: string | null, attempt?: number | null, };

export type SettingKind = { "type": "flag" } | { "type": "number", min: number, max: number, } | { "type": "text" } | { "type": "one_of", values: Array<string>, } | { "type": "numbers" };

/**
 * A value of any setting.
 */
export type SettingValue = boolean | number | string | { [key in string]: number };

export type SettingView = { name: string, kind: SettingKind, value: SettingValue, default: SettingValue, 
/**
 * `default`, `file` or `environment`; the last cannot be changed from here.
 */
source: string, 
/**
 * The variable that fixes it; absent when only the file counts.
 */
environment?: string, group: string, help: string, };

/**
 * New values by name; `null` goes back to the default.
 */
export type SettingsPatch = { [key in string]: SettingValue | null };

export type SettingsReply = { settings: Array<SettingView>, 
/**
 * Where they are kept.
 */
file: string, 
/**
 * The language that applies, wherever it was set.
 */
language: string, };

/**
 * The one word people see in lists.
 */
export type InteractionStatus = "pending" | "submitted" | "auto_submitted" | "cancelled" | "timeout";

/**
 * Where a person sees and answers questions.
 */
export type Surface = "web" | "terminal" | "cli" | "elicitation" | "agent_terminal";

/**
 * What a text field is expected to hold.
 */
export type TextFormat = "email" | "uri" | "date" | "date-time";

/**
 * What an agent wants to do, part by part.
 */
export type ToolView = { 
/**
 * The agent's own words for it.
 */
title: string, 
/**
 * What sort of tool it is, in the agent's own word: `execute`, `edit`, `read`, ….
 */
kind: string, 
/**
 * The command that it runs.
 */
command?: string, 
/**
 * The files that it is about.
 */
locations?: Array<string>, 
/**
 * What would become of files, computed by the hub.
 */
changes?: Array<FileChange>, 
/**
 * Its arguments, as JSON in lines.
 */
input?: string, 
/**
 * What it has said so far.
 */
output?: string, 
/**
 * What is too long to be shown whole.
 */
cuts?: Array<Cut>, 
/**
 * Display-safe forms of the texts that need one, by the text itself.
 */
shown?: { [key in string]: string }, };

/**
 * Says that a person has the question in view. The body carries nothing yet.
 */
export type ViewRequest = Record<symbol, never>;

/**
 * The outcome a later answer lost against.
 */
export type Winner = { 
/**
 * Any but `pending`.
 */
status: InteractionStatus, kind: DecidedBy, surface?: Surface, name?: string, at: string, summary: string, };

/**
 * An agent that can be given jobs.
 */
export type AgentView = { id: string, name: string, 
/**
 * `acp` or `command`.
 */
kind: string, 
/**
 * Whether its program is on this machine.
 */
found: boolean, 
/**
 * Whether it could work now, as far as that is known.
 */
ready: boolean, 
/**
 * Why it is not there or not ready, and what to do.
 */
reason?: string, version?: string, };

export type AttemptView = { number: number, started_at: string, ended_at?: string, 
/**
 * How it ended, in a word.
 */
ending?: string, 
/**
 * What the agent said last in it.
 */
closing?: string, session_id?: string, plan: Array<PlanStep>, usage?: Usage, tool_calls: Array<ToolCall>, 
/**
 * How many records its output has.
 */
output_records: number, 
/**
 * Records up to this position were dropped for want of room.
 */
output_cut: number, };

/**
 * A file before and after, as the agent reports it.
 */
export type Diff = { path: string, 
/**
 * Absent for a new file.
 */
old?: string, new: string, };

export type Entry = { "type": "text", 
/**
 * The message that it belongs to, where the agent names it.
 */
message?: string, text: string, } | { "type": "thought", text: string, } | { "type": "tool" } & ToolCall | { "type": "plan", steps: Array<PlanStep>, } | { "type": "usage" } & Usage | { "type": "printed", stream: Stream, text: string, } | { "type": "notice", text: string, } | { "type": "heartbeat" } | { "type": "unknown", json: string, };

/**
 * What decided whether a task is done or asks something, surest first.
 */
export type Layer = "open_request" | "report" | "rules" | "person";

/**
 * Corrects whether a task is done.
 */
export type MarkRequest = { "as": "complete" } | { "as": "needs-reply" };

export type MessageView = { message_id: string, at: string, text: string, 
/**
 * The attempt that took it.
 */
attempt?: number, 
/**
 * The question that it answers.
 */
interaction_id?: string, };

/**
 * A part of the output of an attempt.
 */
export type OutputReply = { attempt: number, records: Array<RecordView>, 
/**
 * The position of the newest record that is stored.
 */
last: number, 
/**
 * Records up to this position were dropped for want of room.
 */
cut: number, 
/**
 * Whether the attempt is over, so that nothing follows.
 */
ended: boolean, };

/**
 * How far a step of a plan has come.
 */
export type PlanStatus = "pending" | "in_progress" | "completed";

export type PlanStep = { text: string, status: PlanStatus, };

/**
 * Limits that have a name.
 */
export type Profile = "standard" | "long" | "extended";

/**
 * What counts as progress of an attempt.
 */
export type Progress = "heartbeat" | "tool_progress" | "log_chunk";

/**
 * One record of the output of an attempt.
 */
export type RecordView = { position: number, at: string, 
/**
 * Which kind of progress it is; absent for what sayso itself notes.
 */
progress?: Progress, entry: Entry, };

/**
 * A permission that was given or refused for good.
 */
export type RememberedView = { 
/**
 * Its place in the list, from 1; names it when it is revoked.
 */
number: number, 
/**
 * The agent's word for the sort of tool.
 */
tool: string, 
/**
 * The command, or else the title of the call.
 */
what: string, decision: PermissionKind, at: string, };

/**
 * A message to the agent of a task.
 */
export type ReplyRequest = { text: string, };

/**
 * Gives an agent a job, in a new thread or in one that exists.
 */
export type RunRequest = { prompt: string, 
/**
 * The thread to go on with. Directory, agent and limits are then its own.
 */
thread_id?: string, agent?: string, 
/**
 * An absolute path.
 */
directory?: string, profile?: Profile, idle_timeout_seconds?: number, hard_timeout_seconds?: number, full_auto?: boolean, };

/**
 * Where a program printed something.
 */
export type Stream = "stdout" | "stderr";

/**
 * A task in full.
 */
export type TaskDetail = { agent: string, directory: string, full_auto: boolean, 
/**
 * The agent's own name of the conversation.
 */
session_id?: string, prompt: string, 
/**
 * What the agent said last.
 */
output?: string, error_message?: string, 
/**
 * What decided whether it is done or asks something.
 */
decided_by?: Layer, 
/**
 * What a queued task waits for.
 */
waits_for?: WaitsFor, events: Array<TaskEventView>, attempts: Array<AttemptView>, 
/**
 * What the person wrote after the prompt, byte for byte.
 */
replies: Array<MessageView>, 
/**
 * What the person wrote while the task ran and no attempt has taken yet.
 */
queued: Array<MessageView>, task_id: string, task_group_id: string, 
/**
 * The first line of the prompt.
 */
title: string, status: TaskStatus, 
/**
 * Why it waits for the person.
 */
reason?: WaitReason, 
/**
 * The open interaction that it waits for.
 */
interaction_id?: string, attempt: number, 
/**
 * Whether its attempt is being ended.
 */
stopping: boolean, created_at: string, updated_at: string, revision: number, 
/**
 * Order of creation.
 */
number: number, };

export type TaskEventView = { seq: number, at: string, event: TaskEventKind, detail?: string, };

/**
 * One row of a list of tasks.
 */
export type TaskSummary = { task_id: string, task_group_id: string, 
/**
 * The first line of the prompt.
 */
title: string, status: TaskStatus, 
/**
 * Why it waits for the person.
 */
reason?: WaitReason, 
/**
 * The open interaction that it waits for.
 */
interaction_id?: string, attempt: number, 
/**
 * Whether its attempt is being ended.
 */
stopping: boolean, created_at: string, updated_at: string, revision: number, 
/**
 * Order of creation.
 */
number: number, };

export type TasksReply = { tasks: Array<TaskSummary>, };

/**
 * Changes what a person may change of a thread.
 */
export type ThreadPatch = { title?: string, archived?: boolean, full_auto?: boolean, 
/**
 * Revokes a remembered permission by its number.
 */
forget?: number, };

export type ThreadReply = { thread: ThreadView, tasks: Array<TaskSummary>, };

/**
 * One row of the list of threads, and all there is to know about one.
 */
export type ThreadView = { 
/**
 * The `task_group_id` of its tasks.
 */
thread_id: string, title: string, directory: string, 
/**
 * The agent's id.
 */
agent: string, 
/**
 * Whether the agent acts without asking.
 */
full_auto: boolean, idle_timeout_seconds: number, hard_timeout_seconds: number, archived: boolean, created_at: string, updated_at: string, 
/**
 * What the person decided for good.
 */
remembered: Array<RememberedView>, revision: number, };

export type ThreadsReply = { threads: Array<ThreadView>, };

export type ToolCall = { id: string, title: string, 
/**
 * What sort of tool it is, in the agent's own word: `execute`, `edit`, `read`, ….
 */
kind: string, status: ToolStatus, 
/**
 * The command that it runs, where the agent tells it apart from the title.
 */
command?: string, 
/**
 * The files that it is about.
 */
locations?: Array<string>, diffs?: Array<Diff>, 
/**
 * Its arguments, as JSON.
 */
input?: string, 
/**
 * What it gave back.
 */
output?: string, };

/**
 * How far a tool call has come.
 */
export type ToolStatus = "pending" | "in_progress" | "completed" | "failed";

/**
 * What the conversation has used so far.
 */
export type Usage = { tokens_used: number, 
/**
 * How many tokens fit into its context.
 */
tokens_max?: number, 
/**
 * An amount and its currency, such as `0.12 USD`.
 */
cost?: string, };

/**
 * Why a task waits for a person.
 */
export type WaitReason = "question" | "permission" | "elicitation" | "timeout_idle" | "timeout_hard" | "interrupted" | "auth_required" | "rollback_conflict" | "loop_exhausted";

/**
 * What a queued task waits for.
 */
export type WaitsFor = { "what": "directory", task_id: string, } | { "what": "slot", running: number, max: number, } | { "what": "turn" };

/**
 * What sort of fact it is.
 */
export type TaskEventKind = "started" | "asked" | "answered" | "withdrawn" | "stop_requested" | "queued" | "completed" | "failed" | "cancelled";

/**
 * The one word people see of a task.
 */
export type TaskStatus = "QUEUED" | "RUNNING" | "AWAITING_RESPONSE" | "COMPLETE" | "ERROR" | "CANCELLED";
