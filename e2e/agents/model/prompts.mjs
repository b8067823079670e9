// What the model does about a prompt, step by step. The plan names the prompts and the steps of
// each: run a command line, ask the person with a tool of the agent or with ours, say something. A turn goes one step further with each
// result of a tool; it knows no dialect and no client.

import { ourQuestion, ownQuestion } from "./question.mjs";
import { command, OUTSIDE } from "./shell.mjs";

/** Decides the next turn; see `next` in `script.mjs` for what it is given. */
export function next({ prompts }, tools, heard) {
  const { prompt, at } = newest(Object.keys(prompts), heard);
  const texts = heard.filter((one) => "text" in one).map(({ text }) => text);
  // Agents also ask models for titles and such, without tools.
  if (!prompt || tools.length === 0) return { kind: "aside", text: "ok", texts };
  const step = heard.slice(at).filter((one) => "result" in one).length;
  const turn = act(prompts[prompt][step] ?? { say: "Nothing is left to do." }, tools);
  return { kind: "step", prompt, step, texts, ...turn };
}

/** The prompt that was named last, and where. */
function newest(prompts, heard) {
  for (let at = heard.length - 1; at >= 0; at--) {
    const text = heard[at].text ?? "";
    const named = prompts.filter((prompt) => text.includes(prompt));
    named.sort((a, b) => text.lastIndexOf(b) - text.lastIndexOf(a));
    if (named.length > 0) return { prompt: named[0], at };
  }
  return {};
}

function act(step, tools) {
  if (step.run) return command(tools, step.run, OUTSIDE);
  if (step.ask) return ownQuestion(tools, step.ask);
  if (step.choose) return ourQuestion(tools, step.choose);
  return { text: step.say };
}
