// The tools by which agents run a command line, and how each wants it.

const description = "Answer the question";
const SHELLS = {
  Bash: (line) => ({ command: line, description }),
  bash: (line) => ({ command: line, description }),
  exec_command: (line) => ({ cmd: line }),
  run_shell_command: (line) => ({ command: line, description }),
};

/** The call that runs `line` in the agent's own shell. */
export function command(tools, line) {
  const tool = tools.find(({ name }) => Object.hasOwn(SHELLS, name));
  if (!tool) throw new Error(`no shell among ${tools.map(({ name }) => name)}`);
  return { tool, arguments: SHELLS[tool.name](line) };
}
