// OpenAI Responses, as Codex speaks it.

export const path = /\/responses$/;

export function read(body) {
  const tools = (body.tools ?? []).flatMap((tool) =>
    // A server's tools come as a namespace with short names in it.
    tool.type === "namespace"
      ? tool.tools.map(({ name }) => ({ name, namespace: tool.name }))
      : [{ name: tool.name ?? "" }],
  );
  const heard = (body.input ?? []).flatMap((item) => {
    if (item.type === "function_call_output") return [{ result: item.output }];
    return item.role === "user" ? item.content.map(({ text }) => ({ text: text ?? "" })) : [];
  });
  return { tools, heard };
}

export function* write(turn, serial) {
  const id = `resp_${serial}`;
  yield event({ type: "response.created", response: { id } });
  yield event({ type: "response.output_item.done", output_index: 0, item: item(turn, serial) });
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  yield event({ type: "response.completed", response: { id, usage } });
}

function item(turn, serial) {
  if (turn.tool) {
    return {
      type: "function_call",
      id: `fc_${serial}`,
      call_id: `call_${serial}`,
      ...turn.tool,
      arguments: JSON.stringify(turn.arguments),
    };
  }
  const content = [{ type: "output_text", text: turn.text, annotations: [] }];
  return { type: "message", id: `msg_${serial}`, role: "assistant", content };
}

function event(data) {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
