// The tools by which agents ask the person, and how each wants the question.

const OWN = {
  AskUserQuestion: ({ title, options }) => ({
    questions: [{ question: title, header: "Storage", multiSelect: false, options: described(options) }],
  }),
  request_user_input: ({ title, options }) => ({
    questions: [{ id: "storage", question: title, header: "Storage", options: described(options) }],
  }),
};
const OURS = "provide_choice";

/** The call by which the agent itself asks: `{title, prompt, options: [{id, label, description}]}`. */
export function ownQuestion(tools, asked) {
  const tool = find(tools, (name) => Object.hasOwn(OWN, name));
  return { tool, arguments: OWN[tool.name](asked) };
}

/** The call of our tool that asks the same. */
export function ourQuestion(tools, asked) {
  const tool = find(tools, (name) => name.endsWith(OURS));
  return { tool, arguments: { ...asked, selection_mode: "single" } };
}

function find(tools, fits) {
  const tool = tools.find(({ name }) => fits(name));
  if (!tool) throw new Error(`nothing to ask with among ${tools.map(({ name }) => name)}`);
  return tool;
}

function described(options) {
  return options.map(({ label, description }) => ({ label, description }));
}
