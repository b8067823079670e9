// Anthropic Messages, as Claude Code speaks it.

export const path = /\/messages$/;

export function read(body) {
  const tools = (body.tools ?? []).map(({ name }) => ({ name }));
  const heard = body.messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (Array.isArray(content) ? content : [{ type: "text", text: content }]))
    .map((block) => (block.type === "tool_result" ? { result: block.content } : { text: block.text ?? "" }));
  return { tools, heard };
}

export function* write(turn, serial) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${serial}`, type: "message", role: "assistant", model: "stub" };
  yield event("message_start", { message: { ...message, content: [], stop_reason: null, usage } });
  const [block, delta] = turn.tool
    ? [
        { type: "tool_use", id: `toolu_${serial}`, name: turn.tool.name, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(turn.arguments) },
      ]
    : [{ type: "text", text: "" }, { type: "text_delta", text: turn.text }];
  yield event("content_block_start", { index: 0, content_block: block });
  yield event("content_block_delta", { index: 0, delta });
  yield event("content_block_stop", { index: 0 });
  const stop_reason = turn.tool ? "tool_use" : "end_turn";
  yield event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage });
  yield event("message_stop", {});
}

function event(type, data) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
