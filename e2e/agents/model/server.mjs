// A stand-in for a hosted model: a loopback server that speaks four streaming dialects. What it
// does is in its plan: for each prompt the steps of `prompts.mjs`, or the one question of
// `script.mjs`. For tests only.
//
//   node server.mjs PLAN.json LOG.jsonl
//
// Prints its port, then runs until it is killed. Every turn is one line of the log; what no
// dialect knows is refused and logged too.

import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import * as chat from "./chat.mjs";
import * as gemini from "./gemini.mjs";
import * as messages from "./messages.mjs";
import * as prompts from "./prompts.mjs";
import * as responses from "./responses.mjs";
import * as script from "./script.mjs";

const DIALECTS = [chat, gemini, messages, responses];
// A real agent does not repeat a call immediately. Without this, the repeated question can overtake
// the client's own cancellation of the call it gave up on, and then it is a second question.
const REPEAT_AFTER_MS = 1000;
const [planFile, logFile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, "utf8"));
const { next } = plan.prompts ? prompts : script;
let serial = 0;

function log(entry) {
  appendFileSync(logFile, `${JSON.stringify({ at_ms: Date.now(), ...entry })}\n`);
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const dialect = DIALECTS.find(({ path }) => path.test(pathname));
  if (request.method !== "POST" || !dialect) {
    log({ kind: "refused", method: request.method, path: pathname });
    response.writeHead(404).end();
    return;
  }
  const { tools, heard } = dialect.read(await body(request));
  const turn = next(plan, tools, heard);
  // The last result is what the client told its model about the call before.
  const results = heard.filter((one) => "result" in one).map(({ result }) => result);
  const offered = tools.map(({ name }) => name);
  log({ ...turn, path: pathname, offered, calls: results.length, result: results.at(-1) ?? null });
  if (turn.kind === "repeat") await setTimeout(REPEAT_AFTER_MS);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of dialect.write(turn, ++serial)) response.write(event);
  response.end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    log({ kind: "failed", error: String(error.stack) });
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
