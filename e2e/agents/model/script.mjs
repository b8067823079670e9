// What the model does next: ask the person, poll while the question is pending, repeat the
// identical question when the client gave up on the call, and close with what it received. As soon
// as it knows the question's id it also tries, once, to answer for the person in its own shell.
// It knows no dialect and no client.

import { command } from "./shell.mjs";

const TOOL = "provide_choice";
// A real model would not try forever either.
const CALLS_MAX = 40;

/**
 * Decides the next turn.
 * `question` is what to ask, `ownAnswer` the command line that answers `{id}` for the person;
 * `tools` are the offered tools ({name, ...}), `heard` what was said to the model so far, in order:
 * `{text}` by the person, `{result}` by a tool.
 */
export function next({ question, ownAnswer }, tools, heard) {
  const results = heard.filter((one) => "result" in one).map(({ result }) => result);
  const tool = tools.find(({ name }) => name.endsWith(TOOL));
  if (!tool) return { kind: "aside", text: "ok" };
  if (results.length === 0) return { kind: "ask", tool, arguments: question };
  const received = decision(results.at(-1)) ?? knownBeforeOwnAnswer(results);
  if (received && received.action_status !== "pending") return close(received);
  if (results.length >= CALLS_MAX) return { kind: "gave_up", text: "Nobody answered." };
  if (!received) return { kind: "repeat", tool, arguments: question };
  const { session_id } = received;
  if (results.length > 1) return { kind: "poll", tool, arguments: { session_id } };
  return { kind: "own_answer", ...command(tools, ownAnswer.replaceAll("{id}", session_id)) };
}

/** The second result after a pending one is what the shell said. */
function knownBeforeOwnAnswer(results) {
  return results.length === 2 ? decision(results[0]) : undefined;
}

function close(received) {
  const chosen = (received.selected_ids ?? []).join(", ");
  const note = received.global_annotation ?? "";
  return { kind: "close", received, text: `The person decided: ${chosen}. Their note: ${note}.` };
}

/** Finds our tool's result inside the text that a client wrapped around it; `undefined` if there is none. */
export function decision(value) {
  if (typeof value === "string") return fromText(value);
  if (value === null || typeof value !== "object") return undefined;
  if (typeof value.action_status === "string") return value;
  for (const inner of Object.values(value)) {
    const found = decision(inner);
    if (found) return found;
  }
  return undefined;
}

function fromText(text) {
  const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
  if (start < 0 || end < start) return undefined;
  try {
    return decision(JSON.parse(text.slice(start, end + 1)));
  } catch {
    return undefined;
  }
}
