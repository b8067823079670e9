// Gemini generateContent with server-sent events, as Gemini CLI speaks it.

export const path = /:streamGenerateContent$/;

export function read(body) {
  const tools = (body.tools ?? [])
    .flatMap((tool) => tool.functionDeclarations ?? [])
    .map(({ name }) => ({ name }));
  const heard = body.contents
    .filter(({ role }) => role !== "model")
    .flatMap((content) => content.parts ?? [])
    .map(({ functionResponse, text }) =>
      functionResponse ? { result: functionResponse.response } : { text: text ?? "" },
    );
  return { tools, heard };
}

export function* write(turn) {
  const part = turn.tool
    ? { functionCall: { name: turn.tool.name, args: turn.arguments } }
    : { text: turn.text };
  const candidate = { index: 0, finishReason: "STOP", content: { role: "model", parts: [part] } };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  yield `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\r\n\r\n`;
}
