// OpenAI chat completions, as opencode speaks it.

export const path = /\/chat\/completions$/;

export function read(body) {
  const tools = (body.tools ?? []).map((tool) => ({ name: tool.function.name }));
  const heard = body.messages.flatMap(({ role, content }) => {
    if (role === "tool") return [{ result: content }];
    return role === "user" ? texts(content) : [];
  });
  return { tools, heard };
}

function texts(content) {
  if (typeof content === "string") return [{ text: content }];
  return content.filter(({ type }) => type === "text").map(({ text }) => ({ text }));
}

export function* write(turn, serial) {
  const chunk = (delta, finish_reason) => {
    const choices = [{ index: 0, delta, finish_reason }];
    const head = { id: `chat_${serial}`, object: "chat.completion.chunk", created: 0, model: "stub" };
    return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
  };
  if (turn.tool) {
    const call = { name: turn.tool.name, arguments: JSON.stringify(turn.arguments) };
    const tool_calls = [{ index: 0, id: `call_${serial}`, type: "function", function: call }];
    yield chunk({ role: "assistant", tool_calls }, null);
    yield chunk({}, "tool_calls");
  } else {
    yield chunk({ role: "assistant", content: turn.text }, null);
    yield chunk({}, "stop");
  }
  yield "data: [DONE]\n\n";
}
